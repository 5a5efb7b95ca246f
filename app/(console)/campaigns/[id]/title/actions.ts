'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { saveTitleAndNote } from '#lib/data/titles-and-notes.ts';
import { isVisible } from '#lib/domain/plain-text.ts';
import { describeOtherChange } from '#lib/format/title-and-note.ts';
import { formAction } from '#lib/forms/action.ts';
import { optionalLineField, textField } from '#lib/forms/text-fields.ts';
import { MAX_NOTE_LENGTH, MAX_TITLE_LENGTH } from '#lib/input-limits.ts';
import { failureResult } from '../../../action-results.ts';

const isBlankOrVisible = (text: string | undefined) => !text || isVisible(text);
const INVISIBLE = 'Use at least one letter, digit, or symbol.';

const titleForm = z.object({
  id: idField,
  revision: z.coerce.number().int().min(0),
  title: optionalLineField(MAX_TITLE_LENGTH).refine(isBlankOrVisible, INVISIBLE),
  note: textField(MAX_NOTE_LENGTH).refine(isBlankOrVisible, INVISIBLE),
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
