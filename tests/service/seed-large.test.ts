import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, count, eq, lte, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, type OpenDatabase, openDatabase } from '#lib/database/open.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { seedDatabase } from '#service/seed/seed.ts';
import { queryCampaigns } from '#service/store/campaign-list.ts';
import { artworks, campaignBitmaps, campaigns, customers } from '#service/store/schema.ts';
import { MIGRATIONS } from './fixture.ts';

const NOW = Date.parse('2026-11-20T15:30:00Z');

let folder: string;
let open: OpenDatabase;
let db: Database;

// The seed is large enough to use the same bulk insert as a seed with a million campaigns.
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

test('200 customers share a few artworks', async () => {
  const [customerCount] = await db.select({ total: count() }).from(customers);
  const [artworkCount] = await db.select({ total: count() }).from(artworks);
  expect(customerCount?.total).toBe(200);
  expect(artworkCount?.total).toBeLessThan(30);
});

test('no queued campaign is scheduled within the next twenty minutes', async () => {
  const soon = lte(campaigns.scheduledAt, new Date(NOW + 20 * MINUTE_MS));
  const tooEarly = await db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.status, 'queued'), soon));
  expect(tooEarly).toEqual([]);
});

test('the lists and counts match the results of a query on the table', async () => {
  const condition = and(eq(campaigns.status, 'mailed'), eq(campaigns.customerId, 17));
  const rows = await db.select({ id: campaigns.id }).from(campaigns).where(condition);
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

// Deletes all campaigns, because the trigger flips the bits of each deleted campaign.
// If the bulk insert wrote the right bits, all bits are 0 after the deletion.
test('bitmaps written in bulk equal those that the trigger writes, so deleting all campaigns leaves no bits set', async () => {
  await db.transaction(async (tx) => {
    await tx.delete(campaigns);
    const [remaining] = await tx
      .select({ bits: sql`sum(bit_count(bits))`.mapWith(Number) })
      .from(campaignBitmaps);
    expect(remaining?.bits).toBe(0);
  });
});
