/**
 * Opens the console's or the embedded service's database. Uses PGlite in a folder by default, or PostgreSQL
 * if a URL is given. PGlite and PostgreSQL have the same SQL dialect and use the same schema. Each program
 * has its own migrations.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { MINUTE_MS } from '#lib/time-units.ts';
import { connectOnce, createPool } from './connection.ts';
import { copyDatabaseFiles } from './copy.ts';
import type { Database } from './database.ts';
import { DATABASE_FOLDER, FOLDER_CONTENTS } from './folder-contents.ts';
import { LOCK_FILES, lockFolder } from './folder-lock.ts';
import { listTables } from './known-schema.ts';
import { migrate, readSchemaState } from './migrate.ts';
import { observePglite, observePool, type QueryObserver } from './observe-queries.ts';
import { createPrivateFolder, makeContentsPrivate } from './private-folder.ts';
import { cacheReads } from './read-cache.ts';
import { DatabaseReadOnly, isReadOnly } from './read-only.ts';
import { requireTableRights } from './rights.ts';
import { type VersionOf, watchTables } from './table-versions.ts';
import { readWriteEffects } from './write-effects.ts';

export type { Database } from './database.ts';

/** The connections to PostgreSQL. */
export interface PoolState {
  readonly idle: number;
  readonly busy: number;
  /** The number of queries that are waiting for a connection. */
  readonly waiting: number;
}

export interface OpenDatabase {
  readonly db: Database;
  readonly close: () => Promise<void>;
  /** Returns null for PGlite, which has no connections. */
  readonly poolState: () => PoolState | null;
  /**
   * The number of files and folders that other users of the machine could access before the database was
   * opened.
   */
  readonly accessibleFiles: number;
  /**
   * Whether the database limits how long a query outside of a transaction can take. False if a connection pooler
   * removes the time limits.
   */
  readonly limitsQueries: boolean;
  /** Undefined for PostgreSQL, because other processes can write to the tables. */
  readonly versionOf?: VersionOf;
  /**
   * Copies the files of a PGlite database into a new folder. No query runs while the files are being copied.
   */
  readonly copyTo?: (folder: string) => Promise<void>;
}

export interface DatabaseLocation {
  /** A PostgreSQL URL. If undefined, PGlite opens the database in `folder`. */
  readonly url?: string | undefined;
  /** The URL of a PostgreSQL user that can create and change tables. Defaults to `url`. */
  readonly migrationUrl?: string | undefined;
  /** The maximum number of connections to PostgreSQL that the program opens. */
  readonly maxConnections?: number | undefined;
  /** The time limit for a PostgreSQL query, in milliseconds. Defaults to the time limit for migrations. */
  readonly timeoutMs?: number | undefined;
  /**
   * Called for every query except the migrations' queries, with the query's SQL but without its parameters.
   */
  readonly observeQuery?: QueryObserver | undefined;
  /** The folder for PGlite. Created if missing. Only one process at a time can open the folder. */
  readonly folder: string;
  /** The directory that contains the program's migrations from drizzle-kit. */
  readonly migrations: string;
  /** The program's version, which the database records with each migration. */
  readonly release?: string | undefined;
}

/**
 * Opens and migrates a database.
 * @throws FolderInUse if another process has the PGlite folder open
 * @throws DatabaseReadOnly if PostgreSQL accepts only reads
 * @throws FolderNotAccessible if the PGlite folder belongs to another user
 * @throws MissingRights if the PostgreSQL user can't create, read, or change tables
 * @throws SchemaTooNew if a newer release has changed parts of the schema that this program uses
 */
export function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.url === undefined ? openFolder(location) : openUrl(location.url, location);
}

async function openFolder({
  folder,
  migrations,
  release,
  observeQuery,
}: DatabaseLocation): Promise<OpenDatabase> {
  createPrivateFolder(folder);
  // Lock the folder before PGlite opens any file, because a second process would corrupt the database.
  const unlock = lockFolder(folder);
  // PGlite ignores the umask.
  // PGlite creates a new database's files with the mode 0666.
  // Whenever PGlite opens or closes a database, it creates a few files with the mode 0644.
  const makePrivate = () => makeContentsPrivate(folder, [...FOLDER_CONTENTS, ...LOCK_FILES]);
  try {
    const accessibleFiles = makePrivate();
    const { db, client } = await openPglite(join(folder, DATABASE_FOLDER), migrations, release);
    if (observeQuery) observePglite(client, observeQuery);
    const effects = await readWriteEffects(client);
    const versionOf = watchTables(client, effects);
    const endCaching = cacheReads(client, effects.changed.keys(), versionOf);
    makePrivate();
    return {
      db,
      accessibleFiles,
      limitsQueries: true,
      poolState: () => null,
      versionOf,
      copyTo: (to) => copyDatabaseFiles(db, join(folder, DATABASE_FOLDER), to),
      close: async () => {
        endCaching();
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

const MB = 1024 * 1024;

/**
 * PGlite fills its buffers with zeros when it starts, so large buffers take memory even if the database is small. Small
 * databases therefore get small buffers, and large databases get PostgreSQL's usual 128 MB.
 */
function bufferSize(folder: string): '8MB' | '32MB' | '128MB' {
  const size = sumFileSizes(join(folder, 'base'));
  if (size > 64 * MB) return '128MB';
  return size > 32 * MB ? '32MB' : '8MB';
}

function sumFileSizes(folder: string): number {
  if (!existsSync(folder)) return 0;
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function openPglite(folder: string, migrations: string, release: string | undefined) {
  const client = await PGlite.create(folder, {
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${bufferSize(folder)}`],
  });
  try {
    const db = drizzlePglite({ client });
    await migrate(db, migrations, release);
    return { db, client };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** How long a migration may take, and how long a server waits for another server's migration. */
const MIGRATION_MS = 10 * MINUTE_MS;
/** The names that PostgreSQL shows for Mailroom's connections. */
const NAME = 'mailroom';
const MIGRATION_NAME = 'mailroom migration';
const DEFAULT_POOL = 10;

async function openUrl(
  url: string,
  {
    migrations,
    release,
    migrationUrl,
    timeoutMs = MIGRATION_MS,
    maxConnections = DEFAULT_POOL,
    observeQuery,
  }: DatabaseLocation,
): Promise<OpenDatabase> {
  const options = { url, timeoutMs, name: NAME };
  const { client, hasSessionLimits, limitsQueries } = await connectOnce(options);
  try {
    const db = drizzlePg({ client });
    if (await isReadOnly(db)) throw new DatabaseReadOnly();
    const { pending } = await readSchemaState(db, migrations);
    if (pending > 0) await migrateUrl(migrationUrl ?? url, migrations, release);
    await requireTableRights(db, listTables(migrations));
  } finally {
    await client.end();
  }
  const pool = createPool({ ...options, hasSessionLimits }, maxConnections);
  if (observeQuery) observePool(pool, observeQuery);
  return {
    db: drizzlePg({ client: pool }),
    close: () => pool.end(),
    accessibleFiles: 0,
    limitsQueries,
    poolState: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}

/**
 * Migrates a PostgreSQL database.
 * @param url the URL of a user that can create and change tables
 * @returns the number of migrations that were applied
 * @throws MissingRights if the URL's user lacks a required right
 */
export async function migrateUrl(url: string, migrations: string, release?: string): Promise<number> {
  const { client } = await connectOnce({ url, timeoutMs: MIGRATION_MS, name: MIGRATION_NAME });
  try {
    return await migrate(drizzlePg({ client }), migrations, release);
  } finally {
    await client.end();
  }
}
