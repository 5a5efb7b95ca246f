'use server';

import { refresh } from 'next/cache';
import { redirect } from 'next/navigation';
import { z } from 'zod';
import { idField } from '#lib/contract/ids.ts';
import { recheckJob, resumeJob, retryRefused, startJob, stopJob } from '#lib/data/jobs.ts';
import type { JobState } from '#lib/domain/job.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';
import { confirmIdentityIfRequired } from '../../../confirm-identity.ts';

const jobForm = z.object({ id: idField });

const startForm = jobForm.extend({
  checked_at: z.coerce.number().int().min(0),
  confirmation: z.string().max(20).optional(),
});

export const startJobAction = formAction('member', startForm, async ({ id, checked_at, confirmation }) => {
  const started = await startJob(id, { checkedAt: checked_at, confirmation });
  return resultOf(id, started);
});

export const recheckJobAction = formAction('member', jobForm, async ({ id }) =>
  resultOf(id, await recheckJob(id)),
);

export const stopJobAction = formAction('member', jobForm, async ({ id }) => resultOf(id, await stopJob(id)));

export const resumeJobAction = formAction('member', jobForm, async ({ id }) =>
  resultOf(id, await resumeJob(id)),
);

export const retryRefusedAction = formAction('member', jobForm, async ({ id }) =>
  resultOf(id, await retryRefused(id)),
);

/** Opens the job's page, or returns the form's message. */
function resultOf(id: number, outcome: Outcome<JobState>): FormState {
  if (outcome.ok) redirect(`/jobs/${id}`);
  confirmIdentityIfRequired(outcome.failure, `/jobs/${id}`);
  const state = toFailedForm(outcome.failure);
  if (outcome.failure.kind !== 'invalid') refresh();
  return state;
}
