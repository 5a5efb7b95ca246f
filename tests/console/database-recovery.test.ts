/**
 * Tests that the console soon uses PostgreSQL again after its connections are cut off without being closed.
 * tests/operations/database.test.ts tests running consoles.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type Database, openDatabase } from '#lib/database/open.ts';
import { readEnv } from '#lib/env/env.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { REQUIRED_ENV } from './support/env.ts';

const MIGRATIONS = 'lib/store/migrations';
/** What the console promises with its default settings. */
const RECOVERY_MS = 5_000;
const { databaseTimeoutMs, databasePool } = readEnv(REQUIRED_ENV);

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

async function open(maxConnections = databasePool): Promise<{ db: Database; proxy: DatabaseProxy }> {
  const proxy = await startDatabaseProxy(postgres.url);
  const { db, close } = await openDatabase({
    url: proxy.url,
    folder: '',
    migrations: MIGRATIONS,
    timeoutMs: databaseTimeoutMs,
    maxConnections,
  });
  onTestFinished(async () => {
    await close();
    proxy.stop();
  });
  return { db, proxy };
}

const query = (db: Database) => db.execute(sql`select 1`);
const transaction = (db: Database) => db.transaction((tx) => tx.execute(sql`select 1`));

/** Runs as many transactions as the pool can have connections, so that the pool opens all of them. */
const useAllConnections = (db: Database) =>
  Promise.all(
    Array.from({ length: databasePool }, (_, i) =>
      db.transaction((tx) => tx.execute(sql`select pg_sleep(0.1), ${i}::int`)),
    ),
  );

/** Sets the clock forward, so that the pool tests all connections before it uses them again. */
function becomeIdle(): void {
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  onTestFinished(() => spy.mockRestore());
}

it('queries and transactions succeed after a failover that happens while all connections are idle', async () => {
  const { db, proxy } = await open();
  await useAllConnections(db);
  becomeIdle();
  proxy.failOver();
  const start = performance.now();
  await Promise.all(Array.from({ length: 30 }, (_, i) => (i % 2 ? query(db) : transaction(db))));
  expect(performance.now() - start).toBeLessThan(RECOVERY_MS);
});

it('the console uses PostgreSQL again within 5 seconds of a failover that happens while all connections are in use', async () => {
  const { db, proxy } = await open();
  const busy = Promise.allSettled(
    Array.from({ length: databasePool }, (_, i) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select ${i}::int`);
        proxy.failOver();
        await tx.execute(sql`select ${i}::int`);
      }),
    ),
  );
  const start = performance.now();
  expect((await busy).map(({ status }) => status)).toEqual(Array(databasePool).fill('rejected'));
  await query(db);
  await transaction(db);
  expect(performance.now() - start).toBeLessThan(RECOVERY_MS);
});

it('a failover during the first query of a transaction doesn’t permanently use up a connection', async () => {
  const { db, proxy } = await open(1);
  await query(db);
  // The connection was just used, so it isn't tested before the transaction.
  proxy.failOver();
  await expect(transaction(db)).rejects.toThrow();
  await transaction(db);
});

it('the console names its connections, and opens as many as the setting allows', async () => {
  const { db } = await open(3);
  await useAllConnections(db);
  const found = (await db.execute(
    sql`select count(*)::int as open from pg_stat_activity where application_name = 'mailroom'`,
  )) as unknown as { rows: unknown };
  expect(found.rows).toEqual([{ open: 3 }]);
});
