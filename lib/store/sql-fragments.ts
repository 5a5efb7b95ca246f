/** Parts of SQL statements that several queries share. */
import { type SQL, sql } from 'drizzle-orm';

export const joinUnionAll = (queries: readonly SQL[]): SQL => sql.join([...queries], sql` union all `);

/** @param ms milliseconds since the epoch */
export const toTimestamp = (ms: number): SQL => sql`${new Date(ms).toISOString()}::timestamptz`;

/** True if the column has one of the values. False for every row if there are no values. */
export const isOneOf = (column: SQL, values: readonly (string | number)[]): SQL =>
  values.length === 0
    ? sql`false`
    : sql`${column} in (${sql.join(
        values.map((value) => sql`${value}`),
        sql`, `,
      )})`;
