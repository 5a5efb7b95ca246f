/**
 * The database under both programs: PGlite in a folder (the default, nothing to install) or PostgreSQL by URL. One
 * schema and one dialect for both. Each program brings its own migrations.
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

export interface Where {
  /** A PostgreSQL URL; when absent, PGlite in `folder`. */
  readonly url?: string | undefined;
  /** Created when missing. Held by one process at a time. */
  readonly folder: string;
  /** The program's own migrations, as drizzle-kit writes them. */
  readonly migrations: string;
}

/** @throws FolderInUse when another process holds the PGlite folder */
export function openDatabase(where: Where): Promise<OpenDatabase> {
  return where.url === undefined ? openFolder(where) : openUrl(where.url, where.migrations);
}

async function openFolder({ folder, migrations }: Where): Promise<OpenDatabase> {
  await mkdir(folder, { recursive: true });
  // A second process on the same folder would corrupt it, so the lock comes before PGlite touches a file.
  const release = lockFolder(folder);
  const client = await PGlite.create(join(folder, 'pgdata'));
  const db = drizzlePglite({ client });
  await migratePglite(db, { migrationsFolder: migrations });
  return {
    db,
    close: async () => {
      await client.close();
      release();
    },
  };
}

/** Any number: it only has to be the same for every process that migrates the same database. */
const MIGRATION_LOCK = 7_131_906;

async function openUrl(url: string, migrations: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5_000 });
  // An idle connection that the server closes is no reason to end the process; the pool opens another.
  pool.on('error', () => undefined);
  const client = await pool.connect();
  try {
    // Several servers may start at once; the first migrates, the others wait and find nothing to do.
    const db = drizzlePg({ client });
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migratePg(db, { migrationsFolder: migrations });
    await db.execute(sql`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  } finally {
    client.release();
  }
  return { db: drizzlePg({ client: pool }), close: () => pool.end() };
}
