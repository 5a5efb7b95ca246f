'use server';

import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { updateTemplate } from '#lib/data/templates.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { keyField, readPairs, valueField } from '#lib/forms/pair-fields.ts';
import { designBytes, MAX_DESIGN_BYTES, sideProblems, TOO_LARGE } from '#lib/forms/template-form.ts';
import {
  MAX_KEY_LENGTH,
  MAX_META_DATA_PAIRS,
  MAX_TEMPLATE_NAME_LENGTH,
  MAX_TEXT_LENGTH,
} from '#lib/input-limits.ts';
import { unknownResult } from '../../../action-results.ts';
import { redirectAndConfirm } from '../../../confirmation.ts';

/**
 * The HTML for one side of the mailpiece. Browsers submit line breaks as CRLF, so CRLF is converted back to
 * LF.
 */
const design = z
  .string({ error: 'Enter the HTML for this side.' })
  .refine((html) => designBytes(html) <= MAX_DESIGN_BYTES, TOO_LARGE)
  .transform((html) => html.replaceAll('\r\n', '\n'));

const limitedText = (max: number) => z.string().max(max, describeMaxLength(max));
const key = limitedText(MAX_KEY_LENGTH).optional();
const value = limitedText(MAX_TEXT_LENGTH)
  .transform((text) => text.replaceAll('\r\n', '\n'))
  .optional();
/**
 * The form fields for the metadata keys and values. The field names are numbered, so the type doesn't list
 * them. `readPairs` looks up each field by name.
 */
const pairFields: Record<never, z.ZodType> = Object.fromEntries(
  Array.from({ length: MAX_META_DATA_PAIRS }, (_, row) => [
    [keyField(row), key],
    [valueField(row), value],
  ]).flat(),
);

const schema = z.object({
  id: idField,
  /** The template's version when the form was opened. */
  openedVersion: z.string().max(100),
  name: z
    .string({ error: 'Enter a name.' })
    .trim()
    .min(1, 'Enter a name.')
    .max(MAX_TEMPLATE_NAME_LENGTH, describeMaxLength(MAX_TEMPLATE_NAME_LENGTH)),
  size: z.enum(TEMPLATE_SIZES, { error: 'Choose a size.' }),
  description: limitedText(MAX_TEXT_LENGTH).optional(),
  front: design,
  back: design.optional(),
  ...pairFields,
});

const NEXT_STEP =
  'Open the template in another tab to see whether your changes were saved, or save again in a moment.';

export const saveTemplateAction = formAction('updateTemplate', schema, async (form) => {
  const { id, openedVersion, name, size, description = '', front, back } = form;
  const { pairs, fields: pairErrors } = readPairs(form);
  const fields = { ...pairErrors, ...sideProblems(size, back) };
  if (Object.keys(fields).length > 0)
    return { message: 'Fix the highlighted fields, then try again.', fields };
  const designs = back === undefined ? [front] : [front, back];
  const metaData = pairs.length > 0 ? { meta_data: pairs } : {};
  const outcome = await updateTemplate(id, { name, size, designs, description, ...metaData }, openedVersion);
  // A failed save doesn't refresh the page, because a refresh would discard the member's unsaved text.
  if (!outcome.ok)
    return (
      unknownResult(outcome.failure, 'the template was saved', NEXT_STEP) ?? toFailedForm(outcome.failure)
    );
  redirectAndConfirm(`/templates/${id}`, id);
});
