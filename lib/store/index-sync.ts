/** Reads and writes the progress of the index's sync, and finds what the sync has to read next. */
import 'server-only';
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { isReadInFuture, lastReadAt } from './last-readings.ts';
import { indexedCampaigns, indexSync } from './schema/campaign-index.ts';
import { sessions } from './schema/sessions.ts';
import { isDraftUnread } from './schema/spending-columns.ts';

export type SyncTaskName = 'rebuild' | 'head' | 'active' | 'payments' | 'sweep' | 'totals' | 'maintenance';

/** The state of a task. Times are in milliseconds before now, on the database's clock. */
export interface SyncTaskState {
  /** How long ago the current run of the task began. Null if the task isn't running. */
  readonly startedMsAgo: number | null;
  /** When the current run began. Identifies the run, because another server may have started a new one. */
  readonly run: TaskRun | null;
  /** How long ago the last completed run began. Null if no run has been completed yet. */
  readonly freshMsAgo: number | null;
  /** Where the current run will continue. */
  readonly position: unknown;
  readonly done: number;
  readonly total: number | null;
  /** Why the last call failed. Null if it succeeded. */
  readonly failure: string | null;
}

/** When a run began, as text, to keep the database's precision. */
export type TaskRun = string;

const runOf = sql<TaskRun | null>`${indexSync.startedAt}::text`;

const NEVER: SyncTaskState = {
  startedMsAgo: null,
  run: null,
  freshMsAgo: null,
  position: null,
  done: 0,
  total: null,
  failure: null,
};

const msSinceOrNull = (column: typeof indexSync.startedAt | typeof indexSync.completedStartedAt) =>
  sql<number | null>`(extract(epoch from clock_timestamp() - ${column}) * 1000)::float8`;

export async function readTasks(db: Database): Promise<ReadonlyMap<string, SyncTaskState>> {
  const rows = await db
    .select({
      name: indexSync.name,
      startedMsAgo: msSinceOrNull(indexSync.startedAt),
      run: runOf,
      freshMsAgo: msSinceOrNull(indexSync.completedStartedAt),
      position: indexSync.position,
      done: indexSync.done,
      total: indexSync.total,
      failure: indexSync.failure,
    })
    .from(indexSync);
  return new Map(rows.map(({ name, ...state }) => [name, state]));
}

export const readTask = async (db: Database, name: SyncTaskName): Promise<SyncTaskState> =>
  (await readTasks(db)).get(name) ?? NEVER;

/** Records that a task has begun. */
export async function startTask(
  db: Database,
  name: SyncTaskName,
  position: unknown = null,
): Promise<TaskRun | null> {
  const values = {
    startedAt: sql`clock_timestamp()`,
    advancedAt: sql`clock_timestamp()`,
    position,
    // A failure stays until a call succeeds, so that pages can say that the mail service isn't answering.
    done: 0,
  };
  const [row] = await db
    .insert(indexSync)
    .values({ name, ...values })
    .onConflictDoUpdate({ target: indexSync.name, set: values })
    .returning({ run: runOf });
  return row?.run ?? null;
}

/** Matches only the given run, so that a server that lost the lease can't change a later run. */
const isUnderWay = (name: SyncTaskName, run: TaskRun | null) =>
  and(eq(indexSync.name, name), sql`${indexSync.startedAt} = ${run}::timestamptz`);

interface SyncTaskProgress {
  readonly position?: unknown;
  /** The number of campaigns read since the last call. */
  readonly added?: number;
  readonly total?: number | undefined;
  readonly failure?: string | null;
}

/** Records a task's progress. */
export async function advanceTask(
  db: Database,
  name: SyncTaskName,
  run: TaskRun | null,
  { added = 0, failure = null, ...changes }: SyncTaskProgress,
): Promise<void> {
  await db
    .update(indexSync)
    .set({ ...changes, failure, done: sql`${indexSync.done} + ${added}`, advancedAt: sql`clock_timestamp()` })
    .where(isUnderWay(name, run));
}

/** Records that a task has read everything. */
export async function completeTask(db: Database, name: SyncTaskName, run: TaskRun | null): Promise<void> {
  await db
    .update(indexSync)
    .set({
      completedAt: sql`clock_timestamp()`,
      completedStartedAt: indexSync.startedAt,
      startedAt: null,
      position: null,
      failure: null,
    })
    .where(isUnderWay(name, run));
}

/** Counts the campaigns among `ids` that have changed in the index since the task began. */
export async function countChangedSince(
  db: Database,
  name: SyncTaskName,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const startedAt = db.select({ at: indexSync.startedAt }).from(indexSync).where(eq(indexSync.name, name));
  return db.$count(
    indexedCampaigns,
    and(inArray(indexedCampaigns.campaignId, [...ids]), gt(indexedCampaigns.changedAt, sql`(${startedAt})`)),
  );
}

const minutesAgo = (count: number) => sql`now() - ${count} * interval '1 minute'`;

/**
 * Returns the drafts whose checkouts should be read. The first drafts, newest first, are those that have
 * changed since their checkouts were read. Next are the drafts whose checkouts seem to have been read in the
 * future, because the database's clock was set back. At the end are the drafts whose checkouts haven't been
 * read for `staleMinutes`, starting with those that have waited longest. Each query uses one database index.
 */
export async function listPaymentsToRead(
  db: Database,
  staleMinutes: number,
  limit: number,
): Promise<readonly number[]> {
  const { campaignId, status, isListed, checkoutReadAt, createdAt } = indexedCampaigns;
  const unread = await db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(isDraftUnread(indexedCampaigns))
    .orderBy(desc(createdAt), desc(campaignId))
    .limit(limit);
  const listDrafts = (isDue: SQL, atMost: number) =>
    db
      .select({ campaignId })
      .from(indexedCampaigns)
      .where(sql`${isListed} and ${status} = 'draft' and ${isDue}`)
      .orderBy(checkoutReadAt)
      .limit(atMost);
  const future = await listDrafts(sql`${checkoutReadAt} > now()`, limit - unread.length);
  const stale = await listDrafts(
    sql`${checkoutReadAt} < ${minutesAgo(staleMinutes)}`,
    limit - unread.length - future.length,
  );
  return [...new Set([...unread, ...future, ...stale].map((row) => row.campaignId))];
}

/**
 * Whether there is a draft whose checkout hasn't been read since the last change to the draft or to a credit
 * that its checkout showed.
 */
export async function isAnyDraftUnread(db: Database): Promise<boolean> {
  const [row] = await db
    .select({ id: sql`1` })
    .from(indexedCampaigns)
    .where(isDraftUnread(indexedCampaigns))
    .limit(1);
  return row !== undefined;
}

/** Returns campaigns with one of these statuses that haven't been read since the task began. */
export async function listUnreadSince(
  db: Database,
  run: TaskRun | null,
  statuses: readonly string[],
  limit: number,
): Promise<readonly number[]> {
  const { campaignId, isListed, status } = indexedCampaigns;
  const rows = await db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(
      and(
        isListed,
        inArray(status, [...statuses]),
        sql`(${lastReadAt} < ${run}::timestamptz or ${isReadInFuture})`,
      ),
    )
    .limit(limit);
  return rows.map((row) => row.campaignId);
}

/** The number of rows that each call to `listUnreadBySweep` checks, so that no call takes long. */
const ROWS_AT_A_TIME = 10_000;

/**
 * Returns campaigns in the index that the current sweep hasn't read, in the order of their ids.
 * @param after looks only at campaigns with greater ids
 * @returns some of the campaigns' ids, and the id after which to continue. That id is null at the end.
 */
export async function listUnreadBySweep(
  db: Database,
  after: number,
): Promise<{ readonly ids: readonly number[]; readonly last: number | null }> {
  const startedAt = db.select({ at: indexSync.startedAt }).from(indexSync).where(eq(indexSync.name, 'sweep'));
  const { campaignId, goneAt, readAt } = indexedCampaigns;
  const isUnread = sql<boolean>`${goneAt} is null and (${readAt} is null or ${lastReadAt} < (${startedAt}) or ${isReadInFuture})`;
  const some = db
    .select({ campaignId, isUnread: isUnread.as('is_unread') })
    .from(indexedCampaigns)
    .where(gt(campaignId, after))
    .orderBy(campaignId)
    .limit(ROWS_AT_A_TIME)
    .as('some');
  const [row] = await db
    .select({
      ids: sql<
        number[]
      >`coalesce(json_agg(${some.campaignId} order by ${some.campaignId}) filter (where ${some.isUnread}), '[]')`,
      last: sql<string | null>`max(${some.campaignId})`,
    })
    .from(some);
  return { ids: row?.ids ?? [], last: row?.last ? Number(row.last) : null };
}

/** Whether a member has used the console in the last `minutes` minutes. */
export async function isConsoleInUse(db: Database, minutes: number): Promise<boolean> {
  const [row] = await db
    .select({ id: sql`1` })
    .from(sessions)
    .where(gt(sessions.lastUsedAt, minutesAgo(minutes)))
    .limit(1);
  return row !== undefined;
}
