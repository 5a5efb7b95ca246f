import type { CampaignFilters } from '#lib/contract/operations.ts';
import { TARGETING_METHODS, V1_STATUSES } from '#lib/contract/resources.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { formatCount } from '#lib/format/text.ts';
import { MAX_KEY_LENGTH, MAX_META_DATA_PAIRS, MAX_TEXT_LENGTH } from '#lib/input-limits.ts';
import { isDefaultPaging, type Paging, readPaging } from './paging.ts';
import {
  oneOf,
  paramReader,
  paramValues,
  readSingleParams,
  type SearchParams,
  wholeNumber,
  withoutUndefined,
  withQuery,
} from './query.ts';
import { dayBounds } from './send-time.ts';

/**
 * The campaign list parameters that accept only one value each (part 4.5). Also includes `customer_id`, which
 * selects one customer's list.
 */
const SINGLE = [
  'status',
  'targeting_method',
  'customer_id',
  'sent_at[from]',
  'sent_at[to]',
  'per_page',
  'page',
] as const;
export type QueryField = (typeof SINGLE)[number];

const PAIR_KEY = 'meta_data[][key]';
const PAIR_VALUE = 'meta_data[][value]';
const PAIRS = 'meta_data[]';

export interface Pair {
  readonly key: string;
  readonly value: string;
}

/** The parameters exactly as the member typed them, so that the form can show them again. */
export interface TypedQuery extends Readonly<Partial<Record<QueryField, string>>> {
  readonly pairs: readonly Pair[];
}

export interface CampaignQuery {
  readonly typed: TypedQuery;
  /**
   * An error message for each invalid parameter, keyed by the parameter's name in the request. Empty if the
   * query is valid.
   */
  readonly errors: FieldErrors;
  readonly filters: CampaignFilters & Paging & { readonly customer_id?: number };
  /**
   * Whether at least one parameter is blank. GET forms also submit blank fields, so the page redirects to a
   * URL without blank parameters.
   */
  readonly hasBlanks: boolean;
}

/**
 * Reads a campaign list's filters (part 4.5) from a page's URL. A date covers the whole day in the member's
 * time zone. Unknown parameters are ignored.
 * @param customerId the customer whose page shows the list. If undefined, the `customer_id` parameter selects
 * the customer
 */
export function readCampaignQuery(params: SearchParams, zone: string, customerId?: number): CampaignQuery {
  const given = customerId === undefined ? params : { ...params, customer_id: String(customerId) };
  const { typed, errors, hasBlanks } = readSingleParams(given, SINGLE);
  const keys = paramValues(params, PAIR_KEY);
  const values = paramValues(params, PAIR_VALUE);
  const rows = (keys.length >= values.length ? keys : values).map((_, i) => ({
    key: keys[i] ?? '',
    value: values[i] ?? '',
  }));
  const pairs = rows.filter(({ key, value }) => key !== '' || value !== '');
  const wrongPairs = pairsProblem(pairs);
  if (wrongPairs !== undefined) errors[PAIRS] = wrongPairs;

  const filters = readFilters(typed, zone, errors);
  return {
    typed: { ...typed, pairs },
    errors,
    filters: pairs.length > 0 ? { ...filters, meta_data: [...pairs] } : filters,
    hasBlanks: hasBlanks || pairs.length < rows.length,
  };
}

function readFilters(
  typed: Partial<Record<QueryField, string>>,
  zone: string,
  errors: Record<string, string>,
): CampaignFilters & Paging & { readonly customer_id?: number } {
  const read = paramReader(typed, errors);
  const day = 'Enter a date, like 2026-10-01, or a time with a time zone.';
  const from = read('sent_at[from]', (text) => parseDayOrMoment(text, zone, 'start'), day);
  const to = read('sent_at[to]', (text) => parseDayOrMoment(text, zone, 'end'), day);
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    errors['sent_at[to]'] ??= 'The end date is before the start date.';
  }
  return withoutUndefined({
    status: read('status', oneOf(V1_STATUSES), `Unknown status. Use ${formatAlternatives(V1_STATUSES)}.`),
    targeting_method: read(
      'targeting_method',
      oneOf(TARGETING_METHODS),
      `Unknown targeting method. Use ${formatAlternatives(TARGETING_METHODS)}.`,
    ),
    customer_id: read('customer_id', customerNumber, 'Unknown customer.'),
    sent_at: from === undefined && to === undefined ? undefined : withoutUndefined({ from, to }),
    ...readPaging(typed, errors),
  });
}

function pairsProblem(pairs: readonly Pair[]): string | undefined {
  if (pairs.some(({ key }) => key === '')) return 'Enter a key for this value.';
  // The mail service can't search for null characters.
  if (pairs.some(({ key, value }) => key.includes('\0') || value.includes('\0')))
    return 'Remove the invisible character from the key or value.';
  if (pairs.length > MAX_META_DATA_PAIRS) return `Use ${MAX_META_DATA_PAIRS} pairs or fewer.`;
  if (pairs.some(({ key, value }) => key.length > MAX_KEY_LENGTH || value.length > MAX_TEXT_LENGTH)) {
    return `Keys can have up to ${formatCount(MAX_KEY_LENGTH)} characters, and values up to ${formatCount(MAX_TEXT_LENGTH)}.`;
  }
  return undefined;
}

/**
 * Returns the URL of a campaign list with these filters. To remove a filter, pass undefined as its new value.
 * If a customer is selected, returns the URL of that customer's page, which lists the customer's campaigns.
 */
export function campaignsHref(
  typed: TypedQuery,
  changes: Partial<Record<QueryField, string | undefined>> & { readonly pairs?: readonly Pair[] } = {},
): string {
  const { pairs, ...single } = { ...typed, ...changes };
  const customer = single.customer_id === undefined ? undefined : customerNumber(single.customer_id);
  const params = new URLSearchParams();
  for (const name of SINGLE) {
    const value = single[name];
    const isInPath = name === 'customer_id' && customer !== undefined;
    if (value !== undefined && value !== '' && !isInPath && !isDefaultPaging(name, value)) {
      params.append(name, value);
    }
  }
  for (const { key, value } of pairs) {
    params.append(PAIR_KEY, key);
    params.append(PAIR_VALUE, value);
  }
  return withQuery(customer === undefined ? '/campaigns' : `/customers/${customer}`, params);
}

const customerNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER);

const formatAlternatives = (values: readonly string[]) =>
  `${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${values.at(-1)}`;

function parseDayOrMoment(text: string, zone: string, edge: 'start' | 'end'): string | undefined {
  const bounds = dayBounds(text, zone);
  if (bounds !== undefined) return bounds[edge];
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  return isMoment && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
