/** Relates this process's clock to the database's clock, which all servers share. */
import 'server-only';
import { sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { singleton } from '#lib/runtime/singleton.ts';

const state = singleton('clockOffset', () => ({ lastMs: undefined as number | undefined }));

/**
 * Returns the number of milliseconds to add to `performance.now()` to get the database's time since the epoch.
 * Readings by this process keep their order, however long the database takes to answer.
 */
export async function readClockOffset(db: Database): Promise<number> {
  const before = performance.now();
  const [row] = await db
    .select({ now: sql<string>`extract(epoch from clock_timestamp()) * 1000` })
    .from(sql`(values (1)) as one`);
  const now = Number(row?.now);
  state.lastMs = nearestOffset(state.lastMs, now - performance.now(), now - before);
  return state.lastMs;
}

/**
 * Returns the last offset if the database's answer allows it, and otherwise the nearest possible offset. The
 * database read its clock at an unknown time between the query and the answer, so the answer allows a range of
 * offsets. If each answer led to a new estimate, a reading could appear to be older than the reading before it.
 */
export const nearestOffset = (last: number | undefined, min: number, max: number): number =>
  last === undefined ? (min + max) / 2 : Math.min(Math.max(last, min), max);
