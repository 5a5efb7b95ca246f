import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database of either kind, or a transaction. */
export type Database = PgDatabase<PgQueryResultHKT>;
