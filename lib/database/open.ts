/**
 * Opens either program's database: PGlite in a folder (the default, with nothing to install) or PostgreSQL at a URL.
 * Both use the same schema and SQL dialect. Each program has its own migrations.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { lockFolder } from './folder-lock.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
}

export interface DatabaseLocation {
  /** A PostgreSQL URL. If undefined, PGlite in `folder` is used. */
  readonly url?: string | undefined;
  /** Created if missing. Only one process at a time can open it. */
  readonly folder: string;
  /** The directory of the program's migrations, as written by drizzle-kit. */
  readonly migrations: string;
}

/**
 * Opens and migrates a database.
 * @throws FolderInUse if another process has the PGlite folder open
 */
export function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.url === undefined ? openFolder(location) : openUrl(location.url, location.migrations);
}

async function openFolder({ folder, migrations }: DatabaseLocation): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true });
  // Two processes on one folder would corrupt it, so lock it before PGlite touches any file.
  const unlock = lockFolder(folder);
  try {
    const { db, client } = await openPglite(join(folder, 'pgdata'), migrations);
    return {
      db,
      close: async () => {
        await client.close();
        unlock();
      },
    };
  } catch (error) {
    // Otherwise, a retry would find the folder still locked by this process.
    unlock();
    throw error;
  }
}

async function openPglite(folder: string, migrations: string) {
  const client = await PGlite.create(folder);
  try {
    const db = drizzlePglite({ client });
    await migratePglite(db, { migrationsFolder: migrations });
    return { db, client };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** An arbitrary number that every process migrating the same database uses. */
const MIGRATION_LOCK = 7_131_906;

async function openUrl(url: string, migrations: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // Without a listener, losing an idle connection would end the process. The pool opens a new connection by itself.
  pool.on('error', () => undefined);
  try {
    await migrateUrl(pool, migrations);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return { db: drizzlePg({ client: pool }), close: () => pool.end() };
}

async function migrateUrl(pool: pg.Pool, migrations: string): Promise<void> {
  const client = await pool.connect();
  try {
    // If several servers start at the same time, the first one migrates. The others wait and then find nothing to do.
    const db = drizzlePg({ client });
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migratePg(db, { migrationsFolder: migrations });
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    client.release();
  }
}
