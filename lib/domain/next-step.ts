import { V1_STATUSES } from '#lib/contract/campaign-values.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { cancelableUntil } from './cancellation-window.ts';
import { applicablePrice, billedOnInvoice, paymentStatus } from './payment.ts';

export type NextStep =
  /**
   * The campaign can still be canceled. `until` is the time when cancellation stops being possible, in
   * milliseconds on the service's clock.
   */
  | { readonly kind: 'may_cancel'; readonly until: number }
  /** The campaign is queued, and the cancellation window has ended or is unknown. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'pay'; readonly left: string }
  | { readonly kind: 'use_credits' }
  | { readonly kind: 'send' }
  /**
   * The campaign can be sent without payment at checkout. The campaign's cost is then added to the monthly
   * invoice. `billed` is that cost, as formatted by the service. Undefined if checkout doesn't show the
   * amount.
   */
  | { readonly kind: 'send_on_invoice'; readonly billed: string | undefined }
  /** The campaign is a draft, and the console couldn't read checkout. */
  | { readonly kind: 'draft' }
  /** The campaign is in production or in a later status. */
  | { readonly kind: 'under_way' }
  /** The campaign's status is unknown, so the console doesn't offer any irreversible actions. */
  | { readonly kind: 'unknown_status' };

/**
 * @param now the current time in milliseconds on the service's clock
 * @param invoiced true if the service bills this consumer monthly
 */
export function nextStep(
  campaign: Campaign,
  checkout: Checkout | undefined,
  now: number,
  invoiced = false,
): NextStep {
  const status = V1_STATUSES.find((known) => known === campaign.status);
  if (status === undefined) return { kind: 'unknown_status' };
  const until = cancelableUntil(campaign, now);
  if (until !== undefined) return { kind: 'may_cancel', until };
  if (status === 'queued') return { kind: 'queued' };
  if (status !== 'draft') return { kind: 'under_way' };
  if (checkout === undefined) return { kind: 'draft' };
  const block = applicablePrice(checkout);
  const payment = paymentStatus(block);
  if (invoiced && payment !== 'paid') return { kind: 'send_on_invoice', billed: billedOnInvoice(block) };
  switch (payment) {
    case 'due':
      return { kind: 'pay', left: block.to_be_paid };
    case 'credits':
      return { kind: 'use_credits' };
    case 'paid':
      return { kind: 'send' };
  }
}
