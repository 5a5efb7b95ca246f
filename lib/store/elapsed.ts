import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Returns an SQL expression for the time since a column's value, in milliseconds on the database's clock,
 * which all servers share.
 * @template T `number | null` if the column can be null
 */
export const msSince = <T extends number | null>(moment: PgColumn): SQL<T> =>
  sql<T>`(extract(epoch from now() - ${moment}) * 1000)::float8`;

/** Returns an SQL expression for the time at which a request was sent, on the database's clock. */
export const requestTime = (msAgo: number): SQL<Date> =>
  sql<Date>`now() - ${msAgo} * interval '1 millisecond'`;
