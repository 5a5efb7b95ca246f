'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { saveTitleAndNote } from '#lib/data/titles-and-notes.ts';
import { describeOtherChange } from '#lib/format/title-and-note.ts';
import { formAction } from '#lib/forms/action.ts';
import { titleAndNoteFields } from '#lib/forms/text-fields.ts';
import { failureResult } from '../../../action-results.ts';

const titleForm = z.object({
  id: idField,
  revision: z.coerce.number().int().min(0),
  ...titleAndNoteFields,
});

/** Saves a campaign's title and note, unless another member changed them after the form was opened. */
export const saveTitleAction = formAction('editTitleAndNote', titleForm, async (input) => {
  const { id, revision, title = '', note = '' } = input;
  const saved = await saveTitleAndNote(id, { title: title || null, note: note || null }, revision);
  if (!saved.ok) return failureResult(saved.failure, 'Nothing was saved');
  if (saved.value.kind === 'saved') redirect(`/campaigns/${id}`);
  const { current } = saved.value;
  return {
    message: describeOtherChange(current),
    values: { title, note, revision: String(current.revision) },
  };
});
