'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { createJob } from '#lib/data/jobs.ts';
import { serviceNow } from '#lib/data/service.ts';
import type { JobAction } from '#lib/domain/job.ts';
import { toFailedForm } from '#lib/format/failure.ts';
import { NOTHING_SELECTED } from '#lib/format/job.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';
import { planFields, readSendPlan, scheduleFields, selectionFields } from '#lib/forms/job-options.ts';
import { newJobHref, readSelectionFields, reviewHref } from '#lib/forms/job-selection.ts';
import { shareLinkFields } from '#lib/forms/share-link-fields.ts';
import { optionalLineField, textField, titleAndNoteFields } from '#lib/forms/text-fields.ts';
import { MAX_COMMENT_LENGTH, MAX_REASON_LENGTH, MAX_SHARE_MESSAGE_LENGTH } from '#lib/input-limits.ts';
import { confirmIdentityIfRequired } from '../../../confirm-identity.ts';

const selectionForm = z.object(selectionFields);

export const createScheduleJobAction = formAction(
  'sendCampaign',
  selectionForm.extend(scheduleFields),
  async (input) => {
    const version = input.payment === 'invoice' ? 'v2' : 'v1';
    const read = readSendPlan(input, await readDateSettings(), serviceNow(), version);
    if ('state' in read) return read.state;
    return openReview(input, { kind: 'schedule', payment: input.payment, plan: read.plan });
  },
);

export const createRescheduleJobAction = formAction(
  'rescheduleCampaign',
  selectionForm.extend(planFields),
  async (input) => {
    const read = readSendPlan(input, await readDateSettings(), serviceNow(), 'v2');
    if ('state' in read) return read.state;
    return openReview(input, { kind: 'reschedule', plan: read.plan });
  },
);

export const createCancelJobAction = formAction(
  'cancelCampaign',
  selectionForm.extend({ reason: optionalLineField(MAX_REASON_LENGTH) }),
  async ({ reason, ...input }) => openReview(input, { kind: 'cancel', reason }),
);

export const createCopyJobAction = formAction('cloneCampaign', selectionForm, async (input) =>
  openReview(input, { kind: 'copy' }),
);

export const createDeleteJobAction = formAction('deleteCampaign', selectionForm, async (input) =>
  openReview(input, { kind: 'delete' }),
);

export const createLabelJobAction = formAction(
  'editTitleAndNote',
  selectionForm.extend(titleAndNoteFields),
  async ({ title, note, ...input }) => {
    if (!title && !note) return { fields: { title: 'Enter a title or a note.' } };
    return openReview(input, { kind: 'label', title: title || undefined, note: note || undefined });
  },
);

export const createShareJobAction = formAction(
  'shareCampaign',
  selectionForm.extend({ ...shareLinkFields, message: textField(MAX_SHARE_MESSAGE_LENGTH) }),
  async ({ days, price, recipients, metadata, decide, message, ...input }) => {
    const visibleParts = { price, recipients, metadata };
    const options = { days, visibleParts, guestsDecide: decide, message: message || undefined };
    return openReview(input, { kind: 'share', ...options });
  },
);

export const createApprovalJobAction = formAction(
  'sendCampaign',
  selectionForm.extend({ comment: textField(MAX_COMMENT_LENGTH) }),
  async ({ comment, ...input }) => openReview(input, { kind: 'ask_approval', comment: comment || undefined }),
);

/** Creates a job with the selected campaigns, and opens its review. */
async function openReview(input: z.output<typeof selectionForm>, action: JobAction): Promise<FormState> {
  const chosen = readSelectionFields(input, (await readDateSettings()).zone);
  if (chosen === undefined) return { message: NOTHING_SELECTED };
  const job = await createJob({ selection: chosen.selection, action });
  if (job.ok) redirect(reviewHref(job.value.id, chosen));
  const { failure } = job;
  confirmIdentityIfRequired(failure, newJobHref(chosen, action.kind));
  if (failure.kind !== 'invalid') return toFailedForm(failure);
  const { selection, ...fields } = failure.fields;
  return selection === undefined ? { fields } : { message: selection };
}
