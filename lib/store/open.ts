import 'server-only';
import { join } from 'node:path';
import { type DatabaseSchema, readKnownSchema } from '#lib/database/known-schema.ts';
import { isSchemaUsable, readSchema } from '#lib/database/migrate.ts';
import {
  type Database,
  migrateUrl,
  type OpenDatabase,
  openDatabase,
  type PoolState,
} from '#lib/database/open.ts';
import { describeMendedAccess, makeFolderPrivate } from '#lib/database/private-folder.ts';
import { isReadOnly } from '#lib/database/read-only.ts';
import { type Env, env } from '#lib/env/env.ts';
import { log } from '#lib/log.ts';
import { observeDuration } from '#lib/metrics/record.ts';
import { readRelease, releaseFolder } from '#lib/runtime/release.ts';
import { dropSingleton, singleton } from '#lib/runtime/singleton.ts';
import { type ActiveSpan, isRecording, startSpan } from '#lib/tracing/spans.ts';
import { keepSessionCopies } from './sessions.ts';

type StoreLocation = Pick<Env, 'databaseUrl' | 'dataFolder'> &
  Partial<Pick<Env, 'databaseMigrationUrl' | 'databaseTimeoutMs' | 'databasePool'>>;

const FOLDER_NAME = 'console';
/** The names of all files and folders that Mailroom's programs store in MAILROOM_DATA by default. */
const DATA_FOLDER_CONTENTS = [FOLDER_NAME, 'service', 'demo.json'];

/** Returns the folder for the embedded database. */
export const storeFolder = (dataFolder: string): string => join(dataFolder, FOLDER_NAME);

export const migrationsFolder = () => join(releaseFolder(), 'lib/store/migrations');

/**
 * Opens Mailroom's database, for programs that close the database themselves.
 * @throws FolderInUse if another process has the PGlite folder open
 * @throws FolderNotAccessible if the PGlite folder belongs to another user
 * @throws MissingRights if the PostgreSQL user can't create, read, or change tables
 * @throws SchemaTooNew if a newer release has changed what this release uses
 */
export async function openStore({
  databaseUrl: url,
  databaseMigrationUrl: migrationUrl,
  dataFolder,
  databaseTimeoutMs: timeoutMs,
  databasePool: maxConnections,
}: StoreLocation): Promise<OpenDatabase> {
  const opened = await openDatabase({
    url,
    migrationUrl,
    timeoutMs,
    maxConnections,
    observeQuery,
    folder: storeFolder(dataFolder),
    migrations: migrationsFolder(),
    release: readRelease().version,
  });
  if (url !== undefined) return opened;
  const accessibleFiles = opened.accessibleFiles + makeFolderPrivate(dataFolder, DATA_FOLDER_CONTENTS);
  return { ...opened, accessibleFiles };
}

function openOnce(): Promise<OpenDatabase> {
  return singleton('store', () => {
    const opening = openAndReport();
    // If opening the database fails, let the next use try again.
    opening.catch(() => dropSingleton('store'));
    return opening;
  });
}

async function openAndReport(): Promise<OpenDatabase> {
  const { dataFolder } = env();
  const opened = await openStore(env());
  if (opened.versionOf) keepSessionCopies(opened.db, opened.versionOf);
  if (opened.accessibleFiles > 0) log().warn(describeMendedAccess(opened.accessibleFiles, dataFolder));
  if (!opened.limitsQueries) log().warn(describeMissingLimits(env().databaseTimeoutMs));
  return opened;
}

function describeMissingLimits(timeoutMs: number): string {
  const statements = [
    `ALTER ROLE CURRENT_USER SET statement_timeout = '${timeoutMs}ms';`,
    `ALTER ROLE CURRENT_USER SET lock_timeout = '${timeoutMs / 2}ms';`,
  ];
  return `the connection pooler doesn’t pass time limits on to PostgreSQL. To set them, run as the user in DATABASE_URL: ${statements.join(' ')}`;
}

/**
 * Migrates Mailroom's database. If migrations have their own database user, the console's user and its rights
 * aren't used.
 * @returns the number of migrations that were applied to PostgreSQL
 * @throws FolderInUse, FolderNotAccessible, MissingRights, or SchemaTooNew, like `openStore`
 */
export async function migrateStore(location: StoreLocation): Promise<number> {
  const url = location.databaseMigrationUrl ?? location.databaseUrl;
  if (url !== undefined) return migrateUrl(url, migrationsFolder(), readRelease().version);
  const { close } = await openStore(location);
  await close();
  return 0;
}

/** Records each query's duration, and records the query as a span. */
function observeQuery(sql: string): (outcome: 'ok' | 'failed') => void {
  const startedAt = performance.now();
  const span = isRecording() ? startQuerySpan(sql) : undefined;
  return (outcome) => {
    span?.end(outcome);
    observeDuration('mailroom_database_query_duration_seconds', { outcome }, performance.now() - startedAt);
  };
}

/** The maximum length of the SQL in a span. */
const MAX_QUERY_LENGTH = 2_000;

/** @param sql has placeholders instead of values */
const startQuerySpan = (sql: string): ActiveSpan | undefined =>
  startSpan(summarizeQuery(sql), {
    kind: 'client',
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': sql.slice(0, MAX_QUERY_LENGTH) },
  });

/** Returns a query's command and table, such as "database select attempts". */
function summarizeQuery(sql: string): string {
  const [, command = ''] = /^\s*(\w+)/.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(withoutSubqueries(sql)) ?? [];
  return ['database', command.toLowerCase(), table].filter(Boolean).join(' ');
}

/** Removes everything in parentheses, innermost parentheses first. */
function withoutSubqueries(sql: string): string {
  const shorter = sql.replaceAll(/\([^()]*\)/g, '');
  return shorter === sql ? sql : withoutSubqueries(shorter);
}

/** Returns the state of the connections to PostgreSQL, or null with the embedded database. */
export const readPoolState = async (): Promise<PoolState | null> => (await openOnce()).poolState();

/** Returns the console's database, which is opened on first use and shared by the whole process. */
export async function store(): Promise<Database> {
  return (await openOnce()).db;
}

/** Returns a function that copies the files of the embedded database. Undefined with PostgreSQL. */
export const storeCopier = async () => (await openOnce()).copyTo;

/** Returns which migrations the database has, and which release applied the newest one. */
export const readDatabaseSchema = async (): Promise<DatabaseSchema> => readSchema(await store());

/** Whether the database accepts only reads, as a standby does after a failover to a server that wasn't promoted. */
export const isStoreReadOnly = async (): Promise<boolean> => isReadOnly(await store());

/** Whether the database still has all tables and columns that this release uses. */
export async function hasUsableSchema(): Promise<boolean> {
  const known = singleton('knownSchema', () => readKnownSchema(migrationsFolder()));
  return isSchemaUsable(await store(), known);
}

export async function closeStore(): Promise<void> {
  const { close } = await openOnce();
  dropSingleton('store');
  await close();
}
