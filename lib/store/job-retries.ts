/** Finds the refused campaigns of bulk jobs that are worth retrying. */
import 'server-only';
import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { FINAL_REFUSALS } from '#lib/domain/job-check.ts';
import { notUnscheduled } from './job-reschedules.ts';
import { jobItems } from './schema/jobs.ts';

const { failure } = jobItems;
const reason = sql`coalesce(${failure} ->> 'code', ${failure} ->> 'kind', '')`;

/**
 * Selects the refused items that could have a different outcome if they are retried. A campaign that a
 * reschedule canceled can always be scheduled.
 */
const isWorthRetrying: SQL | undefined = or(
  notInArray(reason, [...FINAL_REFUSALS]),
  sql`not ${notUnscheduled}`,
);

/**
 * Selects the same items.
 * @param isTooLate whether it is too late to schedule the campaigns that a reschedule canceled
 */
export const worthRetrying = (isTooLate: boolean): SQL | undefined =>
  and(isWorthRetrying, isTooLate ? notUnscheduled : undefined);

/** Counts a job's refused items that are worth retrying. */
export const countRetryable = (db: Database, jobId: number): Promise<number> =>
  db.$count(jobItems, and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'refused'), isWorthRetrying));
