/** Tests that a reading that confirms a row of the campaign index counts just like a reading that changes the row. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { indexedFields } from '#lib/domain/campaign-reading.ts';
import { recordCampaigns, recordGone } from '#lib/store/campaign-index.ts';
import { listUnreadSince } from '#lib/store/index-sync.ts';
import { confirmedReadings, indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { setUpDatabases } from './support/databases.ts';

const SECOND_MS = 1_000;
let nextId = 1;

describe.each(setUpDatabases())('a reading that confirms a campaign on %s', (_, open) => {
  let stores: OpenDatabase[];
  let db: Database;
  let other: Database;
  let id: number;

  beforeAll(async () => {
    stores = await open();
    db = stores[0]?.db as Database;
    other = (stores[1] ?? stores[0])?.db as Database;
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const fieldsOf = (recipients: number) =>
    indexedFields({ id, status: 'queued', recipient_count: recipients } as Campaign);
  const read = (recipients: number, secondsAgo: number, server = db) =>
    recordCampaigns(server, [
      { campaignId: id, fields: fieldsOf(recipients), requestedMsAgo: secondsAgo * SECOND_MS },
    ]);
  const findRow = async () => {
    const [row] = await db.select().from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, id));
    return row;
  };

  beforeEach(async () => {
    id = nextId++;
    await read(100, 60);
    await read(100, 20);
  });

  it('leaves the row unchanged, and takes precedence over an earlier request', async () => {
    const before = await findRow();
    await read(200, 40);
    expect(await findRow()).toEqual(before);
  });

  it('is replaced by a later request', async () => {
    await read(200, 10);
    expect(await findRow()).toMatchObject({ recipients: 200 });
    // The campaign changed after it was confirmed, so now the time of the change counts.
    await read(300, 15);
    expect(await findRow()).toMatchObject({ recipients: 200 });
  });

  it('keeps an earlier request from marking the campaign as deleted', async () => {
    await recordGone(db, id, 40 * SECOND_MS);
    expect(await findRow()).toMatchObject({ goneAt: null });
    await recordGone(db, id, 10 * SECOND_MS);
    expect((await findRow())?.goneAt).not.toBeNull();
  });

  it('lists the campaign again if it seemed to be deleted', async () => {
    await recordGone(db, id, 10 * SECOND_MS);
    await read(100, 5);
    expect(await findRow()).toMatchObject({ goneAt: null, isListed: true });
  });

  it.each([
    ['confirms it', 100],
    ['changes it', 300],
  ])('doesn’t list a deleted campaign again if an earlier request %s', async (_each, recipients) => {
    await recordGone(db, id, 10 * SECOND_MS);
    await read(recipients, 15);
    expect(await findRow()).toMatchObject({ isListed: false, recipients: 100 });
  });

  it('doesn’t list a deleted campaign again if an earlier response shows a later change', async () => {
    await recordGone(db, id, 10 * SECOND_MS);
    const fields = { ...fieldsOf(300), updatedAt: Date.now() };
    await recordCampaigns(db, [{ campaignId: id, fields, requestedMsAgo: 15 * SECOND_MS }]);
    expect(await findRow()).toMatchObject({ isListed: false, recipients: 100 });
  });

  it('lists a deleted campaign again after the database’s clock was set back', async () => {
    await db
      .update(indexedCampaigns)
      .set({ goneAt: new Date(Date.now() + DAY_MS) })
      .where(eq(indexedCampaigns.campaignId, id));
    await read(100, 5);
    expect(await findRow()).toMatchObject({ isListed: true });
  });

  it('lets a campaign be marked as deleted after the database’s clock is set back', async () => {
    await db
      .update(confirmedReadings)
      .set({ confirmedAt: new Date(Date.now() + DAY_MS) })
      .where(eq(confirmedReadings.campaignId, id));
    expect(
      await listUnreadSince(db, new Date(Date.now() - DAY_MS).toISOString(), ['queued'], 1_000),
    ).toContain(id);
    await recordGone(db, id, 10 * SECOND_MS);
    expect(await findRow()).toMatchObject({ isListed: false });
  });

  it('counts as a reading that was made after a task began', async () => {
    const unreadSince = (secondsAgo: number) =>
      listUnreadSince(db, new Date(Date.now() - secondsAgo * SECOND_MS).toISOString(), ['queued'], 1_000);
    expect(await unreadSince(40)).not.toContain(id);
    expect(await unreadSince(10)).toContain(id);
  });

  it('isn’t overwritten by an earlier request that another server records at the same time', async () => {
    await Promise.all([
      ...Array.from({ length: 8 }, (_each, i) => read(100, 10 - i, i % 2 === 0 ? db : other)),
      ...Array.from({ length: 8 }, (_each, i) => read(500 + i, 50 - i, i % 2 === 0 ? other : db)),
    ]);
    expect(await findRow()).toMatchObject({ recipients: 100 });
  });
});
