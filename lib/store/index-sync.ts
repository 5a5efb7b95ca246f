/** Reads and writes the progress of the index's sync, and finds what the sync has to read next. */
import 'server-only';
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexSync } from './schema/campaign-index.ts';
import { sessions } from './schema/sessions.ts';

export type WalkName = 'head' | 'active' | 'payments' | 'sweep';

/** How far a walk is. Times are in milliseconds before now, on the database's clock. */
export interface WalkState {
  /** How long ago the walk that is under way began. Null if none is under way. */
  readonly startedMsAgo: number | null;
  /** How long ago the last complete walk began. Null if no walk has been complete yet. */
  readonly freshMsAgo: number | null;
  /** Where the walk under way continues. */
  readonly position: unknown;
  readonly done: number;
  readonly total: number | null;
  /** Why the last call failed. Null if it succeeded. */
  readonly failure: string | null;
}

const NEVER: WalkState = {
  startedMsAgo: null,
  freshMsAgo: null,
  position: null,
  done: 0,
  total: null,
  failure: null,
};

const msSinceOrNull = (column: typeof indexSync.startedAt | typeof indexSync.completedStartedAt) =>
  sql<number | null>`(extract(epoch from clock_timestamp() - ${column}) * 1000)::float8`;

export async function readWalks(db: Database): Promise<ReadonlyMap<string, WalkState>> {
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

export const readWalk = async (db: Database, name: WalkName): Promise<WalkState> =>
  (await readWalks(db)).get(name) ?? NEVER;

/** Records that a walk begins. */
export async function startWalk(db: Database, name: WalkName, position: unknown = null): Promise<void> {
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

interface WalkProgress {
  readonly position?: unknown;
  /** The number of campaigns read since the last call. */
  readonly added?: number;
  readonly total?: number | undefined;
  readonly failure?: string | null;
}

/** Records where a walk is. */
export async function advanceWalk(
  db: Database,
  name: WalkName,
  { added = 0, failure = null, ...changes }: WalkProgress,
): Promise<void> {
  await db
    .update(indexSync)
    .set({ ...changes, failure, done: sql`${indexSync.done} + ${added}`, advancedAt: sql`clock_timestamp()` })
    .where(eq(indexSync.name, name));
}

/** Records that a walk has read everything. */
export async function completeWalk(db: Database, name: WalkName): Promise<void> {
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

/** Counts the campaigns among `ids` that have changed in the index since the walk began. */
export async function countChangedSince(
  db: Database,
  name: WalkName,
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

/**
 * Returns campaigns in the index that the sweep under way hasn't read, in the order of their ids.
 * @param after returns only campaigns with a greater id
 */
export async function listUnreadBySweep(
  db: Database,
  after: number,
  limit: number,
): Promise<readonly number[]> {
  const startedAt = db.select({ at: indexSync.startedAt }).from(indexSync).where(eq(indexSync.name, 'sweep'));
  const { campaignId, goneAt, readAt } = indexedCampaigns;
  const rows = await db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(and(gt(campaignId, after), isNull(goneAt), or(isNull(readAt), lt(readAt, sql`(${startedAt})`))))
    .orderBy(campaignId)
    .limit(limit);
  return rows.map((row) => row.campaignId);
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
