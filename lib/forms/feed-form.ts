/** Parses the form that creates a calendar feed. */
import { z } from 'zod';
import { parseId } from '#lib/contract/ids.ts';
import { MAX_TOKEN_NAME_LENGTH } from '#lib/input-limits.ts';
import { lineField } from './text-fields.ts';

export const feedForm = z.object({
  name: lineField('Enter a name.', MAX_TOKEN_NAME_LENGTH),
  customer: z
    .string()
    .trim()
    .transform((text, context) => {
      const id = parseId(text.replace(/^#/, ''));
      if (id === null) context.addIssue('Enter a customer number, like 12.');
      return id;
    })
    .optional(),
});
