import 'server-only';
import type { Checkout } from '../contract/resources.ts';
import type { Database } from '../database/open.ts';
import { blockOf, nothingLeft } from '../format/payment.ts';
import { markPaid, openPayment } from '../store/attempts.ts';

/**
 * Notes that a payment by link came through, when checkout shows all paid and more paid in than before the link was made.
 * Whoever reads checkout calls it, so that no browser has to come back.
 */
export async function noticePayment(db: Database, campaignId: number, checkout: Checkout): Promise<void> {
  const price = blockOf(checkout);
  if (!nothingLeft(price)) return;
  const payment = await openPayment(db, campaignId);
  if (payment?.before && payment.before.alreadyPaid !== price.already_paid) await markPaid(db, payment.id);
}
