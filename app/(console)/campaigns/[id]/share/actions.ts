'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { createCampaignShareLink, revokeCampaignShareLink } from '#lib/data/share-links.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { formAction } from '#lib/forms/action.ts';
import { shareLinkFields } from '#lib/forms/share-link-fields.ts';
import { lineField } from '#lib/forms/text-fields.ts';
import { MAX_PASSWORD_LENGTH, MAX_SHARE_LABEL_LENGTH, MIN_LINK_PASSWORD_LENGTH } from '#lib/input-limits.ts';
import { failureResult } from '../../../action-results.ts';

const linkForm = z.object({
  id: idField,
  label: lineField('Enter a recipient.', MAX_SHARE_LABEL_LENGTH),
  password: z
    .string()
    .min(MIN_LINK_PASSWORD_LENGTH, `Use at least ${MIN_LINK_PASSWORD_LENGTH} characters.`)
    .max(MAX_PASSWORD_LENGTH, describeMaxLength(MAX_PASSWORD_LENGTH))
    .optional(),
  ...shareLinkFields,
});

export const shareAction = formAction('shareCampaign', linkForm, async (input) => {
  const { id, label, password, price, recipients, metadata, decide } = input;
  const visibleParts = { price, recipients, metadata };
  const created = await createCampaignShareLink(id, {
    label,
    days: input.days,
    password,
    visibleParts,
    guestsDecide: decide,
  });
  if (!created.ok) return failureResult(created.failure, 'No link was created');
  redirect(`/campaigns/${id}/share/${created.value.id}`);
});

const revokeForm = z.object({ id: idField, link: z.string().max(100) });

export const revokeAction = formAction('shareCampaign', revokeForm, async ({ id, link }) => {
  const revoked = await revokeCampaignShareLink(id, link);
  if (!revoked.ok) return failureResult(revoked.failure, 'The link wasn’t revoked');
  redirect(`/campaigns/${id}/share/${link}`);
});
