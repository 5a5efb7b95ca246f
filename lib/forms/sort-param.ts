/** The `sort` parameter of campaign lists. A minus sign in front of the key sorts in descending order. */
import { type IndexSort, SORT_KEYS, type SortKey } from '#lib/domain/index-filter.ts';
import { oneOf } from './query.ts';

const sortKey = oneOf(SORT_KEYS);

export function parseSort(text: string): IndexSort | undefined {
  const isDescending = text.startsWith('-');
  const key = sortKey(isDescending ? text.slice(1) : text);
  return key && { key, direction: isDescending ? 'desc' : 'asc' };
}

const formatSort = ({ key, direction }: IndexSort): string => (direction === 'desc' ? `-${key}` : key);

/** A column's initial sort order: descending for numbers and past times, ascending for everything else. */
const FIRST_DIRECTION: Readonly<Record<SortKey, IndexSort['direction']>> = {
  scheduled_at: 'asc',
  created_at: 'desc',
  sent_at: 'desc',
  updated_at: 'desc',
  price: 'desc',
  recipients: 'desc',
  customer: 'asc',
  template: 'asc',
  status: 'asc',
};

/** Returns the `sort` parameter of the link in a column heading. A second click reverses the order. */
export function nextSort(key: SortKey, current: IndexSort | undefined): string {
  const isReversal = current?.key === key && current.direction === FIRST_DIRECTION[key];
  if (!isReversal) return formatSort({ key, direction: FIRST_DIRECTION[key] });
  return formatSort({ key, direction: current.direction === 'asc' ? 'desc' : 'asc' });
}
