/** The result of a payment by link. Shown to payers who return to /pay/return. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { confirmLinkPayment } from '#lib/attempts/payments.ts';
import { unseal } from '#lib/auth/seals.ts';
import { getMember } from '#lib/auth/session.ts';
import type { Campaign, PriceBlock } from '#lib/contract/resources.ts';
import { applicablePrice, CONFIRMING_MS, isFullyPaid } from '#lib/domain/payment.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { isSent } from '#lib/domain/status.ts';
import { cachedNames } from '#lib/index/names.ts';
import { resolveTemplateNames } from '#lib/index/template-names.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { findAttempt } from '#lib/store/attempt-queries.ts';
import type { AttemptRow } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { markPayerReturned } from '#lib/store/succeeded-attempts.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { findOwnRunOfAttempt } from './payment-run-views.ts';

export interface ReturnedPayment {
  readonly state: 'paid' | 'confirming' | 'not_paid' | 'credits' | 'already_sent' | 'gone' | 'unreachable';
  readonly campaignId: number;
  /** The campaign's id and, if known, the template's name. */
  readonly title: string;
  readonly mailpieces: number | undefined;
  readonly size: string | undefined;
  /**
   * The payment's amount, as formatted by the service. Empty if the amount is unknown, or if another payment
   * covered the campaign.
   */
  readonly paid: string;
  /** The amount still due, as formatted by the service. Empty if the amount is unknown. */
  readonly left: string;
  /**
   * The next step for a member: schedule the campaign, pay the amount still due, or only view the campaign.
   */
  readonly next: 'send' | 'pay' | 'view';
  /** The time when the console read checkout, in milliseconds on the service's clock. */
  readonly readAt: number;
  readonly isSignedIn: boolean;
  /** Whether the person who opened the page is a member who may pay and send. */
  readonly canPay: boolean;
  /** The payment run that the signed-in member continues. Undefined for everyone else. */
  readonly runId: number | undefined;
}

export type PaymentReturn = { readonly state: 'not_ours' } | ReturnedPayment;

/**
 * When payers opened the page, by attempt id. The times are lost when the console restarts. An open page then
 * shows "confirming" for a little longer.
 */
const openedAt = singleton('paymentReturns', () => new LRUCache<string, number>({ max: 10_000 }));

/**
 * Reads a payment's result. Anyone with the return link can see the result, even without signing in. Relies
 * only on the checkout data from the service. If checkout shows that the payment was completed, records the
 * payment. If payment is still due, records that the payer returned.
 * @param state the return link's sealed state
 * @param isOpened true if the payer just opened the page, false if the open page is polling
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
  const { recipient_count, size } = campaign.ok ? campaign.value : {};
  const titles = await resolveTemplateNames(await store(), campaign.ok ? [campaign.value] : [], names);
  const name = titles.get(id)?.first;
  const facts = {
    campaignId: id,
    title: `${name ?? 'Campaign'} #${id}`,
    mailpieces: recipient_count,
    size,
    readAt: serviceClock(),
    isSignedIn: member !== null,
    canPay: member !== null && isAllowed(member.role, 'payCampaign'),
    runId: await findOwnRunOfAttempt(row.id),
  };
  if (!campaign.ok || !checkout.ok) {
    const isGone = !campaign.ok && campaign.failure.kind === 'missing';
    return { ...facts, state: isGone ? 'gone' : 'unreachable', paid: '', left: '', next: 'view' };
  }
  const price = applicablePrice(checkout.value);
  await confirmLinkPayment(await store(), id, checkout.value);
  const attempt = (await findAttempt(await store(), row.id)) ?? row;
  if (isOpened && attempt.paidAt === null && !isFullyPaid(price))
    await markPayerReturned(await store(), row.id);
  const result = paymentState(attempt, campaign.value, price, isOpened);
  // If another payment covered the campaign, this payment link's amount wasn't paid.
  const paid = result === 'paid' && attempt.paidAt === null ? '' : (attempt.amount ?? '');
  const isDraft = campaign.value.status === 'draft';
  const next = isDraft ? (isFullyPaid(price) ? 'send' : 'pay') : 'view';
  return { ...facts, state: result, paid, left: price.to_be_paid, next };
}

function paymentState(
  { id, before, paidAt }: AttemptRow,
  { status }: Campaign,
  price: PriceBlock,
  isOpened: boolean,
): Exclude<ReturnedPayment['state'], 'unreachable' | 'gone'> {
  if (isSent(status)) return 'already_sent';
  // A confirmed payment still counts as paid, even if an additional amount is now due.
  if (paidAt !== null) return 'paid';
  if (isFullyPaid(price)) {
    // Nothing is due. If the amount already paid hasn't changed since the link was created, the rest is
    // covered by credits.
    return price.already_paid === before?.alreadyPaid ? 'credits' : 'paid';
  }
  const since = (isOpened ? undefined : openedAt.get(id)) ?? Date.now();
  openedAt.set(id, since);
  return Date.now() - since < CONFIRMING_MS ? 'confirming' : 'not_paid';
}
