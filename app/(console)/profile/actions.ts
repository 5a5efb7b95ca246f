'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { saveNotificationSettings } from '#lib/data/notifications.ts';
import { changePassword, saveProfile } from '#lib/data/profile.ts';
import { endOwnSession, signOutElsewhere } from '#lib/data/sessions.ts';
import { deviceName } from '#lib/format/device.ts';
import { BUSY, TOO_MANY_ATTEMPTS, toFailedForm } from '#lib/format/failure.ts';
import { describeMinPasswordLength, describePasswordWeakness } from '#lib/format/password.ts';
import { formAction } from '#lib/forms/action.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import {
  changedPasswordField,
  dateLocaleField,
  nameField,
  OTHER_SESSIONS,
  zoneField,
} from '#lib/forms/member-fields.ts';
import { notificationSettingsForm } from '#lib/forms/notification-settings-form.ts';
import { MAX_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { redirectAndConfirm } from '../confirmation.ts';

const about = z.object({
  name: nameField.optional(),
  time_zone: zoneField.optional(),
  date_locale: dateLocaleField.optional(),
});
const passwords = z.object({
  old_password: z.string('Enter your current password.').max(MAX_PASSWORD_LENGTH, 'Incorrect password.'),
  password: changedPasswordField,
});

const sessionField = z.object({ session: z.union([z.literal(OTHER_SESSIONS), z.uuid()]) });

export const profileAction = formAction('editProfile', about, async ({ name, time_zone, date_locale }) => {
  const outcome = await saveProfile({
    name: name ?? null,
    timeZone: time_zone ?? null,
    dateLocale: date_locale ?? null,
  });
  if (!outcome.ok) return toFailedForm(outcome.failure);
  refresh();
  return { ok: true, message: 'Saved.' };
});

export const notificationSettingsAction = formAction(
  'editProfile',
  notificationSettingsForm,
  async ({ digest_time, ...emails }) => {
    const { zone } = await readDateSettings();
    const outcome = await saveNotificationSettings({
      emails: Object.fromEntries(
        Object.entries(emails).flatMap(([event, choice]) => (choice === undefined ? [] : [[event, choice]])),
      ),
      digestMinute: digest_time,
      zone,
    });
    if (!outcome.ok) return toFailedForm(outcome.failure);
    refresh();
    return { ok: true, message: 'Saved.' };
  },
);

const MESSAGES = {
  too_many: TOO_MANY_ATTEMPTS,
  busy: BUSY,
};

export const passwordAction = formAction(
  'editProfile',
  passwords,
  async ({ old_password, password }): Promise<FormState> => {
    const outcome = await changePassword(old_password, password);
    if (outcome.ok) redirectAndConfirm('/profile', 'password');
    if ('failure' in outcome) return toFailedForm(outcome.failure);
    switch (outcome.why) {
      case 'wrong':
        return { fields: { old_password: 'Incorrect password.' } };
      case 'too_many':
      case 'busy':
        return { message: MESSAGES[outcome.why] };
      case 'too_short':
        return { fields: { password: describeMinPasswordLength(false) } };
      default:
        return { fields: { password: describePasswordWeakness(outcome.why) } };
    }
  },
);

/** Ends one of the member's sessions, or all sessions except the current one. */
export const sessionsAction = formAction('editProfile', sessionField, async ({ session }) => {
  if (session !== OTHER_SESSIONS) return endSessionAndReport(session);
  const outcome = await signOutElsewhere();
  if (!outcome.ok) return toFailedForm(outcome.failure);
  refresh();
  return { ok: true, message: 'You’ve been signed out everywhere else.' };
});

async function endSessionAndReport(id: string): Promise<FormState> {
  const outcome = await endOwnSession(id);
  if (!outcome.ok) return toFailedForm(outcome.failure);
  const { isCurrent, device } = outcome.value;
  if (isCurrent) redirect('/login');
  refresh();
  return { ok: true, message: `Signed out: ${deviceName(device)}.` };
}
