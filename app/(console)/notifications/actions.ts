'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { markNotificationsRead, openNotification } from '#lib/data/notifications.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { describeNotification } from '#lib/format/notification.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';

/** Such as `open:8e1b…`. */
const openedField = z
  .string()
  .startsWith('open:')
  .transform((text) => text.slice('open:'.length))
  .pipe(z.uuid())
  .transform((opened) => ({ opened }));

const form = z.object({
  which: z.union([z.literal('all'), z.uuid(), openedField]),
  until: z.coerce.number().int().min(0).max(8_640_000_000_000_000),
});

/**
 * Marks notifications as read. If the member opens a notification, also redirects to the page that the
 * notification is about.
 */
export const markReadAction = formAction('editProfile', form, async ({ which, until }) => {
  if (typeof which === 'object') return openAndRedirect(which.opened, until);
  const outcome = await markNotificationsRead(which, until);
  if (!outcome.ok) return toFailedForm(outcome.failure);
  refresh();
  return { ok: true, message: which === 'all' ? 'All marked as read.' : 'Marked as read.' };
});

/** Determines the path from the stored notification, because a form's fields can be forged. */
async function openAndRedirect(id: string, until: number): Promise<FormState> {
  const [opened, dateSettings] = await Promise.all([openNotification(id, until), readDateSettings()]);
  if (!opened.ok) return toFailedForm(opened.failure);
  refresh();
  const { path } = describeNotification(opened.value.event, opened.value.content, dateSettings);
  return path === null ? { ok: true, message: 'This doesn’t exist anymore.' } : redirect(path);
}
