/** Tests which rate limits the console stores, and that the console deletes expired rate limits. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { openStore } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { rateLimits } from '#lib/store/schema/rate-limits.ts';
import { prepareConsoleDatabase } from '../support/prepared-folder.ts';
import { temporaryFolder } from './support/settings.ts';

const HOUR_MS = 60 * 60_000;

let opened: OpenDatabase;
let db: Database;
let remove: () => Promise<void>;
// Each test has its own database, because the console deletes expired rate limits at most once an hour.
beforeEach(async () => {
  const temporary = temporaryFolder();
  remove = temporary.remove;
  await prepareConsoleDatabase(temporary.folder);
  opened = await openStore({ databaseUrl: undefined, dataFolder: temporary.folder });
  db = opened.db;
});
afterEach(async () => {
  await opened.close();
  await remove();
});

const readKeys = async (): Promise<readonly string[]> =>
  (await db.select({ key: rateLimits.key }).from(rateLimits)).map(({ key }) => key);

describe.each([
  ['an attempt', 'sign-in', 'a@b.example'],
  ['an API request', 'api-token', '8f8e4f6a-2a0f-4a53-9a3c-2f7a4b9f6f10'],
  ['an API request with an invalid token', 'api-token-invalid', '198.51.100.7'],
] as const)('counting %s', (_, limit, target) => {
  it('deletes all rate limits that expired more than an hour ago', async () => {
    const timeBefore = (ms: number) => new Date(Date.now() - ms);
    await db.insert(rateLimits).values([
      { key: 'sign-in:expired long ago', points: 10, expire: timeBefore(2 * HOUR_MS) },
      { key: 'api-token:expired long ago', points: 10, expire: timeBefore(2 * HOUR_MS) },
      { key: 'just expired', points: 10, expire: timeBefore(HOUR_MS / 2) },
      { key: 'active', points: 10, expire: timeBefore(-HOUR_MS / 4) },
    ]);
    expect((await consumeRateLimit(db, limit, target)).isAllowed).toBe(true);
    const remaining = await readKeys();
    expect(remaining).toEqual(
      expect.arrayContaining(['just expired', 'active', expect.stringMatching(`^${limit}:`)]),
    );
    expect(remaining).toHaveLength(3);
  });

  it('stores only a hash of the address or id whose requests it counts', async () => {
    await consumeRateLimit(db, limit, target);
    expect(await readKeys()).toEqual([expect.stringMatching(new RegExp(`^${limit}:[\\w-]{43}$`))]);
  });
});
