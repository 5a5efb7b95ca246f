/** The parameters in the URL of the customer list. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import { CUSTOMER_SORT_KEYS, type CustomerSort, type CustomerSortKey } from '#lib/domain/customer-list.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { describeMaxLength } from '#lib/format/text.ts';
import { type Paging, readPaging } from './paging.ts';
import { oneOf, paramReader, readSingleParams, type SearchParams, withQuery } from './query.ts';

const FIELDS = ['q', 'sort', 'per_page', 'page'] as const;
export type TypedCustomers = Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;

export interface CustomerQuery {
  readonly typed: TypedCustomers;
  readonly errors: FieldErrors;
  readonly hasBlanks: boolean;
  readonly filters: Paging;
  readonly words: string | undefined;
  readonly sort: CustomerSort;
}

const DEFAULT_CUSTOMER_SORT = 'email';

export function readCustomerQuery(params: SearchParams): CustomerQuery {
  const { typed, errors, hasBlanks } = readSingleParams(params, FIELDS);
  const read = paramReader(typed, errors);
  const words = read(
    'q',
    (text) => (text.length <= INDEX_LIMITS.wordsLength ? text.replaceAll('\0', ' ') : undefined),
    describeMaxLength(INDEX_LIMITS.wordsLength),
  );
  const sort = read('sort', parseSort, 'Unknown order. Choose a column heading to sort by.');
  return {
    typed,
    errors,
    hasBlanks,
    filters: readPaging(typed, errors),
    words,
    sort: sort ?? { key: DEFAULT_CUSTOMER_SORT, direction: 'asc' },
  };
}

const sortKey = oneOf(CUSTOMER_SORT_KEYS);

function parseSort(text: string): CustomerSort | undefined {
  const isDescending = text.startsWith('-');
  const key = sortKey(isDescending ? text.slice(1) : text);
  return key && { key, direction: isDescending ? 'desc' : 'asc' };
}

/**
 * The first click sorts email addresses from A to Z, next mailings from the earliest, and all other columns
 * from the largest or the latest.
 */
const FIRST_DIRECTION: Readonly<Record<CustomerSortKey, CustomerSort['direction']>> = {
  email: 'asc',
  campaigns: 'desc',
  spent: 'desc',
  last_mailing: 'desc',
  next_mailing: 'asc',
};

/** Returns the `sort` parameter of a column heading's link. A second click reverses the order. */
export function nextCustomerSort(key: CustomerSortKey, current: CustomerSort): string {
  const first = FIRST_DIRECTION[key];
  const isReversal = current.key === key && current.direction === first;
  const direction = isReversal ? (first === 'asc' ? 'desc' : 'asc') : first;
  return direction === 'desc' ? `-${key}` : key;
}

/** Returns the URL of the customer list. To remove a parameter, pass undefined. */
export function customersHref(typed: TypedCustomers, changes: TypedCustomers = {}): string {
  const next = { ...typed, ...changes };
  const params = new URLSearchParams();
  for (const name of FIELDS) {
    const value = next[name];
    const isDefault =
      (name === 'page' && value === '1') || (name === 'sort' && value === DEFAULT_CUSTOMER_SORT);
    if (value !== undefined && value !== '' && !isDefault) params.append(name, value);
  }
  return withQuery('/customers', params);
}
