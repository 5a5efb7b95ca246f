/**
 * Counts the writes to tables of an embedded database. Only one process can open the folder of an embedded database, and
 * all queries of the process go through one client. A copy of a row is therefore current for as long as the count of
 * writes to its tables stays the same.
 */
import type { PGlite } from '@electric-sql/pglite';
import { observePglite } from './observe-queries.ts';

/**
 * Returns a function that returns how many writes to the tables have started or ended. A statement counts as a write if
 * it could be one.
 */
export type WatchTables = (tables: readonly string[]) => () => number;

interface Counter {
  /** Matches a table's name. */
  readonly tables: RegExp;
  count: number;
}

const WRITE = /\b(insert|update|delete|merge|truncate|copy|alter|drop|create|do|call)\b/i;

/** Starts counting. @param client the client with which the process sends all queries */
export function countWrites(client: PGlite): WatchTables {
  const counters: Counter[] = [];
  observePglite(client, (sql) => {
    const written = WRITE.test(sql) ? counters.filter(({ tables }) => tables.test(sql)) : [];
    const count = () => {
      for (const counter of written) counter.count++;
    };
    // A read that started before the write can end after this call, but not after the write has ended.
    count();
    return count;
  });
  return (tables) => {
    const counter = { tables: new RegExp(`\\b(${tables.join('|')})\\b`, 'i'), count: 0 };
    counters.push(counter);
    return () => counter.count;
  };
}
