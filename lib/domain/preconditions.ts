/** The checks that Mailroom makes before it calls the mail service. The service makes the final decision. */

import { type Campaign, type Checkout, type PriceBlock, V1_STATUSES } from '#lib/contract/resources.ts';
import { hasCancelableStatus } from './cancellation-window.ts';
import type { Failure } from './outcome.ts';
import { applicablePrice, changedAmount, isFullyPaid, paymentStatus, type SeenAmounts } from './payment.ts';

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

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
  paymentStatus(applicablePrice(checkout)) === 'paid'
    ? null
    : { kind: 'refused', status: 402, code: 'payment_required' };

/**
 * Refuses any campaign that is fully paid. Adding a paid campaign to the monthly invoice would charge for it
 * twice.
 */
export const refuseIfPaid = (checkout: Checkout): Failure | null =>
  paymentStatus(applicablePrice(checkout)) === 'paid' ? refused('paid_already') : null;

export const refuseIfNothingToPay = (price: PriceBlock): Failure | null =>
  isFullyPaid(price) ? refused('nothing_to_pay') : null;

/** @param agreed the amounts that the member saw */
export function refuseChangedPrice(price: PriceBlock, agreed: Partial<SeenAmounts>): Failure | null {
  const amount = changedAmount(agreed, price);
  return amount === undefined
    ? null
    : { kind: 'price_changed', amount, seen: agreed[amount] ?? '', now: price[amount] };
}
