/** Stores bulk jobs and their states. lib/store/job-items.ts stores their campaigns. */
import 'server-only';
import { and, desc, eq, inArray, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import {
  type JobAction,
  type JobItemState,
  type JobState,
  permissionFor,
  type StopReason,
} from '#lib/domain/job.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { ago, startedWithin } from './attempts.ts';
import { msSince } from './elapsed.ts';
import type { MemberRow } from './members.ts';
import { queueStoppedNotifications } from './notifications.ts';
import { attempts } from './schema/attempts.ts';
import { jobItems, jobs } from './schema/jobs.ts';

export type JobRow = typeof jobs.$inferSelect;

/** A job that hasn't been started is deleted after this time. */
const KEPT_REVIEW_MS = DAY_MS;
/** The maximum number of reviews that a member can have at a time. Older ones are deleted. */
const MAX_REVIEWS = 20;

const isReview = inArray(jobs.state, ['checking', 'ready_for_review']);
/**
 * A job that has never been started. Jobs that were started are kept, even while they are being reviewed
 * again.
 */
const isNewReview = and(isReview, isNull(jobs.startedAt));

/**
 * Makes a job. Copies the campaigns' current prices from the campaign index.
 * @param tx a transaction
 * @param campaignIds the campaigns, in order and without duplicates
 * @returns the job's id
 */
export async function insertJob(
  tx: Database,
  job: {
    readonly action: JobAction;
    readonly memberId: string;
    readonly by: string;
    readonly from: string | null;
  },
  campaignIds: readonly number[],
): Promise<number> {
  await deleteExtraReviews(tx, job.memberId);
  const [row] = await tx.insert(jobs).values(job).returning({ id: jobs.id });
  if (!row) throw new Error('The job was not returned.');
  // One parameter for all ids: a statement can't have a parameter for each column of 5,000 rows.
  const ids = sql`jsonb_array_elements_text(${JSON.stringify(campaignIds)}::jsonb)`;
  await tx.execute(
    sql`insert into ${jobItems} (job_id, position, campaign_id, customer_id, price_at_selection, price_at_selection_minor, price, price_minor, currency, recipients)
      select ${row.id}, selected.position, selected.id::bigint, customer_id, price, price_minor, price, price_minor, currency, recipients
      from ${ids} with ordinality as selected (id, position)
      left join indexed_campaigns on campaign_id = selected.id::bigint`,
  );
  return row.id;
}

async function deleteExtraReviews(tx: Database, memberId: string): Promise<void> {
  const kept = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.memberId, memberId), isNewReview))
    .orderBy(desc(jobs.id))
    .limit(MAX_REVIEWS - 1);
  await tx.delete(jobs).where(and(eq(jobs.memberId, memberId), isNewReview, notInArray(jobs.id, kept)));
}

/** Deletes the jobs that weren't started within a day. */
export async function deleteOldReviews(db: Database): Promise<void> {
  await db.delete(jobs).where(and(isNewReview, lt(jobs.createdAt, ago(KEPT_REVIEW_MS))));
}

/** A job, with the age of its review in milliseconds on the database's clock. */
export type AgedJobRow = JobRow & { readonly reviewAgeMs: number | null };

export async function findJob(db: Database, id: number): Promise<AgedJobRow | undefined> {
  const [row] = await db
    .select({ job: jobs, reviewAgeMs: msSince<number | null>(jobs.checkedAt) })
    .from(jobs)
    .where(eq(jobs.id, id));
  return row && { ...row.job, reviewAgeMs: row.reviewAgeMs };
}

/** Reads a job and locks its row until the transaction ends. */
export async function lockJob(tx: Database, id: number): Promise<AgedJobRow | undefined> {
  await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('update');
  return findJob(tx, id);
}

/** Returns one page of jobs, newest first, and the number of all jobs. */
export async function queryJobs(
  db: Database,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly JobRow[]; readonly total: number }> {
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(jobs)
      .orderBy(desc(jobs.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.$count(jobs),
  ]);
  return { rows, total };
}

/** Returns the jobs in one of these states, oldest first. */
export const queryJobsIn = (db: Database, states: readonly JobState[]): Promise<JobRow[]> =>
  db
    .select()
    .from(jobs)
    .where(inArray(jobs.state, [...states]))
    .orderBy(jobs.id);

/** The total cost of all campaigns in an item's job, in minor units. Null if it isn't known. */
export async function findJobTotal(db: Database, attemptKey: string): Promise<number | null> {
  const [row] = await db
    .select({ total: jobs.total })
    .from(jobItems)
    .innerJoin(jobs, eq(jobs.id, jobItems.jobId))
    .where(eq(jobItems.attemptKey, attemptKey));
  return row?.total ?? null;
}

/** Starts or continues a job whose row is locked. */
export async function setRunning(tx: Database, id: number): Promise<void> {
  await tx
    .update(jobs)
    .set({
      state: 'running',
      startedAt: sql`coalesce(${jobs.startedAt}, now())`,
      endedAt: null,
      stopReason: null,
      stoppedBy: null,
      stoppedAt: null,
    })
    .where(eq(jobs.id, id));
}

/** @param by the email address of the member who stops the job. Null if no member stops it. */
const stopping = (reason: StopReason, by: string | null) =>
  ({ state: 'stopping', stopReason: reason, stoppedBy: by, stoppedAt: sql`now()` }) as const;

/**
 * Stops a running job. No call begins after the end of the transaction.
 * @returns whether the job was running
 */
export async function setStopping(
  tx: Database,
  id: number,
  reason: StopReason,
  by: string | null,
): Promise<boolean> {
  const rows = await tx
    .update(jobs)
    .set(stopping(reason, by))
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running')))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/**
 * Stops the jobs that a member isn't allowed to carry out anymore. Must be called in the transaction that changes
 * the member, after the change.
 * @returns the jobs that were stopped
 */
export async function stopLostJobs(
  tx: Database,
  { id, role, disabledAt }: MemberRow,
): Promise<readonly JobRow[]> {
  const running = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.memberId, id), eq(jobs.state, 'running')))
    .for('update');
  const lost = running.filter(({ action }) => disabledAt !== null || !isAllowed(role, permissionFor(action)));
  if (lost.length === 0) return [];
  const ids = lost.map((job) => job.id);
  await tx.update(jobs).set(stopping('lost_permission', null)).where(inArray(jobs.id, ids));
  await queueStoppedNotifications(tx, ids);
  return lost;
}

const hasItemsIn = (states: readonly JobItemState[]): SQL =>
  sql`exists (select from ${jobItems} where ${jobItems.jobId} = ${jobs.id} and ${inArray(jobItems.state, [...states])})`;

/**
 * Marks a stopping job as stopped once no server is working on any of its campaigns.
 * @returns whether the job stopped
 */
export async function setStoppedIfIdle(tx: Database, id: number): Promise<boolean> {
  const rows = await tx
    .update(jobs)
    .set({ state: 'stopped' })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'stopping'), sql`not ${hasItemsIn(['started'])}`))
    .returning({ id: jobs.id });
  return rows.length > 0;
}

/** How long a job waits for a reading that shows whether a reschedule canceled the campaign. */
const READING_MS = MINUTE_MS;

/**
 * A reschedule whose server died before or after the cancellation, and whose campaign hasn't been read since. If the
 * reading shows that the campaign was canceled, the job sends the campaign.
 */
const mayContinue = sql`exists (select from ${jobItems} inner join ${attempts} on ${attempts.itemKey} = ${jobItems.attemptKey}
  where ${jobItems.jobId} = ${jobs.id} and ${attempts.state} = 'unknown' and ${attempts.reschedule} ->> 'part' = 'cancel'
  and ${attempts.readAt} is null and ${startedWithin(READING_MS)})`;

/**
 * Marks a job as ended if nothing is left to do, even if it is being stopped. Must be called in a
 * transaction. Locks the job first, so that an item that is being put back is counted as unfinished. A
 * running job first waits for reschedules that may have to be continued.
 * @returns whether the job ended
 */
export async function setEndedIfDone(tx: Database, id: number): Promise<boolean> {
  await lockJob(tx, id);
  const rows = await tx
    .update(jobs)
    .set({ state: 'ended', endedAt: sql`now()` })
    .where(
      and(
        eq(jobs.id, id),
        inArray(jobs.state, ['running', 'stopping']),
        sql`not ${hasItemsIn(['ready', 'started'])}`,
        sql`(${jobs.state} = 'stopping' or not ${mayContinue})`,
      ),
    )
    .returning({ id: jobs.id });
  return rows.length > 0;
}
