/**
 * Reads parameters from a page's URL. Keeps each parameter's text as typed, and reports an error message for
 * each invalid value.
 */
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from '#lib/contract/limits.ts';
import type { FieldErrors } from '#lib/contract/wire.ts';

export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns all values of a parameter, without leading or trailing spaces. */
export function paramValues(params: SearchParams, name: string): readonly string[] {
  const value = Object.hasOwn(params, name) ? params[name] : undefined;
  if (value === undefined) return [];
  return (typeof value === 'string' ? [value] : value).map((text) => text.trim());
}

export interface SingleParams<N extends string> {
  readonly typed: Partial<Record<N, string>>;
  /** An error message for each parameter that was given more than once. */
  readonly errors: Record<string, string>;
  /**
   * Whether at least one parameter is blank. GET forms also submit blank fields, so the page redirects to a
   * URL without blank parameters.
   */
  readonly hasBlanks: boolean;
}

/** Reads parameters that take a single value. Ignores all other parameters. */
export function readSingleParams<N extends string>(
  params: SearchParams,
  names: readonly N[],
): SingleParams<N> {
  const typed: Partial<Record<N, string>> = {};
  const errors: Record<string, string> = {};
  let hasBlanks = false;
  for (const name of names) {
    const values = paramValues(params, name);
    const given = values.filter((value) => value !== '');
    hasBlanks ||= given.length < values.length;
    const [first] = given;
    if (first === undefined) continue;
    typed[name] = first;
    if (given.length > 1) errors[name] = 'Enter only one value.';
  }
  return { typed, errors, hasBlanks };
}

/**
 * Returns a function that parses one parameter. If parsing fails, the function records `problem` as the
 * parameter's error.
 */
export function paramReader<N extends string>(
  typed: Partial<Record<N, string>>,
  errors: Record<string, string>,
) {
  return <T>(name: N, read: (text: string) => T | undefined, problem: string): T | undefined => {
    const text = typed[name];
    if (text === undefined) return undefined;
    const value = read(text);
    if (value === undefined) errors[name] ??= problem;
    return value;
  };
}

export const wholeNumber = (min: number, max: number) => (text: string) => {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
};

export const oneOf =
  <T extends string>(values: readonly T[]) =>
  (text: string): T | undefined =>
    values.find((value) => value === text);

export function withoutUndefined<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as T;
}

type PagingField = 'page' | 'per_page';
type TypedPaging = Readonly<Partial<Record<PagingField, string>>>;
export interface Paging {
  readonly page?: number;
  readonly per_page?: number;
}

/** Reads the paging parameters, which every v1 list accepts. */
export function readPaging(typed: TypedPaging, errors: Record<string, string>): Paging {
  const read = paramReader(typed, errors);
  return withoutUndefined({
    per_page: read('per_page', wholeNumber(1, MAX_PER_PAGE), `Enter a number from 1 to ${MAX_PER_PAGE}.`),
    page: read('page', wholeNumber(1, 1_000_000_000), 'Enter a page number, 1 or more.'),
  });
}

/** Returns whether a paging parameter has its default value, which the URL can omit. */
export function isDefaultPaging(name: string, value: string): boolean {
  return (name === 'per_page' && value === String(DEFAULT_PER_PAGE)) || (name === 'page' && value === '1');
}

/** The paging parameters of a list without filters. */
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

/** Returns the URL of a list without filters. */
export function pagingHref(path: string, typed: TypedPaging, changes: TypedPaging = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...typed, ...changes })) {
    if (value !== undefined && !isDefaultPaging(name, value)) params.append(name, value);
  }
  return withQuery(path, params);
}

export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}
