/**
 * Opens the database of the console or of the embedded service. Uses PGlite in a folder by default, or
 * PostgreSQL if a URL is given. PGlite and PostgreSQL have the same SQL dialect and use the same schema. Each
 * program has its own migrations.
 */
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { MINUTE_MS } from '#lib/time-units.ts';
import { LOCK_FILES, lockFolder } from './folder-lock.ts';
import { createPrivateFolder, makeContentsPrivate } from './private-folder.ts';

export type Database = PgDatabase<PgQueryResultHKT>;

export interface OpenDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
  /**
   * The number of files and folders that other users of the machine could access before the database was
   * opened.
   */
  readonly accessibleFiles: number;
}

export interface DatabaseLocation {
  /** A PostgreSQL URL. If undefined, PGlite opens the database in `folder`. */
  readonly url?: string | undefined;
  /** How long a PostgreSQL query may take, in milliseconds. Defaults to the time limit for migrations. */
  readonly timeoutMs?: number | undefined;
  /** The folder for PGlite. Created if missing. Only one process at a time can open the folder. */
  readonly folder: string;
  /** The directory that contains the program's migrations from drizzle-kit. */
  readonly migrations: string;
}

/**
 * Opens and migrates a database.
 * @throws FolderInUse if another process has the PGlite folder open
 * @throws FolderNotAccessible if the PGlite folder belongs to another user
 */
export function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.url === undefined ? openFolder(location) : openUrl(location.url, location);
}

const DATABASE_NAME = 'pgdata';

async function openFolder({ folder, migrations }: DatabaseLocation): Promise<OpenDatabase> {
  createPrivateFolder(folder);
  // Lock the folder before PGlite opens any file, because a second process would corrupt the database.
  const unlock = lockFolder(folder);
  // PGlite ignores the umask.
  // PGlite creates a new database's files with the mode 0666.
  // Whenever PGlite opens or closes a database, it creates a few files with the mode 0644.
  const makePrivate = () => makeContentsPrivate(folder, [DATABASE_NAME, ...LOCK_FILES]);
  try {
    const accessibleFiles = makePrivate();
    const { db, client } = await openPglite(join(folder, DATABASE_NAME), migrations);
    makePrivate();
    return {
      db,
      accessibleFiles,
      close: async () => {
        await client.close();
        makePrivate();
        unlock();
      },
    };
  } catch (error) {
    // Unlock the folder, so that this process can try to open the database again.
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

/**
 * The key of the migration lock. Any number works if all processes that share a database use the same number.
 */
const MIGRATION_LOCK = 7_131_906;

/** How long a migration may take, and how long a server waits for another server's migration. */
const MIGRATION_MS = 10 * MINUTE_MS;
const CONNECT_MS = 5_000;

async function openUrl(
  url: string,
  { migrations, timeoutMs = MIGRATION_MS }: DatabaseLocation,
): Promise<OpenDatabase> {
  await migrateUrl(url, migrations);
  const pool = new pg.Pool({ ...connectionSettings(url, timeoutMs), Client: ReplaceableClient, max: 10 });
  // Ignore errors on idle connections, because the pool opens new connections.
  // Without a listener, an error would end the process.
  pool.on('error', () => undefined);
  return { db: drizzlePg({ client: pool }), close: () => pool.end(), accessibleFiles: 0 };
}

/**
 * Limits how long each connection attempt, query, and lock can take, so that no request waits for PostgreSQL
 * forever.
 */
function connectionSettings(url: string, timeoutMs: number): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    // The lock timeout is half the statement timeout, so that a query that waits too long for a lock fails
    // with a lock error.
    lock_timeout: timeoutMs / 2,
    statement_timeout: timeoutMs,
    // If the network drops packets, PostgreSQL's error doesn't arrive, so the client also needs a time limit.
    query_timeout: timeoutMs + 2_000,
    // If the console crashes during a transaction, PostgreSQL ends the transaction and releases its locks.
    idle_in_transaction_session_timeout: Math.max(MINUTE_MS, 2 * timeoutMs),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  };
}

/** A client that closes its connection if a query times out, so that the pool replaces the client. */
class ReplaceableClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // Ignore the error, because the query also reports it.
    // Without a listener, an error during a transaction would end the process.
    this.on('error', () => undefined);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    this.query = ((...args: unknown[]) => {
      const result = query(...args);
      if (result instanceof Promise) result.catch((error: unknown) => this.#closeAfterTimeout(error));
      return result;
    }) as typeof this.query;
  }

  #closeAfterTimeout(error: unknown): void {
    if (!(error instanceof Error && error.message === 'Query read timeout')) return;
    // If the connection stayed open, a transaction's rollback would wait for the query that timed out.
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  }
}

async function migrateUrl(url: string, migrations: string): Promise<void> {
  const client = new pg.Client(connectionSettings(url, MIGRATION_MS));
  client.on('error', () => undefined);
  await client.connect();
  try {
    // If several servers start at the same time, the first one migrates the database, and the others wait.
    const db = drizzlePg({ client });
    await db.execute(sql`select pg_advisory_lock(${MIGRATION_LOCK})`);
    await migratePg(db, { migrationsFolder: migrations });
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}
