/** Queries whose SQL is built once per database. */
import type { Database } from './database.ts';

/**
 * Builds a query when it is first used with a database. drizzle otherwise builds the SQL anew for each
 * execution, which takes longer than PostgreSQL needs to run a small query. Use this function for queries
 * that most pages run. Values must be placeholders, and the query's name must be empty, because a named
 * statement exists on only one connection, and a pooler may use a different connection.
 */
export function prepareOnce<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const prepared = new WeakMap<Database, Query>();
  return (db) => {
    const known = prepared.get(db);
    if (known) return known;
    const query = build(db);
    prepared.set(db, query);
    return query;
  };
}
