/** Reads and writes the progress of the index's sync, and finds what the sync has to read next. */
import 'server-only';
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexSync } from './schema/campaign-index.ts';
import { sessions } from './schema/sessions.ts';

export type SyncTaskName = 'head' | 'active' | 'payments' | 'sweep' | 'maintenance';

/** How far a task is. Times are in milliseconds before now, on the database's clock. */
export interface SyncTaskState {
  /** How long ago the task that is under way began. Null if none is under way. */
  readonly startedMsAgo: number | null;
  /** How long ago the last complete task began. Null if no task has been complete yet. */
  readonly freshMsAgo: number | null;
  /** Where the task under way continues. */
  readonly position: unknown;
  readonly done: number;
  readonly total: number | null;
  /** Why the last call failed. Null if it succeeded. */
  readonly failure: string | null;
}

const NEVER: SyncTaskState = {
  startedMsAgo: null,
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

/** Records that a task begins. */
export async function startTask(db: Database, name: SyncTaskName, position: unknown = null): Promise<void> {
  const values = {
    startedAt: sql`clock_timestamp()`,
    advancedAt: sql`clock_timestamp()`,
    position,
    done: 0,
    failure: null,
  };
  await db
    .insert(indexSync)
    .values({ name, ...values })
    .onConflictDoUpdate({ target: indexSync.name, set: values });
}

interface SyncTaskProgress {
  readonly position?: unknown;
  /** The number of campaigns read since the last call. */
  readonly added?: number;
  readonly total?: number | undefined;
  readonly failure?: string | null;
}

/** Records where a task is. */
export async function advanceTask(
  db: Database,
  name: SyncTaskName,
  { added = 0, failure = null, ...changes }: SyncTaskProgress,
): Promise<void> {
  await db
    .update(indexSync)
    .set({ ...changes, failure, done: sql`${indexSync.done} + ${added}`, advancedAt: sql`clock_timestamp()` })
    .where(eq(indexSync.name, name));
}

/** Records that a task has read everything. */
export async function completeTask(db: Database, name: SyncTaskName): Promise<void> {
  await db
    .update(indexSync)
    .set({
      completedAt: sql`clock_timestamp()`,
      completedStartedAt: indexSync.startedAt,
      startedAt: null,
      position: null,
      failure: null,
    })
    .where(eq(indexSync.name, name));
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

/** Returns the drafts whose checkout should be read: drafts without a reading first, then newest first. */
export async function listPaymentsToRead(
  db: Database,
  staleMinutes: number,
  limit: number,
): Promise<readonly number[]> {
  const { campaignId, status, goneAt, readAt, checkoutReadAt, changedAt, createdAt } = indexedCampaigns;
  const rows = await db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(
      and(
        eq(status, 'draft'),
        isNull(goneAt),
        sql`${readAt} is not null`,
        or(
          isNull(checkoutReadAt),
          lt(checkoutReadAt, changedAt),
          lt(checkoutReadAt, minutesAgo(staleMinutes)),
        ),
      ),
    )
    .orderBy(sql`${checkoutReadAt} is not null`, desc(createdAt), desc(campaignId))
    .limit(limit);
  return rows.map((row) => row.campaignId);
}

/** The number of rows that one call of `listUnreadBySweep` looks at, so that no call takes long. */
const ROWS_AT_A_TIME = 10_000;

/**
 * Returns campaigns in the index that the sweep under way hasn't read, in the order of their ids.
 * @param after looks only at campaigns with a greater id
 * @returns some of the campaigns' ids, and the id after which to continue. That id is null at the end.
 */
export async function listUnreadBySweep(
  db: Database,
  after: number,
): Promise<{ readonly ids: readonly number[]; readonly last: number | null }> {
  const startedAt = db.select({ at: indexSync.startedAt }).from(indexSync).where(eq(indexSync.name, 'sweep'));
  const { campaignId, goneAt, readAt } = indexedCampaigns;
  const isUnread = sql<boolean>`${goneAt} is null and (${readAt} is null or ${readAt} < (${startedAt}))`;
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

/** Whether a member has used the console in the last minutes. */
export async function isConsoleInUse(db: Database, minutes: number): Promise<boolean> {
  const [row] = await db
    .select({ id: sql`1` })
    .from(sessions)
    .where(gt(sessions.lastUsedAt, minutesAgo(minutes)))
    .limit(1);
  return row !== undefined;
}
