/**
 * Keeps a version number for each table in an embedded database. Only one process can open an embedded
 * database's folder, and all of the process's queries go through one client. Anything read from a table
 * therefore stays current as long as the table's version doesn't change.
 */
import type { PGlite } from '@electric-sql/pglite';
import { observePglite } from './observe-queries.ts';
import { memoizeBySql } from './statement-memo.ts';
import { tableFinder, type WriteEffects } from './write-effects.ts';

/**
 * Returns a number that grows with each write to one of the tables. Returns undefined while a statement that
 * could write to one of them is running.
 */
export type VersionOf = (tables: Iterable<string>) => number | undefined;

interface TableState {
  version: number;
  /** The number of running statements that could write to the table. */
  writing: number;
}

/**
 * A statement without any of these words doesn't write anything or change the settings and statistics that
 * queries use.
 */
export const WRITE =
  /\b(insert|update|delete|merge|truncate|copy|alter|drop|create|do|call|set|reset|discard|refresh|analyze|vacuum)\b/i;

/**
 * A statement that begins with its only write, so PostgreSQL counts all rows that the statement changes.
 */
const PLAIN_WRITE = /^\s*(insert|update|delete)\b/i;

interface Write {
  readonly tables: readonly TableState[];
  /** Whether the statement certainly changed no table if it reports no changed rows. */
  readonly reportsChanges: boolean;
}

/** Starts watching the client's queries. @param client the client that sends all of the process's queries */
export function watchTables(client: PGlite, { changed, withTriggers }: WriteEffects): VersionOf {
  const states = new Map<string, TableState>(
    [...changed.keys()].map((name) => [name, { version: 0, writing: 0 }]),
  );
  const findTables = tableFinder(changed.keys());
  const findWrite = memoizeBySql((sql): Write => {
    if (!WRITE.test(sql)) return { tables: [], reportsChanges: true };
    const named = [...findTables(sql)];
    // A statement that names no table, such as “do”, could write to any of them.
    const names =
      named.length === 0 ? states.keys() : new Set(named.flatMap((name) => [...(changed.get(name) ?? [])]));
    return {
      tables: [...names].flatMap((name) => states.get(name) ?? []),
      reportsChanges: PLAIN_WRITE.test(sql) && !named.some((name) => withTriggers.has(name)),
    };
  });
  observePglite(client, (sql) => {
    const { tables, reportsChanges } = findWrite(sql);
    for (const table of tables) table.writing++;
    return (outcome, changedRows) => {
      // In a transaction, the change isn't committed yet. But PGlite doesn't run other queries until the
      // transaction has ended.
      const isUnchanged = reportsChanges && outcome === 'ok' && changedRows === 0;
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
