/** Tests that consoles work through PgBouncer in transaction mode. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { startCluster } from './support/cluster.ts';
import { startLoad } from './support/load.ts';
import { type PgBouncer, startPgBouncer } from './support/pgbouncer.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const MIGRATIONS = 'lib/store/migrations';
const TIMEOUT_MS = 1_000;

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

/** Runs a query directly in PostgreSQL. */
async function queryPostgres<Row>(text: string, databaseUrl = postgres.url): Promise<readonly Row[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function createDatabase(name: string): Promise<string> {
  await queryPostgres(`create database ${name}`);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function start(databaseUrl: string, ...options: readonly string[]): Promise<PgBouncer> {
  const bouncer = await startPgBouncer(databaseUrl, ...options);
  onTestFinished(bouncer.stop);
  return bouncer;
}

async function open(url: string): Promise<OpenDatabase> {
  const opened = await openDatabase({ url, folder: '', migrations: MIGRATIONS, timeoutMs: TIMEOUT_MS });
  onTestFinished(opened.close);
  return opened;
}

/** The ways in which PgBouncer can handle parameters that it doesn't recognize. */
const CONFIGURATIONS = [
  ['refuses time limits', ''],
  [
    'ignores time limits',
    'ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout',
  ],
] as const;

describe.each(CONFIGURATIONS)('PgBouncer that %s', (how, option) => {
  const name = how.replaceAll(' ', '_');

  it('lets several servers start on an empty database at the same time, and start again later', async () => {
    const databaseUrl = await createDatabase(`start_${name}`);
    const { url } = await start(databaseUrl, option);
    await Promise.all([open(url), open(url), open(url)]);
    const { db } = await open(url);
    await db.execute(sql`select 1 from members`);
    expect(await queryPostgres("select * from pg_locks where locktype = 'advisory'")).toEqual([]);
  });

  it('limits how long queries in transactions run, without limiting other clients', async () => {
    const databaseUrl = await createDatabase(`limits_${name}`);
    const { url } = await start(databaseUrl, option);
    const { db, limitsQueries } = await open(url);
    expect(limitsQueries).toBe(false);
    const slow = db.transaction((tx) => tx.execute(sql`select pg_sleep(60)`));
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });
    const readLimit = async () =>
      (await queryPostgres<{ statement_timeout: string }>('show statement_timeout', url))[0]
        ?.statement_timeout;
    // PgBouncer assigns one of its PostgreSQL connections to each of these clients.
    expect(await Promise.all(Array.from({ length: 8 }, readLimit))).toEqual(Array(8).fill('0'));
  });

  it('accepts time limits that were set for the user', async () => {
    const databaseUrl = await createDatabase(`role_${name}`);
    await queryPostgres(`alter role mailroom in database role_${name} set statement_timeout = '1s'`);
    const { url } = await start(databaseUrl, option);
    const { db, limitsQueries } = await open(url);
    expect(limitsQueries).toBe(true);
    await expect(db.execute(sql`select pg_sleep(60)`)).rejects.toMatchObject({ cause: { code: '57014' } });
  });
});

it('two consoles handle pages and actions through PgBouncer without a failure', async () => {
  const { url } = await start(await createDatabase('consoles'));
  const cluster = await startCluster({ consoles: 2, settings: { DATABASE_URL: url } });
  onTestFinished(() => cluster.close());
  const load = await startLoad(cluster, { clients: 8 });
  await expect.poll(() => load.count(), { timeout: 120_000 }).toBeGreaterThan(200);
  const { failures, pages, actions } = await load.stop();
  expect(failures).toEqual([]);
  for (const { printed } of cluster.consoles) {
    expect(printed.join('\n')).toMatch(
      /: ALTER ROLE CURRENT_USER SET statement_timeout = '\d+ms'; ALTER ROLE CURRENT_USER SET lock_timeout = '\d+ms';/,
    );
  }
  console.log(`${pages} pages, ${actions} actions, 0 failures`);
});
