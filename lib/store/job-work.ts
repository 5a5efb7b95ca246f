/**
 * Changes the items of bulk jobs while servers work on the jobs. Two servers may both believe that they hold
 * the lease, so no change relies on the lease. An item's key allows only one call: the call begins only if
 * the item is started and still has that key, and the transaction that starts the attempt also records that
 * the call has begun.
 */
import 'server-only';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { JobState, LeftOutReason } from '#lib/domain/job.ts';
import type { ReviewFacts } from '#lib/domain/job-check.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { attempts } from './schema/attempts.ts';
import { jobItems, jobs } from './schema/jobs.ts';

export type JobItemRow = typeof jobItems.$inferSelect;

const isDue = sql`(${jobItems.notBefore} is null or ${jobItems.notBefore} <= now())`;
const inMs = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;

/** Returns the next campaigns that have to be read for a job's review. */
export const queryItemsToCheck = (db: Database, jobId: number, limit: number): Promise<JobItemRow[]> =>
  db
    .select()
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'checking'), isDue))
    .orderBy(jobItems.position)
    .limit(limit);

const isItem = ({ jobId, position, attemptKey }: JobItemRow): SQL | undefined =>
  and(eq(jobItems.jobId, jobId), eq(jobItems.position, position), eq(jobItems.attemptKey, attemptKey));

/** The customer with whom a campaign will be shared. */
export interface CustomerFacts {
  readonly customerId: number;
  /** Null if the customer has no valid address. */
  readonly email: string | null;
}

/** Records what was read for the review. Changes nothing if the campaign has been read in the meantime. */
export async function saveCheck(
  db: Database,
  item: JobItemRow,
  facts: Partial<ReviewFacts & CustomerFacts>,
  leftOut: LeftOutReason | null,
): Promise<void> {
  const state = leftOut === null ? 'ready' : 'left_out';
  await db
    .update(jobItems)
    .set({ ...facts, state, leftOut, readAt: sql`now()`, notBefore: null, retries: 0 })
    .where(and(isItem(item), eq(jobItems.state, 'checking')));
}

/**
 * Takes the next campaign of a running job.
 * @param positions the only campaigns that may be taken. By default, any campaign may be taken
 * @returns undefined if there is none at the moment
 */
export async function claimItem(
  db: Database,
  jobId: number,
  positions?: readonly number[],
): Promise<JobItemRow | undefined> {
  const next = db
    .select({ position: jobItems.position })
    .from(jobItems)
    .where(
      and(
        eq(jobItems.jobId, jobId),
        eq(jobItems.state, 'ready'),
        isDue,
        positions && inArray(jobItems.position, [...positions]),
        sql`exists (select from ${jobs} where ${jobs.id} = ${jobId} and ${jobs.state} = 'running')`,
      ),
    )
    .orderBy(jobItems.position)
    .limit(1)
    .for('update', { skipLocked: true });
  const [row] = await db
    .update(jobItems)
    .set({ state: 'started', startedAt: sql`now()`, notBefore: null })
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.position, sql`(${next})`)))
    .returning();
  return row;
}

/**
 * Allows an item's call to begin, but only once. Must be called in the transaction that begins the item's attempt.
 * Fails if the job has been stopped, or if another server has put the item back, refused it, or begun its call. Locks
 * the job, so that no call begins after a member has stopped the job.
 */
export async function beginItem(tx: Database, attemptKey: string): Promise<boolean> {
  if (!(await lockJobInState(tx, attemptKey, ['running']))) return false;
  const rows = await tx
    .update(jobItems)
    .set({ begunAt: sql`now()` })
    .where(hasNotBegun(attemptKey))
    .returning({ position: jobItems.position });
  return rows.length > 0;
}

/**
 * Keeps the state of an item's job from changing until the transaction ends.
 * @returns false if the job is in another state
 */
async function lockJobInState(
  tx: Database,
  attemptKey: string,
  states: readonly JobState[],
): Promise<boolean> {
  const isInJob = sql`${jobs.id} = (select ${jobItems.jobId} from ${jobItems} where ${jobItems.attemptKey} = ${attemptKey})`;
  const locked = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(isInJob, inArray(jobs.state, [...states])))
    .for('share');
  return locked.length > 0;
}

/** A started item whose call hasn't begun. */
const hasNotBegun = (attemptKey: string): SQL | undefined =>
  and(eq(jobItems.attemptKey, attemptKey), eq(jobItems.state, 'started'), isNull(jobItems.begunAt));

interface AttemptOutcome {
  readonly state: 'done' | 'refused' | 'unknown';
  /** The id of the copy that the attempt made. */
  readonly copyId?: number | undefined;
  /** Why the attempt was refused, if that is known. */
  readonly failure?: Failure | undefined;
  /** Whether the attempt is a reschedule that canceled the campaign and never began to send it again. */
  readonly isInterrupted?: boolean;
}

/**
 * Sets an item's state to the state of its attempt. Must be called in the transaction that changes the attempt. Does
 * nothing if the attempt wasn't made for a job. While the job is running, an item whose reschedule was interrupted is
 * worked on again, so that the campaign is sent.
 */
export async function settleItem(
  tx: Database,
  attemptKey: string | null,
  { state, copyId, failure, isInterrupted = false }: AttemptOutcome,
): Promise<void> {
  if (attemptKey === null) return;
  const isContinued = isInterrupted && (await lockJobInState(tx, attemptKey, ['running']));
  const settled = {
    state,
    settledAt: sql`now()`,
    ...(copyId !== undefined && { copyId }),
    ...(failure && { failure }),
  };
  await tx
    .update(jobItems)
    .set(isContinued ? RESET_ITEM : settled)
    .where(eq(jobItems.attemptKey, attemptKey));
}

/**
 * Marks an item as done if its action makes no call. Does nothing if another server has put the item back.
 */
export async function finishItem(db: Database, attemptKey: string): Promise<void> {
  await db.update(jobItems).set({ state: 'done', settledAt: sql`now()` }).where(hasNotBegun(attemptKey));
}

/** Refuses an item whose call hasn't begun, so that the call never begins. */
export async function refuseItem(db: Database, attemptKey: string, failure: Failure): Promise<void> {
  await db
    .update(jobItems)
    .set({ state: 'refused', failure, settledAt: sql`now()` })
    .where(hasNotBegun(attemptKey));
}

/** Records why the mail service refused an item's call. */
export async function explainRefusal(db: Database, attemptKey: string, failure: Failure): Promise<void> {
  const isRefused = and(eq(jobItems.attemptKey, attemptKey), eq(jobItems.state, 'refused'));
  await db
    .update(jobItems)
    .set({ failure })
    .where(and(isRefused, isNull(jobItems.failure)));
}

/**
 * Puts back an item whose call hasn't begun.
 * @param ms how long to wait before the item may be worked on again, in milliseconds
 * @param retries how many times the mail service has failed to answer for this item
 * @returns whether the item was put back
 */
export async function putBack(
  db: Database,
  attemptKey: string,
  ms: number,
  retries: number,
): Promise<boolean> {
  const rows = await db
    .update(jobItems)
    .set({ state: 'ready', notBefore: inMs(ms), retries })
    .where(hasNotBegun(attemptKey))
    .returning({ position: jobItems.position });
  return rows.length > 0;
}

/**
 * Lets an item be worked on again after a call that certainly had no effect, such as one that the mail
 * service refused because there were too many calls. Does nothing if the job has ended or is being reviewed
 * again. The item gets a new key, because its former key allowed one call.
 * @returns whether the item was put back
 */
export const putBackRefused = (
  db: Database,
  attemptKey: string,
  ms: number,
  retries: number,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    if (!(await lockJobInState(tx, attemptKey, ['running', 'stopping', 'stopped']))) return false;
    const rows = await tx
      .update(jobItems)
      .set({ ...RESET_ITEM, notBefore: inMs(ms), retries })
      .where(
        and(
          eq(jobItems.attemptKey, attemptKey),
          eq(jobItems.state, 'refused'),
          sql`exists (select from ${attempts} where ${attempts.itemKey} = ${attemptKey} and ${attempts.state} = 'refused' and ${attempts.settledBy} = 'answer')`,
        ),
      )
      .returning({ position: jobItems.position });
    return rows.length > 0;
  });

/** The column values that reset an item, so that it is worked on from the beginning. */
const RESET_ITEM = {
  state: 'ready',
  attemptKey: sql`gen_random_uuid()`,
  failure: null,
  startedAt: null,
  begunAt: null,
  settledAt: null,
  notBefore: null,
  retries: 0,
} as const;

/**
 * Resets a job's refused items, so that they are worked on again. The job's row must be locked.
 * @param condition selects some of the items
 * @returns the number of reset items
 */
export async function retryRefusedItems(tx: Database, jobId: number, condition?: SQL): Promise<number> {
  const rows = await tx
    .update(jobItems)
    .set(RESET_ITEM)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'refused'), condition))
    .returning({ position: jobItems.position });
  return rows.length;
}

/**
 * Puts back the items that a server took but never claimed an attempt for, because the server died or lost
 * the lease. If that server is still running, it can't begin a call after another server has begun one.
 */
export async function recoverItems(db: Database, jobId: number): Promise<void> {
  await db
    .update(jobItems)
    .set({ state: 'ready', notBefore: null })
    .where(
      and(
        eq(jobItems.jobId, jobId),
        eq(jobItems.state, 'started'),
        isNull(jobItems.begunAt),
        sql`not exists (select from ${attempts} where ${attempts.itemKey} = ${jobItems.attemptKey})`,
      ),
    );
}

/** Postpones reading a campaign for the review. */
export async function postponeCheck(
  db: Database,
  item: JobItemRow,
  ms: number,
  retries: number,
): Promise<void> {
  await db
    .update(jobItems)
    .set({ notBefore: inMs(ms), retries })
    .where(and(isItem(item), eq(jobItems.state, 'checking')));
}
