'use server';

import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { LOT_SIZE_TYPES } from '#lib/contract/sizes.ts';
import { previewDesigns } from '#lib/data/designs.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { keyField, valueField } from '#lib/forms/pair-fields.ts';
import { LOT_SIZE_TYPE, PHOTOS, readPreviewForm, TEXT_FIELDS, VARIABLE } from '#lib/forms/preview-form.ts';
import {
  MAX_KEY_LENGTH,
  MAX_META_DATA_PAIRS,
  MAX_PHOTO_LENGTH,
  MAX_PHOTOS,
  MAX_TEXT_LENGTH,
} from '#lib/input-limits.ts';
import { failureResult } from '../../../action-results.ts';

const limitedText = (max: number) => z.string().max(max, describeMaxLength(max)).optional();
const text = limitedText(MAX_TEXT_LENGTH);
const key = limitedText(MAX_KEY_LENGTH);
/**
 * The fields of the preview form. The field names are generated, so the type doesn't list them.
 * `readPreviewForm` looks up each field by name.
 */
const fields: Record<never, z.ZodType> = Object.fromEntries([
  ...TEXT_FIELDS.map(({ name }) => [name, text]),
  [LOT_SIZE_TYPE, z.enum(LOT_SIZE_TYPES, { error: 'Choose an option.' }).optional()],
  [
    PHOTOS,
    z
      .string()
      .max(MAX_PHOTOS * (MAX_PHOTO_LENGTH + 200), 'This list is too long. Use fewer or shorter URLs.')
      .optional(),
  ],
  ...Array.from({ length: MAX_META_DATA_PAIRS }, (_, row) => [
    [keyField(row, VARIABLE), key],
    [valueField(row, VARIABLE), text],
  ]).flat(),
]);

export const previewTemplateAction = formAction(
  'previewTemplate',
  z.object({ id: idField, ...fields }),
  async ({ id, ...form }) => {
    const { data, fields } = readPreviewForm(form);
    if (Object.keys(fields).length > 0) {
      return { message: 'Fix the highlighted fields, then try again.', fields };
    }
    const designs = await previewDesigns(id, data);
    return designs.ok
      ? { designs: designs.value }
      : failureResult(designs.failure, 'No preview was generated');
  },
);
