/** Tests which names the campaign index stores, and that a new name reaches every campaign. */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { copyCustomerNames, copyTemplateNames } from '#lib/store/name-copies.ts';
import { recordCustomers, recordTemplates } from '#lib/store/record-names.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from '#lib/store/schema/campaign-index.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { setUpDatabases } from './support/databases.ts';

const SECOND_MS = 1_000;
const CAMPAIGNS = 500;
let id = 0;

describe.each(setUpDatabases())('an indexed name on %s', (_, open) => {
  let stores: OpenDatabase[];
  let db: Database;
  let other: Database;

  beforeAll(async () => {
    stores = await open();
    db = stores[0]?.db as Database;
    other = (stores[1] ?? stores[0])?.db as Database;
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));
  beforeEach(() => {
    id++;
  });

  const readCustomer = (name: string, secondsAgo: number, server = db) =>
    recordCustomers(server, [{ id, name, requestedMsAgo: secondsAgo * SECOND_MS }]);
  const readTemplate = (name: string, secondsAgo: number) =>
    recordTemplates(db, [{ id, name, requestedMsAgo: secondsAgo * SECOND_MS }]);
  const findCustomer = async () => {
    const [row] = await db.select().from(indexedCustomers).where(eq(indexedCustomers.customerId, id));
    return row;
  };
  const findTemplate = async () => {
    const [row] = await db.select().from(indexedTemplates).where(eq(indexedTemplates.templateId, id));
    return row;
  };

  it('doesn’t change if the response to an earlier request arrives later', async () => {
    await readCustomer('new@example.com', 10);
    await readCustomer('old@example.com', 20);
    expect(await findCustomer()).toMatchObject({ email: 'new@example.com' });
    await readTemplate('New', 10);
    await readTemplate('Old', 20);
    expect(await findTemplate()).toMatchObject({ name: 'New' });
  });

  it('is replaced by the name from a later request, even if the database’s clock was set back', async () => {
    await readCustomer('old@example.com', 20);
    await readCustomer('new@example.com', 10);
    expect(await findCustomer()).toMatchObject({ email: 'new@example.com' });
    const ahead = new Date(Date.now() + DAY_MS);
    await db.update(indexedCustomers).set({ readAt: ahead }).where(eq(indexedCustomers.customerId, id));
    await readCustomer('newest@example.com', 5);
    expect(await findCustomer()).toMatchObject({ email: 'newest@example.com' });
  });

  it('comes from the later of two responses that are recorded together', async () => {
    const names = [10, 20].map((secondsAgo) => ({
      id,
      name: `${secondsAgo}@example.com`,
      requestedMsAgo: secondsAgo * SECOND_MS,
    }));
    await recordCustomers(db, names);
    expect(await findCustomer()).toMatchObject({ email: '10@example.com' });
  });

  it('is kept if another server records earlier names at the same time', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_each, i) =>
        readCustomer(`${i}@example.com`, 10 + i, i % 2 === 0 ? db : other),
      ),
    );
    expect(await findCustomer()).toMatchObject({ email: '0@example.com' });
  });

  describe('of many campaigns', () => {
    const ids = () => Array.from({ length: CAMPAIGNS }, (_each, i) => id * CAMPAIGNS + i);
    beforeEach(async () => {
      await readCustomer('old@example.com', 60);
      await readTemplate('Old', 60);
      const row = { customerId: id, customerEmail: 'old@example.com', templateId: id, templateName: 'Old' };
      // The rows aren't stored in the order of their ids.
      await db.insert(indexedCampaigns).values(
        ids()
          .toReversed()
          .map((campaignId) => ({
            ...row,
            campaignId,
            firstTemplateName: campaignId % 2 === 0 ? 'First' : null,
          })),
      );
    });
    const readCampaigns = () =>
      db
        .select()
        .from(indexedCampaigns)
        .where(inArray(indexedCampaigns.campaignId, ids()))
        .orderBy(asc(indexedCampaigns.campaignId));

    it('is copied in batches until all campaigns have it', async () => {
      await readCustomer('new@example.com', 10);
      await readTemplate('New', 10);
      const some = await readCampaigns();
      const changed = some.filter(
        (row) => row.customerEmail === 'new@example.com' && row.templateName === 'New',
      );
      expect(changed.length).toBeLessThanOrEqual(CAMPAIGNS / 2);
      // Every call finds the campaigns that an interrupted call didn't reach.
      while (await copyCustomerNames(db, 250));
      while (await copyTemplateNames(db, 250));
      const all = await readCampaigns();
      expect(new Set(all.map((row) => row.customerEmail))).toEqual(new Set(['new@example.com']));
      expect(new Set(all.map((row) => row.templateName))).toEqual(new Set(['New']));
      expect(all.map((row) => row.firstTemplateName)).toEqual(
        all.map((row) => (row.campaignId % 2 === 0 ? 'First' : 'New')),
      );
      expect([(await findCustomer())?.isCopyDue, (await findTemplate())?.isCopyDue]).toEqual([false, false]);
    });

    it('is copied even if another server is changing the campaigns in the order of their ids', async () => {
      const [first = 0] = ids();
      let copying: Promise<unknown> = Promise.resolve();
      await other.transaction(async (tx) => {
        const lock = (campaign: number) =>
          tx.execute(
            sql`select 1 from ${indexedCampaigns} where ${indexedCampaigns.campaignId} = ${campaign} for update`,
          );
        await lock(first);
        // PGlite runs one transaction at a time.
        copying = readCustomer('new@example.com', 10).then(() => copyCustomerNames(db, 1_000));
        if (other !== db)
          await expect.poll(() => isBlocked(tx), { timeout: 10_000, interval: 10 }).toBe(true);
        await lock(first + CAMPAIGNS - 1);
      });
      await copying;
      const emails = new Set((await readCampaigns()).map((row) => row.customerEmail));
      expect(emails).toEqual(new Set(['new@example.com']));
    });
  });
});

async function isBlocked(db: Database): Promise<boolean> {
  const result = await db.execute(sql`select 1 from pg_locks where not granted`);
  return (result as unknown as { rows: unknown[] }).rows.length > 0;
}
