/** Tests that two servers can record the same campaigns at the same time. */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import { recordCampaigns, recordGone } from '#lib/store/campaign-index.ts';
import { saveOwners } from '#lib/store/owners.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { setUpDatabases } from './support/databases.ts';

const databases = setUpDatabases();
let servers: OpenDatabase[];
let ids: [number, number];
let nextId = 1;

beforeAll(async () => {
  const [, openPostgres] = databases[1] ?? [];
  servers = (await openPostgres?.()) ?? [];
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
});
beforeEach(() => {
  ids = [nextId++, nextId++];
});

const record = (campaignId: number, recipients: number, secondsAgo: number) => ({
  campaignId,
  fields: indexedFields({ id: campaignId, status: 'queued', recipient_count: recipients } as Campaign),
  requestedMsAgo: secondsAgo * 1_000,
  customerId: recipients,
});

const readRows = (db: Database) =>
  db
    .select({
      id: indexedCampaigns.campaignId,
      recipients: indexedCampaigns.recipients,
      customer: indexedCampaigns.customerId,
    })
    .from(indexedCampaigns)
    .where(inArray(indexedCampaigns.campaignId, ids))
    .orderBy(asc(indexedCampaigns.campaignId));

/**
 * Runs `first` in a transaction on one server, starts `second` on the other server, waits until `second` is
 * waiting for the transaction, and then runs `last` in the transaction and commits it.
 */
async function interleave(
  first: (tx: Database) => Promise<void>,
  second: (db: Database) => Promise<void>,
  last: (tx: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  const [one, other] = servers.map(({ db }) => db) as [Database, Database];
  const started = await one.transaction(async (tx) => {
    await first(tx);
    const results = Promise.allSettled([second(other)]);
    await expect.poll(() => isBlocked(one), { timeout: 10_000, interval: 10 }).toBe(true);
    await last(tx);
    return { results };
  });
  expect(await started.results).toEqual([{ status: 'fulfilled', value: undefined }]);
}

async function isBlocked(db: Database): Promise<boolean> {
  const result = await db.execute(sql`select 1 from pg_locks where not granted`);
  return (result as unknown as { rows: unknown[] }).rows.length > 0;
}

it('keeps the later reading if two servers record a campaign’s first reading at the same time', async () => {
  const [id] = ids;
  await interleave(
    (tx) => recordCampaigns(tx, [record(id, 200, 10)]),
    (db) => recordCampaigns(db, [record(id, 100, 20)]),
  );
  expect(await readRows(servers[0]?.db as Database)).toEqual([{ id, recipients: 200, customer: 100 }]);
});

it('replaces a campaign’s first reading with a later reading', async () => {
  const [id] = ids;
  await interleave(
    (tx) => recordCampaigns(tx, [record(id, 100, 20)]),
    (db) => recordCampaigns(db, [record(id, 200, 10)]),
  );
  expect(await readRows(servers[0]?.db as Database)).toEqual([{ id, recipients: 200, customer: 200 }]);
});

it('keeps a later reading that another server records while this server waits for its row', async () => {
  const [id] = ids;
  await recordCampaigns(servers[0]?.db as Database, [record(id, 50, 60)]);
  await interleave(
    (tx) => recordCampaigns(tx, [record(id, 100, 20)]),
    (db) => recordCampaigns(db, [record(id, 200, 10)]),
    (tx) => recordCampaigns(tx, [record(id, 300, 0)]),
  );
  expect(await readRows(servers[0]?.db as Database)).toMatchObject([{ id, recipients: 300 }]);
});

it('doesn’t mark a campaign as deleted if another server reads it while this server waits for its row', async () => {
  const [id] = ids;
  const db = servers[0]?.db as Database;
  await recordCampaigns(db, [record(id, 50, 60)]);
  await interleave(
    (tx) => recordCampaigns(tx, [record(id, 100, 20)]),
    (other) => recordGone(other, id, 10_000),
    (tx) => recordCampaigns(tx, [record(id, 300, 0)]),
  );
  const { goneAt } = indexedCampaigns;
  const rows = await db.select({ goneAt }).from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, id));
  expect(rows).toEqual([{ goneAt: null }]);
});

it('records the same new campaigns from two lists in different orders', async () => {
  const [first, second] = ids;
  await interleave(
    (tx) => recordCampaigns(tx, [record(first, 1, 10)]),
    (db) => recordCampaigns(db, [record(second, 2, 5), record(first, 2, 5)]),
    (tx) => recordCampaigns(tx, [record(second, 1, 10)]),
  );
  expect(await readRows(servers[0]?.db as Database)).toMatchObject([
    { id: first, recipients: 2 },
    { id: second, recipients: 2 },
  ]);
});

it('saves the owners of the same new campaigns from two lists in different orders', async () => {
  const [first, second] = ids;
  await interleave(
    (tx) => saveOwners(tx, 1, [first]),
    (db) => saveOwners(db, 2, [second, first]),
    (tx) => saveOwners(tx, 1, [second]),
  );
  expect(await readRows(servers[0]?.db as Database)).toMatchObject([
    { id: first, customer: 2 },
    { id: second, customer: 2 },
  ]);
});
