/** The checks that Mailroom makes before it calls the mail service. The service makes the final decision. */

import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import type { Campaign, Checkout, PriceBlock } from '#lib/contract/resources.ts';
import type { ResendOperation } from './attempt.ts';
import { hasCancelableStatus } from './cancellation-window.ts';
import type { Failure } from './outcome.ts';
import { applicablePrice, changedAmount, isFullyPaid, paymentStatus, type SeenAmounts } from './payment.ts';
import { parseTimestamp } from './timestamp.ts';

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });
const PAYMENT_REQUIRED: Failure = { kind: 'refused', status: 402, code: 'payment_required' };

/** Refuses any campaign that isn't a draft. Members can pay for and send only drafts. */
export const refuseUnlessDraft = ({ status }: Campaign): Failure | null =>
  status === 'draft' ? null : refused('not_draft');

/** Refuses any campaign whose status doesn't allow canceling. The service checks the cancellation window. */
export const refuseUnlessCancelable = (campaign: Campaign): Failure | null =>
  hasCancelableStatus(campaign) ? null : refused('not_queued');

export const refuseUnknownStatus = ({ status }: Campaign): Failure | null =>
  (V1_STATUSES as readonly (string | undefined)[]).includes(status) ? null : refused('unknown_status');

/**
 * Refuses any campaign that isn't paid. Credits don't count as payment. Sending would spend the credits, and
 * a member must first agree to that at checkout.
 */
export const refuseUnlessPaid = (checkout: Checkout): Failure | null =>
  paymentStatus(applicablePrice(checkout)) === 'paid' ? null : PAYMENT_REQUIRED;

/**
 * Refuses any campaign that is fully paid. Adding a paid campaign to the monthly invoice would charge for it
 * twice.
 */
export const refuseIfPaid = (checkout: Checkout): Failure | null =>
  paymentStatus(applicablePrice(checkout)) === 'paid' ? refused('paid_already') : null;

/**
 * The order that a member reviewed before starting a bulk job. Just before the call, the campaign must still be the
 * same.
 */
export interface ReviewedOrder {
  readonly status: string | null;
  readonly recipients: number | null;
  /**
   * The send time of a queued campaign, exactly as the service returned it. Missing if the campaign wasn't
   * queued.
   */
  readonly scheduled_at?: string | null;
  /** The amounts in checkout, as formatted by the service. Missing if the action doesn't depend on them. */
  readonly price?: string;
  readonly already_paid?: string;
  /**
   * A queued campaign's send time, in ISO 8601, and the operation that sends the campaign again. Set only for
   * reschedules.
   */
  readonly queued?: { readonly sendAt: string; readonly resend: ResendOperation };
}

/**
 * Refuses any campaign whose status, send time, number of recipients, or price has changed since the member's
 * review.
 * @param reviewed the order that the member reviewed. Undefined if there was no review
 */
export function refuseIfChangedSinceReview(
  { status, scheduled_at, recipient_count }: Campaign,
  checkout: Checkout | undefined,
  reviewed: ReviewedOrder | undefined,
): Failure | null {
  if (reviewed === undefined) return null;
  if ((status ?? null) !== reviewed.status) return refused('status_changed');
  if (hasOtherSendTime(scheduled_at, reviewed)) return refused('send_time_changed');
  if ((recipient_count ?? null) !== reviewed.recipients) return refused('recipients_changed');
  const { price, already_paid } = reviewed;
  if (price === undefined || already_paid === undefined || checkout === undefined) return null;
  return refuseChangedPrice(applicablePrice(checkout), { price, already_paid });
}

function hasOtherSendTime(now: string | undefined, { scheduled_at: before }: ReviewedOrder): boolean {
  return before !== undefined && parseTimestamp(now) !== parseTimestamp(before ?? undefined);
}

export const refuseIfNothingToPay = (price: PriceBlock): Failure | null =>
  isFullyPaid(price) ? refused('nothing_to_pay') : null;

/**
 * Refuses an order with an amount left to pay if there is no card token. The interface doesn't say what the
 * service would charge, and a service could charge a card that it has on file.
 */
export const refuseChargeWithoutCard = (price: PriceBlock, source: string | undefined): Failure | null =>
  source !== undefined || isFullyPaid(price) ? null : PAYMENT_REQUIRED;

/** @param agreed the amounts that the member saw */
export function refuseChangedPrice(price: PriceBlock, agreed: Partial<SeenAmounts>): Failure | null {
  const amount = changedAmount(agreed, price);
  return amount === undefined
    ? null
    : { kind: 'price_changed', amount, seen: agreed[amount] ?? '', now: price[amount] };
}
