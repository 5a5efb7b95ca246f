/** Tests that the campaign index's totals and counts either are exact or say that they aren't. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { compactTotals, maintainIndex } from '#lib/store/campaign-totals.ts';
import { countsByStatus, type IndexTotals, totalsOf } from '#lib/store/index-totals.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { campaignTotals } from '#lib/store/schema/campaign-totals.ts';
import { setUpDatabases } from './support/databases.ts';
import { changeIndex, fillIndex, readAllRows } from './support/index-database.ts';
import { indexFilter, type StoredRow, selectMatching, sumRows } from './support/index-rows.ts';
import { spendingRow } from './support/spending-rows.ts';

const inOrder = <T extends { currency: string | null }>(totals: readonly T[]) =>
  totals.toSorted((a, b) => String(a.currency).localeCompare(String(b.currency)));

function expectTotals(totals: IndexTotals, matching: readonly StoredRow[]): void {
  expect(inOrder(totals.byCurrency)).toEqual(inOrder(sumRows(matching)));
  expect(totals).toMatchObject({ campaigns: matching.length, isPartial: false });
}

describe.each(setUpDatabases())('totals on %s', (_, open) => {
  let stores: OpenDatabase[];
  let dbs: Database[];
  let db: Database;

  beforeAll(async () => {
    stores = await open();
    dbs = stores.map((store) => store.db);
    db = dbs[0] as Database;
    await db.delete(indexedCampaigns);
    await fillIndex(db, 2);
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const expectExact = async (runs: number) => {
    const rows = await readAllRows(db);
    await fc.assert(
      fc.asyncProperty(indexFilter, async (filter) => {
        const matching = selectMatching(rows, filter);
        expectTotals(await totalsOf(db, filter), matching);
        const { counts, isPartial } = await countsByStatus(db, filter);
        const expected = Map.groupBy(matching, ({ status }) => status);
        expect(new Map(counts.map(({ status, campaigns }) => [status, campaigns]))).toEqual(
          new Map([...expected].map(([status, { length }]) => [status, length])),
        );
        expect(isPartial).toBe(false);
      }),
      { numRuns: runs },
    );
  };

  const countRows = async () => Number((await db.select({ n: sql`count(*)` }).from(campaignTotals))[0]?.n);

  it.each([1, 2, 3])('adds up exactly the matching campaigns (after change %i)', async (seed) => {
    await changeIndex(db, seed);
    await expectExact(200);
    const before = await countRows();
    await compactTotals(db);
    expect(await countRows()).toBeLessThan(before);
    await expectExact(60);
  });

  it('keeps only one row for each combination of values after merging', async () => {
    await changeIndex(db, 4);
    await compactTotals(db);
    const merged = await countRows();
    await compactTotals(db);
    expect(await countRows()).toBe(merged);
    const [{ duplicates } = {}] = await db
      .select({
        duplicates: sql`count(*) - count(distinct (kind, customer_id, template_id, size, postage, day, status, payment, currency))`,
      })
      .from(campaignTotals);
    expect(Number(duplicates)).toBe(0);
  });

  it('stays exact while campaigns change and two servers merge rows at the same time', async () => {
    const other = dbs[1] ?? db;
    await Promise.all([
      changeIndex(db, 5),
      changeIndex(other, 5).then(() => changeIndex(other, 6)),
      ...Array.from({ length: 6 }, (_, i) => compactTotals(dbs[i % dbs.length] as Database)),
    ]);
    await expectExact(60);
    await compactTotals(db);
    await expectExact(60);
  });

  it('stays exact after maintenance', async () => {
    await maintainIndex(db);
    await expectExact(20);
  });

  it('adds up customers’ campaigns exactly, in date ranges that begin and end at any time', async () => {
    await db
      .transaction(async (tx) => {
        await tx.delete(indexedCampaigns);
        await fillIndex(tx, 11, spendingRow);
        await changeIndex(tx, 12, spendingRow);
        const time = fc.oneof(
          fc.integer({ min: -2, max: 15 }).map((month) => Date.UTC(2026, month)),
          fc.integer({ min: Date.UTC(2025, 10), max: Date.UTC(2027, 3) }),
        );
        const filters = fc.record({
          customerIds: fc.uniqueArray(fc.constantFrom(1, 2, 9), { minLength: 1 }),
          statuses: fc.constantFrom(undefined, ['draft'], ['sent', 'mailed']),
          times: fc.record({ from: time, to: time }, { requiredKeys: [] }),
          field: fc.constantFrom('scheduled' as const, 'created' as const, 'sent' as const),
        });
        const rows = await readAllRows(tx);
        for (const merge of [async () => undefined, () => compactTotals(tx), () => compactTotals(tx)]) {
          await merge();
          await fc.assert(
            fc.asyncProperty(filters, async ({ times, field, ...who }) => {
              const filter = { ...who, [field]: times };
              expectTotals(await totalsOf(tx, filter), selectMatching(rows, filter));
            }),
            { numRuns: 60 },
          );
        }
        const stored = { customerIds: [1], sent: { from: Date.UTC(2026, 3), to: Date.UTC(2026, 9) } };
        expect(await totalsOf(tx, stored, 0)).toMatchObject({ isPartial: false });
        tx.rollback();
      })
      .catch((error: Error) => expect(error.message).toMatch(/rollback/i));
  });

  it('adds up to zero once all campaigns are gone', async () => {
    await db
      .transaction(async (tx) => {
        await tx.update(indexedCampaigns).set({ goneAt: new Date() });
        expect(await totalsOf(tx, {})).toEqual({
          campaigns: 0,
          byCurrency: [],
          isPartial: false,
        });
        await compactTotals(tx);
        expect(await tx.select().from(campaignTotals)).toEqual([]);
        tx.rollback();
      })
      .catch((error: Error) => expect(error.message).toMatch(/rollback/i));
  });

  it('returns partial totals, and says so, if more campaigns match than can be read', async () => {
    const filter = { recipients: { min: 0 } };
    const { length } = selectMatching(await readAllRows(db), filter);
    expect(length).toBeGreaterThan(100);
    expect(await totalsOf(db, filter, length)).toMatchObject({ isPartial: false, campaigns: length });
    expect(await countsByStatus(db, filter, length)).toMatchObject({ isPartial: false });
    const partial = await totalsOf(db, filter, 50);
    expect(partial.isPartial).toBe(true);
    expect(partial.campaigns).toBe(51);
    expect(await countsByStatus(db, filter, 50)).toMatchObject({ isPartial: true });
  });

  it('never reads campaigns for totals that are stored', async () => {
    const day = (n: number) => Date.UTC(2026, 10, n);
    for (const filter of [
      {},
      { statuses: ['draft'], payment: ['unpaid' as const] },
      { customerIds: [1] },
      { templateIds: [1], sizes: ['4x6'], postages: ['standard'] },
      { scheduled: { from: day(18), to: day(22) } },
      { created: { from: day(18) } },
      { sent: { to: day(20) }, statuses: ['sent'] },
    ])
      expect(await totalsOf(db, filter, 0), JSON.stringify(filter)).toMatchObject({ isPartial: false });
    expect(await totalsOf(db, { created: { from: day(18) + 1 } }, 0)).toMatchObject({ isPartial: true });
  });
});
