/**
 * Caches query results from the embedded database until one of the query's tables changes. PGlite needs about
 * half a millisecond of CPU time per query, and a page runs 5 to 35.
 */
import type { PGlite, Results } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/time-units.ts';
import { memoizeBySql } from './statement-memo.ts';
import { type VersionOf, WRITE } from './table-versions.ts';
import { tableFinder } from './write-effects.ts';

/**
 * The keywords that can precede a parenthesis, and the functions whose results depend only on their arguments
 * and on settings that never change, such as the time zone. The result of a query with any other function
 * isn't cached, because the function's result can change even if no table changes, as with `now()`.
 */
export const PURE_NAMES: ReadonlySet<string> = new Set(
  `abs all and any array array_agg array_length array_position array_to_string as avg between bool_and bool_or
  by case cast ceil coalesce concat count date_trunc dense_rank distinct else except exists extract filter
  floor from greatest having in intersect is join json_agg json_build_object jsonb_agg jsonb_array_elements
  jsonb_array_elements_text jsonb_array_length jsonb_build_object jsonb_typeof lateral least left length like
  limit lower materialized max metadata_words min mod not nullif numeric offset on or over partition position
  rank regexp_replace replace right round row row_number search_words select some split_part starts_with
  string_agg string_to_array substring sum then to_jsonb trim union unnest upper using values when where
  width_bucket with`.split(/\s+/),
);

/** A name before a parenthesis, except a table's alias before the names of its columns. */
const CALL = /(?<!\bas\s+)\b([a-z_]\w*)"?\s*\(/gi;
/** A query plan depends only on the statement and its tables, so it can be cached. */
const EXPLAIN = /^\s*explain \(format json\) (?=\(?select\b)/i;
/**
 * Matches SQL that, without a function call, locks rows or depends on the clock, the session, or catalogs.
 */
const IMPURE =
  /\b(current_\w+|local_?time\w*|session_user|user|for\s+(no\s+key\s+|key\s+)?(share|update)|pg_\w+|information_schema)\b|'\s*(now|today|tomorrow|yesterday)\b/i;
/** Text that PostgreSQL could read as a time that depends on the clock. */
const CLOCK_TEXT = /^\s*(now|today|tomorrow|yesterday)\b/i;
/** The columns that a statement selects, up to the first table's name. Doesn't match if a selected column is a subquery. */
const COLUMNS = /^\s*select\b(?:(?!\bselect\b).)*?\bfrom\s+"/is;
/** The time since a column's value, as `msSince` in lib/store/elapsed.ts selects it. */
const ELAPSED = /\(extract\(epoch from now\(\) - [\w".]+\) \* 1000\)::float8/g;

/** The approximate maximum size of all cached results with their SQL and parameters, in characters. */
const MAX_SIZE = 4_000_000;
const MAX_RESULT_SIZE = 100_000;
const MAX_ROWS = 200;
/** How long outdated results can stay in memory, in milliseconds. Outdated results are never returned. */
const CLEANUP_MS = MINUTE_MS;

/** How a statement's results can be cached. */
interface Caching {
  /** The tables that the statement reads. */
  readonly tables: ReadonlySet<string>;
  /**
   * Whether the result's rows depend on the clock. If they do, only a result without rows can be cached.
   */
  readonly dependsOnClock: boolean;
}

interface Cached {
  readonly result: Results<unknown>;
  readonly tables: ReadonlySet<string>;
  readonly version: number;
}

/**
 * From now on, repeated reads outside of transactions return cached results. Their rows can't be changed, because all
 * callers share them.
 * @returns a function that empties the cache and ends caching
 */
export function cacheReads(client: PGlite, tables: Iterable<string>, versionOf: VersionOf): () => void {
  const findTables = tableFinder(tables);
  const examine = memoizeBySql((sql) => ({ caching: findCaching(sql, findTables) }));
  const cache = new LRUCache<string, Cached>({ maxSize: MAX_SIZE });
  const isCurrent = (cached: Cached) => cached.version === versionOf(cached.tables);
  const query: PGlite['query'] = client.query.bind(client);
  client.query = async <T>(...args: Parameters<typeof query>): Promise<Results<T>> => {
    const [sql, params = [], options] = args;
    const { caching } = examine(sql);
    const version = caching && params.every(isPlain) ? versionOf(caching.tables) : undefined;
    if (!caching || version === undefined) return query<T>(...args);
    const key = JSON.stringify([options?.rowMode, sql, params]);
    const cached = cache.get(key);
    if (cached && isCurrent(cached)) return cached.result as Results<T>;
    const result = await query<T>(...args);
    // If a table was written to in the meantime, the version differs, and the result is never used.
    if (result.rows.length > (caching.dependsOnClock ? 0 : MAX_ROWS)) return result;
    const size = key.length + sizeOf(result.rows);
    if (size <= MAX_RESULT_SIZE)
      cache.set(key, { result: freeze(result), tables: caching.tables, version }, { size });
    return result;
  };
  const cleanup = setInterval(() => {
    for (const [key, cached] of cache.entries()) if (!isCurrent(cached)) cache.delete(key);
  }, CLEANUP_MS).unref();
  return () => {
    clearInterval(cleanup);
    client.query = query;
    cache.clear();
  };
}

/** @returns undefined if the statement's results can't be cached */
export function findCaching(
  sql: string,
  findTables: (sql: string) => ReadonlySet<string>,
): Caching | undefined {
  const tables = findTables(sql);
  if (tables.size === 0) return undefined;
  if (isPure(sql)) return { tables, dependsOnClock: false };
  const [columns = ''] = COLUMNS.exec(sql) ?? [];
  const untimed = columns.replaceAll(ELAPSED, 'null') + sql.slice(columns.length);
  return isPure(untimed) ? { tables, dependsOnClock: true } : undefined;
}

/** Whether the statement changes nothing and its result depends only on tables and parameters. */
function isPure(text: string): boolean {
  const sql = text.replace(EXPLAIN, '');
  if (!/^\s*\(?(select|with)\b/i.test(sql) || WRITE.test(sql) || IMPURE.test(sql)) return false;
  return [...sql.matchAll(CALL)].every(([, name = '']) => PURE_NAMES.has(name.toLowerCase()));
}

/**
 * Whether different values of the parameter always have different JSON, and whether no value depends on the
 * clock.
 */
function isPlain(param: unknown): boolean {
  if (typeof param === 'number') return Number.isFinite(param);
  if (typeof param === 'string') return !CLOCK_TEXT.test(param);
  return param === null || typeof param === 'boolean' || (Array.isArray(param) && param.every(isPlain));
}

/** Estimates a value's size in characters. Infinite for bytes, such as images, so that they are never cached. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  if (ArrayBuffer.isView(value)) return Number.POSITIVE_INFINITY;
  return Object.values(value).reduce((sum: number, part) => sum + sizeOf(part), 16);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
