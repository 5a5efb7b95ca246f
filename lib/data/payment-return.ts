import 'server-only';
import { LRUCache } from 'lru-cache';
import { noticePayment } from '../attempts/confirm.ts';
import { unseal } from '../auth/seals.ts';
import { getMember } from '../auth/session.ts';
import type { Campaign, PriceBlock } from '../contract/resources.ts';
import { blockOf, nothingLeft } from '../format/payment.ts';
import { keptNames } from '../owners/listings.ts';
import { singleton } from '../singleton.ts';
import { type AttemptRow, attemptById } from '../store/attempts.ts';
import { store } from '../store/open.ts';
import { call } from '../upstream/client.ts';
import { serviceClock } from '../upstream/service-clock.ts';

/** What whoever comes back is shown of their payment. */
export interface ReturnedPayment {
  readonly state: 'paid' | 'confirming' | 'not_paid' | 'credits' | 'already_sent' | 'unreachable';
  readonly campaignId: number;
  /** The template's name with the campaign's number, as far as it is known. */
  readonly title: string;
  readonly pieces: number | undefined;
  readonly size: string | undefined;
  /** What this payment was for, and what is left to pay, as the service formats them. Empty when unreachable. */
  readonly paid: string;
  readonly left: string;
  /** When it was read: milliseconds on the service's clock. */
  readonly at: number;
  readonly signedIn: boolean;
}

export type PaymentReturn = { readonly state: 'not_ours' } | ReturnedPayment;

/** How long an unpaid campaign may still be confirmed, from when somebody first came back from paying. */
const CONFIRMING_MS = 20_000;
/** When that was, by attempt. A process that forgets it shows "confirming" a little longer, which is true anyhow. */
const firstSeen = singleton('paymentReturns', () => new LRUCache<string, number>({ max: 10_000 }));

/**
 * What became of a payment, for whoever comes back with the link of /pay/return, signed in or not. Only the service is
 * believed; nothing is changed except that the attempt is settled by what was read.
 */
export async function readPaymentReturn(state: string): Promise<PaymentReturn> {
  const sealed = await unseal('payment-return', state);
  const row = sealed && (await attemptById(await store(), sealed.attempt));
  if (row?.operation !== 'payCampaign' || row.campaignId !== sealed?.campaign) return { state: 'not_ours' };
  const id = row.campaignId;
  const [campaign, checkout, names, member] = await Promise.all([
    call('getCampaign', { id }, { fresh: true }),
    call('checkOutCampaign', { id }, { fresh: true }),
    keptNames('templates'),
    getMember(),
  ]);
  if (!campaign.ok && campaign.failure.kind === 'missing') return { state: 'not_ours' };
  const { template_id, recipient_count, size } = campaign.ok ? campaign.value : {};
  const name = template_id === undefined ? undefined : names.get(template_id);
  const about = {
    campaignId: id,
    title: `${name ?? 'Campaign'} #${id}`,
    pieces: recipient_count,
    size,
    at: serviceClock(),
    signedIn: member !== null,
  };
  if (!campaign.ok || !checkout.ok) return { ...about, state: 'unreachable', paid: '', left: '' };
  const price = blockOf(checkout.value);
  await noticePayment(await store(), id, checkout.value);
  return {
    ...about,
    state: whatBecame(row, campaign.value, price),
    paid: row.amount ?? '',
    left: price.to_be_paid,
  };
}

function whatBecame(
  { id, before }: AttemptRow,
  { status }: Campaign,
  price: PriceBlock,
): Exclude<ReturnedPayment['state'], 'unreachable'> {
  if (status !== undefined && ['queued', 'processing', 'sent', 'mailed'].includes(status))
    return 'already_sent';
  if (nothingLeft(price)) {
    // With nothing paid in since, an order total of zero means that credits cover it.
    return price.already_paid === before?.alreadyPaid ? 'credits' : 'paid';
  }
  const since = firstSeen.get(id) ?? Date.now();
  firstSeen.set(id, since);
  return Date.now() - since < CONFIRMING_MS ? 'confirming' : 'not_paid';
}
