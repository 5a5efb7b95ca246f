/** Tests what the calendar counts and lists for members and API tokens, on each database. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCalendar } from '#app/(console)/calendar/loader.ts';
import { readCalendar } from '#lib/data/calendar.ts';
import { readCampaignList } from '#lib/data/campaign-list.ts';
import type { Database, OpenDatabase } from '#lib/database/open.ts';
import { readWeek } from '#lib/format/week.ts';
import { readCalendarQuery } from '#lib/forms/calendar-query.ts';
import { readMonth } from '#lib/forms/calendar-span.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { countDays, readFirstOfDays } from '#lib/store/index-calendar.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns, indexedCustomers, indexedTemplates } from '#lib/store/schema/campaign-index.ts';
import { setUpDatabases } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { fillIndex, readAllRows } from './support/index-database.ts';
import { indexFilter, selectMatching } from './support/index-rows.ts';
import { markIndexComplete } from './support/index-state.ts';
import { indexedRow } from './support/indexed-row.ts';
import { signedOut } from './support/members.ts';
import { asCustomerToken } from './support/token-caller.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const NOW = Date.parse('2026-11-20T12:00:00Z');
const READ_AT = new Date(NOW);

describe('the calendar', () => {
  const harness = setUpHarness();

  const row = (campaignId: number, scheduledAt: string, more = {}) =>
    indexedRow(campaignId, new Date(scheduledAt), more);

  beforeAll(async () => {
    const db = await store();
    await db.insert(indexedCampaigns).values([
      row(1, '2026-11-23T14:00:00Z'),
      row(2, '2026-11-23T13:00:00Z', { currency: '€', price: '€ 20.00', priceMinor: 2_000 }),
      row(3, '2026-11-23T15:00:00Z', { customerId: 8, customerEmail: 'shop@fernhill.example' }),
      row(4, '2026-11-23T15:00:00Z', { goneAt: READ_AT }),
      row(5, '2026-11-23T16:00:00Z', { status: 'draft' }),
      row(6, '2026-11-24T04:30:00Z', { status: 'mailed' }),
      row(7, '2026-11-24T16:00:00Z', {
        status: 'lost_in_space',
        price: 'included',
        priceMinor: null,
        currency: null,
      }),
      row(8, '2026-12-01T03:00:00Z', { status: 'sent' }),
    ]);
    await db.insert(indexedCustomers).values([
      { customerId: 7, email: 'office@brightwater.example' },
      { customerId: 8, email: 'shop@fernhill.example' },
    ]);
    await db.insert(indexedTemplates).values([{ templateId: 1, name: 'Winter service' }]);
  });
  beforeEach(async () => {
    await markIndexComplete();
  });

  const queryOf = (params: SearchParams, zone = 'UTC') =>
    readCalendarQuery({ month: '2026-11', ...params }, { zone, locale: 'en-US' }, NOW);
  const load = async (params: SearchParams, zone?: string) => {
    const { state } = await harness.viewer(() => loadCalendar(queryOf(params, zone)));
    if (state.kind !== 'filled') throw new Error(`The calendar is ${state.kind}.`);
    const day = (date: string) => state.days.find((other) => other.date === date);
    return {
      ...state,
      day,
      idsOn: (date: string) => day(date)?.campaigns.map(({ campaign }) => campaign.id),
    };
  };

  it('counts what goes out on each day, and lists the first campaigns in order', async () => {
    const { day, idsOn, sums } = await load({});
    expect(idsOn('2026-11-23')).toEqual([2, 1, 3]);
    expect(day('2026-11-23')?.sums).toMatchObject({
      all: {
        campaigns: 3,
        recipients: 30,
        amounts: [
          { currency: '$', price: 2_000 },
          { currency: '€', price: 2_000 },
        ],
      },
      notGoing: 1,
    });
    expect(idsOn('2026-11-24')).toEqual([6, 7]);
    expect(sums).toMatchObject({
      all: { campaigns: 5, unpriced: 1 },
      wentOut: { campaigns: 1 },
      toGo: { campaigns: 3 },
      unknown: 1,
      notGoing: 1,
    });
  });

  it('uses the days of the member’s time zone', async () => {
    const { idsOn, day } = await load({}, 'America/New_York');
    expect(idsOn('2026-11-23')).toEqual([2, 1, 3]);
    expect(day('2026-11-23')?.sums.all.campaigns).toBe(4);
    expect(idsOn('2026-11-30')).toEqual([8]);
    expect((await load({}, 'Pacific/Kiritimati')).idsOn('2026-11-24')).toEqual([2, 1, 3]);
  });

  it('lists no campaigns on days of other months, but counts them', async () => {
    const { day, sums } = await load({});
    expect(day('2026-12-01')).toMatchObject({ campaigns: [], sums: { all: { campaigns: 1 } } });
    expect(sums.all.campaigns).toBe(5);
  });

  it('filters by customer, template, and status', async () => {
    expect((await load({ customer: 'SHOP@fernhill.example' })).sums.all.campaigns).toBe(1);
    expect((await load({ template: 'winter service', status: 'mailed' })).sums.all.campaigns).toBe(1);
    const { query, state } = await harness.viewer(() => loadCalendar(queryOf({ customer: 'x@y.example' })));
    expect(state).toEqual({ kind: 'invalid' });
    expect(query.errors.customer).toContain('x@y.example');
  });

  it('links to a list with the same number of campaigns', async () => {
    const { day } = await load({}, 'America/St_Johns');
    for (const date of ['2026-11-22', '2026-11-23', '2026-11-24']) {
      const { all, notGoing } = day(date)?.sums ?? { all: { campaigns: 0 }, notGoing: 0 };
      const list = readCampaignQuery({ scheduled_from: date, scheduled_to: date }, 'America/St_Johns');
      const read = await harness.viewer(() => readCampaignList(list, { page: 1, perPage: 25 }));
      if (!read.ok || read.value.kind !== 'indexed') throw new Error('The index was not read.');
      expect(read.value.list.total).toBe(all.campaigns + notGoing);
    }
  });

  it('shows nothing until every campaign has been indexed', async () => {
    await markIndexComplete(false);
    const { state, freshness } = await harness.viewer(() => loadCalendar(queryOf({})));
    expect([state, freshness]).toEqual([{ kind: 'incomplete' }, { state: 'live' }]);
  });

  it('reads nothing if the month is unknown', async () => {
    const { state } = await harness.viewer(() => loadCalendar(queryOf({ month: '2026-13' })));
    expect(state).toEqual({ kind: 'invalid' });
  });

  const { days = [] } = readMonth('2026-11', 'UTC', readWeek('en-US')) ?? {};
  const request = readCampaignQuery({}, 'UTC');

  it('refuses signed-out callers', async () => {
    expect(await signedOut(() => readCalendar(request, days, 3))).toMatchObject({ ok: false });
  });

  it('shows only one customer’s campaigns to an API token for that customer', async () => {
    const read = (params: SearchParams) =>
      asCustomerToken(harness.viewer, 8, () => readCalendar(readCampaignQuery(params, 'UTC'), days, 3));
    expect(await read({})).toMatchObject({ value: { sums: { all: { campaigns: 1 } } } });
    expect(await read({ customer: '7' })).toMatchObject({ ok: false, failure: { kind: 'missing' } });
  });
});

describe.each(setUpDatabases())('the campaign index on %s', (_, open) => {
  let stores: OpenDatabase[];
  let db: Database;
  const zones = ['UTC', 'America/St_Johns', 'Pacific/Kiritimati', 'America/New_York'];

  beforeAll(async () => {
    stores = await open();
    db = stores[0]?.db as Database;
    await db.delete(indexedCampaigns);
    await fillIndex(db, 5);
  });
  afterAll(() => Promise.all(stores.map((other) => other.close())));

  it('finds all matching campaigns of each day, and no others', async () => {
    const rows = await readAllRows(db);
    await fc.assert(
      fc.asyncProperty(indexFilter, fc.constantFrom(...zones), async (filter, zone) => {
        const { days = [] } = readMonth('2026-11', zone, readWeek('en-GB')) ?? {};
        const matching = selectMatching(rows, filter);
        const { counts, isPartial } = await countDays(db, filter, days);
        const first = await readFirstOfDays(db, filter, days, 2);
        expect(isPartial).toBe(false);
        for (const [i, { start, end }] of days.entries()) {
          const onDay = matching
            .filter(({ scheduledAt: at }) => at !== null && at.getTime() >= start && at.getTime() < end)
            .sort((a, b) => Number(a.scheduledAt) - Number(b.scheduledAt) || a.campaignId - b.campaignId);
          const counted = counts.filter(({ day }) => day === i);
          const sum = (value: 'campaigns' | 'recipients' | 'price' | 'unpriced') =>
            counted.reduce((total, count) => total + count[value], 0);
          const expected = (value: (row: (typeof onDay)[number]) => number | null) =>
            onDay.reduce((total, other) => total + (value(other) ?? 0), 0);
          expect([sum('campaigns'), sum('recipients'), sum('price'), sum('unpriced')]).toEqual([
            onDay.length,
            expected(({ recipients }) => recipients),
            expected(({ priceMinor }) => priceMinor),
            expected(({ priceMinor }) => Number(priceMinor === null)),
          ]);
          const groups = Map.groupBy(onDay, ({ status, currency }) => `${status} ${currency}`);
          expect(new Set(counted.map(({ status, currency }) => `${status} ${currency}`))).toEqual(
            new Set(groups.keys()),
          );
          expect(first[i]?.map(({ campaignId }) => campaignId)).toEqual(
            onDay
              .filter(({ status }) => status !== 'draft')
              .slice(0, 2)
              .map(({ campaignId }) => campaignId),
          );
        }
      }),
      { numRuns: 60 },
    );
  });

  it('says when there are too many campaigns to count', async () => {
    const { days = [] } = readMonth('2026-11', 'UTC', readWeek('en-US')) ?? {};
    const { counts, isPartial } = await countDays(db, {}, days, 20);
    expect(isPartial).toBe(true);
    expect(counts.reduce((total, { campaigns }) => total + campaigns, 0)).toBe(21);
  });
});
