'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { MAX_PASSWORD, MIN_PASSWORD } from '#lib/auth/password.ts';
import { idField } from '#lib/contract/ids.ts';
import { createShareLink, revokeShareLink } from '#lib/data/share-links.ts';
import { SHARE_LINK_DAYS } from '#lib/domain/share-link.ts';
import { formAction } from '#lib/forms/action.ts';
import { failureResult } from '../../../action-results.ts';

const ticked = z
  .literal('yes', { error: 'Check or clear the box.' })
  .optional()
  .transform((value) => value === 'yes');
const days = `Enter 1 to ${SHARE_LINK_DAYS.max} days.`;

const schema = z.object({
  id: idField,
  label: z
    .string({ error: 'Enter a recipient.' })
    .trim()
    .min(1, 'Enter a recipient.')
    .max(80, 'Use 80 characters or fewer.'),
  days: z
    .string({ error: days })
    .regex(/^\d{1,3}$/, days)
    .transform(Number)
    .refine((count) => count >= 1 && count <= SHARE_LINK_DAYS.max, days),
  password: z
    .string()
    .min(MIN_PASSWORD, `Use at least ${MIN_PASSWORD} characters.`)
    .max(MAX_PASSWORD, `Use ${MAX_PASSWORD} characters or fewer.`)
    .optional(),
  price: ticked,
  recipients: ticked,
  metadata: ticked,
  decide: ticked,
});

export const shareAction = formAction('shareCampaign', schema, async (input) => {
  const { id, label, password, price, recipients, metadata, decide } = input;
  const shows = { price, recipients, metadata };
  const made = await createShareLink(id, { label, days: input.days, password, shows, guestsDecide: decide });
  if (!made.ok) return failureResult(made.failure, 'Nothing was shared');
  redirect(`/campaigns/${id}/share/${made.value.id}`);
});

const ofLink = z.object({ id: idField, link: z.string().max(100) });

export const revokeAction = formAction('shareCampaign', ofLink, async ({ id, link }) => {
  const revoked = await revokeShareLink(id, link);
  if (!revoked.ok) return failureResult(revoked.failure, 'Nothing was revoked');
  redirect(`/campaigns/${id}/share/${link}`);
});
