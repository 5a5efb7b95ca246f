'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { formAction } from '#lib/action.ts';
import { idField } from '#lib/contract/ids.ts';
import { TEMPLATE_SIZES } from '#lib/contract/limits.ts';
import { updateTemplate } from '#lib/data/templates.ts';
import { type FailedForm, failed } from '#lib/format/failure.ts';
import {
  designBytes,
  keyField,
  MAX_DESIGN_BYTES,
  MOST_PAIRS,
  readPairs,
  sideProblems,
  TOO_LARGE,
  valueField,
} from '#lib/format/template-form.ts';
import type { Failure } from '#lib/outcome.ts';

/** Forms send line ends as CRLF, which nobody typed. */
const design = z
  .string({ error: 'Write this side’s HTML.' })
  .refine((html) => designBytes(html) <= MAX_DESIGN_BYTES, TOO_LARGE)
  .transform((html) => html.replaceAll('\r\n', '\n'));

const key = z.string().max(200, 'At most 200 characters.').optional();
const value = z.string().max(10_000, 'At most 10,000 characters.').optional();
/** Made by number, so no type tells of them; readPairs finds them by their names. */
const pairFields: Record<never, z.ZodType> = Object.fromEntries(
  Array.from({ length: MOST_PAIRS }, (_, row) => [
    [keyField(row), key],
    [valueField(row), value],
  ]).flat(),
);

const schema = z.object({
  id: idField,
  /** Which version of the template the form was made from. */
  seen: z.string({ error: 'This form is incomplete. Open it anew.' }).max(100),
  name: z
    .string({ error: 'Give it a name.' })
    .trim()
    .min(1, 'Give it a name.')
    .max(500, 'At most 500 characters.'),
  size: z.enum(TEMPLATE_SIZES, { error: 'Choose a size.' }),
  description: z.string().max(10_000, 'At most 10,000 characters.').optional(),
  front: design,
  back: design.optional(),
  ...pairFields,
});

export const saveAction = formAction('updateTemplate', schema, async (form) => {
  const { id, seen, name, size, description = '', front, back } = form;
  const { pairs, fields: pairProblems } = readPairs(form);
  const fields = { ...pairProblems, ...sideProblems(size, back) };
  if (Object.keys(fields).length > 0)
    return { message: 'Something isn’t right yet. Look at what is marked.', fields };
  const designs = back === undefined ? [front] : [front, back];
  const metaData = pairs.length > 0 ? { meta_data: pairs } : {};
  const outcome = await updateTemplate(id, { name, size, designs, description, ...metaData }, seen);
  if (!outcome.ok) return notSaved(outcome.failure);
  redirect(`/templates/${id}?saved=yes`);
});

const LOST: Partial<Readonly<Record<Failure['kind'], string>>> = {
  slow: 'the service didn’t answer in time',
  unreachable: 'the service can’t be reached',
  garbled: 'the service’s answer makes no sense',
  failed: 'the service has a problem of its own',
};

/** The page isn't read again with it: whatever happened, what is being written stays on the screen. */
function notSaved(failure: Failure): FailedForm {
  const reason = LOST[failure.kind];
  if (reason === undefined) return failed(failure);
  return {
    message: `It isn’t known whether this was saved: ${reason}. Look at the template in another tab, or save again in a moment.`,
    failure,
  };
}
