/** Moves bulk jobs from the check of their campaigns to the review and back, and reads what only a review needs. */
import 'server-only';
import { and, count, eq, getTableColumns, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { JobItemRow } from './job-work.ts';
import { jobItems, jobs } from './schema/jobs.ts';

/** Returns how many of a job's campaigns still have to be read. */
export const countItemsToCheck = (db: Database, jobId: number): Promise<number> =>
  db.$count(jobItems, and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'checking')));

/** Marks as ready all of a job's campaigns that would otherwise be read for its review. */
export async function skipChecks(db: Database, jobId: number): Promise<void> {
  await db
    .update(jobItems)
    .set({ state: 'ready', leftOut: null, readAt: sql`now()`, notBefore: null, retries: 0 })
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'checking')));
}

/** Reads a job's campaigns again for a new review, except those whose call has begun. The job's row must be locked. */
export async function restartCheck(tx: Database, id: number): Promise<void> {
  await tx
    .update(jobs)
    .set({ state: 'checking', checkedAt: null, endedAt: null, total: null, isTotalChecked: false })
    .where(eq(jobs.id, id));
  await resetChecks(tx, id);
}

/**
 * Campaigns whose call hasn't begun. A campaign that was left out when the job was first started stays left out.
 * A server that is still preparing a call can't begin the call anymore.
 */
const isChecked = or(
  inArray(jobItems.state, ['checking', 'ready']),
  and(eq(jobItems.state, 'started'), isNull(jobItems.begunAt)),
  sql`(${jobItems.state} = 'left_out' and not exists (select from ${jobs} where ${jobs.id} = ${jobItems.jobId} and ${jobs.startedAt} > ${jobItems.readAt}))`,
);

/** Makes a job's current check read its campaigns again. */
export async function resetChecks(tx: Database, id: number): Promise<void> {
  await tx
    .update(jobItems)
    .set({ state: 'checking', leftOut: null, sendAt: null, retries: 0, notBefore: null, readAt: null })
    .where(and(eq(jobItems.jobId, id), isChecked));
}

/** Marks a job as ready for its review. The job's row must be locked. */
export async function setReadyForReview(tx: Database, id: number, total: number | null): Promise<void> {
  await tx
    .update(jobs)
    .set({ state: 'ready_for_review', checkedAt: sql`now()`, total })
    .where(eq(jobs.id, id));
}

/**
 * Records that the approvals must also be checked against the job's total cost. The job's row must be locked.
 */
export async function setTotalChecked(tx: Database, id: number, total: number | null): Promise<void> {
  await tx.update(jobs).set({ total, isTotalChecked: true }).where(eq(jobs.id, id));
}

/**
 * Discards the check or the review of a job whose row is locked. Deletes the job if it has never been started.
 * Otherwise, the job is stopped, and keeps its results.
 * @param by the email address of the member who discards it
 * @returns whether there was a check or a review
 */
export async function discardReview(tx: Database, id: number, by: string): Promise<boolean> {
  const isInReview = and(eq(jobs.id, id), inArray(jobs.state, ['checking', 'ready_for_review']));
  const deleted = await tx
    .delete(jobs)
    .where(and(isInReview, isNull(jobs.startedAt)))
    .returning({ id: jobs.id });
  if (deleted.length > 0) return true;
  // If the time of the check isn't stored, resuming the job reads everything again.
  const stopped = await tx
    .update(jobs)
    .set({ state: 'stopped', stopReason: 'member', stoppedBy: by, stoppedAt: sql`now()`, checkedAt: null })
    .where(isInReview)
    .returning({ id: jobs.id });
  if (stopped.length === 0) return false;
  await tx
    .update(jobItems)
    .set({ state: 'ready' })
    .where(and(eq(jobItems.jobId, id), eq(jobItems.state, 'checking')));
  return true;
}

/** Returns how many of a job's campaigns were sent, or may have been sent, for each send time in milliseconds. */
export async function countSentByTime(db: Database, jobId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .select({ sendAt: jobItems.sendAt, campaigns: count() })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), inArray(jobItems.state, ['started', 'done', 'unknown'])))
    .groupBy(jobItems.sendAt);
  return new Map(
    rows.flatMap(({ sendAt, campaigns }) => (sendAt === null ? [] : [[sendAt.getTime(), campaigns]])),
  );
}

/** Returns the first campaigns that aren't left out, sorted by the address that each is shared with. */
export const queryItemsByEmail = (db: Database, jobId: number, limit: number): Promise<JobItemRow[]> =>
  db
    .select()
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), ne(jobItems.state, 'left_out'), isNotNull(jobItems.email)))
    .orderBy(sql`lower(${jobItems.email})`, jobItems.position)
    .limit(limit);

/** Returns the first campaigns that were left out for each reason. */
export async function queryFirstLeftOut(
  db: Database,
  jobId: number,
  perReason: number,
): Promise<readonly JobItemRow[]> {
  const ranked = db
    .select({
      ...getTableColumns(jobItems),
      place:
        sql<number>`row_number() over (partition by ${jobItems.leftOut} order by ${jobItems.position})`.as(
          'place',
        ),
    })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'left_out')))
    .as('ranked');
  return db.select().from(ranked).where(lte(ranked.place, perReason)).orderBy(ranked.position);
}
