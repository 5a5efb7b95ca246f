import { MAX_KEY, MAX_TEXT, MOST_PAIRS } from '#lib/contract/limits.ts';
import type { CampaignFilters } from '#lib/contract/operations.ts';
import { TARGETING_METHODS, V1_STATUSES } from '#lib/contract/resources.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import { formatCount } from '#lib/format/text.ts';
import {
  defined,
  isDefaultPaging,
  oneOf,
  reader,
  readPaging,
  readSingles,
  type SearchParams,
  valuesOf,
  whole,
  withQuery,
} from './query.ts';
import { dayBounds } from './send-time.ts';

/** The single-valued parameters of the campaign list, under the names of part 4.5, and the customer of the scoped list. */
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

/** What stands in the URL, as it was typed, so that a form can show it again. */
export interface TypedQuery extends Readonly<Partial<Record<QueryField, string>>> {
  readonly pairs: readonly Pair[];
}

export interface CampaignQuery {
  readonly typed: TypedQuery;
  /** Sentences by parameter, in the wire's spelling. Empty when the query can be asked. */
  readonly errors: FieldErrors;
  readonly filters: CampaignFilters & { readonly customer_id?: number };
  /** A GET form sends its empty fields too; the page redirects to the address without them. */
  readonly hasBlanks: boolean;
}

/**
 * Reads the list's filters (part 4.5) from a page's address. A day stands for the whole day in the reader's zone.
 * Parameters that are none of the list's are left alone.
 * @param customerId of the customer's page that the list is on, where the address has no such parameter
 */
export function readCampaignQuery(params: SearchParams, zone: string, customerId?: number): CampaignQuery {
  const given = customerId === undefined ? params : { ...params, customer_id: String(customerId) };
  const { typed, errors, hasBlanks } = readSingles(given, SINGLE);
  const keys = valuesOf(params, PAIR_KEY);
  const values = valuesOf(params, PAIR_VALUE);
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
): CampaignFilters & { readonly customer_id?: number } {
  const read = reader(typed, errors);
  const day = 'Enter a date, like 2026-10-01, or a time with its time zone.';
  const from = read('sent_at[from]', (text) => moment(text, zone, 'start'), day);
  const to = read('sent_at[to]', (text) => moment(text, zone, 'end'), day);
  if (from !== undefined && to !== undefined && Date.parse(from) > Date.parse(to)) {
    errors['sent_at[to]'] ??= 'The end date is before the start date.';
  }
  return defined({
    status: read('status', oneOf(V1_STATUSES), `Unknown status. Use ${list(V1_STATUSES)}.`),
    targeting_method: read(
      'targeting_method',
      oneOf(TARGETING_METHODS),
      `Unknown targeting. Use ${list(TARGETING_METHODS)}.`,
    ),
    customer_id: read('customer_id', customerNumber, 'Unknown customer.'),
    sent_at: from === undefined && to === undefined ? undefined : defined({ from, to }),
    ...readPaging(typed, errors),
  });
}

function pairsProblem(pairs: readonly Pair[]): string | undefined {
  if (pairs.some(({ key }) => key === '')) return 'Enter a key for this value.';
  if (pairs.length > MOST_PAIRS) return `Use ${MOST_PAIRS} pairs or fewer.`;
  if (pairs.some(({ key, value }) => key.length > MAX_KEY || value.length > MAX_TEXT)) {
    return `Keys can have up to ${formatCount(MAX_KEY)} characters, values up to ${formatCount(MAX_TEXT)}.`;
  }
  return undefined;
}

/**
 * The address of the list with these filters; a change set to undefined leaves that filter out. One customer's campaigns
 * are on the page of that customer, and nowhere else.
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

const customerNumber = whole(1, Number.MAX_SAFE_INTEGER);

const list = (values: readonly string[]) =>
  `${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${values.at(-1)}`;

function moment(text: string, zone: string, edge: 'start' | 'end'): string | undefined {
  const bounds = dayBounds(text, zone);
  if (bounds !== undefined) return bounds[edge];
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  return isMoment && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
