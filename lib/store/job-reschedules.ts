/**
 * Finds the campaigns in bulk jobs that a reschedule canceled and that haven't been scheduled again. The job
 * then only has to send them.
 */
import 'server-only';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { JobItemState } from '#lib/domain/job.ts';
import { NOT_RESCHEDULED } from '#lib/domain/reschedule.ts';
import { leftUnscheduled } from './attempt-queries.ts';
import type { JobItemRow } from './job-work.ts';
import { attempts } from './schema/attempts.ts';
import { jobItems } from './schema/jobs.ts';

/**
 * A reschedule to the item's time left the item's campaign canceled. A member can also reschedule the
 * campaign to this time on the campaign's page.
 */
const isUnscheduled = sql`(${jobItems.campaignId}, ${jobItems.sendAt}) in (
  select ${attempts.campaignId}, (${attempts.reschedule} ->> 'sendAt')::timestamptz from ${attempts} where ${leftUnscheduled})`;

/** Selects the items whose campaigns are scheduled, or were never canceled. */
export const notUnscheduled = sql`(${jobItems.sendAt} is null or not ${isUnscheduled})`;

const isOfJob = (jobId: number, states: readonly JobItemState[]): SQL | undefined =>
  and(eq(jobItems.jobId, jobId), inArray(jobItems.state, [...states]), isUnscheduled);

/** Whether the item's campaign was canceled for a reschedule and hasn't been scheduled again. */
export async function isItemUnscheduled(
  db: Database,
  { jobId, position, reviewed }: JobItemRow,
): Promise<boolean> {
  if (!reviewed?.queued) return false;
  return (await db.$count(jobItems, and(isItem(jobId, position), isUnscheduled))) > 0;
}

const isItem = (jobId: number, position: number): SQL | undefined =>
  and(eq(jobItems.jobId, jobId), eq(jobItems.position, position));

/**
 * Whether an item has ended, but its campaign was canceled and might not have been scheduled again. False if
 * the item has another key, because the job is then working on the item again.
 */
export async function hasEndedUnscheduled(
  db: Database,
  { jobId, position, attemptKey, reviewed }: JobItemRow,
): Promise<boolean> {
  if (!reviewed?.queued) return false;
  const isSending = sql`exists (select from ${attempts} where ${attempts.itemKey} = ${attemptKey} and ${attempts.state} = 'unknown' and ${attempts.reschedule} ->> 'part' = 'send')`;
  const count = await db.$count(
    jobItems,
    and(
      isItem(jobId, position),
      eq(jobItems.attemptKey, attemptKey),
      inArray(jobItems.state, ['refused', 'unknown']),
      or(isUnscheduled, isSending),
    ),
  );
  return count > 0;
}

/** Returns how many campaigns in a job were canceled and haven't been scheduled again. */
export const countUnscheduled = (db: Database, jobId: number): Promise<number> =>
  db.$count(jobItems, isOfJob(jobId, ['ready', 'started', 'refused']));

/** Returns the keys of the given items whose campaigns were canceled and not scheduled again. */
export async function queryUnscheduledKeys(
  db: Database,
  items: readonly JobItemRow[],
): Promise<ReadonlySet<string>> {
  const keys = items.filter(({ reviewed }) => reviewed?.queued).map(({ attemptKey }) => attemptKey);
  if (keys.length === 0) return new Set();
  const rows = await db
    .select({ key: jobItems.attemptKey })
    .from(jobItems)
    .where(and(inArray(jobItems.attemptKey, keys), isUnscheduled));
  return new Set(rows.map(({ key }) => key));
}

/** Returns the positions of the canceled campaigns that the job is, or will be, working on again. */
export async function queryUnscheduledPositions(db: Database, jobId: number): Promise<readonly number[]> {
  const rows = await db
    .select({ position: jobItems.position })
    .from(jobItems)
    .where(isOfJob(jobId, ['ready', 'started']));
  return rows.map(({ position }) => position);
}

/**
 * Refuses the items of canceled campaigns that the job would have worked on again. Called when a job stops,
 * so that no item is left half done.
 */
export async function refuseUnscheduled(db: Database, jobId: number): Promise<void> {
  await db
    .update(jobItems)
    .set({ state: 'refused', failure: NOT_RESCHEDULED, settledAt: sql`now()`, notBefore: null })
    .where(isOfJob(jobId, ['ready']));
}
