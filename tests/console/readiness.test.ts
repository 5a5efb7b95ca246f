/** Tests when the console reports that it can't serve requests. */
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { findUnreadiness } from '#lib/monitoring/readiness.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { beginExit } from '#lib/runtime/unfinished-work.ts';
import { closeStore } from '#lib/store/open.ts';
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

it('answers within two seconds while the database doesn’t', async () => {
  await expect.poll(findUnreadiness).toBe(null);
  proxy.set('frozen');
  onTestFinished(() => proxy.set('open'));
  await expect.poll(findUnreadiness).toBe('database');
  const startedAt = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, findUnreadiness));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(new Set(answers)).toEqual(new Set(['database']));
});

it('a console that stops isn’t ready', async () => {
  beginExit();
  onTestFinished(() => dropSingleton('unfinishedWork'));
  expect(await findUnreadiness()).toBe('stopping');
});
