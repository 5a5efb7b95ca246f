'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import {
  createOwnCalendarFeed,
  deleteOwnCalendarFeed,
  replaceOwnCalendarFeed,
} from '#lib/data/calendar-feeds.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { formAction } from '#lib/forms/action.ts';
import { feedForm } from '#lib/forms/feed-form.ts';

/** Creates a feed. The feed's URL appears only in the returned form state. */
export const createFeedAction = formAction('editProfile', feedForm, async ({ name, customer }) => {
  const created = await createOwnCalendarFeed({ name, customerId: customer ?? null });
  if (!created.ok) return toFailedForm(created.failure);
  refresh();
  return { ok: true, message: 'Feed created.', secret: created.value.url };
});

const feedId = z.object({ id: z.uuid() });

/** Replaces a feed's URL. The new URL appears only in the returned form state. */
export const replaceFeedAction = formAction('editProfile', feedId, async ({ id }) => {
  const replaced = await replaceOwnCalendarFeed(id);
  if (!replaced.ok) return toFailedForm(replaced.failure);
  refresh();
  return { ok: true, message: 'The old URL no longer works.', secret: replaced.value.url };
});

export const deleteFeedAction = formAction('editProfile', feedId, async ({ id }) => {
  const deleted = await deleteOwnCalendarFeed(id);
  if (!deleted.ok) return toFailedForm(deleted.failure);
  refresh();
  return { ok: true, message: 'Feed deleted. Its URL no longer works.' };
});
