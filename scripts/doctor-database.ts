/** Checks the database for `mailroom doctor`, without migrating it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { connectOnce } from '#lib/database/connection.ts';
import { type Database, queryRows } from '#lib/database/database.ts';
import { reportError } from '#lib/database/error-report.ts';
import { FolderInUse, LOCK_FILES, lockFolder } from '#lib/database/folder-lock.ts';
import { listTables } from '#lib/database/known-schema.ts';
import { readSchemaState } from '#lib/database/migrate.ts';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { isReadOnly, READ_ONLY } from '#lib/database/read-only.ts';
import { requireTableRights } from '#lib/database/rights.ts';
import type { Env } from '#lib/env/env.ts';
import { migrationsFolder, storeFolder } from '#lib/store/open.ts';
import { canCreate } from './doctor-files.ts';
import type { Finding } from './doctor-finding.ts';

export async function checkDatabase(settings: Env): Promise<Finding> {
  const { databaseUrl, databaseMigrationUrl, dataFolder } = settings;
  try {
    return databaseUrl === undefined
      ? checkFolder(resolve(storeFolder(dataFolder)))
      : await checkPostgres(databaseUrl, databaseMigrationUrl ?? databaseUrl);
  } catch (error) {
    const sentence = describeOpenFailure(error);
    const { message, cause } = reportError(error);
    // In drizzle's errors, the message is the query.
    return { problem: sentence ?? `PostgreSQL refused a query: ${cause?.message ?? message}.` };
  }
}

/** Only one process can open PGlite's folder, so the check doesn't open the database. */
function checkFolder(folder: string): Finding {
  if (!existsSync(folder)) {
    return canCreate(folder)
      ? { ok: `Mailroom creates an embedded database in ${folder} when it starts.` }
      : {
          problem: `Mailroom can’t create ${folder}. Set MAILROOM_DATA to a folder that Mailroom’s user can write to.`,
        };
  }
  // The only way to find out whether the folder is in use is to lock it. The first console creates the lock
  // file.
  if (!LOCK_FILES.some((name) => existsSync(join(folder, name))))
    return { ok: `the embedded database in ${folder} isn’t in use.` };
  try {
    lockFolder(folder)();
    return { ok: `the embedded database in ${folder} isn’t in use.` };
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return { ok: `the embedded database in ${folder} is in use, most likely by the running console.` };
  }
}

async function checkPostgres(url: string, migrationUrl: string): Promise<Finding> {
  return withConnection(url, async (db) => {
    const [server] = await queryRows<{ encoding: string; version: string }>(
      db,
      sql`select current_setting('server_encoding') as encoding, current_setting('server_version') as version`,
    );
    if (await isReadOnly(db)) return { problem: READ_ONLY };
    if (server?.encoding !== 'UTF8')
      return {
        problem: `The database’s encoding is ${server?.encoding}. Create a database with the encoding UTF8.`,
      };
    const { pending } = await readSchemaState(db, migrationsFolder());
    if (pending > 0) return checkMigrationRights(migrationUrl, pending);
    await requireTableRights(db, listTables(migrationsFolder()));
    return { ok: `PostgreSQL ${server.version} has all of this release’s tables.` };
  });
}

/** Checks whether the user that applies migrations has the rights to do so. */
function checkMigrationRights(url: string, pending: number): Promise<Finding> {
  return withConnection(url, async (db) => {
    const [rights] = await queryRows<{ user: string; schemas: boolean; tables: boolean }>(
      db,
      sql`select current_user as "user", has_database_privilege(current_database(), 'CREATE') as schemas,
        has_schema_privilege('public', 'CREATE') as tables`,
    );
    if (rights?.schemas && rights.tables)
      return {
        ok: `Mailroom applies ${pending} migrations when it starts, or when you run “mailroom migrate”.`,
      };
    return {
      problem: `${pending} migrations are missing, and the PostgreSQL user ${rights?.user} can’t create tables. Run “mailroom migrate” to see which rights are missing, or set DATABASE_MIGRATION_URL to the URL of the database’s owner.`,
    };
  });
}

const TIMEOUT_MS = 5_000;

async function withConnection(url: string, work: (db: Database) => Promise<Finding>): Promise<Finding> {
  const { client } = await connectOnce({ url, timeoutMs: TIMEOUT_MS, name: 'mailroom doctor' });
  try {
    return await work(drizzle({ client }));
  } finally {
    await client.end();
  }
}
