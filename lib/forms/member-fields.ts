/** What people say of themselves in forms: where they join, and in their profile. */
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from '#lib/auth/password.ts';
import { isTimeZone } from '#lib/format/dates.ts';

export const nameField = z
  .string('Give your name.')
  .trim()
  .min(1, 'Give your name.')
  .max(100, 'At most 100 characters.')
  .refine((name) => !/\p{Cc}/u.test(name), 'One line, please.');

export const newPasswordField = z
  .string('Choose a password.')
  .min(MIN_PASSWORD, `That is too short: at least ${MIN_PASSWORD} characters.`)
  .max(MAX_PASSWORD, `At most ${MAX_PASSWORD} characters.`);

export const emailField = z
  .email('Give an e-mail address, like ada@brightwater.example.')
  .max(254, 'At most 254 characters.');

export const zoneField = z.string().refine(isTimeZone, 'Choose a zone of the list.');
