/** Parses the form that creates an API token. */
import { z } from 'zod';
import { parseId } from '#lib/contract/ids.ts';
import {
  isReadScope,
  isTemplateScope,
  MAX_TOKEN_ADDRESSES,
  scopesOfRole,
  TOKEN_DAYS,
  TOKEN_SCOPES,
  type TokenScope,
} from '#lib/domain/api-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { MAX_TOKEN_NAME_LENGTH } from '#lib/input-limits.ts';
import { parseAddressRange } from '#lib/runtime/address-ranges.ts';
import { lineField } from './text-fields.ts';
import { scopeField, TOKEN_ACCESS } from './token-form-fields.ts';

const DAYS_ERROR = `Enter 1 to ${TOKEN_DAYS.max} days.`;
const MAX_ADDRESSES_LENGTH = 2_500;

const checkbox = z.literal('yes').optional();
const scopeFields = Object.fromEntries(TOKEN_SCOPES.map((scope) => [scopeField(scope), checkbox]));

export const tokenForm = z.object({
  name: lineField('Enter a name.', MAX_TOKEN_NAME_LENGTH),
  days: z
    .string({ error: DAYS_ERROR })
    .regex(/^\d{1,3}$/, DAYS_ERROR)
    .transform(Number)
    .refine((count) => count >= 1 && count <= TOKEN_DAYS.max, DAYS_ERROR),
  access: z.enum(TOKEN_ACCESS, 'Choose an option.'),
  customer: z
    .string()
    .trim()
    .transform((text, context) => {
      const id = parseId(text.replace(/^#/, ''));
      if (id === null) context.addIssue('Enter a customer number, like 12.');
      return id;
    })
    .optional(),
  addresses: z
    .string()
    .max(MAX_ADDRESSES_LENGTH, describeMaxLength(MAX_ADDRESSES_LENGTH))
    .transform((text, context) => {
      const addresses = text.split(/[\s,]+/).filter((part) => part !== '');
      const invalid = addresses.find((part) => parseAddressRange(part) === null);
      if (invalid !== undefined) {
        context.addIssue(
          `“${invalid}” isn’t an IP address or a network. Enter addresses like 203.0.113.7 or 10.0.0.0/24.`,
        );
      } else if (addresses.length > MAX_TOKEN_ADDRESSES) {
        context.addIssue(`Enter at most ${MAX_TOKEN_ADDRESSES} addresses and networks.`);
      }
      return [...new Set(addresses)];
    })
    .optional(),
  ...scopeFields,
});

type TokenForm = z.output<typeof tokenForm>;

/**
 * Returns the scopes that the member chose. For a token that is limited to one customer, leaves out template
 * operations unless the member selected them.
 */
export function chosenScopes(form: TokenForm, role: Role): readonly TokenScope[] {
  if (form.access === 'selected') {
    const fields = form as Readonly<Record<string, unknown>>;
    return TOKEN_SCOPES.filter((scope) => fields[scopeField(scope)] === 'yes');
  }
  const offered = scopesOfRole(role).filter((scope) => form.access === 'write' || isReadScope(scope));
  return form.customer === undefined ? offered : offered.filter((scope) => !isTemplateScope(scope));
}
