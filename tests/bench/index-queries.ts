/** All queries that pages run on the campaign index. */
import type { Database } from '#lib/database/open.ts';
import { FEED_DAYS } from '#lib/domain/calendar-feed.ts';
import { CUSTOMER_SORT_KEYS } from '#lib/domain/customer-list.ts';
import { type IndexFilter, type IndexSort, SORT_KEYS } from '#lib/domain/index-filter.ts';
import type { SpendingScope } from '#lib/domain/spending.ts';
import { readWeek } from '#lib/format/week.ts';
import { readMonth } from '#lib/forms/calendar-span.ts';
import { listMonths } from '#lib/forms/spending-query.ts';
import { listIndexedCustomers } from '#lib/store/customer-list.ts';
import { countDays, readAround, readFirstOfDays } from '#lib/store/index-calendar.ts';
import { listIndexed } from '#lib/store/index-list.ts';
import { searchIndexed } from '#lib/store/index-search.ts';
import { countsByStatus, totalsOf } from '#lib/store/index-totals.ts';
import { sumGroupMonths, sumMonths, topGroups } from '#lib/store/spending.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { BIG_CUSTOMER, NOW, purchaseOrderOf, SMALL_CUSTOMER, TEMPLATE } from './index-data.ts';

type Queries = Record<string, (db: Database) => Promise<unknown>>;

const PAGE = 50;
const newest: IndexSort = { key: 'created_at', direction: 'desc' };
const list =
  (filter: IndexFilter, sort: IndexSort = newest, page = 1) =>
  (db: Database) =>
    listIndexed(db, filter, sort, { limit: PAGE, offset: (page - 1) * PAGE });

/** Ranges that don't begin at midnight UTC, because members' days don't either. */
const lastMonth = { from: NOW - 45 * DAY_MS - 7_200_000, to: NOW - 15 * DAY_MS - 7_200_000 };
const nextWeek = { from: NOW, to: NOW + 7 * DAY_MS };
const lastQuarter = { from: NOW - 130 * DAY_MS, to: NOW - 40 * DAY_MS };

/** A month's calendar for a member whose days don't begin at midnight UTC. */
const { days = [] } = readMonth('2026-10', 'America/St_Johns', readWeek('en-GB')) ?? {};
const calendar = (filter: IndexFilter) => async (db: Database) => {
  const month = days.filter(({ isInSpan }) => isInSpan);
  await Promise.all([countDays(db, filter, days), readFirstOfDays(db, filter, month, 3)]);
};
/**
 * Reads fewer campaigns than a feed can contain, because the smaller index has fewer campaigns in the feed's
 * time range.
 */
const feed = (filter: IndexFilter) => (db: Database) => {
  const range = { start: NOW - FEED_DAYS.past * DAY_MS, end: NOW + FEED_DAYS.ahead * DAY_MS };
  return readAround(db, filter, range, NOW, 200);
};

/** @param campaigns the number of campaigns in the index */
export function pageQueries(campaigns: number): Queries {
  const middle = Math.floor(campaigns / 2);
  const filters: Readonly<Record<string, IndexFilter>> = {
    everything: {},
    'one status (draft)': { statuses: ['draft'] },
    'one status (mailed)': { statuses: ['mailed'] },
    'several statuses': { statuses: ['queued', 'processing', 'sent'] },
    'paid but not sent': { payment: ['paid_not_sent'] },
    'a customer with 20 % of all': { customerIds: [BIG_CUSTOMER] },
    'a customer with few': { customerIds: [SMALL_CUSTOMER] },
    'a template': { templateIds: [TEMPLATE] },
    'a size and a postage': { sizes: ['6x9'], postages: ['standard'] },
    'created last month': { created: lastMonth },
    'scheduled next week': { scheduled: nextWeek, statuses: ['queued'] },
    'a customer’s quarter': { customerIds: [SMALL_CUSTOMER], sent: lastQuarter },
    'the large customer’s quarter': { customerIds: [BIG_CUSTOMER], sent: lastQuarter },
    'a price range': { priceMinor: { min: 300_000, max: 310_000 } },
    'a common metadata value': { metadata: [{ key: 'cost_center', value: 'CC7' }] },
    'a purchase order': { metadata: [{ key: 'po_number', value: purchaseOrderOf(middle) }] },
    'a common word': { words: 'checkup' },
    'a rare word': { words: purchaseOrderOf(middle) },
    'a common and a rare word': { words: `mailed ${purchaseOrderOf(middle)}` },
    'one letter': { words: 'a' },
    'one digit': { words: '1' },
    'a word that nothing contains': { words: 'zebra' },
  };
  const named = (name: string, make: (filter: IndexFilter) => Queries[string]): Queries =>
    Object.fromEntries(Object.entries(filters).map(([title, filter]) => [`${name}: ${title}`, make(filter)]));
  return {
    ...Object.fromEntries(
      SORT_KEYS.flatMap((key) =>
        (['asc', 'desc'] as const).map((direction) => [
          `sorted by ${key} ${direction}`,
          list({}, { key, direction }),
        ]),
      ),
    ),
    ...named('list', (filter) => list(filter)),
    'list: drafts by scheduled_at': list({ statuses: ['draft'] }, { key: 'scheduled_at', direction: 'asc' }),
    'list: drafts by price': list({ statuses: ['draft'] }, { key: 'price', direction: 'desc' }),
    'list: queued, soonest first': list({ statuses: ['queued'] }, { key: 'scheduled_at', direction: 'asc' }),
    'list: unpaid drafts, oldest first': list(
      { payment: ['unpaid'] },
      { key: 'created_at', direction: 'asc' },
    ),
    'list: the large customer by price': list(
      { customerIds: [BIG_CUSTOMER] },
      { key: 'price', direction: 'desc' },
    ),
    'list: last month by price': list({ created: lastMonth }, { key: 'price', direction: 'desc' }),
    'list: a template by recipients': list(
      { templateIds: [TEMPLATE] },
      { key: 'recipients', direction: 'desc' },
    ),
    'page 100 of everything': list({}, newest, 100),
    'page 100 of everything by customer': list({}, { key: 'customer', direction: 'asc' }, 100),
    'page 100 of mailed': list({ statuses: ['mailed'] }, { key: 'sent_at', direction: 'desc' }, 100),
    'page 100 of the large customer': list({ customerIds: [BIG_CUSTOMER] }, newest, 100),
    ...Object.fromEntries(
      Object.entries({
        'a common word': 'checkup',
        'the start of every purchase order': 'po',
        'one letter': 'a',
        'one digit': '1',
        'two words': 'spring 12',
        'a number': String(middle),
        'a purchase order': purchaseOrderOf(middle),
        'a customer': 'practice12',
        nothing: 'zebra',
      }).map(([title, words]) => [`search box: ${title}`, (db: Database) => searchIndexed(db, words, 10)]),
    ),
    'calendar: a month': calendar({}),
    'calendar: the large customer’s month': calendar({ customerIds: [BIG_CUSTOMER] }),
    'calendar: a customer’s month': calendar({ customerIds: [SMALL_CUSTOMER] }),
    'calendar: a template’s month': calendar({ templateIds: [TEMPLATE] }),
    'calendar feed: everything': feed({}),
    'calendar feed: a customer with few': feed({ customerIds: [SMALL_CUSTOMER] }),
    ...spendingQueries(),
    ...named('counts by status', (filter) => (db) => countsByStatus(db, filter)),
    ...named('totals', (filter) => (db) => totalsOf(db, filter)),
  };
}

/** The queries for the Spending page and the customer list. */
function spendingQueries(): Queries {
  const january = 2026 * 12;
  const periods = {
    'a quarter': listMonths(january + 6, 3, 'America/New_York'),
    'a year': listMonths(january, 12, 'America/New_York'),
    'twelve months that aren’t a year': listMonths(january - 2, 12, 'America/New_York'),
  };
  const everyone = { customerIds: [], templateIds: [] };
  const scopes: Readonly<Record<string, SpendingScope>> = {
    everyone,
    'the large customer': { ...everyone, customerIds: [BIG_CUSTOMER] },
    'a customer': { ...everyone, customerIds: [SMALL_CUSTOMER] },
    'a template': { ...everyone, templateIds: [TEMPLATE] },
  };
  const groups = ['customer', 'template', 'postage', { metadataKey: 'cost_center' }] as const;
  return Object.fromEntries([
    ...Object.entries(scopes).flatMap(([who, scope]) =>
      Object.entries(periods).flatMap(([period, months]) => [
        [`spending of ${who}, ${period}`, (db: Database) => sumMonths(db, scope, months)] as const,
        ...groups.map((by) => {
          const name = typeof by === 'string' ? by : 'metadata';
          return [
            `spending of ${who}, ${period}, by ${name}`,
            async (db: Database) => {
              const request = { scope, by, months, currency: '$' };
              const top = await topGroups(db, request, 'paid', 5);
              if ('tooMany' in top) return;
              await sumGroupMonths(db, request, top.keys);
            },
          ] as const;
        }),
      ]),
    ),
    ...CUSTOMER_SORT_KEYS.flatMap((key) =>
      (['asc', 'desc'] as const).map(
        (direction) =>
          [
            `customers by ${key} ${direction}`,
            (db: Database) =>
              listIndexedCustomers(db, { ids: [] }, { key, direction }, { limit: PAGE, offset: 100 }),
          ] as const,
      ),
    ),
    [
      'customers with a word',
      (db: Database) =>
        listIndexedCustomers(
          db,
          { words: 'practice12', ids: [] },
          { key: 'email', direction: 'asc' },
          { limit: PAGE, offset: 0 },
        ),
    ],
  ]);
}
