/** Checks the database for `mailroom doctor`, without migrating it. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { connectOnce } from '#lib/database/connection.ts';
import type { Database } from '#lib/database/database.ts';
import { FolderInUse, lockFolder } from '#lib/database/folder-lock.ts';
import { readSchemaState } from '#lib/database/migrate.ts';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { requireTableRights } from '#lib/database/rights.ts';
import type { Env } from '#lib/env/env.ts';
import { releaseFolder } from '#lib/runtime/release.ts';
import type { Finding } from './doctor-finding.ts';

const migrations = (): string => join(releaseFolder(), 'lib/store/migrations');

export async function checkDatabase(settings: Env): Promise<Finding> {
  const { databaseUrl, databaseMigrationUrl, dataFolder } = settings;
  try {
    return databaseUrl === undefined
      ? checkFolder(resolve(dataFolder))
      : await checkPostgres(databaseUrl, databaseMigrationUrl ?? databaseUrl);
  } catch (error) {
    const sentence = describeOpenFailure(error);
    return {
      problem: sentence ?? `PostgreSQL refused a query: ${error instanceof Error ? error.message : error}.`,
    };
  }
}

/** Only one process can open PGlite's folder, so the check doesn't open the database. */
function checkFolder(dataFolder: string): Finding {
  const folder = join(dataFolder, 'console');
  if (!existsSync(folder))
    return { ok: `Mailroom creates an embedded database in ${folder} when it starts.` };
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
    const [server] = await query<{ encoding: string; version: string }>(
      db,
      sql`select current_setting('server_encoding') as encoding, current_setting('server_version') as version`,
    );
    if (server?.encoding !== 'UTF8')
      return {
        problem: `The database’s encoding is ${server?.encoding}. Create a database with the encoding UTF8.`,
      };
    const { pending } = await readSchemaState(db, migrations());
    if (pending > 0) return checkMigrationRights(migrationUrl, pending);
    await requireTableRights(db);
    return { ok: `PostgreSQL ${server.version} has all tables of this release.` };
  });
}

/** Checks the rights for migrations with the user that applies them. */
function checkMigrationRights(url: string, pending: number): Promise<Finding> {
  return withConnection(url, async (db) => {
    const [rights] = await query<{ user: string; schemas: boolean; tables: boolean }>(
      db,
      sql`select current_user as "user", has_database_privilege(current_database(), 'CREATE') as schemas,
        has_schema_privilege('public', 'CREATE') as tables`,
    );
    if (rights?.schemas && rights.tables)
      return {
        ok: `Mailroom applies ${pending} migrations when it starts, or when you run “mailroom migrate”.`,
      };
    return {
      problem: `${pending} migrations are missing, and the PostgreSQL user ${rights?.user} can’t create tables. Run “mailroom migrate”, which says which rights are missing, or set DATABASE_MIGRATION_URL to the URL of the database’s owner.`,
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

async function query<Row>(db: Database, text: ReturnType<typeof sql>): Promise<readonly Row[]> {
  return ((await db.execute(text)) as unknown as { readonly rows: readonly Row[] }).rows;
}
