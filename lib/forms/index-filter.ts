/** Reads the filters in a campaign list's URL that only the campaign index supports. */
import {
  APPROVAL_FILTERS,
  ATTEMPT_FILTERS,
  GUEST_APPROVALS,
  INDEX_LIMITS,
  type IndexFilter,
} from '#lib/domain/index-filter.ts';
import { toMinorUnits } from '#lib/domain/money.ts';
import { PAYMENT_STATES } from '#lib/domain/payment-state.ts';
import { formatCount } from '#lib/format/text.ts';
import { type ListField, parseJobFilter, type QueryField } from './campaign-fields.ts';
import { dayBounds } from './local-time.ts';
import { oneOf, paramReader, wholeNumber, withoutUndefined } from './query.ts';

/** The maximum length of a size, postage class, template name, or email address to filter by. */
const MAX_VALUE_LENGTH = 500;

type Errors = Record<string, string>;
type Typed = Partial<Record<QueryField, string>>;

/**
 * Reads the filters that only the index supports. Dates cover whole days in the member's time zone. Prices are in whole
 * currency units, such as dollars, with up to two decimals.
 */
export function readIndexFilter(
  typed: Typed,
  lists: Partial<Record<ListField, readonly string[]>>,
  zone: string,
  errors: Errors,
): IndexFilter {
  const read = paramReader(typed, errors);
  for (const [name, values] of Object.entries(lists)) {
    const problem = valuesProblem(values);
    if (problem !== undefined) errors[name] = problem;
  }
  const payment = lists.payment?.flatMap((value) => oneOf(PAYMENT_STATES)(value) ?? []);
  if (payment && payment.length < (lists.payment?.length ?? 0))
    errors.payment = 'Unknown payment state. Choose from the list.';
  const guests = lists.guests?.flatMap((value) => oneOf(GUEST_APPROVALS)(value) ?? []);
  if (guests && guests.length < (lists.guests?.length ?? 0))
    errors.guests = 'Unknown decision. Choose from the list.';
  return withoutUndefined({
    words: read('q', searchText, `Use ${formatCount(INDEX_LIMITS.wordsLength)} characters or fewer.`),
    payment,
    guests,
    attempts: read('attempt', oneOf(ATTEMPT_FILTERS), 'Choose from the list.'),
    approval: read('approval', oneOf(APPROVAL_FILTERS), 'Choose from the list.'),
    job: read('job', parseJobFilter, 'This isn’t a result of a job. Open the list from the job’s page.'),
    sizes: lists.size,
    postages: lists.postage,
    scheduled: readDays('scheduled', typed, zone, errors),
    created: readDays('created', typed, zone, errors),
    priceMinor: readBounds('price', typed, toMinorUnits, 'Enter an amount, like 250.00.', errors),
    recipients: readBounds(
      'recipients',
      typed,
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      'Enter a whole number, like 500.',
      errors,
    ),
  }) as IndexFilter;
}

/** A null character never matches anything, and databases reject it. */
const searchText = (text: string) =>
  text.length <= INDEX_LIMITS.wordsLength ? text.replaceAll('\0', ' ') : undefined;

function valuesProblem(values: readonly string[]): string | undefined {
  if (values.length > INDEX_LIMITS.values) return `Choose ${INDEX_LIMITS.values} or fewer.`;
  if (values.some((value) => value.length > MAX_VALUE_LENGTH))
    return `Use ${formatCount(MAX_VALUE_LENGTH)} characters or fewer.`;
  if (values.some((value) => value.includes('\0'))) return 'Remove the invisible character.';
  return undefined;
}

function readDays(name: 'scheduled' | 'created', typed: Typed, zone: string, errors: Errors) {
  const read = paramReader(typed, errors);
  const day = 'Enter a date, like 2026-10-01.';
  const from = read(`${name}_from`, (text) => dayStart(text, zone), day);
  const to = read(`${name}_to`, (text) => dayEnd(text, zone), day);
  if (from === undefined && to === undefined) return undefined;
  if (from !== undefined && to !== undefined && from >= to)
    errors[`${name}_to`] ??= 'The end date is before the start date.';
  return withoutUndefined({ from, to });
}

function dayStart(text: string, zone: string): number | undefined {
  const bounds = dayBounds(text, zone);
  return bounds && Date.parse(bounds.start);
}

/** Returns the start of the next day, because the end of a range isn't part of the range. */
function dayEnd(text: string, zone: string): number | undefined {
  const bounds = dayBounds(text, zone);
  return bounds && Date.parse(bounds.end) + 1;
}

function readBounds(
  name: 'price' | 'recipients',
  typed: Typed,
  parse: (text: string) => number | undefined,
  problem: string,
  errors: Errors,
) {
  const read = paramReader(typed, errors);
  const min = read(`${name}_min`, parse, problem);
  const max = read(`${name}_max`, parse, problem);
  if (min === undefined && max === undefined) return undefined;
  if (min !== undefined && max !== undefined && min > max)
    errors[`${name}_max`] ??= 'The maximum is less than the minimum.';
  return withoutUndefined({ min, max });
}
