/** The parameters in the Spending page's URL. */
import { Temporal } from 'temporal-polyfill';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { type Grouping, MAX_MONTHS, SPENDING_GROUPS, type SpendingMonth } from '#lib/domain/spending.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { MAX_KEY_LENGTH } from '#lib/input-limits.ts';
import { oneOf, paramReader, readSingleParams, type SearchParams, withQuery } from './query.ts';

export const PERIODS = ['this_quarter', 'last_quarter', 'this_year', 'last_year', 'last_12_months'] as const;
type Period = (typeof PERIODS)[number];
const DEFAULT_PERIOD: Period = 'this_quarter';

export const GROUP_NAMES = [...SPENDING_GROUPS, 'metadata'] as const;
export type GroupName = (typeof GROUP_NAMES)[number];

const FIELDS = ['period', 'from', 'to', 'customer', 'template', 'by', 'key', 'currency'] as const;
type SpendingField = (typeof FIELDS)[number];
/** The parameters exactly as typed. */
export type TypedSpending = Readonly<Partial<Record<SpendingField, string>>>;

export interface SpendingQuery {
  readonly typed: TypedSpending;
  /** An error message for each invalid parameter. */
  readonly errors: FieldErrors;
  readonly hasBlanks: boolean;
  /** Null if the member chose the first and last months instead. */
  readonly period: Period | null;
  /** The months of the period, in the member's time zone. */
  readonly months: readonly SpendingMonth[];
  /** An email address or a number. */
  readonly customer: string | undefined;
  /** A name or a number. */
  readonly template: string | undefined;
  readonly by: GroupName;
  /** Null if campaigns are grouped by metadata, but no key was given. */
  readonly grouping: Grouping | null;
  /** Null for prices without a currency. Undefined for the currency with the most campaigns. */
  readonly currency: string | null | undefined;
}

/** The value of the `currency` parameter for prices without a currency. */
export const NO_CURRENCY = 'none';

const MAX_NAME_LENGTH = 500;

/** @param now the current time in milliseconds */
export function readSpendingQuery(params: SearchParams, zone: string, now: number): SpendingQuery {
  const { typed, errors, hasBlanks } = readSingleParams(params, FIELDS);
  const read = paramReader(typed, errors);
  const name = (text: string) => (text.length <= MAX_NAME_LENGTH && !text.includes('\0') ? text : undefined);
  const customer = read('customer', name, describeMaxLength(MAX_NAME_LENGTH));
  const template = read('template', name, describeMaxLength(MAX_NAME_LENGTH));
  const key = read(
    'key',
    (text) => (text.length <= MAX_KEY_LENGTH && !text.includes('\0') ? text : undefined),
    describeMaxLength(MAX_KEY_LENGTH),
  );
  const currency = read('currency', name, describeMaxLength(MAX_NAME_LENGTH));
  const chosen = read('by', oneOf(GROUP_NAMES), 'Unknown group. Choose from the list.');
  const by = chosen ?? (customer === undefined ? 'customer' : 'template');
  const chosenPeriod = read('period', oneOf(PERIODS), 'Unknown period. Choose from the list.');
  const isCustom = typed.from !== undefined || typed.to !== undefined;
  const period = isCustom ? null : (chosenPeriod ?? DEFAULT_PERIOD);
  const range = period === null ? readMonths(typed, errors) : monthsOf(period, zone, now);
  return {
    typed,
    errors,
    hasBlanks,
    period,
    months: range === undefined ? [] : listMonths(range.first, range.count, zone),
    customer,
    template,
    by,
    grouping: by !== 'metadata' ? by : key === undefined ? null : { metadataKey: key },
    currency: typed.currency === NO_CURRENCY ? null : currency,
  };
}

interface MonthRange {
  readonly first: number;
  readonly count: number;
}

function readMonths(typed: TypedSpending, errors: Record<string, string>): MonthRange | undefined {
  const read = paramReader(typed, errors);
  const problem = 'Enter a month, like 2026-10.';
  const first = read('from', parseMonth, problem);
  const last = read('to', parseMonth, problem);
  if (typed.from === undefined) errors.from ??= problem;
  if (typed.to === undefined) errors.to ??= problem;
  if (first === undefined || last === undefined) return undefined;
  if (last < first) errors.to ??= 'The last month is before the first month.';
  if (last - first >= MAX_MONTHS) errors.to ??= `Choose ${MAX_MONTHS} months or fewer.`;
  return Object.keys(errors).length > 0 ? undefined : { first, count: last - first + 1 };
}

/** Months outside these years may be out of the database's range. */
const MIN_YEAR = 1900;
const MAX_YEAR = 9000;

function parseMonth(text: string): number | undefined {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  const index = Number(year) * 12 + Number(month) - 1;
  return Number(year) >= MIN_YEAR && Number(year) <= MAX_YEAR ? index : undefined;
}

/** Formats a month for the URL, such as "2026-10". */
export const monthParam = (index: number): string =>
  `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;

/** Returns the `index` of the month that contains the time `at`, in milliseconds. */
export function monthIndex(at: number, zone: string): number {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  return year * 12 + month - 1;
}

function monthsOf(period: Period, zone: string, now: number): MonthRange {
  const current = monthIndex(now, zone);
  const quarter = current - (current % 3);
  const january = current - (current % 12);
  switch (period) {
    case 'this_quarter':
      return { first: quarter, count: 3 };
    case 'last_quarter':
      return { first: quarter - 3, count: 3 };
    case 'this_year':
      return { first: january, count: 12 };
    case 'last_year':
      return { first: january - 12, count: 12 };
    case 'last_12_months':
      return { first: current - 11, count: 12 };
  }
}

/** Returns consecutive months in a time zone. */
export function listMonths(first: number, count: number, zone: string): readonly SpendingMonth[] {
  const startOf = (index: number) =>
    Temporal.PlainDate.from({
      year: Math.floor(index / 12),
      month: (index % 12) + 1,
      day: 1,
    }).toZonedDateTime(zone).epochMilliseconds;
  return Array.from({ length: count }, (_, i) => ({
    index: first + i,
    from: startOf(first + i),
    to: startOf(first + i + 1),
  }));
}

export type SpendingChanges = Partial<Record<SpendingField, string | undefined>>;

function paramsOf(typed: TypedSpending, changes: SpendingChanges): URLSearchParams {
  const next = { ...typed, ...changes };
  const params = new URLSearchParams();
  for (const name of FIELDS) {
    const value = next[name];
    if (value !== undefined && value !== '') params.append(name, value);
  }
  return params;
}

/** Returns the URL of the page with these parameters. To remove a parameter, pass undefined. */
export const spendingHref = (typed: TypedSpending, changes: SpendingChanges = {}): string =>
  withQuery('/spending', paramsOf(typed, changes));

/** Returns the URL of the CSV export, which contains all currencies. */
export const spendingExportHref = (typed: TypedSpending): string =>
  withQuery('/spending/export', paramsOf(typed, { currency: undefined }));
