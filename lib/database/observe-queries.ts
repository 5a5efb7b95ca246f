/** Reports each query that drizzle sends to PostgreSQL or PGlite, for metrics and traces. */
import type { PGlite } from '@electric-sql/pglite';
import type pg from 'pg';

/**
 * Called with a query's SQL, but not its parameters, when the query starts. Returns a function that is called
 * when the query ends. `changedRows` is the number of rows that the query changed, if PGlite reports it.
 */
export type QueryObserver = (sql: string) => (outcome: 'ok' | 'failed', changedRows?: number) => void;

type Query = (...args: unknown[]) => unknown;
interface Queryable {
  query: unknown;
}

/** Observes a pool's queries, including those in transactions. */
export function observePool(pool: pg.Pool, observer: QueryObserver): void {
  observe(pool, observer);
  // drizzle runs each transaction on a separate client. The pool's own queries use a callback and aren't
  // observed twice.
  pool.on('connect', (client) => observe(client, observer));
}

/** Observes PGlite's queries, including those in transactions. */
export function observePglite(client: PGlite, observer: QueryObserver): void {
  observe(client, observer);
  const transaction = client.transaction.bind(client);
  client.transaction = (run) =>
    transaction((tx) => {
      observe(tx, observer);
      return run(tx);
    });
}

function observe(target: Queryable, observer: QueryObserver): void {
  const query = (target.query as Query).bind(target);
  target.query = (...args: unknown[]) => {
    const isCallback = args.some((arg) => typeof arg === 'function');
    if (isCallback) return query(...args);
    const end = observer(sqlOf(args[0]));
    const result = query(...args);
    if (result instanceof Promise)
      result.then(
        (value: { affectedRows?: number } | undefined) => end('ok', value?.affectedRows),
        () => end('failed'),
      );
    return result;
  };
}

/** Returns a query's SQL. The query can be an object with more options. */
function sqlOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text = (query as { readonly text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
}
