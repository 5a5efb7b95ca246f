/** Lists successful attempts, and records facts for recognizing stale readings. */
import 'server-only';
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { prepareOnce } from '#lib/database/prepared.ts';
import type { SucceededAttempt } from '#lib/domain/stale-reading.ts';
import { recordActivity } from './activity.ts';
import { activityEntryFor } from './attempts.ts';
import { msSince } from './elapsed.ts';
import { attempts } from './schema/attempts.ts';

/** The maximum number of successful attempts on one campaign that are compared with a reading. */
const MAX_SUCCEEDED = 50;

export interface SucceededRow extends SucceededAttempt {
  readonly id: string;
  readonly amount: string | null;
  /** The email address of the member who made the attempt. */
  readonly by: string;
  readonly settledAt: Date | null;
}

/** Even if a reschedule failed to send the campaign again, it canceled the campaign. */
const isUnscheduled = and(eq(attempts.state, 'refused'), sql`${attempts.reschedule} ->> 'part' = 'send'`);

const succeededAttempts = prepareOnce((db) =>
  db
    .select({
      state: attempts.state,
      reschedule: attempts.reschedule,
      id: attempts.id,
      operation: attempts.operation,
      amount: attempts.amount,
      by: attempts.by,
      before: attempts.before,
      after: attempts.after,
      settledAt: attempts.settledAt,
      isReadingAccepted: sql<boolean>`${attempts.readingAcceptedAt} is not null`,
      settledMsAgo: msSince<number>(attempts.settledAt),
      paidMsAgo: msSince<number | null>(attempts.paidAt),
      returnedMsAgo: msSince<number | null>(attempts.payerReturnedAt),
    })
    .from(attempts)
    .where(
      and(
        eq(attempts.campaignId, sql.placeholder('campaignId')),
        eq(attempts.lockScope, 'mail'),
        or(eq(attempts.state, 'done'), isUnscheduled),
      ),
    )
    .orderBy(desc(attempts.settledAt))
    .limit(MAX_SUCCEEDED)
    .prepare(''),
);

/**
 * Returns the campaign's successful attempts that changed or paid for the campaign, latest first. A reschedule
 * that canceled the campaign without sending it again counts as a cancellation.
 */
export async function listSucceededAttempts(db: Database, campaignId: number): Promise<SucceededRow[]> {
  const rows = await succeededAttempts(db).execute({ campaignId });
  return rows.map(({ state, reschedule, ...row }) =>
    state === 'done' ? row : { ...row, operation: 'cancelCampaign', after: reschedule?.canceled ?? null },
  );
}

/** Records that the payer returned from the payment page, although checkout doesn't show the payment yet. */
export async function markPayerReturned(db: Database, id: string): Promise<void> {
  await db
    .update(attempts)
    .set({ payerReturnedAt: sql`now()` })
    .where(and(eq(attempts.id, id), isNull(attempts.paidAt)));
}

/**
 * Records that a member accepted a reading that contradicts the attempt.
 * @returns true if the acceptance was recorded, or false if a member had already accepted a reading
 */
export async function acceptReadingAfter(db: Database, id: string, by: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(attempts)
      .set({ readingAcceptedAt: sql`now()`, readingAcceptedBy: by })
      .where(
        and(
          eq(attempts.id, id),
          or(eq(attempts.state, 'done'), isUnscheduled),
          isNull(attempts.readingAcceptedAt),
        ),
      )
      .returning();
    await recordActivity(tx, rows.map(activityEntryFor('superseded')));
    return rows.length > 0;
  });
}

/**
 * Records that a member dismissed the note about a reschedule that left its campaign unscheduled.
 * @returns false if the attempt isn't such a reschedule, belongs to another campaign, or was dismissed before
 */
export async function dismissReschedule(tx: Database, id: string, campaignId: number): Promise<boolean> {
  const isShown = sql`${attempts.reschedule} ->> 'isDismissed' is null`;
  const dismissed = await tx
    .update(attempts)
    .set({ reschedule: sql`${attempts.reschedule} || '{"isDismissed": true}'::jsonb` })
    .where(and(eq(attempts.id, id), eq(attempts.campaignId, campaignId), isUnscheduled, isShown))
    .returning({ id: attempts.id });
  return dismissed.length > 0;
}
