import type { PGlite } from '@electric-sql/pglite';

export interface WriteEffects {
  /**
   * The names of the database's tables, each with the tables that a write to it can change: the table itself
   * first, then the others.
   */
  readonly changed: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tables with triggers. A trigger can change other tables even if the statement changes no rows. */
  readonly withTriggers: ReadonlySet<string>;
}

const TABLES = `select relname as name from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`;

/**
 * The foreign keys that change referring rows if the referenced row is deleted or its key changes.
 */
const FOREIGN_KEYS = `select referred.relname as written, referring.relname as changed
  from pg_constraint
  join pg_class referred on referred.oid = confrelid
  join pg_class referring on referring.oid = conrelid
  where contype = 'f' and (confdeltype in ('c', 'n', 'd') or confupdtype in ('c', 'n', 'd'))`;

/**
 * Each table that has triggers, with the source of all functions in the schema, because any of these
 * functions could run.
 */
const TRIGGERS = `select distinct relname as written, sources.text
  from pg_trigger
  join pg_class on pg_class.oid = tgrelid
  cross join (select string_agg(prosrc, ' ') as text from pg_proc
    where pronamespace = current_schema()::regnamespace) sources
  where not tgisinternal`;

/**
 * Reads the database's catalog to find out which tables are changed by foreign keys and triggers when a table
 * is written to.
 */
export async function readWriteEffects(client: PGlite): Promise<WriteEffects> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES);
  const names = tables.map(({ name }) => name);
  const direct = new Map(names.map((name) => [name, new Set([name])]));
  const { rows: keys } = await client.query<{ written: string; changed: string }>(FOREIGN_KEYS);
  for (const { written, changed } of keys) direct.get(written)?.add(changed);
  const { rows: triggers } = await client.query<{ written: string; text: string }>(TRIGGERS);
  const find = tableFinder(names);
  for (const { written, text } of triggers) for (const name of find(text)) direct.get(written)?.add(name);
  return {
    changed: new Map(names.map((name) => [name, follow(direct, name)])),
    withTriggers: new Set(triggers.map(({ written }) => written)),
  };
}

/** Returns the table and all tables that a write to it changes, directly or through other tables. */
function follow(direct: WriteEffects['changed'], start: string): ReadonlySet<string> {
  const found = new Set([start]);
  // Iterating a set also visits items added during the loop.
  for (const name of found) for (const next of direct.get(name) ?? []) found.add(next);
  return found;
}

/** Returns a function that finds the names of tables in SQL. A column with the same name counts, too. */
export function tableFinder(names: Iterable<string>): (sql: string) => ReadonlySet<string> {
  const pattern = new RegExp(`\\b(?:${[...names].join('|')})\\b`, 'gi');
  return (sql) => new Set(sql.match(pattern)?.map((name) => name.toLowerCase()));
}
