import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, count, eq, lte, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { seedDatabase } from '#service/seed/seed.ts';
import { queryCampaigns } from '#service/store/campaign-list.ts';
import { artworks, campaignBitmaps, campaigns, customers } from '#service/store/schema.ts';
import { MIGRATIONS } from './fixture.ts';

const NOW = Date.parse('2026-11-20T15:30:00Z');

let folder: string;
let open: OpenDatabase;
let db: Database;

/** Enough for the way in which a million are written. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mailroom-seed-'));
  open = await openDatabase({ folder, migrations: MIGRATIONS });
  db = open.db;
  await db.transaction((tx) => seedDatabase(tx, { campaigns: 12_000, now: NOW }));
}, 60_000);
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

test('200 customers share the artworks of a few', async () => {
  const [people] = await db.select({ total: count() }).from(customers);
  const [drawn] = await db.select({ total: count() }).from(artworks);
  expect(people?.total).toBe(200);
  expect(drawn?.total).toBeLessThan(30);
});

test('none of the queued goes within twenty minutes', async () => {
  const soon = lte(campaigns.scheduledAt, new Date(NOW + 20 * MINUTE_MS));
  const early = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'queued'), soon));
  expect(early).toEqual([]);
});

test('a list has the rows and the count that the table has', async () => {
  const mine = and(eq(campaigns.status, 'mailed'), eq(campaigns.customerId, 17));
  const rows = await db.select({ id: campaigns.id }).from(campaigns).where(mine);
  const list = await queryCampaigns(db, {
    metaData: [],
    status: 'mailed',
    customerId: 17,
    offset: 0,
    limit: 100,
  });
  expect(list.total).toBe(rows.length);
  expect(list.records.map(({ campaign }) => campaign.id)).toEqual(
    rows
      .map(({ id }) => id)
      .sort((a, b) => b - a)
      .slice(0, 100),
  );
});

/** The trigger flips what it finds in the rows that go: nothing is left if and only if it would have made the same marks. */
test('the marks written in bulk are those of the trigger', async () => {
  await db.transaction(async (tx) => {
    await tx.delete(campaigns);
    const [left] = await tx
      .select({ marks: sql`sum(bit_count(marks))`.mapWith(Number) })
      .from(campaignBitmaps);
    expect(left?.marks).toBe(0);
  });
});
