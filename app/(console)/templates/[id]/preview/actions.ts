'use server';

import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import {
  LOT_SIZE_TYPES,
  MAX_KEY,
  MAX_PHOTO,
  MAX_TEXT,
  MOST_PAIRS,
  MOST_PHOTOS,
} from '#lib/contract/limits.ts';
import { previewDesigns } from '#lib/data/designs.ts';
import { formatCount } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { LOT_SIZE_TYPE, PHOTOS, readPreviewForm, TEXT_FIELDS, VARIABLE } from '#lib/forms/preview-form.ts';
import { keyField, valueField } from '#lib/forms/template-form.ts';
import { toldHere } from '../../../action-results.ts';

const atMost = (most: number) =>
  z
    .string()
    .max(most, `At most ${formatCount(most)} characters.`)
    .optional();
const text = atMost(MAX_TEXT);
const key = atMost(MAX_KEY);
/** Their names come from a table, so no type tells of them; readPreviewForm finds them. */
const fields: Record<never, z.ZodType> = Object.fromEntries([
  ...TEXT_FIELDS.map(({ name }) => [name, text]),
  [LOT_SIZE_TYPE, z.enum(LOT_SIZE_TYPES, { error: 'Choose one of the two.' }).optional()],
  [
    PHOTOS,
    z
      .string()
      .max(MOST_PHOTOS * (MAX_PHOTO + 200), 'This is too long.')
      .optional(),
  ],
  ...Array.from({ length: MOST_PAIRS }, (_, row) => [
    [keyField(row, VARIABLE), key],
    [valueField(row, VARIABLE), text],
  ]).flat(),
]);

export const previewAction = formAction(
  'previewTemplate',
  z.object({ id: idField, ...fields }),
  async ({ id, ...form }) => {
    const { data, fields } = readPreviewForm(form);
    if (Object.keys(fields).length > 0) {
      return { message: 'Something isn’t right yet. Look at what is marked.', fields };
    }
    const designs = await previewDesigns(id, data);
    return designs.ok ? { designs: designs.value } : toldHere(designs.failure, 'Nothing was filled in');
  },
);
