import 'server-only';
import type { Checkout } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { applicablePrice, isFullyPaid } from '#lib/domain/payment.ts';
import { findLastPayment, markPaid } from '#lib/store/payments.ts';

/**
 * Notes that a payment by link came through, when checkout shows all paid and more paid in than before the link was made.
 * Whoever reads checkout calls it, so that no browser has to come back. Links before the last attempt at paying stay as
 * they are: what came in since may be that attempt's.
 */
export async function confirmLinkPayment(db: Database, campaignId: number, checkout: Checkout): Promise<void> {
  const price = applicablePrice(checkout);
  if (!isFullyPaid(price)) return;
  const last = await findLastPayment(db, campaignId);
  if (last?.operation !== 'payCampaign' || last.state !== 'done') return;
  if (last.before?.alreadyPaid !== price.already_paid) await markPaid(db, last.id);
}
