/**
 * Finds SQL statements that break the previous release. While a release is being replaced, both releases use
 * the database, so a migration may only add things that the previous release can ignore.
 */

const COMMENT = /^\s*--.*$/gm;

/** What a migration must not add to an existing table, by the statement that adds it. */
const ON_TABLES: readonly (readonly [statement: RegExp, problem: string])[] = [
  [/^alter table "?(\w+)"? add constraint/i, 'adds a constraint to an existing table'],
  [/^create unique index .*? on "?(\w+)"?/is, 'adds a unique index to an existing table'],
  [/^create (?:or replace )?trigger .*? on "?(\w+)"?/is, 'adds a trigger to an existing table'],
];

const ALWAYS: readonly (readonly [statement: RegExp, problem: string])[] = [
  [/^drop /i, 'drops something'],
  [/^alter .*\bdrop (column|constraint|default|type)\b/is, 'drops something'],
  [/^alter .*\brename\b/is, 'renames something'],
  [/^alter .*\bset (not null|data type)\b/is, 'changes an existing column'],
  [/^alter .*\badd column\b(?!.*\bdefault\b).*\bnot null\b/is, 'adds a required column without a default'],
  [/^(delete|truncate)\b/i, 'deletes rows'],
];

/**
 * Returns why the previous release wouldn't work after the statement, or null if it would.
 * @param migration all statements of the migration
 */
export function findContraction(statement: string, migration: string): string | null {
  const text = statement.replace(COMMENT, '').trim();
  const always = ALWAYS.find(([pattern]) => pattern.test(text));
  if (always) return always[1];
  const onTable = ON_TABLES.find(([pattern]) => pattern.test(text));
  const table = onTable?.[0].exec(text)?.[1];
  if (!onTable || table === undefined) return null;
  return new RegExp(`create table (if not exists )?"?${table}"? `, 'i').test(migration) ? null : onTable[1];
}
