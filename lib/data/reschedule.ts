/** Reschedules queued campaigns. A reschedule is one attempt that consists of two calls. */
import 'server-only';
import { readOwnedOrder } from '#lib/attempts/owned-order.ts';
import { type CanceledOrder, cancelAndSend, RESCHEDULE_MS } from '#lib/attempts/reschedule.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Reschedule, type ResendOperation, snapshotCampaign } from '#lib/domain/attempt.ts';
import { cancelableUntil } from '#lib/domain/cancellation-window.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, type BilledAmounts } from '#lib/domain/payment.ts';
import {
  type ReviewedOrder,
  refuseChangedPrice,
  refuseIfChangedSinceReview,
  refuseIfPaid,
  refuseUnlessCancelable,
  refuseUnlessPaid,
} from '#lib/domain/preconditions.ts';
import { chooseResend } from '#lib/domain/reschedule.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import type { OwnedCampaign } from '#lib/index/scoped-read.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { sendToService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { refuseInvalidInput } from './authorize.ts';
import { isInvoiced, toComparableCampaign } from './invoicing.ts';
import { performMemberAttempt } from './member-attempt.ts';

export interface NewSendTime {
  /** The new send time, in ISO 8601 with a time zone. */
  readonly sendAt: string;
  /**
   * The amounts on the monthly invoice that the member agreed to. Set if and only if the campaign was billed
   * on the invoice.
   */
  readonly agreed?: BilledAmounts;
  /** What the member reviewed. If the campaign has changed since then, no calls are made. */
  readonly reviewed?: ReviewedOrder;
}

interface QueuedOrder extends OwnedCampaign, CanceledOrder {
  /**
   * The operation for sending the campaign again, based on this reading. Undefined if the campaign can't be
   * rescheduled.
   */
  readonly resend: ResendOperation | undefined;
}

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/**
 * Cancels a queued campaign (4.3 or 4.4) and sends it again at another time (4.3, or 4.7 if it was billed on
 * the monthly invoice). Returns the campaign after it is sent again. Runs all checks before canceling the
 * campaign. Before sending it, repeats the checks whose results can change.
 *
 * Fails with `refused` and the code `not_rescheduled` if the campaign was canceled but not sent again, which leaves it
 * as a draft. Fails with `unknown` if the outcome of a call is unknown. After any other failure, nothing has changed.
 */
export async function rescheduleCampaign(
  id: number,
  { sendAt, agreed, reviewed }: NewSendTime,
): Promise<Outcome<Campaign>> {
  const invalid = refuseInvalidInput('sendCampaign', { customer_id: 1, id, date: sendAt });
  if (invalid) return fail(invalid);
  const resend = agreed ? 'sendCampaignOnInvoice' : 'sendCampaign';
  const plan: Reschedule = { sendAt, resend, part: 'cancel' };
  return performMemberAttempt<QueuedOrder, Campaign>({
    operation: 'rescheduleCampaign',
    campaignId: id,
    agreedAmount: agreed && isZeroAmount(agreed.already_paid) ? agreed.price : undefined,
    reschedule: plan,
    timeLimitMs: RESCHEDULE_MS,
    read: ({ deadline }) => readQueuedOrder(id, deadline),
    before: ({ campaign, checkout }) =>
      snapshotCampaign(campaign, checkout.ok ? applicablePrice(checkout.value) : undefined),
    order: ({ campaign, checkout }) => ({
      campaign,
      checkout: checkout.ok ? checkout.value : undefined,
      sendDate: sendAt,
    }),
    refuse: (order) =>
      refuseUnlessReschedulable(order, plan) ??
      refuseIfChangedSinceReview(
        order.campaign,
        order.checkout.ok ? order.checkout.value : undefined,
        reviewed,
      ) ??
      refuseResend(order, plan, agreed, RESCHEDULE_MS),
    call: async ({ customerId }, context) =>
      cancelAndSend(
        await store(),
        {
          plan,
          cancel: (deadline) =>
            sendToService('cancelCustomerCampaign', { customer_id: customerId, id }, { deadline }),
          reread: (deadline) => readOwnedOrder(id, deadline, customerId),
          refuse: (order) => refuseResend(order, plan, agreed),
          send: ({ attempt: { by: email }, deadline }) =>
            resend === 'sendCampaign'
              ? sendToService(resend, { customer_id: customerId, id, date: sendAt }, { deadline })
              : sendOnInvoice(id, sendAt, email, deadline),
        },
        context,
      ),
    campaign: (campaign) => campaign,
    recover: ({ campaign }) => campaign ?? undefined,
  });
}

async function readQueuedOrder(id: number, deadline: Deadline): Promise<Outcome<QueuedOrder>> {
  const [order, attempts] = await Promise.all([
    readOwnedOrder(id, deadline, undefined),
    store().then((db) => listCampaignAttempts(db, id)),
  ]);
  if (!order.ok) return order;
  const { checkout } = order.value;
  const option = chooseResend(checkout.ok ? checkout.value : undefined, attempts, isInvoiced());
  return ok({ ...order.value, resend: option.kind === 'available' ? option.resend : undefined });
}

/** Checks whether a campaign can be canceled, and whether it can be sent again as planned. */
function refuseUnlessReschedulable(
  { campaign, checkout, resend }: QueuedOrder,
  { sendAt, resend: planned }: Reschedule,
): Failure | null {
  const notQueued = refuseUnlessCancelable(campaign);
  if (notQueued) return notQueued;
  if (cancelableUntil(campaign, serviceClock()) === undefined) return refused('window_closed');
  if (!checkout.ok) return checkout.failure;
  if (resend !== planned) return refused('not_reschedulable');
  if (parseTimestamp(campaign.scheduled_at) === parseTimestamp(sendAt)) return refused('same_send_time');
  return null;
}

/**
 * Checks the send time and the payment. A canceled campaign must be paid, or must be billed as agreed.
 * @param marginMs the maximum time until the campaign is sent, in milliseconds
 */
function refuseResend(
  { checkout }: CanceledOrder,
  { sendAt, resend }: Reschedule,
  agreed: BilledAmounts | undefined,
  marginMs = 0,
): Failure | null {
  const invalid = refuseSendDate(sendAt, resend === 'sendCampaign' ? 'v1' : 'v2', marginMs);
  if (invalid) return invalid;
  if (!checkout.ok) return checkout.failure;
  if (!agreed) return refuseUnlessPaid(checkout.value);
  const { price, already_paid } = agreed;
  return (
    refuseIfPaid(checkout.value) ??
    refuseChangedPrice(applicablePrice(checkout.value), { price, already_paid })
  );
}

async function sendOnInvoice(id: number, scheduled_at: string, email: string, deadline: Deadline) {
  const input = { id: String(id), email, scheduled_at };
  const answer = await sendToService('sendCampaignOnInvoice', input, { deadline, email });
  return answer.ok ? ({ ok: true, value: toComparableCampaign(answer.value) } as const) : answer;
}
