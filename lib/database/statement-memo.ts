import { LRUCache } from 'lru-cache';

/** The maximum total length of the remembered statements' SQL, in characters. */
const MAX_SIZE = 1_000_000;

/** Returns a function that examines each statement's SQL only once, as long as the SQL is remembered. */
export function memoizeBySql<T extends object>(examine: (sql: string) => T): (sql: string) => T {
  const known = new LRUCache<string, T>({
    maxSize: MAX_SIZE,
    sizeCalculation: (_, sql) => sql.length + 1,
    memoMethod: examine,
  });
  return (sql) => known.memo(sql);
}
