/** Counted tries: what counts no more doesn't stay for ever. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { countTry } from '#lib/store/rate-limits.ts';
import { rateLimits } from '#lib/store/schema.ts';
import { prepareStore } from '../support/prepared-folder.ts';
import { temporaryFolder } from './support/settings.ts';

const HOUR_MS = 60 * 60_000;

const { folder, remove } = temporaryFolder();
let opened: OpenDatabase;
let db: Database;
beforeAll(async () => {
  await prepareStore(folder);
  opened = await openStore({ databaseUrl: undefined, dataFolder: folder });
  db = opened.db;
});
afterAll(async () => {
  await opened.close();
  await remove();
});

it('the next try deletes those that are over since an hour, and no others', async () => {
  const over = (ms: number) => new Date(Date.now() - ms);
  await db.insert(rateLimits).values([
    { key: 'long over', points: 10, expire: over(2 * HOUR_MS) },
    { key: 'just over', points: 10, expire: over(HOUR_MS / 2) },
    { key: 'at work', points: 10, expire: over(-HOUR_MS / 4) },
  ]);
  expect(await countTry(db, 'sign-in', 'a@b.example')).toBe(true);
  const left = (await db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);
  expect(left).toEqual(expect.arrayContaining(['just over', 'at work', expect.stringMatching(/^sign-in:/)]));
  expect(left).toHaveLength(3);
});
