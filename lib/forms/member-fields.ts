/** The form fields shared by the join and profile pages. */
import { z } from 'zod';
import { canonicalTimeZone } from '#lib/format/zones.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#lib/input-limits.ts';

export const nameField = z
  .string('Enter your name.')
  .trim()
  .min(1, 'Enter your name.')
  .max(100, 'Use 100 characters or fewer.')
  .refine((name) => !/\p{Cc}/u.test(name), 'Use a single line.');

export const newPasswordField = z
  .string('Enter a password.')
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `Use ${MAX_PASSWORD_LENGTH} characters or fewer.`);

export const emailField = z
  .email('Enter an email address, like ada@brightwater.example.')
  .max(254, 'Use 254 characters or fewer.');

export const zoneField = z.string().transform((name, context) => {
  const zone = canonicalTimeZone(name);
  if (zone !== undefined) return zone;
  context.addIssue('Choose a time zone from the list.');
  return z.NEVER;
});
