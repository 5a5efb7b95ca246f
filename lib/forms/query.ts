/**
 * Reads parameters from a page's URL. Keeps each parameter's text as typed, and reports an error message for
 * each invalid value.
 */

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

export function withQuery(path: string, params: URLSearchParams): string {
  const query = params.toString();
  return query === '' ? path : `${path}?${query}`;
}

/** Converts a request's parameters to the format that pages receive. */
export function searchParamsOf(params: URLSearchParams): SearchParams {
  return Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)]));
}
