'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { markNotificationsRead } from '#lib/data/notifications.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';

const form = z.object({
  which: z.union([z.literal('all'), z.uuid()]),
  until: z.coerce.number().int().min(0).max(8_640_000_000_000_000),
});

export const markReadAction = formAction('editProfile', form, async ({ which, until }) => {
  const outcome = await markNotificationsRead(which, until);
  if (!outcome.ok) return toFailedForm(outcome.failure);
  refresh();
  return { ok: true, message: which === 'all' ? 'All marked as read.' : 'Marked as read.' };
});
