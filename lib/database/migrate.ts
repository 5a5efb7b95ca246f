/** Migrates the database of the console or of the embedded service. */
import { sql } from 'drizzle-orm';
import { type Database, queryRows } from './database.ts';
import {
  type DatabaseSchema,
  isTooNew,
  type KnownSchema,
  listPending,
  readKnownSchema,
  SchemaTooNew,
} from './known-schema.ts';
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
 * Returns the number of migrations that the database doesn't have yet. Only reads, so that a program whose
 * database user can't create tables can start if the database is up to date.
 * @throws MissingRights if the database's user can't read which migrations the database has
 * @throws SchemaTooNew if a newer program has changed what this program uses
 */
export async function readSchemaState(db: Database, folder: string): Promise<SchemaState> {
  const schema = await explainMissingRights(db, () => readSchema(db));
  if (isTooNew(schema, readKnownSchema(folder))) throw new SchemaTooNew(schema.release);
  return { pending: listPending(folder, schema).length };
}

/** Returns whether the database has all tables and columns that a program with these migrations uses. */
export async function isSchemaUsable(db: Database, known: KnownSchema): Promise<boolean> {
  const schema = await readSchema(db);
  return (schema.newest ?? 0) >= known.newest && !isTooNew(schema, known);
}

/**
 * Applies all pending migrations in one transaction. If several programs migrate at the same time, the first
 * one applies the migrations, and the others wait. The transaction holds the lock, because a connection
 * pooler may run each of a client's transactions on a different connection.
 * @param release the program's version, which the database records
 * @returns the number of migrations that were applied
 * @throws MissingRights if the database's user can't change tables
 * @throws SchemaTooNew if a newer program has changed what this program uses
 */
export function migrate(db: Database, folder: string, release: string | null = null): Promise<number> {
  return explainMissingRights(db, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const schema = await readSchema(tx);
      const known = readKnownSchema(folder);
      if (isTooNew(schema, known)) throw new SchemaTooNew(schema.release);
      const pending = listPending(folder, schema);
      if (pending.length > 0) await prepareMigrationsTable(tx);
      for (const { sql: statements, hash, folderMillis } of pending) {
        for (const statement of statements) await tx.execute(statement);
        await tx.execute(
          sql`insert into drizzle.__drizzle_migrations (hash, created_at, oldest_compatible, release)
            values (${hash}, ${folderMillis}, ${known.oldestCompatible}, ${release})`,
        );
      }
      return pending.length;
    }),
  );
}

/** Returns which migrations the database has. */
export async function readSchema(db: Database): Promise<DatabaseSchema> {
  const [exists] = await queryRows<{ table: boolean; columns: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "table", exists (
        select from pg_attribute
        where attrelid = to_regclass('drizzle.__drizzle_migrations') and attname = 'oldest_compatible'
      ) as "columns"`,
  );
  if (!exists?.table) return { newest: null, oldestCompatible: 0, release: null };
  // Earlier releases didn't record which programs are compatible.
  const oldest = exists.columns ? sql`max(oldest_compatible)` : sql`0`;
  const release = exists.columns ? sql`(array_agg(release order by created_at desc))[1]` : sql`null`;
  const [row] = await queryRows<{
    newest: string | number | null;
    oldest: string | number | null;
    release: string | null;
  }>(
    db,
    sql`select max(created_at) as newest, ${oldest} as oldest, ${release} as release
      from drizzle.__drizzle_migrations`,
  );
  return {
    newest: Number(row?.newest ?? 0),
    oldestCompatible: Number(row?.oldest ?? 0),
    release: row?.release ?? null,
  };
}

/** Creates the table with the name and columns that drizzle's own migrator uses, and adds two columns. */
async function prepareMigrationsTable(tx: Database): Promise<void> {
  await tx.execute(sql`create schema if not exists drizzle`);
  await tx.execute(
    sql`create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`,
  );
  await tx.execute(
    sql`alter table drizzle.__drizzle_migrations
      add column if not exists oldest_compatible bigint, add column if not exists release text`,
  );
}
