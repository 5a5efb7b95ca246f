import 'server-only';
import { LRUCache } from 'lru-cache';
import { confirmLinkPayment } from '#lib/attempts/payment-confirmation.ts';
import { unseal } from '#lib/auth/seals.ts';
import { getMember } from '#lib/auth/session.ts';
import type { Campaign, PriceBlock } from '#lib/contract/resources.ts';
import { applicablePrice, isFullyPaid } from '#lib/domain/payment.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { isSent } from '#lib/domain/status.ts';
import { cachedNames } from '#lib/owners/listings.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { type AttemptRow, findAttempt } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';

/** What whoever comes back is shown of their payment. */
export interface ReturnedPayment {
  readonly state: 'paid' | 'confirming' | 'not_paid' | 'credits' | 'already_sent' | 'gone' | 'unreachable';
  readonly campaignId: number;
  /** The template's name with the campaign's number, as far as it is known. */
  readonly title: string;
  readonly pieces: number | undefined;
  readonly size: string | undefined;
  /** What this payment was for, and what is left to pay, as the service formats them. Empty when unreachable. */
  readonly paid: string;
  readonly left: string;
  /** What a member can do now: choose when it goes, pay what is left, or only look at it. */
  readonly next: 'send' | 'pay' | 'look';
  /** When it was read: milliseconds on the service's clock. */
  readonly at: number;
  readonly signedIn: boolean;
  /** Whether who looks may pay and send. */
  readonly mayAct: boolean;
}

export type PaymentReturn = { readonly state: 'not_ours' } | ReturnedPayment;

/** How long an unpaid campaign may still be confirmed, from when somebody last opened the page. */
const CONFIRMING_MS = 20_000;
/** When that was, by attempt. A process that forgets it shows "confirming" a little longer, which is true anyhow. */
const openings = singleton('paymentReturns', () => new LRUCache<string, number>({ max: 10_000 }));

/**
 * What became of a payment, for whoever comes back with the link of /pay/return, signed in or not. Only the service is
 * believed; nothing is changed except that the attempt is settled by what was read.
 * @param isOpened somebody opens the page just now, rather than the open page asking again
 */
export async function readPaymentReturn(state: string, isOpened: boolean): Promise<PaymentReturn> {
  const sealed = await unseal('payment-return', state);
  const row = sealed && (await findAttempt(await store(), sealed.attempt));
  if (row?.operation !== 'payCampaign' || row.campaignId !== sealed?.campaign) return { state: 'not_ours' };
  const id = row.campaignId;
  const [campaign, checkout, names, member] = await Promise.all([
    readFromService('getCampaign', { id }, { fresh: true }),
    readFromService('checkOutCampaign', { id }, { fresh: true }),
    cachedNames('templates'),
    getMember(),
  ]);
  const { template_id, recipient_count, size } = campaign.ok ? campaign.value : {};
  const name = template_id === undefined ? undefined : names.get(template_id);
  const about = {
    campaignId: id,
    title: `${name ?? 'Campaign'} #${id}`,
    pieces: recipient_count,
    size,
    at: serviceClock(),
    signedIn: member !== null,
    mayAct: member !== null && isAllowed(member.role, 'payCampaign'),
  };
  if (!campaign.ok && campaign.failure.kind === 'missing') {
    return { ...about, state: 'gone', paid: '', left: '', next: 'look' };
  }
  if (!campaign.ok || !checkout.ok)
    return { ...about, state: 'unreachable', paid: '', left: '', next: 'look' };
  const price = applicablePrice(checkout.value);
  await confirmLinkPayment(await store(), id, checkout.value);
  const now = (await findAttempt(await store(), row.id)) ?? row;
  const became = whatBecame(now, campaign.value, price, isOpened);
  // What was paid in another way than by this link is not this link's amount.
  const paid = became === 'paid' && now.paidAt === null ? '' : (now.amount ?? '');
  const isDraft = campaign.value.status === 'draft';
  const next = isDraft ? (isFullyPaid(price) ? 'send' : 'pay') : 'look';
  return { ...about, state: became, paid, left: price.to_be_paid, next };
}

function whatBecame(
  { id, before, paidAt }: AttemptRow,
  { status }: Campaign,
  price: PriceBlock,
  isOpened: boolean,
): Exclude<ReturnedPayment['state'], 'unreachable' | 'gone'> {
  if (isSent(status)) return 'already_sent';
  // Once seen it stays so, whatever is to be paid on top since.
  if (paidAt !== null) return 'paid';
  if (isFullyPaid(price)) {
    // With nothing paid in since, an order total of zero means that credits cover it.
    return price.already_paid === before?.alreadyPaid ? 'credits' : 'paid';
  }
  const since = (isOpened ? undefined : openings.get(id)) ?? Date.now();
  openings.set(id, since);
  return Date.now() - since < CONFIRMING_MS ? 'confirming' : 'not_paid';
}
