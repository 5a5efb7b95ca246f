/** Relates this process's clock to the database's clock, which all servers share. */
import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { singleton } from '#lib/runtime/singleton.ts';

const state = singleton('clockOffset', () => ({ lastMs: undefined as number | undefined }));

export interface ClockReading {
  /** The database's time, in milliseconds since the epoch. */
  readonly now: number;
  /** The number of milliseconds to add to `performance.now()` to get the database's time. */
  readonly offset: number;
}

/**
 * Reads the database's clock. With the offset, requests by this process keep their order, however long the
 * database takes to answer, unless its clock is set.
 */
export async function readDatabaseClock(db: Database): Promise<ClockReading> {
  const before = performance.now();
  const [row] = await db
    .select({ now: sql<string>`extract(epoch from clock_timestamp()) * 1000` })
    .from(sql`(values (1)) as one`);
  const now = Number(row?.now);
  state.lastMs = nearestOffset(state.lastMs, now - performance.now(), now - before);
  return { now, offset: state.lastMs };
}

/**
 * Returns the last offset if the database's answer allows it, and otherwise the nearest offset that it allows. The
 * database read its clock at an unknown time between the query and the answer, so the answer allows a range of
 * offsets. The first offset is the lowest, so that later answers can only raise it: if the offset fell, a request
 * could appear to be older than the request before it.
 */
export const nearestOffset = (last: number | undefined, min: number, max: number): number =>
  last === undefined ? min : Math.min(Math.max(last, min), max);
