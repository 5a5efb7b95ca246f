/** Stores payment runs, but not their campaigns. */
import 'server-only';
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { clearResumableOutcomes } from './payment-run-items.ts';
import { allowUnpaidSends, rescheduleUnsentItems, withdrawUnpaidSends } from './payment-run-sends.ts';
import { paymentRunItems, paymentRuns } from './schema/payment-runs.ts';

export type PaymentRunRow = typeof paymentRuns.$inferSelect;

/** Adds a run with its campaigns, in order. @returns the run's id */
export async function insertPaymentRun(
  tx: Database,
  run: Pick<PaymentRunRow, 'memberId' | 'by' | 'sendDate'>,
  campaignIds: readonly number[],
): Promise<number> {
  const [row] = await tx.insert(paymentRuns).values(run).returning({ id: paymentRuns.id });
  if (!row) throw new Error('The run was not returned.');
  const items = campaignIds.map((campaignId, i) => ({ runId: row.id, position: i + 1, campaignId }));
  await tx.insert(paymentRunItems).values(items);
  return row.id;
}

export async function findPaymentRun(db: Database, id: number): Promise<PaymentRunRow | undefined> {
  const [row] = await db.select().from(paymentRuns).where(eq(paymentRuns.id, id));
  return row;
}

/** Locks a run until the transaction ends. */
export async function lockPaymentRun(tx: Database, id: number): Promise<PaymentRunRow | undefined> {
  const [row] = await tx.select().from(paymentRuns).where(eq(paymentRuns.id, id)).for('update');
  return row;
}

/** Returns one page of the runs, newest first, and the total number of runs. */
export async function queryPaymentRuns(
  db: Database,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly PaymentRunRow[]; readonly total: number }> {
  const [rows, [all]] = await Promise.all([
    db
      .select()
      .from(paymentRuns)
      .orderBy(desc(paymentRuns.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.select({ total: count() }).from(paymentRuns),
  ]);
  return { rows, total: all?.total ?? 0 };
}

/** Returns the member's latest runs that haven't been stopped, newest first. */
export const queryOpenRunsOf = (db: Database, memberId: string, limit: number): Promise<PaymentRunRow[]> =>
  db
    .select()
    .from(paymentRuns)
    .where(and(eq(paymentRuns.memberId, memberId), isNull(paymentRuns.stoppedAt)))
    .orderBy(desc(paymentRuns.id))
    .limit(limit);

/** Stops a run. Campaigns that are paid for from now on aren't scheduled. The run must be locked. */
export async function markRunStopped(tx: Database, id: number): Promise<void> {
  await tx
    .update(paymentRuns)
    .set({ stoppedAt: sql`now()` })
    .where(and(eq(paymentRuns.id, id), isNull(paymentRuns.stoppedAt)));
  await withdrawUnpaidSends(tx, id);
}

/** Continues a run, and offers its skipped campaigns again. The run must be locked. */
export async function markRunResumed(tx: Database, id: number): Promise<void> {
  await tx.update(paymentRuns).set({ stoppedAt: null }).where(eq(paymentRuns.id, id));
  await clearResumableOutcomes(tx, id);
  await allowUnpaidSends(tx, id);
}

export async function setRunMember(
  tx: Database,
  id: number,
  { id: memberId, email: by }: { readonly id: string; readonly email: string },
): Promise<void> {
  await tx.update(paymentRuns).set({ memberId, by }).where(eq(paymentRuns.id, id));
}

/**
 * Changes the send date of a run's campaigns. Lets the server try again to schedule paid campaigns that
 * weren't scheduled before. The run must be locked.
 */
export async function setRunSendDate(tx: Database, id: number, sendDate: string | null): Promise<void> {
  await tx.update(paymentRuns).set({ sendDate }).where(eq(paymentRuns.id, id));
  await rescheduleUnsentItems(tx, id);
}
