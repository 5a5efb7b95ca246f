/** The form fields of members and guests. */
import { z } from 'zod';
import { DATE_LOCALES, type DateLocale } from '#lib/format/date-locales.ts';
import { describeMinPasswordLength } from '#lib/format/password.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { canonicalTimeZone } from '#lib/format/zones.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MAX_PERSON_NAME_LENGTH,
  MIN_MEMBER_PASSWORD_LENGTH,
  MIN_TWO_FACTOR_PASSWORD_LENGTH,
} from '#lib/input-limits.ts';
import { lineField } from './text-fields.ts';

export const nameField = lineField('Enter your name.', MAX_PERSON_NAME_LENGTH);

const passwordField = z
  .string('Enter a password.')
  .max(MAX_PASSWORD_LENGTH, describeMaxLength(MAX_PASSWORD_LENGTH));

/** A new member's password. New members don't have a second factor yet. */
export const newPasswordField = passwordField.min(
  MIN_MEMBER_PASSWORD_LENGTH,
  describeMinPasswordLength(false),
);

/** A member's new password. lib/data checks the length again for members without a second factor. */
export const changedPasswordField = passwordField.min(
  MIN_TWO_FACTOR_PASSWORD_LENGTH,
  describeMinPasswordLength(true),
);

export const emailField = z
  .email('Enter an email address, like ada@brightwater.example.')
  .max(MAX_EMAIL_LENGTH, describeMaxLength(MAX_EMAIL_LENGTH));

export const zoneField = z.string().transform((name, context) => {
  const zone = canonicalTimeZone(name);
  if (zone !== undefined) return zone;
  context.addIssue('Choose a time zone from the list.');
  return z.NEVER;
});

export const dateLocaleField = z.enum(
  Object.keys(DATE_LOCALES) as DateLocale[],
  'Choose a date format from the list.',
);

/** The value of a form's `session` field that selects all sessions except the current one. */
export const OTHER_SESSIONS = 'others';
