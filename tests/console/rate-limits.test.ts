/** Tests that the console deletes expired rate limits. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { rateLimits } from '#lib/store/schema/rate-limits.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { temporaryFolder } from './support/settings.ts';

const HOUR_MS = 60 * 60_000;

const { folder, remove } = temporaryFolder();
let opened: OpenDatabase;
let db: Database;
beforeAll(async () => {
  await prepareConsoleDatabase(folder);
  opened = await openStore({ databaseUrl: undefined, dataFolder: folder });
  db = opened.db;
});
afterAll(async () => {
  await opened.close();
  await remove();
});

it('counting an attempt also deletes rate limits that expired more than an hour ago', async () => {
  const timeBefore = (ms: number) => new Date(Date.now() - ms);
  await db.insert(rateLimits).values([
    { key: 'expired long ago', points: 10, expire: timeBefore(2 * HOUR_MS) },
    { key: 'just expired', points: 10, expire: timeBefore(HOUR_MS / 2) },
    { key: 'active', points: 10, expire: timeBefore(-HOUR_MS / 4) },
  ]);
  expect(await consumeRateLimit(db, 'sign-in', 'a@b.example')).toBe(true);
  const remainingKeys = (await db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
  expect(remainingKeys).toEqual(
    expect.arrayContaining(['just expired', 'active', expect.stringMatching(/^sign-in:/)]),
  );
  expect(remainingKeys).toHaveLength(3);
});
