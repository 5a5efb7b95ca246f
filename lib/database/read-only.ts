import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';

/** The sentence that operators read if the database accepts no changes. */
export const READ_ONLY =
  'PostgreSQL accepts only reads, because it is a standby or because a restore isn’t complete. Set DATABASE_URL to the primary server, or run: SELECT pg_promote()';

/** Thrown if a program that changes data opens a database that accepts no changes. */
export class DatabaseReadOnly extends Error {
  constructor() {
    super(READ_ONLY);
    this.name = 'DatabaseReadOnly';
  }
}

/**
 * Returns whether the database accepts only reads, for example because it's a standby that hasn't been
 * promoted.
 */
export async function isReadOnly(db: Database): Promise<boolean> {
  const [row] = await queryRows<{ setting: string }>(
    db,
    sql`select current_setting('transaction_read_only') as setting`,
  );
  return row?.setting === 'on';
}
