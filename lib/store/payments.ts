/** Attempts at paying, and those by link that were seen to have come through. */
import 'server-only';
import { and, desc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { record } from './activity.ts';
import { type AttemptRow, activityEntryFor, startedWithin } from './attempts.ts';
import { attempts } from './schema.ts';

/** A payment by link came through. Nobody here did that: it was seen. */
export async function markPaid(db: Database, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(attempts)
      .set({ paidAt: sql`now()` })
      .where(and(eq(attempts.id, id), isNull(attempts.paidAt)))
      .returning();
    await record(tx, rows.map(activityEntryFor('paid')));
  });
}

const isPayment = and(
  inArray(attempts.operation, ['payCampaign', 'payAndSendCampaign']),
  ne(attempts.state, 'refused'),
);

/** The campaign's latest attempt at paying, in whatever way, that was not refused. */
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
 * The campaigns whose latest payment is by link, younger than that and not seen to have come through. In no order, so that
 * a round which ends early leaves out others each time.
 */
export async function listUnconfirmedPayments(db: Database, youngerThanMs: number): Promise<number[]> {
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
