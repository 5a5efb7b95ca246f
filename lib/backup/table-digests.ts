/** Each table's number of rows and a hash of its contents, to compare a backup with its database. */
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, queryRows } from '#lib/database/database.ts';

const digest = z.object({ rows: z.number(), hash: z.string() });
export const tableDigests = z.record(z.string(), digest);
export type TableDigests = z.infer<typeof tableDigests>;

/**
 * Reads the number of rows and the hash of every table, at a single point in time. The hash doesn't depend on
 * the rows' order.
 */
export function readTableDigests(db: Database): Promise<TableDigests> {
  return db.transaction(
    async (tx) => {
      // How a time is written as text depends on these settings.
      await tx.execute(sql`set local time zone 'UTC'`);
      await tx.execute(sql`set local datestyle = 'ISO, YMD'`);
      const tables = await queryRows<{ name: string }>(
        tx,
        sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
      );
      const digests: TableDigests = {};
      for (const { name } of tables) {
        const [row] = await queryRows<{ rows: number; hash: string }>(
          tx,
          sql`select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as hash
            from ${sql.identifier(name)} as t`,
        );
        if (row) digests[name] = { rows: row.rows, hash: row.hash };
      }
      return digests;
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** Returns the names of the tables whose rows differ. */
export const findDifferences = (one: TableDigests, other: TableDigests): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => one[name]?.rows !== other[name]?.rows || one[name]?.hash !== other[name]?.hash,
  );
