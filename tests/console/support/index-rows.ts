/** Random campaigns and filters for the campaign index, and what the filters select, computed without SQL. */
import fc from 'fast-check';
import type { IndexFilter, IndexSort, NumberRange, SortKey, TimeRange } from '#lib/domain/index-filter.ts';
import { SORT_KEYS } from '#lib/domain/index-filter.ts';
import type { IndexedCampaign } from '#lib/store/index-list.ts';
import type { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { DAY_MS } from '#lib/time-units.ts';

const NOON = Date.UTC(2026, 10, 20, 12);
const STATUSES = ['draft', 'queued', 'sent', 'mailed', 'held at customs'];
const SIZES = ['4x6', '6x9'];
const POSTAGES = ['first_class', 'standard'];
const WORDS = ['dental', 'dentist', 'spring', 'PO-1001', 'PO-1002', 'x'];
const CURRENCIES = ['$', '€'];
const EMAILS = ['ada@a.example', 'Bob@a.example', 'bo@b.example'];

/**
 * Half of the times are noon or midnight, so that many times are equal and some fall on the boundary between
 * two days.
 */
const time = fc.oneof(
  fc.integer({ min: -6, max: 6 }).map((halfDays) => NOON + (halfDays * DAY_MS) / 2),
  fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }).map((ms) => NOON + ms),
);
const date = fc.option(time.map((ms) => new Date(ms)));
const amount = fc.option(fc.integer({ min: 0, max: 4 }).map((units) => units * 100));
const id = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 4 });
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }).map((words) => words.join(' '));

export type NewRow = Omit<
  typeof indexedCampaigns.$inferInsert,
  'campaignId' | 'payment' | 'isListed' | 'search'
>;

/** A campaign. Few values are possible for each column, so that filters select several campaigns. */
export const newRow: fc.Arbitrary<NewRow> = fc.record(
  {
    customerId: id,
    customerEmail: fc.option(fc.constantFrom(...EMAILS)),
    templateId: id,
    templateName: fc.option(text),
    firstTemplateName: fc.option(text),
    title: fc.option(text, { freq: 1 }),
    status: fc.option(fc.constantFrom(...STATUSES), { freq: 9 }),
    currency: fc.option(fc.constantFrom(...CURRENCIES), { freq: 9 }),
    priceMinor: amount,
    recipients: fc.option(fc.integer({ min: 0, max: 5 })),
    postage: fc.option(fc.constantFrom(...POSTAGES)),
    size: fc.option(fc.constantFrom(...SIZES)),
    createdAt: date,
    updatedAt: date,
    scheduledAt: date,
    sentAt: date,
    metadata: fc.dictionary(fc.constantFrom('po', 'team'), fc.constantFrom(...WORDS), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    credit: amount,
    alreadyPaid: amount,
    leftToPay: amount,
    checkoutCurrency: fc.option(fc.constantFrom(...CURRENCIES), { freq: 1 }),
    readAt: fc.option(fc.constant(new Date(NOON)), { freq: 9 }),
    goneAt: fc.oneof(
      { weight: 9, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constant(new Date(NOON)) },
    ),
  },
  { noNullPrototype: true },
);

/** Omits the field about half of the time, so that not every filter sets it. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 1, nil: undefined });
const some = <T>(values: readonly T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 });
const timeRange = fc.record({ from: time, to: time }, { requiredKeys: [] });
const numberRange = (max: number) =>
  fc.record({ min: fc.integer({ min: 0, max }), max: fc.integer({ min: 0, max }) }, { requiredKeys: [] });

/** The fields that depend on other tables. worklists.test.ts and job-results-in-lists.test.ts test them. */
type DecisionField = 'attempts' | 'approval' | 'guests' | 'job';

const fields: {
  [Field in Exclude<keyof IndexFilter, DecisionField>]-?: fc.Arbitrary<IndexFilter[Field]>;
} = {
  words: fc.constantFrom(
    'dent',
    'dentist',
    'PO-100',
    'po 1001 dental',
    'DRAFT',
    'held cust',
    '1',
    'nothing',
    '–',
    ' ',
  ),
  statuses: some(STATUSES),
  payment: some(['unpaid', 'part_paid', 'paid_not_sent', 'covered_by_credits'] as const),
  customerIds: some([1, 2, 3, 9]),
  templateIds: some([1, 2, 3, 9]),
  sizes: some(SIZES),
  postages: some(POSTAGES),
  scheduled: timeRange,
  created: timeRange,
  sent: timeRange,
  priceMinor: numberRange(400),
  recipients: numberRange(5),
  metadata: fc.array(fc.record({ key: fc.constantFrom('po', 'team'), value: fc.constantFrom(...WORDS) }), {
    maxLength: 2,
  }),
};

/** A filter with any fields, or with the few fields for which sums are stored. */
export const indexFilter: fc.Arbitrary<IndexFilter> = fc.oneof(
  fc
    .uniqueArray(fc.constantFrom(...(Object.keys(fields) as (keyof typeof fields)[])), { maxLength: 3 })
    .chain(only),
  fc
    .constantFrom(...(['customerIds', 'templateIds', 'scheduled', 'created', 'sent'] as const))
    .chain((field) =>
      fc
        .tuple(
          only([field]),
          fc.record({ statuses: seldom(some(STATUSES)), payment: seldom(fields.payment) }),
        )
        .map(([first, second]) => ({ ...first, ...second })),
    ),
);

function only(names: readonly (keyof typeof fields)[]): fc.Arbitrary<IndexFilter> {
  return fc.record(
    Object.fromEntries(names.map((name) => [name, fields[name]])),
  ) as fc.Arbitrary<IndexFilter>;
}

export const indexSort: fc.Arbitrary<IndexSort> = fc.record({
  key: fc.constantFrom(...SORT_KEYS),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});

/** Selects the campaigns that match a filter. */
export const selectMatching = (rows: readonly StoredRow[], filter: IndexFilter): StoredRow[] =>
  rows.filter((row) => row.goneAt === null && row.readAt !== null && matches(row, filter));

export type StoredRow = IndexedCampaign;

function matches(row: StoredRow, filter: IndexFilter): boolean {
  return (
    containsWords(row, filter.words) &&
    isOneOf(row.status, filter.statuses) &&
    isOneOf(paymentOf(row), filter.payment) &&
    isOneOf(row.customerId, filter.customerIds) &&
    isOneOf(row.templateId, filter.templateIds) &&
    isOneOf(row.size, filter.sizes) &&
    isOneOf(row.postage, filter.postages) &&
    isDuring(row.scheduledAt, filter.scheduled) &&
    isDuring(row.createdAt, filter.created) &&
    isDuring(row.sentAt, filter.sent) &&
    isInRange(row.priceMinor, filter.priceMinor) &&
    isInRange(row.recipients, filter.recipients) &&
    (filter.metadata ?? []).every(({ key, value }) => row.metadata[key] === value)
  );
}

const wordsOf = (content: string) => content.toLowerCase().match(/[a-z0-9]+/g) ?? [];

function containsWords(row: StoredRow, typed: string | undefined): boolean {
  if (typed === undefined || typed.trim() === '') return true;
  const { campaignId, title, note, firstTemplateName, templateName, customerEmail, status, metadata } = row;
  const texts = [campaignId, title, note, firstTemplateName, templateName, customerEmail, status];
  const words = wordsOf([...texts, ...Object.entries(metadata).flat()].join(' '));
  const starts = wordsOf(typed);
  return starts.length > 0 && starts.every((start) => words.some((word) => word.startsWith(start)));
}

const isOneOf = <T>(value: T | null, allowed: readonly T[] = []) =>
  allowed.length === 0 || (value !== null && allowed.includes(value));

function isDuring(at: Date | null, { from, to }: TimeRange = {}): boolean {
  if (from === undefined && to === undefined) return true;
  return at !== null && at.getTime() >= (from ?? -Infinity) && at.getTime() < (to ?? Infinity);
}

function isInRange(value: number | null, { min, max }: NumberRange = {}): boolean {
  if (min === undefined && max === undefined) return true;
  return value !== null && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
}

function paymentOf({ status, leftToPay, alreadyPaid }: StoredRow) {
  if (status !== 'draft' || leftToPay === null || alreadyPaid === null) return null;
  if (leftToPay > 0) return alreadyPaid > 0 ? 'part_paid' : 'unpaid';
  return alreadyPaid > 0 ? 'paid_not_sent' : 'covered_by_credits';
}

const SORT_VALUES: Readonly<Record<SortKey, (row: StoredRow) => string | number | null>> = {
  scheduled_at: (row) => row.scheduledAt?.getTime() ?? null,
  created_at: (row) => row.createdAt?.getTime() ?? null,
  sent_at: (row) => row.sentAt?.getTime() ?? null,
  updated_at: (row) => row.updatedAt?.getTime() ?? null,
  price: (row) => row.priceMinor,
  recipients: (row) => row.recipients,
  customer: (row) => row.customerEmail?.toLowerCase() ?? null,
  template: (row) => row.templateName?.toLowerCase() ?? null,
  status: (row) => row.status,
};

/** Returns the ids of the campaigns in order. */
export function sortIds(rows: readonly StoredRow[], { key, direction }: IndexSort): number[] {
  const sign = direction === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ id: row.campaignId, value: SORT_VALUES[key](row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return Number(a.value === null) - Number(b.value === null) || sign * (a.id - b.id);
      return sign * (a.value < b.value ? -1 : a.value > b.value ? 1 : a.id - b.id);
    })
    .map((row) => row.id);
}

/** Adds up the campaigns' amounts by currency. */
export function sumRows(rows: readonly StoredRow[]) {
  const groups = Map.groupBy(rows, (row) => row.currency);
  return [...groups].map(([currency, group]) => {
    const sum = (value: (row: StoredRow) => number | null) =>
      group.reduce((total, row) => total + (value(row) ?? 0), 0);
    return {
      currency,
      campaigns: group.length,
      recipients: sum((row) => row.recipients),
      price: sum((row) => row.priceMinor),
      unpriced: sum((row) => Number(row.priceMinor === null)),
      alreadyPaid: sum((row) => row.alreadyPaid),
      credit: sum((row) => (row.status === 'draft' ? row.credit : 0)),
      leftToPay: sum((row) => (row.status === 'draft' ? row.leftToPay : 0)),
    };
  });
}
