/** Counts and lists the campaigns in bulk jobs, and adds up their amounts. */
import 'server-only';
import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import {
  JOB_ITEM_STATES,
  type JobCounts,
  type JobItemState,
  type JobTotal,
  type LeftOutReason,
} from '#lib/domain/job.ts';
import { ago } from './attempts.ts';
import type { JobItemRow } from './job-work.ts';
import { jobItems, jobs } from './schema/jobs.ts';

/** The counts of a job without campaigns. */
export const NO_ITEMS = Object.fromEntries(
  JOB_ITEM_STATES.map((state) => [state, 0]),
) as unknown as JobCounts;

/** Returns how many items each job has in each state. */
export async function countItems(
  db: Database,
  jobIds: readonly number[],
): Promise<ReadonlyMap<number, JobCounts>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .select({ jobId: jobItems.jobId, state: jobItems.state, items: count() })
    .from(jobItems)
    .where(inArray(jobItems.jobId, [...jobIds]))
    .groupBy(jobItems.jobId, jobItems.state);
  const countsOf = (jobId: number) =>
    rows.filter((row) => row.jobId === jobId).map(({ state, items }) => [state, items]);
  return new Map(jobIds.map((id) => [id, { ...NO_ITEMS, ...Object.fromEntries(countsOf(id)) }]));
}

/** The period over which a job's speed is measured. */
const SPEED_MS = 60_000;

/**
 * Measures how fast a job's campaigns are read or processed.
 * @param step the column that contains the time when the step was finished
 * @returns campaigns per millisecond, or null if the step wasn't finished for any campaign in the last minute
 */
export async function measureSpeed(
  db: Database,
  jobId: number,
  step: 'readAt' | 'settledAt',
): Promise<number | null> {
  const column = jobItems[step];
  const [row] = await db
    .select({
      items: count(),
      ms: sql`extract(epoch from now() - min(${column})) * 1000`.mapWith(Number),
    })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), gt(column, ago(SPEED_MS))));
  return row && row.items > 0 ? row.items / Math.max(row.ms, 1) : null;
}

export const countUnpriced = sql`count(*) filter (where ${jobItems.priceMinor} is null)`.mapWith(Number);
export const sumOf = (amount: SQL | typeof jobItems.priceMinor) =>
  sql`coalesce(sum(${amount}), 0)`.mapWith(Number);

/**
 * The campaigns that the job works on. During a review, those that it will work on once the job is started.
 */
const isIncluded = (jobId: number) =>
  and(
    eq(jobItems.jobId, jobId),
    ne(jobItems.state, 'left_out'),
    sql`(${jobItems.state} = 'ready' or not exists (select from ${jobs} where ${jobs.id} = ${jobId} and ${jobs.state} = 'ready_for_review'))`,
  );

/** Returns the count and sums of the campaigns that the job works on, for each currency. */
export const sumByCurrency = (db: Database, jobId: number): Promise<JobTotal[]> =>
  db
    .select({
      currency: jobItems.currency,
      campaigns: count(),
      price: sumOf(jobItems.priceMinor),
      priceAtSelection: sumOf(
        sql`case when ${jobItems.priceMinor} is not null then coalesce(${jobItems.priceAtSelectionMinor}, ${jobItems.priceMinor}) end`,
      ),
      billed: sumOf(sql`${jobItems.billed}`),
      unpriced: countUnpriced,
    })
    .from(jobItems)
    .where(isIncluded(jobId))
    .groupBy(jobItems.currency)
    .orderBy(desc(count()), asc(jobItems.currency));

const isPriceChanged = sql`(${jobItems.priceAtSelectionMinor} is not null and ${jobItems.priceMinor} is not null and ${jobItems.priceAtSelectionMinor} <> ${jobItems.priceMinor})`;

/** Returns the numbers in a job's review that don't depend on the currency. */
export async function sumItems(db: Database, jobId: number) {
  const [row] = await db
    .select({
      campaigns: count(),
      customers: sql`count(distinct ${jobItems.customerId})`.mapWith(Number),
      addresses: sql`count(distinct lower(${jobItems.email}))`.mapWith(Number),
      recipients: sumOf(sql`${jobItems.recipients}`),
      changedPrices: sql`count(*) filter (where ${isPriceChanged})`.mapWith(Number),
      firstSendAt: sql`min(${jobItems.sendAt})`.mapWith(jobItems.sendAt),
      lastSendAt: sql`max(${jobItems.sendAt})`.mapWith(jobItems.sendAt),
    })
    .from(jobItems)
    .where(isIncluded(jobId));
  return row;
}

/**
 * Returns the count and sums of the campaigns for each send time and currency. A plan has at most one send
 * time per day.
 */
export const sumBySendTime = (db: Database, jobId: number) =>
  db
    .select({
      sendAt: jobItems.sendAt,
      currency: jobItems.currency,
      campaigns: count(),
      recipients: sumOf(sql`${jobItems.recipients}`),
      price: sumOf(jobItems.priceMinor),
      unpriced: countUnpriced,
    })
    .from(jobItems)
    .where(and(isIncluded(jobId), isNotNull(jobItems.sendAt)))
    .groupBy(jobItems.sendAt, jobItems.currency)
    .orderBy(jobItems.sendAt, jobItems.currency);

/** Counts the campaigns that were left out, by reason. The most frequent reason comes first. */
export async function countLeftOut(
  db: Database,
  jobId: number,
): Promise<readonly { readonly reason: LeftOutReason; readonly campaigns: number }[]> {
  const rows = await db
    .select({ reason: jobItems.leftOut, campaigns: count() })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'left_out')))
    .groupBy(jobItems.leftOut)
    .orderBy(desc(count()), asc(jobItems.leftOut));
  return rows.flatMap(({ reason, campaigns }) => (reason === null ? [] : [{ reason, campaigns }]));
}

/**
 * Returns the total cost of the campaigns that aren't left out, at the higher of the prices with and without a copy for
 * the sender. Null if any of the prices isn't known.
 */
export async function sumHighestTotals(db: Database, jobId: number): Promise<number | null> {
  const [row] = await db
    .select({
      total: sumOf(sql`${jobItems.highestTotal}`),
      unknown: sql`count(*) filter (where ${jobItems.highestTotal} is null)`.mapWith(Number),
    })
    .from(jobItems)
    .where(isIncluded(jobId));
  return row && row.unknown === 0 ? row.total : null;
}

/** Returns the positions of the campaigns that a job would work on, in order. */
export async function queryReadyPositions(db: Database, jobId: number): Promise<readonly number[]> {
  const rows = await db
    .select({ position: jobItems.position })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), eq(jobItems.state, 'ready')))
    .orderBy(jobItems.position);
  return rows.map(({ position }) => position);
}

/** Sets the send time of the ready campaigns in a range of positions, or the reason for leaving them out. */
export async function assignSlot(
  tx: Database,
  jobId: number,
  { from, to }: { readonly from: number; readonly to: number },
  slot: { readonly at: number } | { readonly leftOut: LeftOutReason },
): Promise<void> {
  await tx
    .update(jobItems)
    .set('at' in slot ? { sendAt: new Date(slot.at) } : { state: 'left_out', leftOut: slot.leftOut })
    .where(
      and(
        eq(jobItems.jobId, jobId),
        eq(jobItems.state, 'ready'),
        sql`${jobItems.position} between ${from} and ${to}`,
      ),
    );
}

/** Leaves out a reschedule's campaigns that are already scheduled for their assigned time. */
export async function leaveOutUnmoved(tx: Database, jobId: number): Promise<void> {
  await tx
    .update(jobItems)
    .set({ state: 'left_out', leftOut: 'same_send_time', sendAt: null })
    .where(
      and(
        eq(jobItems.jobId, jobId),
        eq(jobItems.state, 'ready'),
        sql`(${jobItems.reviewed} -> 'queued' ->> 'sendAt')::timestamptz = ${jobItems.sendAt}`,
      ),
    );
}

export interface ItemFilter {
  readonly states?: readonly JobItemState[] | undefined;
  readonly leftOut?: readonly LeftOutReason[] | undefined;
  /** Selects the campaigns whose prices changed between the selection and the review. */
  readonly changedPrice?: boolean | undefined;
}

const matching = (jobId: number, { states, leftOut, changedPrice }: ItemFilter): SQL | undefined =>
  and(
    eq(jobItems.jobId, jobId),
    states && inArray(jobItems.state, [...states]),
    leftOut && inArray(jobItems.leftOut, [...leftOut]),
    changedPrice ? and(ne(jobItems.state, 'left_out'), isPriceChanged) : undefined,
  );

/** Items that need review come first, followed by refused items, started items, and the latest results. */
const rank = sql`case ${jobItems.state} when 'unknown' then 0 when 'refused' then 1 when 'started' then 2
  when 'done' then 3 when 'ready' then 4 when 'checking' then 5 else 6 end`;

/** Returns one page of a job's campaigns, and the number of campaigns that match. */
export async function queryItems(
  db: Database,
  jobId: number,
  filter: ItemFilter,
  { page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ readonly rows: readonly JobItemRow[]; readonly total: number }> {
  const where = matching(jobId, filter);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(jobItems)
      .where(where)
      .orderBy(rank, sql`${jobItems.settledAt} desc nulls last`, jobItems.position)
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.$count(jobItems, where),
  ]);
  return { rows, total };
}

/** Returns a job's next campaigns in order of position, for exports. */
export const queryItemsAfter = (
  db: Database,
  jobId: number,
  position: number,
  limit: number,
): Promise<JobItemRow[]> =>
  db
    .select()
    .from(jobItems)
    .where(and(eq(jobItems.jobId, jobId), gt(jobItems.position, position)))
    .orderBy(jobItems.position)
    .limit(limit);
