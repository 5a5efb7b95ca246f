import { type Campaign, type Checkout, V1_STATUSES } from '#lib/contract/resources.ts';
import { msUntilProduction } from './cancellation-window.ts';
import { applicablePrice, billedOnInvoice, paymentStatus } from './payment.ts';
import { parseTimestamp } from './timestamp.ts';

/** What a campaign waits for now. */
export type NextStep =
  /** Queued, and there is time: `until` on the service's clock, milliseconds. */
  | { readonly kind: 'may_cancel'; readonly until: number }
  /** Queued, and the time to cancel has passed (or isn't known). */
  | { readonly kind: 'queued' }
  | { readonly kind: 'pay'; readonly left: string }
  | { readonly kind: 'use_credits' }
  | { readonly kind: 'send' }
  /** Instead of paying. `billed` as the service formats it, where it says that. */
  | { readonly kind: 'send_on_invoice'; readonly billed: string | undefined }
  /** A draft of which the service didn't say whether it is paid. */
  | { readonly kind: 'draft' }
  /** In production or beyond. */
  | { readonly kind: 'under_way' }
  /** A status that isn't known: nothing irreversible is offered. */
  | { readonly kind: 'unknown_status' };

/**
 * @param now the service's clock, milliseconds
 * @param invoiced whether sending on the monthly invoice takes the place of paying
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
    const mayCancel = until !== undefined && msUntilProduction(campaign, now) !== undefined;
    return mayCancel ? { kind: 'may_cancel', until } : { kind: 'queued' };
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
