'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { idField } from '#lib/contract/ids.ts';
import { discardJobReview, recheckJob, resumeJob, retryRefused, startJob, stopJob } from '#lib/data/jobs.ts';
import { type CheckReason, isReview, REVIEW_VALID_MS } from '#lib/domain/job.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';
import { selectionFields } from '#lib/forms/job-options.ts';
import { readSelectionFields, reviewHref } from '#lib/forms/job-selection.ts';
import { confirmIdentityIfRequired } from '../../../confirm-identity.ts';

const jobForm = z.object({ id: idField });
/** The forms on a review keep the selection, so that the member can return to it. */
const reviewForm = jobForm.extend(selectionFields);

const startForm = reviewForm.extend({
  checked_at: z.coerce.number().int().min(0),
  confirmation: z.string().max(20).optional(),
});

export const startJobAction = formAction('member', startForm, async (input) => {
  const { id, checked_at: checkedAt, confirmation } = input;
  const started = await startJob(id, { checkedAt, confirmation });
  const reason = Date.now() - checkedAt > REVIEW_VALID_MS ? 'old_review' : 'newer_review';
  return started.ok && isReview(started.value) ? openReview(input, reason) : resultOf(id, started);
});

export const recheckJobAction = formAction('member', reviewForm, async (input) => {
  const checked = await recheckJob(input.id);
  return checked.ok && isReview(checked.value) ? openReview(input) : resultOf(input.id, checked);
});

/** Opens the list in which the campaigns were selected, or the job's page if the job was started earlier. */
export const discardReviewAction = formAction('member', reviewForm, async (input) => {
  const discarded = await discardJobReview(input.id);
  if (!discarded.ok) return resultOf(input.id, discarded);
  const chosen = await readSelection(input);
  redirect(discarded.value === undefined ? (chosen?.listHref ?? '/jobs') : `/jobs/${input.id}`);
});

export const stopJobAction = formAction('member', jobForm, async ({ id }) => resultOf(id, await stopJob(id)));

export const resumeJobAction = formAction('member', jobForm, async ({ id }) => {
  const resumed = await resumeJob(id);
  return resumed.ok && isReview(resumed.value) ? openReview({ id }, 'resumed') : resultOf(id, resumed);
});

export const retryRefusedAction = formAction('member', jobForm, async ({ id }) => {
  const retried = await retryRefused(id);
  return retried.ok && isReview(retried.value) ? openReview({ id }, 'resumed') : resultOf(id, retried);
});

type ReviewInput = Pick<z.output<typeof reviewForm>, 'id'> & Partial<z.output<typeof reviewForm>>;

const readSelection = async (input: ReviewInput) =>
  readSelectionFields(input, (await readDateSettings()).zone);

const openReview = async (input: ReviewInput, reason?: CheckReason): Promise<never> =>
  redirect(reviewHref(input.id, await readSelection(input), reason));

/** Opens the job's page, or returns the form's message. */
function resultOf(id: number, outcome: Outcome<unknown>): FormState {
  if (outcome.ok) redirect(`/jobs/${id}`);
  confirmIdentityIfRequired(outcome.failure, `/jobs/${id}`);
  const state = toFailedForm(outcome.failure);
  if (outcome.failure.kind !== 'invalid') refresh();
  return state;
}
