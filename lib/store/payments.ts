/** Finds payment attempts, and records which payment links have been paid. */
import 'server-only';
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { recordActivity } from './activity.ts';
import { type AttemptRow, activityEntryFor, startedWithin } from './attempts.ts';
import { attempts } from './schema.ts';

/** Records that a payment link has been paid. The caller must first confirm the payment with the service. */
export async function markPaymentCompleted(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(attempts)
      .set({ paidAt: sql`now()` })
      .where(and(eq(attempts.id, id), isNull(attempts.paidAt)))
      .returning();
    await recordActivity(tx, rows.map(activityEntryFor('paid')));
  });
}

const isPayment = and(
  inArray(attempts.operation, ['payCampaign', 'payAndSendCampaign']),
  ne(attempts.state, 'refused'),
);

/** Finds the campaign's latest payment attempt that wasn't refused, regardless of the payment method. */
export async function findLastPayment(db: Database, campaignId: number): Promise<AttemptRow | undefined> {
  const [row] = await db
    .select()
    .from(attempts)
    .where(and(eq(attempts.campaignId, campaignId), isPayment))
    .orderBy(desc(attempts.startedAt))
    .limit(1);
  return row;
}

/**
 * Returns the campaigns whose latest payment attempt is recent, created a payment link, and isn't known to be
 * paid. The order is random, so that rounds that end early don't always skip the same campaigns.
 */
export async function queryUnconfirmedPayments(db: Database, youngerThanMs: number): Promise<number[]> {
  const latest = db
    .selectDistinctOn([attempts.campaignId])
    .from(attempts)
    .where(and(isPayment, startedWithin(youngerThanMs)))
    .orderBy(attempts.campaignId, desc(attempts.startedAt))
    .as('latest');
  const rows = await db
    .select({ campaignId: latest.campaignId })
    .from(latest)
    .where(and(eq(latest.operation, 'payCampaign'), eq(latest.state, 'done'), isNull(latest.paidAt)))
    .orderBy(sql`random()`);
  return rows.map(({ campaignId }) => campaignId);
}
