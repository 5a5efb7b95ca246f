'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { idField } from '#lib/contract/ids.ts';
import { sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import { serviceNow } from '#lib/data/service.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import type { BilledAmounts } from '#lib/domain/payment.ts';
import { isTimeZone } from '#lib/format/zones.ts';
import { type FormState, formAction } from '#lib/forms/action.ts';

import { chooseSendTime, describeSendTime } from '#lib/forms/send-time.ts';
import { failureResultOrRedirect } from '../../../action-results.ts';
import { redirectAndConfirm } from '../../../confirmation.ts';
import { seenBilledAmountFields } from '../seen-amounts.ts';

/** The amounts that the member agreed to. Given only if the campaign is billed on the monthly invoice. */
const billedFields = { ...seenBilledAmountFields, price: seenBilledAmountFields.price.optional() };

const rescheduleSchema = z.object({
  id: idField,
  /** If `when` is `check`, the action shows the entered time in UTC and doesn't reschedule the campaign. */
  when: z.enum(['at', 'check']),
  at: z.string().max(40).optional(),
  zone: z.string().refine(isTimeZone),
  fold: z.enum(['earlier', 'later']).optional(),
  ...billedFields,
});

export const rescheduleAction = formAction(
  'rescheduleCampaign',
  rescheduleSchema,
  async ({ id, when, at = '', zone, fold, ...billed }) => {
    const agreed = agreedAmounts(billed);
    const dateSettings = { ...(await readDateSettings()), zone };
    const time = chooseSendTime(at, dateSettings, serviceNow(), fold, agreed ? 'v2' : 'v1');
    const values = { at, fold: fold ?? '' };
    if (!time.ok) return { fields: { [time.field]: time.problem }, values };
    if (when === 'check') return { ok: true, message: describeSendTime(time), values };
    return resultOf(id, await rescheduleCampaign(id, { sendAt: time.iso, ...(agreed && { agreed }) }));
  },
);

const scheduleSchema = z.object({
  id: idField,
  date: z.iso.datetime({ offset: true }),
  ...billedFields,
});

/** Schedules a draft for its previous send time, or for the send time that a reschedule couldn't set. */
export const scheduleAgainAction = formAction(
  'sendCampaign',
  scheduleSchema,
  async ({ id, date, ...billed }) => {
    const agreed = agreedAmounts(billed);
    const outcome = agreed
      ? await sendCampaignOnInvoice(id, { agreed, scheduled_at: date })
      : await sendCampaign(id, { date });
    if (!outcome.ok) return failureResultOrRedirect(id, outcome.failure, 'The campaign wasn’t scheduled');
    redirectAndConfirm(`/campaigns/${id}`, id);
  },
);

interface BilledFields {
  readonly price?: string | undefined;
  readonly already_paid: string;
}

/** Undoes a reschedule by restoring the campaign's previous send time. */
export const moveBackAction = formAction(
  'rescheduleCampaign',
  scheduleSchema,
  async ({ id, date, ...billed }) => {
    const agreed = agreedAmounts(billed);
    return resultOf(id, await rescheduleCampaign(id, { sendAt: date, ...(agreed && { agreed }) }));
  },
);

function resultOf(id: number, outcome: Outcome<unknown>): FormState {
  if (outcome.ok) redirectAndConfirm(`/campaigns/${id}`, id);
  const { failure } = outcome;
  // The campaign's page says that the campaign isn't scheduled, and offers to schedule it again.
  if (failure.kind === 'refused' && failure.code === 'not_rescheduled') redirect(`/campaigns/${id}`);
  return failureResultOrRedirect(id, failure, 'The send time wasn’t changed');
}

function agreedAmounts({ price, already_paid }: BilledFields): BilledAmounts | undefined {
  return price === undefined ? undefined : { price, already_paid };
}
