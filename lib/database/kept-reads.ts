/**
 * Keeps what was read from an embedded database until one of the tables is written to, because PGlite needs about half a
 * millisecond of CPU time for every query, and a page makes up to twenty.
 */
import type { PGlite, Results } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { type VersionOf, WRITE } from './table-versions.ts';
import { tableFinder } from './write-effects.ts';

/**
 * The functions, and the keywords that a parenthesis can follow, whose results depend only on their arguments. A query with
 * another function isn't kept: `now()`, for example, changes although no table does.
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
const CALL = /(?<!\bas\s+)\b([a-z_]\w*)\s*\(/gi;
/** The plan of a statement depends on its tables, too. */
const EXPLAIN = /^\s*explain \(format json\) (?=\(?select\b)/i;
/** What depends on the clock, on the session, or on catalogs, or locks rows, without a call. */
const IMPURE =
  /\b(current_\w+|local_?time\w*|session_user|user|for\s+(no\s+key\s+|key\s+)?(share|update)|pg_\w+|information_schema)\b|'(now|today|tomorrow|yesterday)'/i;

const MAX_STATEMENTS = 1_000;
const MAX_KEPT = 2_000;
/** The number of rows of all results that are kept. */
const MAX_ROWS = 5_000;
const MAX_ROWS_PER_RESULT = 200;

/** How the result of a statement can be kept. */
export interface Keeping {
  /** The tables that the statement reads. */
  readonly tables: ReadonlySet<string>;
  /** Whether the rows of the result depend on the clock, so that only a result without rows can be kept. */
  readonly isTimed: boolean;
}

interface Kept {
  readonly result: Results<unknown>;
  readonly version: number;
}

/**
 * From now on, repeated reads outside of transactions return kept results. The rows can't be changed, because all who read
 * them share them.
 */
export function keepReads(client: PGlite, tables: Iterable<string>, versionOf: VersionOf): void {
  const findTables = tableFinder(tables);
  const statements = new LRUCache<string, Keeping | typeof NEVER>({
    max: MAX_STATEMENTS,
    memoMethod: (sql) => findKeeping(sql, findTables) ?? NEVER,
  });
  const kept = new LRUCache<string, Kept>({
    max: MAX_KEPT,
    maxSize: MAX_ROWS,
    maxEntrySize: MAX_ROWS_PER_RESULT,
    sizeCalculation: ({ result }) => result.rows.length + 1,
  });
  const query: PGlite['query'] = client.query.bind(client);
  client.query = async <T>(...args: Parameters<typeof query>): Promise<Results<T>> => {
    const [sql, params = [], options] = args;
    const keeping = statements.memo(sql);
    const version = keeping !== NEVER && params.every(isPlain) ? versionOf(keeping.tables) : undefined;
    if (keeping === NEVER || version === undefined) return query<T>(...args);
    const key = JSON.stringify([options?.rowMode, sql, params]);
    const found = kept.get(key);
    if (found?.version === version) return found.result as Results<T>;
    const result = await query<T>(...args);
    // If a table was written to meanwhile, the version differs, and the result is never used.
    if (!keeping.isTimed || result.rows.length === 0) kept.set(key, { result: freeze(result), version });
    return result;
  };
}

const NEVER = 'never';

/** @returns undefined if a result of the statement can't be kept */
export function findKeeping(
  sql: string,
  findTables: (sql: string) => ReadonlySet<string>,
): Keeping | undefined {
  const tables = findTables(sql);
  if (tables.size === 0) return undefined;
  if (isPure(sql)) return { tables, isTimed: false };
  const [columns = ''] = COLUMNS.exec(sql) ?? [];
  const untimed = columns.replaceAll(ELAPSED, 'null') + sql.slice(columns.length);
  return isPure(untimed) ? { tables, isTimed: true } : undefined;
}

/** The columns that a statement selects, unless one of them is a subquery. */
const COLUMNS = /^\s*select\b.*?\bfrom\s+"/is;
/** The time since a column's value, as `msSince` in lib/store/elapsed.ts selects it. */
const ELAPSED = /\(extract\(epoch from now\(\) - [\w".]+\) \* 1000\)::float8/g;

/** Whether the result depends on nothing but tables and parameters, and the statement changes nothing. */
function isPure(text: string): boolean {
  const sql = text.replace(EXPLAIN, '');
  if (!/^\s*\(?(select|with)\b/i.test(sql) || WRITE.test(sql) || IMPURE.test(sql)) return false;
  return [...sql.matchAll(CALL)].every(([, name = '']) => PURE_NAMES.has(name.toLowerCase()));
}

/** Whether a parameter's JSON tells it apart from every other parameter. */
const isPlain = (param: unknown): boolean =>
  param === null ||
  ['string', 'number', 'boolean'].includes(typeof param) ||
  (Array.isArray(param) && param.every(isPlain));

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}
