import type { StoredTitleAndNote } from '#lib/domain/title-and-note.ts';

/** Tells a member that another member changed the title or the note while the member was editing. */
export function describeOtherChange({ title, note, changedBy }: StoredTitleAndNote): string {
  const titleNow = title === null ? 'The campaign has no title now.' : `The title is now “${title}”.`;
  const noteNow = note === null ? 'The campaign has no note now.' : `The note is now “${note}”.`;
  return `${changedBy ?? 'Another member'} changed the title or the note while you were editing, so nothing was saved. ${titleNow} ${noteNow} To replace both with your text, save again.`;
}
