/** Tests the cases in which the console reports that it can't serve requests. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '#lib/database/open.ts';
import { DatabaseReadOnly } from '#lib/database/read-only.ts';
import { findUnreadiness } from '#lib/monitoring/readiness.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { beginExit } from '#lib/runtime/unfinished-work.ts';
import { closeStore, store } from '#lib/store/open.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { useSettings as applySettings } from './support/settings.ts';

let postgres: Postgres;
let proxy: DatabaseProxy;
beforeAll(async () => {
  postgres = await startPostgres();
  proxy = await startDatabaseProxy(postgres.url);
  applySettings({ DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '1' });
});
afterAll(async () => {
  await closeStore();
  proxy.stop();
  await postgres.stop();
});

it.each(['closed', 'frozen'] as const)(
  'the console isn’t ready while connections to its database are %s, and is ready again afterward',
  async (state) => {
    await expect.poll(findUnreadiness).toBe(null);
    proxy.set(state);
    await expect.poll(findUnreadiness).toBe('database');
    proxy.set('open');
    await expect.poll(findUnreadiness).toBe(null);
  },
);

it('the console is ready soon after its connections are cut off, even if queries are allowed to take a long time', async () => {
  await closeStore();
  applySettings({ DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '60' });
  onTestFinished(() => applySettings({ DATABASE_URL: proxy.url, DATABASE_TIMEOUT: '1' }));
  // A connection that was just used isn't tested, so the first query waits until it times out.
  await (await store()).execute(sql`select 1`);
  proxy.failOver();
  dropSingleton('readinessCheck');
  expect(await findUnreadiness()).toBe('database');
  await expect.poll(findUnreadiness).toBe(null);
  // Ends the first query.
  proxy.set('closed');
  proxy.set('open');
});

it('the readiness check responds within two seconds even while the database doesn’t respond', async () => {
  await expect.poll(findUnreadiness).toBe(null);
  proxy.set('frozen');
  onTestFinished(() => proxy.set('open'));
  await expect.poll(findUnreadiness).toBe('database');
  // On a busy machine, this timer is as late as the check's own timers, so the comparison stays fair.
  const late = setTimeout(2_000, ['late']);
  const answers = Promise.all(Array.from({ length: 100 }, findUnreadiness));
  expect(new Set(await Promise.race([answers, late]))).toEqual(new Set(['database']));
});

it('the console isn’t ready and doesn’t start while PostgreSQL accepts only reads', async () => {
  await expect.poll(findUnreadiness).toBe(null);
  const setReadOnly = async (value: 'on' | 'off') => {
    const client = new pg.Client({
      connectionString: postgres.url,
      options: '-c default_transaction_read_only=off',
    });
    await client.connect();
    const [{ name }] = (await client.query('select current_database() as name')).rows;
    await client.query(`alter database "${name}" set default_transaction_read_only = ${value}`);
    await client.end();
    // Sessions keep the setting that they began with.
    proxy.set('closed');
    proxy.set('open');
  };
  await setReadOnly('on');
  onTestFinished(() => setReadOnly('off'));
  await expect.poll(findUnreadiness).toBe('read_only');
  await expect(
    openDatabase({ url: postgres.url, folder: 'unused', migrations: 'lib/store/migrations' }),
  ).rejects.toThrow(DatabaseReadOnly);
  await setReadOnly('off');
  await expect.poll(findUnreadiness).toBe(null);
});

it('a console that is stopping isn’t ready', async () => {
  beginExit();
  onTestFinished(() => dropSingleton('unfinishedWork'));
  expect(await findUnreadiness()).toBe('stopping');
});
