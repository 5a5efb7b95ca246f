/** Migrates the database of the console or of the embedded service. */
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Database } from './database.ts';
import { explainMissingRights } from './rights.ts';

/**
 * The key of the migration lock. Any number works if all processes that share a database use the same number.
 */
const MIGRATION_LOCK = 7_131_906;

export interface SchemaState {
  /** The number of the program's migrations that the database doesn't have yet. */
  readonly pending: number;
}

/**
 * Returns the number of migrations that the database doesn't have yet. Only reads, so that a program whose user can't
 * create tables can start with a current database.
 * @throws MissingRights if the database's user can't read which migrations the database has
 */
export async function readSchemaState(db: Database, folder: string): Promise<SchemaState> {
  const last = await explainMissingRights(db, () => readLastMigration(db));
  return { pending: listPending(folder, last).length };
}

/**
 * Applies all pending migrations in one transaction. If several programs migrate at the same time, the first one applies
 * the migrations, and the others wait. The transaction holds the lock, because a connection pooler may run each
 * transaction of a client on another connection.
 * @returns the number of migrations that were applied
 * @throws MissingRights if the database's user can't change tables
 */
export function migrate(db: Database, folder: string): Promise<number> {
  return explainMissingRights(db, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const last = await readLastMigration(tx);
      if (last === null) await createMigrationsTable(tx);
      const pending = listPending(folder, last);
      for (const { sql: statements, hash, folderMillis } of pending) {
        for (const statement of statements) await tx.execute(statement);
        await tx.execute(
          sql`insert into drizzle.__drizzle_migrations (hash, created_at) values (${hash}, ${folderMillis})`,
        );
      }
      return pending.length;
    }),
  );
}

/** @param last when the database's last migration was generated, or null if it has none */
const listPending = (folder: string, last: number | null) =>
  readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => last === null || folderMillis > last,
  );

/**
 * Returns when the last migration that the database has was generated, in milliseconds since the epoch. Returns null if
 * the table of migrations doesn't exist.
 */
async function readLastMigration(db: Database): Promise<number | null> {
  const [exists] = await query<{ found: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!exists?.found) return null;
  const [last] = await query<{ at: string | number | null }>(
    db,
    sql`select max(created_at) as at from drizzle.__drizzle_migrations`,
  );
  return Number(last?.at ?? 0);
}

/** Creates the table with the name and columns that drizzle's own migrator uses. */
async function createMigrationsTable(tx: Database): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
}

async function query<Row>(db: Database, text: ReturnType<typeof sql>): Promise<readonly Row[]> {
  const { rows } = (await db.execute(text)) as unknown as { readonly rows: readonly Row[] };
  return rows;
}
