import { type Campaign, type Checkout, V1_STATUSES } from '#lib/contract/resources.ts';
import { msUntilProduction } from './cancellation-window.ts';
import { applicablePrice, billedOnInvoice, paymentStatus } from './payment.ts';
import { parseTimestamp } from './timestamp.ts';

/** The next step for a campaign. */
export type NextStep =
  /** Queued. The campaign can be canceled until `until`, which is in milliseconds on the service's clock. */
  | { readonly kind: 'may_cancel'; readonly until: number }
  /** Queued, and the cancellation window has ended or is unknown. */
  | { readonly kind: 'queued' }
  | { readonly kind: 'pay'; readonly left: string }
  | { readonly kind: 'use_credits' }
  | { readonly kind: 'send' }
  /**
   * Sending on the invoice replaces paying. `billed` is the amount as the service formats it, if checkout
   * shows it.
   */
  | { readonly kind: 'send_on_invoice'; readonly billed: string | undefined }
  /** A draft whose checkout couldn't be read. */
  | { readonly kind: 'draft' }
  /** In production or later. */
  | { readonly kind: 'under_way' }
  /** The console doesn't know the status, so it offers no irreversible actions. */
  | { readonly kind: 'unknown_status' };

/**
 * @param now in milliseconds on the service's clock
 * @param invoiced whether sending on the monthly invoice replaces paying
 */
export function nextStep(
  campaign: Campaign,
  checkout: Checkout | undefined,
  now: number,
  invoiced = false,
): NextStep {
  const status = V1_STATUSES.find((known) => known === campaign.status);
  if (status === undefined) return { kind: 'unknown_status' };
  if (status === 'queued') {
    const until = parseTimestamp(campaign.scheduled_at);
    const canCancel = until !== undefined && msUntilProduction(campaign, now) !== undefined;
    return canCancel ? { kind: 'may_cancel', until } : { kind: 'queued' };
  }
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
