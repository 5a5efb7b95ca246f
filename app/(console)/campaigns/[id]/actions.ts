'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { checkAgain, settleByHand } from '#lib/data/attempts.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign } from '#lib/data/sending.ts';
import { formAction } from '#lib/forms/action.ts';
import { toldHere } from '../../action-results.ts';

const byId = z.object({ id: idField });

const cancellation = byId.extend({
  reason: z.string().trim().max(500, 'At most 500 characters.').optional(),
});

export const cancelAction = formAction('cancelCampaign', cancellation, async ({ id, reason }) => {
  const outcome = await cancelCampaign(id, { reason });
  if (!outcome.ok) return toldHere(outcome.failure, 'Nothing was cancelled');
  redirect(`/campaigns/${id}`);
});

export const cloneAction = formAction('cloneCampaign', byId, async ({ id }) => {
  const outcome = await cloneCampaign(id);
  if (!outcome.ok) return toldHere(outcome.failure, 'Nothing was copied');
  redirect(`/campaigns/${outcome.value.id}`);
});

export const deleteAction = formAction('deleteCampaign', byId, async ({ id }) => {
  const outcome = await deleteCampaign(id);
  if (!outcome.ok) return toldHere(outcome.failure, 'Nothing was deleted');
  redirect(`/campaigns?deleted=${id}`);
});

const settlement = byId.extend({
  attempt: z.string().min(1).max(100),
  word: z.enum(['done', 'refused', 'again'], { error: 'Say which of them it was.' }),
});

export const settleAction = formAction('member', settlement, async ({ id, attempt, word }) => {
  const outcome = word === 'again' ? await checkAgain(id) : await settleByHand(id, attempt, word);
  if (!outcome.ok) return toldHere(outcome.failure, 'Nothing was noted');
  refresh();
  return { ok: true, ...(word === 'again' && { message: 'Read again just now. It still can’t be told.' }) };
});
