/**
 * The steps that payments have in common: reading the price, creating a payment link, and confirming the
 * payment.
 */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, isFullyPaid, type SeenAmounts } from '#lib/domain/payment.ts';
import { recordWithOutcome } from '#lib/index/learn.ts';
import { type CampaignPath, readCampaignAt } from '#lib/index/owners.ts';
import { findLastPayment, markPaymentCompleted } from '#lib/store/payments.ts';
import { type CallResult, readFromService, sendToService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { callFailure } from '#lib/upstream/failures.ts';
import { safePayLink } from '#lib/upstream/links.ts';
import { compareLinkPayment, logMismatch } from './agreement.ts';

/**
 * The amounts that a member saw and agreed to, as formatted by the service. All amounts are compared, not
 * just the total: credits can reduce the total to zero, and credits are the customer's money, too.
 */
export interface AgreedPrice extends SeenAmounts {
  /** Whether the amounts include the sender's copy. */
  readonly sender_copy: boolean;
}

export interface PricedCampaign {
  /** The customer's id. Undefined if the campaign was read through the unscoped path (4.4). */
  readonly customerId: number | undefined;
  readonly campaign: Campaign;
  readonly checkout: Checkout;
}

/** Reads a campaign and its current checkout. Used just before a call that moves money. */
export async function readPricedCampaign(
  id: number,
  path: CampaignPath,
  deadline: Deadline,
): Promise<Outcome<PricedCampaign>> {
  const [located, checkout] = await Promise.all([
    readCampaignAt(id, path, deadline),
    readFromService('checkOutCampaign', { id }, { deadline, fresh: true }),
  ]);
  if (!located.ok) return located;
  return checkout.ok ? ok({ ...located.value, checkout: checkout.value }) : checkout;
}

interface LinkPayment {
  readonly customer_id: number | undefined;
  readonly id: number;
  readonly redirect_uri: string;
}

/**
 * Creates a payment link with the pay operation. Uses the customer's path (4.3) if a customer is given, and
 * otherwise the unscoped path (4.4). If the service returns an unsafe link, the call fails with effect
 * `none`. The console never shows an unsafe link, so no payer can use it, and a member can start another
 * payment.
 */
export async function createPayLink(
  { customer_id, ...input }: LinkPayment,
  deadline: Deadline,
): Promise<CallResult<{ link: string }>> {
  const created =
    customer_id === undefined
      ? await sendToService('payCampaign', input, { deadline })
      : await sendToService('payCustomerCampaign', { customer_id, ...input }, { deadline });
  if (!created.ok) return created;
  const link = safePayLink(created.value.link);
  return link === null ? callFailure({ kind: 'garbled' }, 'none') : { ok: true, value: { link } };
}

/**
 * Records that a payment by link was completed. A payment counts as completed if checkout shows that nothing
 * is due and that the amount already paid has changed since the link was created. Called whenever the console
 * reads checkout, because the payer may never return to the console after paying. Confirms only the
 * campaign's latest payment attempt. After several attempts, checkout doesn't show which link was used, and
 * the payer probably used the latest one. If the order's price has changed since the link was created, also
 * records the price that was paid.
 */
export async function confirmLinkPayment(
  db: Database,
  campaignId: number,
  checkout: Checkout,
): Promise<void> {
  const price = applicablePrice(checkout);
  if (!isFullyPaid(price)) return;
  const last = await findLastPayment(db, campaignId);
  if (last?.operation !== 'payCampaign' || last.state !== 'done') return;
  if (last.before?.alreadyPaid === price.already_paid) return;
  const { result, amount } = compareLinkPayment(last, checkout) ?? {};
  const actual = result && { result: { ...last.result, ...result }, ...(amount !== undefined && { amount }) };
  const record = (tx: Database) => recordWithOutcome(tx, [checkout]);
  logMismatch(await markPaymentCompleted(db, last.id, actual, record));
}
