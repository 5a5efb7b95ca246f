/** The page number and the page size in the URLs of the campaign, customer, and template lists. */
import type { FieldErrors } from '#lib/contract/wire.ts';
import { MAX_PER_PAGE } from '#lib/input-limits.ts';
import {
  paramReader,
  readSingleParams,
  type SearchParams,
  wholeNumber,
  withoutUndefined,
  withQuery,
} from './query.ts';

/** The number of items on a page if the URL doesn't contain a page size. */
const DEFAULT_PER_PAGE = 10;
/** The page sizes that members can choose. */
export const PAGE_SIZES = [10, 25, 50, 100];

type PagingField = 'page' | 'per_page';
type TypedPaging = Readonly<Partial<Record<PagingField, string>>>;
export interface Paging {
  readonly page?: number;
  readonly per_page: number;
}

/** Reads the paging parameters, which every v1 list accepts. */
export function readPaging(typed: TypedPaging, errors: Record<string, string>): Paging {
  const read = paramReader(typed, errors);
  const per_page = read(
    'per_page',
    wholeNumber(1, MAX_PER_PAGE),
    `Enter a number from 1 to ${MAX_PER_PAGE}.`,
  );
  const page = read('page', wholeNumber(1, 1_000_000_000), 'Enter a page number of 1 or more.');
  return { per_page: per_page ?? DEFAULT_PER_PAGE, ...withoutUndefined({ page }) };
}

/** Returns whether a page number is the default, which the URL can omit. */
export const isDefaultPage = (value: string): boolean => value === '1';

/** Returns whether a paging parameter has its default value, which the URL can omit. */
function isDefaultPaging(name: string, value: string): boolean {
  return (
    (name === 'per_page' && value === String(DEFAULT_PER_PAGE)) || (name === 'page' && isDefaultPage(value))
  );
}

/** The paging parameters of a list that can't be filtered. */
export interface PagingQuery {
  readonly typed: TypedPaging;
  readonly errors: FieldErrors;
  readonly filters: Paging;
  readonly hasBlanks: boolean;
}

export function readPagingQuery(params: SearchParams): PagingQuery {
  const { typed, errors, hasBlanks } = readSingleParams<PagingField>(params, ['per_page', 'page']);
  return { typed, errors, filters: readPaging(typed, errors), hasBlanks };
}

/** Returns the URL of one page of a list that can't be filtered. */
export function pagingHref(path: string, typed: TypedPaging, changes: TypedPaging = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...typed, ...changes })) {
    if (value !== undefined && !isDefaultPaging(name, value)) params.append(name, value);
  }
  return withQuery(path, params);
}
