'use server';

import { refresh } from 'next/cache';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { requestApproval } from '#lib/data/approval-requests.ts';
import { dismissUnscheduled, recheckAttempts, resolveAttemptManually } from '#lib/data/attempts.ts';
import { deleteFreshCopy } from '#lib/data/copies.ts';
import { recordMemberDecision } from '#lib/data/member-decisions.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign } from '#lib/data/sending.ts';
import { acceptReading } from '#lib/data/stale-readings.ts';
import { formAction } from '#lib/forms/action.ts';
import { optionalLineField, textField } from '#lib/forms/text-fields.ts';
import { MAX_COMMENT_LENGTH, MAX_REASON_LENGTH } from '#lib/input-limits.ts';
import { failureResult } from '../../action-results.ts';
import { redirectAndConfirm } from '../../confirmation.ts';

const campaignIdSchema = z.object({ id: idField });

const cancelSchema = campaignIdSchema.extend({
  reason: optionalLineField(MAX_REASON_LENGTH),
});

export const cancelCampaignAction = formAction('cancelCampaign', cancelSchema, async ({ id, reason }) => {
  const outcome = await cancelCampaign(id, { reason });
  if (!outcome.ok) return failureResult(outcome.failure, 'The campaign wasn’t canceled');
  redirectAndConfirm(`/campaigns/${id}`, id);
});

export const cloneCampaignAction = formAction('cloneCampaign', campaignIdSchema, async ({ id }) => {
  const outcome = await cloneCampaign(id);
  if (!outcome.ok) return failureResult(outcome.failure, 'No copy was made');
  redirectAndConfirm(`/campaigns/${outcome.value.id}`, id);
});

export const deleteCampaignAction = formAction('deleteCampaign', campaignIdSchema, async ({ id }) => {
  const outcome = await deleteCampaign(id);
  if (!outcome.ok) return failureResult(outcome.failure, 'The draft wasn’t deleted');
  redirectAndConfirm('/campaigns', id);
});

const copySchema = campaignIdSchema.extend({ original: idField });

export const deleteFreshCopyAction = formAction('undoCopy', copySchema, async ({ id, original }) => {
  const outcome = await deleteFreshCopy(id, original);
  if (!outcome.ok) return failureResult(outcome.failure, 'The copy wasn’t deleted');
  redirectAndConfirm('/campaigns', id);
});

const decisionSchema = campaignIdSchema.extend({
  fingerprint: z.string().max(100),
  decision: z.enum(['approved', 'changes'], { error: 'Approve the proof or request changes.' }),
  comment: textField(MAX_COMMENT_LENGTH),
});

const DECIDED = { approved: 'Your approval was recorded.', changes: 'Your request was recorded.' } as const;

export const decideAsMemberAction = formAction('approve', decisionSchema, async ({ id, ...input }) => {
  const outcome = await recordMemberDecision(id, input);
  if (!outcome.ok) return failureResult(outcome.failure, 'Nothing was recorded');
  refresh();
  return { ok: true, message: DECIDED[input.decision] };
});

const requestSchema = campaignIdSchema.extend({ comment: textField(MAX_COMMENT_LENGTH) });

export const requestApprovalAction = formAction('sendCampaign', requestSchema, async ({ id, comment }) => {
  const outcome = await requestApproval(id, comment || null);
  if (!outcome.ok) return failureResult(outcome.failure, 'No one was asked for approval');
  refresh();
  return { ok: true, message: 'Your team was asked for approval.' };
});

const attemptSchema = campaignIdSchema.extend({ attempt: z.string().min(1).max(100) });

export const acceptReadingAction = formAction('member', attemptSchema, async ({ id, attempt }) => {
  const outcome = await acceptReading(id, attempt);
  if (!outcome.ok) return failureResult(outcome.failure, 'Your confirmation wasn’t recorded');
  refresh();
  return { ok: true };
});

export const dismissUnscheduledAction = formAction('sendCampaign', attemptSchema, async ({ id, attempt }) => {
  const outcome = await dismissUnscheduled(id, attempt);
  if (!outcome.ok) return failureResult(outcome.failure, 'The note wasn’t dismissed');
  refresh();
  return { ok: true };
});

const resolutionSchema = attemptSchema.extend({
  resolution: z.enum(['done', 'refused', 'again']),
});

export const resolveAttemptAction = formAction(
  'member',
  resolutionSchema,
  async ({ id, attempt, resolution }) => {
    const outcome =
      resolution === 'again'
        ? await recheckAttempts(id)
        : await resolveAttemptManually(id, attempt, resolution);
    if (!outcome.ok) return failureResult(outcome.failure, 'No outcome was recorded');
    refresh();
    return {
      ok: true,
      ...(resolution === 'again' && { message: 'Checked again. The outcome is still unknown.' }),
    };
  },
);
