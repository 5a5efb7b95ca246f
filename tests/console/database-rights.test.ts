/** Tests which PostgreSQL rights the console needs to start, and how it reports missing rights. */
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTables } from '#lib/database/known-schema.ts';
import { openDatabase } from '#lib/database/open.ts';
import { describeOpenFailure } from '#lib/database/open-failure.ts';
import { migrateStore } from '#lib/store/open.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';

const MIGRATIONS = 'lib/store/migrations';

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function runAs(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Creates an empty database with its own owner, and a user without any rights in the database. */
async function createDatabase(name: string) {
  const app = `${name}_app`;
  await runAs(
    postgres.url,
    `create role ${name}_owner login`,
    `create role ${app} login`,
    `create database ${name} owner ${name}_owner`,
  );
  const urlOf = (user: string) => {
    const url = new URL(postgres.url);
    url.username = user;
    url.pathname = `/${name}`;
    return url.href;
  };
  return { app: urlOf(app), owner: urlOf(`${name}_owner`), user: app };
}

/**
 * Opens the database, reads and changes a table, and closes the database. @returns why one of these steps
 * failed, if one did
 */
async function findFailure(url: string, migrationUrl?: string): Promise<string | undefined> {
  try {
    const { db, close } = await openDatabase({ url, migrationUrl, folder: '', migrations: MIGRATIONS });
    await db.execute(sql`delete from members`);
    await close();
    return undefined;
  } catch (error) {
    return describeOpenFailure(error) ?? String(error);
  }
}

/** Returns the statements in a message that names missing rights. */
const statementsIn = (message: string | undefined): readonly string[] =>
  (message ?? '').match(/(GRANT|ALTER) [^;]*;/g) ?? [];

it('the console lists the missing rights of a user who can’t create tables, and says how to grant them', async () => {
  const { app, owner, user } = await createDatabase('no_rights');
  const failure = await findFailure(app);
  expect(failure).toBe(
    `The PostgreSQL user ${user} can’t create schemas in the database no_rights or create tables in the schema public, so Mailroom can’t create its tables. As the database’s owner, run: GRANT CREATE ON DATABASE no_rights TO ${user}; GRANT CREATE, USAGE ON SCHEMA public TO ${user}; Or set DATABASE_MIGRATION_URL to the URL of a user with these rights, such as the database’s owner.`,
  );
  await runAs(owner, ...statementsIn(failure));
  expect(await findFailure(app)).toBeUndefined();
});

it('the console starts if the schema also contains another application’s table', async () => {
  const { owner, app } = await createDatabase('shared');
  const failure = await findFailure(app, owner);
  await runAs(owner, ...statementsIn(failure));
  const admin = new URL(postgres.url);
  admin.pathname = '/shared';
  await runAs(admin.href, 'create table spatial_ref_sys (id int)');
  expect(await findFailure(app)).toBeUndefined();
});

it('the console checks its rights to every table that the migrations create', async () => {
  const { owner } = await createDatabase('all_tables');
  await migrateStore({ databaseUrl: owner, dataFolder: '' });
  const client = new pg.Client(owner);
  await client.connect();
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'");
  await client.end();
  const names = rows.map(({ tablename }) => tablename).toSorted();
  expect([...new Set(listTables(MIGRATIONS))].toSorted()).toEqual(names);
});

it('docs/operations.md has the statements that the message contains', async () => {
  const { app, owner, user } = await createDatabase('documented');
  const statements = statementsIn(await findFailure(app, owner));
  const documented = await readFile('docs/operations.md', 'utf8');
  expect(statements.length).toBeGreaterThan(4);
  for (const statement of statements)
    expect(documented).toContain(`   ${statement.replace(user, 'mailroom')}\n`);
});

it('the console starts as a user who can’t create tables if another user has migrated the database', async () => {
  const { app, owner, user } = await createDatabase('separate');
  const failure = await findFailure(app, owner);
  expect(failure).toContain(`The PostgreSQL user ${user} can’t read and change`);
  await runAs(owner, ...statementsIn(failure));
  expect(await findFailure(app, owner)).toBeUndefined();
  // A migrated database needs no other user.
  expect(await findFailure(app)).toBeUndefined();
});

it('the user for migrations can migrate the database before the console’s user has any rights', async () => {
  const { app, owner, user } = await createDatabase('migrated_first');
  const location = { databaseUrl: app, databaseMigrationUrl: owner, dataFolder: '' };
  expect(await migrateStore(location)).toBeGreaterThan(0);
  expect(await migrateStore(location)).toBe(0);
  const failure = await findFailure(app);
  expect(failure).toContain(
    `The PostgreSQL user ${user} can’t migrate the database migrated_first (permission denied`,
  );
  await runAs(owner, ...statementsIn(failure));
  expect(await findFailure(app)).toBeUndefined();
});

it('if another user owns the tables, the console names that user', async () => {
  const { app, owner, user } = await createDatabase('foreign_tables');
  expect(await findFailure(owner)).toBeUndefined();
  await runAs(
    owner,
    `grant all on schema public to ${user}`,
    `grant create on database foreign_tables to ${user}`,
  );
  const failure = await findFailure(app);
  expect(failure).toMatch(/user that owns Mailroom’s tables/);
  await runAs(owner, ...statementsIn(failure));
  expect(await findFailure(app)).toBeUndefined();
});

it('no migration is applied if one fails for lack of rights', async () => {
  const { app, owner, user } = await createDatabase('half');
  await runAs(owner, `grant create on database half to ${user}`);
  expect(await findFailure(app)).toMatch(/can’t create tables in the schema public/);
  // Succeeds only if the schema doesn't exist yet.
  await runAs(owner, 'create schema drizzle');
});
