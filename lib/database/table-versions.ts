/**
 * Numbers the states of an embedded database's tables. Only one process can open the folder of an embedded database, and
 * all queries of the process go through one client. Whatever was read from a table is therefore current for as long as the
 * table's version stays the same.
 */
import type { PGlite } from '@electric-sql/pglite';
import { LRUCache } from 'lru-cache';
import { observePglite } from './observe-queries.ts';
import { tableFinder, type WriteEffects } from './write-effects.ts';

/**
 * Returns a number that grows with each write to one of the tables. Returns undefined while a statement that could write
 * to one of them runs.
 */
export type VersionOf = (tables: Iterable<string>) => number | undefined;

interface TableState {
  version: number;
  /** The number of statements that run and could write to the table. */
  writing: number;
}

/** The words without which a statement doesn't write, and doesn't change the statistics that plans are made from. */
export const WRITE =
  /\b(insert|update|delete|merge|truncate|copy|alter|drop|create|do|call|analyze|vacuum)\b/i;

/** A statement whose only write is the one that it begins with, so that PostgreSQL counts all rows that it changes. */
const PLAIN_WRITE = /^\s*(insert|update|delete)\b/i;

const MAX_STATEMENTS = 1_000;

/** Starts counting. @param client the client with which the process sends all queries */
export function watchTables(client: PGlite, effects: WriteEffects): VersionOf {
  const states = new Map<string, TableState>(
    [...effects.keys()].map((name) => [name, { version: 0, writing: 0 }]),
  );
  const findTables = tableFinder(effects.keys());
  const findWritten = (sql: string): readonly TableState[] => {
    if (!WRITE.test(sql)) return [];
    const named = findTables(sql);
    // A statement that names no table, such as “do”, could write to any of them.
    const names =
      named.size === 0
        ? states.keys()
        : new Set([...named].flatMap((name) => [...(effects.get(name) ?? [])]));
    return [...names].flatMap((name) => states.get(name) ?? []);
  };
  const written = new LRUCache<string, readonly TableState[]>({
    max: MAX_STATEMENTS,
    memoMethod: findWritten,
  });
  observePglite(client, (sql) => {
    const tables = written.memo(sql);
    for (const table of tables) table.writing++;
    return (outcome, changedRows) => {
      // In a transaction, the change isn't committed yet. But PGlite runs no other query until the transaction has ended.
      const isUnchanged = outcome === 'ok' && changedRows === 0 && PLAIN_WRITE.test(sql);
      for (const table of tables) {
        table.writing--;
        if (!isUnchanged) table.version++;
      }
    };
  });
  return (tables) => {
    let sum = 0;
    for (const name of tables) {
      const state = states.get(name);
      if (!state || state.writing > 0) return undefined;
      sum += state.version;
    }
    return sum;
  };
}
