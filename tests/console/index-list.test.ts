/** Tests that lists and search in the campaign index show exactly the matching campaigns, in order. */
import { inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { INDEX_LIMITS, type IndexFilter } from '#lib/domain/index-filter.ts';
import { maintainIndex } from '#lib/store/campaign-totals.ts';
import { type ListBounds, listIndexed } from '#lib/store/index-list.ts';
import { searchIndexed } from '#lib/store/index-search.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from '#lib/store/schema/campaign-index.ts';
import { setUpDatabases } from './support/databases.ts';
import { changeIndex, fillIndex, readAllRows } from './support/index-database.ts';
import { indexFilter, indexSort, selectMatching, sortIds } from './support/index-rows.ts';

/** Random limits, so that even in a small index, each method of finding a page is used for some filters. */
const bounds: fc.Arbitrary<ListBounds | undefined> = fc.option(
  fc.record({
    probed: fc.constantFrom(1, 50, 1_000),
    sorted: fc.constantFrom(1, 20, 1_000),
    checked: fc.constantFrom(1, 50, 1_000),
  }),
  { nil: undefined },
);

const READ_AT = new Date('2026-11-20T12:00:00Z');

describe.each(setUpDatabases())('the campaign index on %s', (_, open) => {
  let stores: OpenDatabase[];
  let db: Database;

  beforeAll(async () => {
    stores = await open();
    db = stores[0]?.db as Database;
    await db.delete(indexedCampaigns);
    await fillIndex(db, 1);
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  it.each([1, 2, 3])('lists exactly the matching campaigns, in order (after change %i)', async (seed) => {
    await changeIndex(db, seed);
    const rows = await readAllRows(db);
    await fc.assert(
      fc.asyncProperty(
        indexFilter,
        indexSort,
        fc.record({ limit: fc.integer({ min: 1, max: 60 }), offset: fc.constantFrom(0, 0, 7, 200) }),
        bounds,
        async (filter, sort, range, maximum) => {
          const page = await listIndexed(db, filter, sort, range, maximum);
          const expected = sortIds(selectMatching(rows, filter), sort);
          expect(page.map(({ campaignId }) => campaignId)).toEqual(
            expected.slice(range.offset, range.offset + range.limit),
          );
        },
      ),
      { numRuns: 200 },
    );
  });

  it('finds one customer’s first match even if another customer’s later matches could fill the page', async () => {
    const rows = (customerId: number, sizes: readonly string[], day: number) =>
      sizes.map((size, i) => ({
        campaignId: customerId * 10 + i,
        customerId,
        size,
        createdAt: new Date(Date.UTC(2026, 0, day - i)),
        readAt: READ_AT,
      }));
    const filled = [...rows(9_001, ['A4', 'A4', 'A4', 'A4', 'A5'], 30), ...rows(9_002, ['A5'], 10)];
    await db.insert(indexedCampaigns).values(filled);
    const filter = { customerIds: [9_001, 9_002], sizes: ['A5'] };
    const newest = { key: 'created_at', direction: 'desc' } as const;
    const few = { probed: 1, sorted: 1, checked: 1 };
    const page = await listIndexed(db, filter, newest, { limit: 1, offset: 0 }, few);
    await db.delete(indexedCampaigns).where(
      inArray(
        indexedCampaigns.campaignId,
        filled.map(({ campaignId }) => campaignId),
      ),
    );
    expect(page.map(({ campaignId }) => campaignId)).toEqual([90_014]);
  });

  it('returns every column that a page shows', async () => {
    const [first] = await listIndexed(
      db,
      {},
      { key: 'created_at', direction: 'desc' },
      { limit: 1, offset: 0 },
    );
    expect((await readAllRows(db)).find(({ campaignId }) => campaignId === first?.campaignId)).toMatchObject({
      ...first,
    });
    expect(first).toHaveProperty('metadata');
  });

  it.each<[string, IndexFilter]>([
    [
      'more than 100 customers',
      { customerIds: Array.from({ length: INDEX_LIMITS.values + 1 }, (_, i) => i) },
    ],
    [
      'more than 8 metadata pairs',
      { metadata: Array.from({ length: 9 }, () => ({ key: 'po', value: 'x' })) },
    ],
  ])('refuses %s', async (_, filter) => {
    const range = { limit: 10, offset: 0 };
    await expect(listIndexed(db, filter, { key: 'price', direction: 'asc' }, range)).rejects.toThrow(
      RangeError,
    );
  });

  it('refuses pages after the first 10,000 campaigns, and pages that are too long', async () => {
    const list = (limit: number, offset: number) =>
      listIndexed(db, {}, { key: 'price', direction: 'asc' }, { limit, offset });
    await expect(list(10, 10_001)).rejects.toThrow(RangeError);
    await expect(list(501, 0)).rejects.toThrow(RangeError);
    expect(await list(500, 10_000)).toEqual([]);
  });

  it.each(["'", "dent' | 'x", '\\', '\0', '\ud800', ':*', '& !', '%', '('.repeat(1_000), 'a '.repeat(5_000)])(
    'accepts any words, such as %j',
    async (words) => {
      const { campaigns } = await searchIndexed(db, words, 5);
      expect(campaigns.length).toBeLessThanOrEqual(5);
      await listIndexed(
        db,
        {
          words,
          statuses: [words],
          metadata: [
            { key: words, value: words },
            { key: '__proto__', value: words },
          ],
        },
        { key: 'price', direction: 'asc' },
        { limit: 5, offset: 0 },
      );
    },
  );

  it('lists the campaign with the exact number first, and then the most recently changed campaigns', async () => {
    const row = { templateName: 'Harvest fair', readAt: READ_AT };
    await db.insert(indexedCampaigns).values([
      { ...row, campaignId: 77_001, updatedAt: new Date(1_000) },
      { ...row, campaignId: 770_011, updatedAt: new Date(3_000) },
      { ...row, campaignId: 770_012, updatedAt: new Date(2_000) },
      { ...row, campaignId: 770_013, updatedAt: new Date(4_000), goneAt: READ_AT },
    ]);
    const find = async (words: string, limit = 5) =>
      (await searchIndexed(db, words, limit)).campaigns.map(({ campaignId }) => campaignId);
    expect(await find('77001')).toEqual([77_001, 770_011, 770_012]);
    expect(await find(' #77001', 1)).toEqual([77_001]);
    expect(await find('7700')).toEqual([770_011, 770_012, 77_001]);
    expect(await find('fair harv')).toEqual([770_011, 770_012, 77_001]);
    expect(await find('770013')).toEqual([]);
    expect(await find(' ')).toEqual([]);
  });

  it('also checks common words if another word is rare', async () => {
    const row = { templateName: 'Zanzibar', readAt: READ_AT };
    await db.insert(indexedCampaigns).values([
      { ...row, campaignId: 88_001, status: 'mailed' },
      { ...row, campaignId: 88_002, status: 'draft' },
    ]);
    // The database's statistics show which word is rare.
    await maintainIndex(db);
    const find = async (words: string) =>
      (await searchIndexed(db, words, 5)).campaigns.map(({ campaignId }) => campaignId);
    expect(await find('mailed zanz')).toEqual([88_001]);
    expect(await find('zanz draft')).toEqual([88_002]);
  });

  it('finds customers and templates by the beginnings of words', async () => {
    await db.insert(indexedCustomers).values([
      { customerId: 901, email: 'office@brightwater.example' },
      { customerId: 902, email: 'bright@other.example' },
    ]);
    await db.insert(indexedTemplates).values({ templateId: 901, name: 'Bright smile 2026' });
    expect(await searchIndexed(db, 'BRIGHTW', 5)).toMatchObject({
      customers: [{ customerId: 901, email: 'office@brightwater.example' }],
      templates: [],
    });
    expect(await searchIndexed(db, 'bright', 5)).toMatchObject({
      customers: [{ customerId: 902 }, { customerId: 901 }],
      templates: [{ templateId: 901, name: 'Bright smile 2026' }],
    });
    expect((await searchIndexed(db, 'bright', 1)).customers).toHaveLength(1);
  });
});
