import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database of either kind, or a transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;

/** Runs SQL that drizzle can't express, and returns the rows. */
export const queryRows = async <Row>(db: Database, text: SQL): Promise<readonly Row[]> =>
  ((await db.execute(text)) as unknown as { readonly rows: readonly Row[] }).rows;
