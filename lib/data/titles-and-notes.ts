/** The titles and notes that members add to campaigns. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { NO_TITLE_AND_NOTE, type StoredTitleAndNote, type TitleAndNote } from '#lib/domain/title-and-note.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { isCampaignKnown, queryTitlesAndNotes, replaceTitleAndNote } from '#lib/store/titles-and-notes.ts';
import { authorize } from './authorize.ts';
import { getCampaign } from './campaigns.ts';

/** Returns the titles and notes of the campaigns that have either, by campaign id. Empty for non-members. */
export async function readTitlesAndNotes(
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, StoredTitleAndNote>> {
  if (!(await authorize('viewTitlesAndNotes')).ok) return new Map();
  return queryTitlesAndNotes(await store(), campaignIds);
}

export type TitleAndNoteChange =
  | { readonly kind: 'saved' }
  /** Another member made a change in the meantime, so nothing was saved. */
  | { readonly kind: 'changed_meanwhile'; readonly current: StoredTitleAndNote };

/**
 * Changes a campaign's title and note, and records the old and new values.
 * @param revision the revision that the member saw
 */
export async function saveTitleAndNote(
  campaignId: number,
  next: TitleAndNote,
  revision: number,
): Promise<Outcome<TitleAndNoteChange>> {
  const allowed = await authorize('editTitleAndNote');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const db = await store();
  if (!(await isCampaignKnown(db, campaignId))) {
    const campaign = await getCampaign(campaignId);
    if (!campaign.ok) return campaign;
  }
  const current = (await queryTitlesAndNotes(db, [campaignId])).get(campaignId) ?? NO_TITLE_AND_NOTE;
  const isUnchanged = current.title === next.title && current.note === next.note;
  if (isUnchanged) return ok({ kind: 'saved' });
  return changeAndRecord(async (tx, record): Promise<Outcome<TitleAndNoteChange>> => {
    if (!(await lockMemberWithPermission(tx, member.id, 'editTitleAndNote')))
      return fail({ kind: 'forbidden' });
    const { before, isReplaced } = await replaceTitleAndNote(tx, campaignId, next, {
      revision,
      by: member.email,
    });
    if (!isReplaced) return ok({ kind: 'changed_meanwhile', current: before });
    const event = { by: member, campaignId };
    if (before.title !== next.title) {
      const details = { title: next.title ?? '', old_title: before.title ?? '' };
      await record({ name: 'campaign.title_changed', ...event, details });
    }
    if (before.note !== next.note) {
      const details = { note: next.note ?? '', old_note: before.note ?? '' };
      await record({ name: 'campaign.note_changed', ...event, details });
    }
    return ok({ kind: 'saved' });
  });
}

/**
 * The maximum number of times that a bulk job starts to change a title or note. The job begins the change
 * again if another member changes the title or note at the same time.
 */
const LABEL_RETRIES = 3;

/**
 * Sets a campaign's title, note, or both, regardless of their current values. Empty text removes a title or note. Fails
 * with `in_progress` if other members keep changing them.
 */
export async function labelCampaign(
  campaignId: number,
  { title, note }: { readonly title?: string | undefined; readonly note?: string | undefined },
): Promise<Outcome<null>> {
  for (let i = 0; i < LABEL_RETRIES; i++) {
    const current = (await readTitlesAndNotes([campaignId])).get(campaignId) ?? NO_TITLE_AND_NOTE;
    const next = {
      title: title === undefined ? current.title : title || null,
      note: note === undefined ? current.note : note || null,
    };
    const saved = await saveTitleAndNote(campaignId, next, current.revision);
    if (!saved.ok) return saved;
    if (saved.value.kind === 'saved') return ok(null);
  }
  return fail({ kind: 'in_progress' });
}
