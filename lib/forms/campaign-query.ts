import { TARGETING_METHODS, V1_STATUSES } from '#lib/contract/campaign-values.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';
import type { ListRequest, ServiceFilters } from '#lib/domain/campaign-list.ts';
import type { IndexFilter } from '#lib/domain/index-filter.ts';
import { type ColumnId, DENSITIES, isColumnId, type ListView, MAX_COLUMNS } from '#lib/domain/list-view.ts';
import { formatCount } from '#lib/format/text.ts';
import { MAX_KEY_LENGTH, MAX_META_DATA_PAIRS, MAX_TEXT_LENGTH } from '#lib/input-limits.ts';
import {
  customerNumber,
  LIST_FIELDS,
  type ListField,
  type Pair,
  type QueryField,
  readPairRows,
  SINGLE_FIELDS,
  type TypedQuery,
} from './campaign-fields.ts';
import { readIndexFilter } from './index-filter.ts';
import { dayBounds } from './local-time.ts';
import { readPaging } from './paging.ts';
import {
  oneOf,
  paramReader,
  paramValues,
  readSingleParams,
  type SearchParams,
  withoutUndefined,
} from './query.ts';
import { parseSort } from './sort-param.ts';

const PAIRS = 'meta_data[]';

export interface CampaignQuery extends ListRequest {
  readonly typed: TypedQuery;
  /**
   * An error message for each invalid parameter, keyed by the parameter's name in the request. Empty if the
   * query is valid.
   */
  readonly errors: FieldErrors;
  /** The parts of the view that the URL sets. The member's own settings determine the rest. */
  readonly view: Partial<ListView>;
  /**
   * Whether at least one parameter is blank. GET forms also submit blank fields, so the page redirects to a
   * URL without blank parameters.
   */
  readonly hasBlanks: boolean;
}

/**
 * Reads a campaign list's filters from a page's URL: those of the mail service (part 4.5), and those of the
 * campaign index. A date covers the whole day in the member's time zone. Unknown parameters are ignored.
 * @param customerId the customer whose page shows the list. If undefined, the `customer_id` parameter selects
 * the customer
 */
export function readCampaignQuery(params: SearchParams, zone: string, customerId?: number): CampaignQuery {
  const given =
    customerId === undefined ? params : { ...params, customer_id: String(customerId), view: undefined };
  const { typed, errors, hasBlanks } = readSingleParams(given, SINGLE_FIELDS);
  const rows = readPairRows((name) => paramValues(params, name));
  const pairs = rows.filter(({ key, value }) => key !== '' || value !== '');
  const wrongPairs = pairsProblem(pairs);
  if (wrongPairs !== undefined) errors[PAIRS] = wrongPairs;
  const lists = readLists(params, customerId !== undefined);

  const { per_page, ...filters } = readServiceFilters(typed, zone, errors);
  const read = paramReader(typed, errors);
  const sort = read('sort', parseSort, 'Unknown order. Choose a column heading to sort by.');
  const density = read('density', oneOf(DENSITIES), `Unknown density. Use ${formatAlternatives(DENSITIES)}.`);
  return {
    typed: { ...typed, ...lists.values, pairs },
    errors,
    filters: pairs.length > 0 ? { ...filters, meta_data: [...pairs] } : filters,
    indexFilter: withoutUndefined({
      ...readIndexFilter(typed, lists.values, zone, errors),
      statuses: filters.status === undefined ? undefined : [filters.status],
      sent: readSentRange(filters),
      metadata: pairs.length > 0 ? pairs : undefined,
    }),
    customers: lists.values.customer ?? [],
    templates: lists.values.template ?? [],
    sort,
    view: withoutUndefined({
      columns: readColumns(lists.values.columns, errors),
      density,
      perPage: typed.per_page === undefined ? undefined : per_page,
    }) as Partial<ListView>,
    hasBlanks: hasBlanks || lists.hasBlanks || pairs.length < rows.length,
  };
}

type ListValues = Partial<Record<ListField, readonly string[]>>;

/** @param isCustomerPage true on a customer's page, which can't show other customers' campaigns */
function readLists(params: SearchParams, isCustomerPage: boolean) {
  const values: ListValues = {};
  let hasBlanks = false;
  for (const name of LIST_FIELDS) {
    if (name === 'customer' && isCustomerPage) continue;
    const all = paramValues(params, name);
    const given = [...new Set(all.filter((value) => value !== ''))];
    hasBlanks ||= all.some((value) => value === '');
    if (given.length > 0) values[name] = given;
  }
  return { values, hasBlanks };
}

function readServiceFilters(
  typed: Partial<Record<QueryField, string>>,
  zone: string,
  errors: Record<string, string>,
): ServiceFilters & { readonly per_page: number } {
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

/** Returns the range of times in which campaigns were sent, in milliseconds. The end is exclusive. */
function readSentRange({ sent_at }: ServiceFilters): IndexFilter['sent'] {
  if (sent_at === undefined) return undefined;
  const { from, to } = sent_at;
  return withoutUndefined({
    from: from === undefined ? undefined : Date.parse(from),
    to: to === undefined ? undefined : Date.parse(to) + 1,
  });
}

function readColumns(
  columns: readonly string[] | undefined,
  errors: Record<string, string>,
): readonly ColumnId[] | undefined {
  if (columns === undefined) return undefined;
  const known = columns.filter(isColumnId);
  if (known.length < columns.length) errors.columns = 'Unknown column. Choose from the Display menu.';
  if (columns.length > MAX_COLUMNS) errors.columns = `Choose ${MAX_COLUMNS} columns or fewer.`;
  return known;
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

const formatAlternatives = (values: readonly string[]) =>
  `${values.slice(0, -1).join(', ')}${values.length > 2 ? ',' : ''} or ${values.at(-1)}`;

function parseDayOrMoment(text: string, zone: string, edge: 'start' | 'end'): string | undefined {
  const bounds = dayBounds(text, zone);
  if (bounds !== undefined) return bounds[edge];
  const isMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  return isMoment && !Number.isNaN(Date.parse(text)) ? text : undefined;
}
