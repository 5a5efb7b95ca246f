/** Tests that spending is added up exactly, in the months of every time zone. */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import type { Grouping, SpendingScope } from '#lib/domain/spending.ts';
import { listMonths } from '#lib/forms/spending-query.ts';
import { compactTotals } from '#lib/store/campaign-totals.ts';
import { indexedCampaigns, indexedCustomers } from '#lib/store/schema/campaign-index.ts';
import { customerChanges, spendingSums } from '#lib/store/schema/spending.ts';
import { sumGroupMonths, sumGroupsOfMonth, sumMonths, sumUndated, topGroups } from '#lib/store/spending.ts';
import { mergeSpending, updateCustomers } from '#lib/store/spending-sums.ts';
import { setUpDatabases } from './support/databases.ts';
import { changeIndex, fillIndex, readAllRows } from './support/index-database.ts';
import type { StoredRow } from './support/index-rows.ts';
import { addUp, isCounted, isIn, keyOf, spendingRow, spentAt } from './support/spending-rows.ts';

const ZONES = [
  'UTC',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Etc/GMT+12',
  'Australia/Lord_Howe',
];
const JANUARY = 2026 * 12;

const months = fc
  .record({
    first: fc.integer({ min: JANUARY - 1, max: JANUARY + 13 }),
    count: fc.constantFrom(1, 3, 5, 12, 14),
    zone: fc.constantFrom(...ZONES),
  })
  .map(({ first, count, zone }) => listMonths(first, count, zone));
const ids = fc.uniqueArray(fc.constantFrom(1, 2, 3, 9), { maxLength: 2 });
const scope: fc.Arbitrary<SpendingScope> = fc.oneof(
  fc.record({ customerIds: ids, templateIds: fc.constant([]) }),
  fc.record({ customerIds: fc.constant([]), templateIds: ids }),
  fc.record({ customerIds: ids, templateIds: ids }),
);
const by: fc.Arbitrary<Grouping> = fc.constantFrom<Grouping[]>(
  'customer',
  'template',
  'size',
  'postage',
  { metadataKey: 'po' },
  { metadataKey: 'no such key' },
);
const currency = fc.constantFrom('$', '€', null);

const isSpent = (row: StoredRow) => Object.values(addUp([row])).some((value) => value !== 0);

describe.each(setUpDatabases())('spending on %s', (_, open) => {
  let stores: OpenDatabase[];
  let dbs: Database[];
  let db: Database;

  beforeAll(async () => {
    stores = await open();
    dbs = stores.map((store) => store.db);
    db = dbs[0] as Database;
    await db.delete(indexedCampaigns);
    await fillIndex(db, 7, spendingRow);
  });
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  const expectExact = async (runs: number) => {
    const rows = await readAllRows(db);
    await fc.assert(
      fc.asyncProperty(months, scope, by, currency, async (period, whose, grouping, sign) => {
        const counted = rows.filter((row) => isCounted(row, whose) && isSpent(row));
        const inPeriod = counted.filter((row) => period.some((month) => isIn(row, month)));
        const byMonth = await sumMonths(db, whose, period);
        expect(byMonth).toEqual(
          expect.arrayContaining(
            period.flatMap((month) =>
              [
                ...Map.groupBy(
                  inPeriod.filter((row) => isIn(row, month)),
                  (row) => row.currency,
                ),
              ].map(([currencyOfRows, some]) => ({
                month: month.index,
                currency: currencyOfRows,
                ...addUp(some),
              })),
            ),
          ),
        );
        const total = Array.isArray(byMonth) ? byMonth.reduce((sum, { unread }) => sum + unread, 0) : -1;
        expect(total).toBe(addUp(inPeriod).unread);

        const ofCurrency = inPeriod.filter((row) => row.currency === sign);
        const groups = [...Map.groupBy(ofCurrency, (row) => keyOf(row, grouping))]
          .map(([key, some]) => ({ key, ...addUp(some) }))
          .filter(({ paid }) => paid > 0)
          .sort((a, b) => b.paid - a.paid || (a.key < b.key ? -1 : 1));
        const request = { scope: whose, by: grouping, months: period, currency: sign };
        expect(await topGroups(db, request, 'paid', 2)).toEqual({
          keys: groups.slice(0, 2).map(({ key }) => key),
          count: groups.length,
        });
        const keys = groups.slice(0, 2).map(({ key }) => key);
        const cells = await sumGroupMonths(db, request, keys);
        expect(cells).toHaveLength(
          keys.flatMap((key) =>
            period.filter((month) =>
              ofCurrency.some((row) => keyOf(row, grouping) === key && isIn(row, month)),
            ),
          ).length,
        );
        for (const { month, key, ...amounts } of Array.isArray(cells) ? cells : [])
          expect(amounts).toEqual(
            addUp(
              ofCurrency.filter(
                (row) =>
                  keyOf(row, grouping) === key &&
                  isIn(row, period.find(({ index }) => index === month) as never),
              ),
            ),
          );
      }),
      { numRuns: runs },
    );
  };

  it.each([1, 2, 3])('counts every campaign exactly once (after change %i)', async (seed) => {
    await changeIndex(db, seed, spendingRow);
    await expectExact(60);
    await mergeSpending(db);
    await expectExact(60);
  });

  it('has the same sums in exports', async () => {
    const rows = (await readAllRows(db)).filter((row) =>
      isCounted(row, { customerIds: [], templateIds: [] }),
    );
    const [november] = listMonths(JANUARY + 10, 1, 'America/New_York');
    if (!november) throw new Error('no month');
    const all = await sumGroupsOfMonth(db, { customerIds: [], templateIds: [] }, 'customer', november, 1_000);
    const expected = Map.groupBy(
      rows.filter((row) => isIn(row, november) && isSpent(row)),
      (row) => `${row.customerId ?? ''} ${row.currency}`,
    );
    const found = Array.isArray(all) ? all : [];
    expect(found).toHaveLength(expected.size);
    for (const { key, currency: sign, ...amounts } of found)
      expect(amounts).toEqual(addUp(expected.get(`${key} ${sign}`) ?? []));
  });

  it('adds up campaigns without a date separately, even for one customer and one template', async () => {
    const undated = { sentAt: null, scheduledAt: null, createdAt: null };
    await db.update(indexedCampaigns).set(undated).where(sql`campaign_id % 5 = 0`);
    for (const whose of [
      { customerIds: [], templateIds: [] },
      { customerIds: [1, 2, 3], templateIds: [1, 2, 3] },
    ]) {
      const rows = (await readAllRows(db)).filter(
        (row) => isCounted(row, whose) && spentAt(row) === undefined && isSpent(row),
      );
      expect(rows.length).toBeGreaterThan(0);
      const found = await sumUndated(db, whose);
      const groups = await sumGroupsOfMonth(db, whose, { metadataKey: 'po' }, 'undated', 1_000);
      if ('tooMany' in found || 'tooMany' in groups) throw new Error('too many');
      expect(found).toHaveLength(new Set(rows.map((row) => row.currency)).size);
      for (const { currency: sign, ...amounts } of found)
        expect(amounts).toEqual(addUp(rows.filter((row) => row.currency === sign)));
      const byGroup = Map.groupBy(rows, (row) => `${keyOf(row, { metadataKey: 'po' })} ${row.currency}`);
      expect(groups).toHaveLength(byGroup.size);
      for (const { key, currency: sign, ...amounts } of groups)
        expect(amounts).toEqual(addUp(byGroup.get(`${key} ${sign}`) ?? []));
    }
    expect(await sumUndated(db, { customerIds: [1], templateIds: [1] }, 0)).toEqual({ tooMany: true });
  });

  it('keeps only one row for each combination of values after merging', async () => {
    await changeIndex(db, 4, spendingRow);
    const count = async () => db.$count(spendingSums);
    const before = await count();
    await mergeSpending(db);
    const merged = await count();
    expect(merged).toBeLessThan(before);
    await mergeSpending(db);
    expect(await count()).toBe(merged);
    const [{ duplicates } = {}] = await db
      .select({ duplicates: sql`count(*) - count(distinct (kind, key, unit, starts_at, currency))` })
      .from(spendingSums);
    expect(Number(duplicates)).toBe(0);
  });

  it('stays exact while campaigns change and two servers merge rows at the same time', async () => {
    const other = dbs[1] ?? db;
    await Promise.all([
      changeIndex(db, 5, spendingRow),
      changeIndex(other, 5, spendingRow).then(() => changeIndex(other, 6, spendingRow)),
      ...Array.from({ length: 6 }, (_, i) => mergeSpending(dbs[i % dbs.length] as Database)),
    ]);
    await expectExact(40);
    await mergeSpending(db);
    await expectExact(40);
  });

  it('says that there are too many campaigns instead of adding up some of them', async () => {
    const period = listMonths(JANUARY, 12, 'UTC');
    const whose = { customerIds: [1], templateIds: [1] };
    const rows = (await readAllRows(db)).filter(
      (row) => isCounted(row, whose) && period.some((month) => isIn(row, month)),
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(await sumMonths(db, whose, period, rows.length)).toEqual(expect.any(Array));
    expect(await sumMonths(db, whose, period, rows.length - 1)).toEqual({ tooMany: true });
    const request = { scope: whose, by: { metadataKey: 'po' }, months: period, currency: '$' };
    expect(await topGroups(db, request, 'paid', 5, 1)).toEqual({ tooMany: true });
    expect(await sumGroupMonths(db, request, ['x'], 1)).toEqual({ tooMany: true });
  });

  it('keeps each customer’s figures up to date', async () => {
    await changeIndex(db, 8, spendingRow);
    await compactTotals(db);
    await updateCustomers(db);
    expect(await db.$count(customerChanges)).toBe(0);
    const rows = (await readAllRows(db)).filter((row) =>
      isCounted(row, { customerIds: [], templateIds: [] }),
    );
    for (const customer of await db.select().from(indexedCustomers)) {
      const own = rows.filter((row) => row.customerId === customer.customerId);
      const times = (values: (Date | null)[]) => values.flatMap((at) => at ?? []).toSorted((a, b) => +a - +b);
      const paid = [...Map.groupBy(own, (row) => row.currency ?? '')]
        .map(([sign, some]) => [sign, addUp(some).paid] as const)
        .filter(([, amount]) => amount > 0);
      expect(customer).toMatchObject({
        campaigns: own.length,
        spending: Object.fromEntries(paid),
        mainSpending: Math.max(0, ...paid.map(([, amount]) => amount)),
        lastMailingAt: times(own.map(({ sentAt }) => sentAt)).at(-1) ?? null,
        nextMailingAt:
          times(own.filter(({ status }) => status === 'queued').map(({ scheduledAt }) => scheduledAt))[0] ??
          null,
      });
    }
    expect(await db.$count(indexedCustomers)).toBeGreaterThan(3);
  });

  it('is deleted when the index is emptied', async () => {
    await db.execute(sql`truncate ${indexedCampaigns}`);
    expect(await db.$count(spendingSums)).toBe(0);
    await db.execute(sql`truncate campaign_totals`);
    await updateCustomers(db);
    expect(await db.$count(indexedCustomers, sql`campaigns > 0 or main_spending > 0`)).toBe(0);
  });
});
