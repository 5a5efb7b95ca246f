/** Deletes rows in small statements, so that no statement keeps the database busy for long. */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';

/** The maximum number of rows that one statement deletes. */
export const BATCH_ROWS = 500;

/** Returns the time `days` ago on the database's clock. */
export const daysAgo = (days: number): SQL => sql`now() - ${days} * interval '1 day'`;

/**
 * Deletes at most BATCH_ROWS of the rows that meet the condition.
 * @returns how many rows were deleted. If fewer than BATCH_ROWS were deleted, no other rows meet the
 *   condition.
 */
export async function deleteSome(
  db: Database,
  table: PgTable,
  condition: SQL | undefined,
  limit = BATCH_ROWS,
): Promise<number> {
  const rows = await db
    .delete(table)
    .where(sql`ctid = any(array(select ctid from ${table} where ${condition} limit ${limit}))`)
    .returning({ deleted: sql`1` });
  return rows.length;
}
