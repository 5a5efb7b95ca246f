/**
 * The tables in the console's schema, and, for each table, a row that names a person in every possible place.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { COLUMN_KINDS, type JsonTexts, MEMBER_ID_COLUMNS } from '#lib/store/personal-columns.ts';

const folder = join(process.cwd(), 'lib/store/schema');
const modules: Record<string, unknown>[] = await Promise.all(
  readdirSync(folder).map((name) => import(join(folder, name))),
);

/** The tables' names, columns, and keys, in alphabetical order. */
export const TABLES = modules
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, PgTable))
  .map(getTableConfig)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

type Table = (typeof TABLES)[number];
type Column = Table['columns'][number];

const NUMBER = /^(big|small)?(int|serial)|^integer|^numeric/;
const OTHER_TYPE = /^(timestamp|date|uuid|boolean)/;

/** Whether a column can contain text that someone entered. */
export const canContainText = (column: Column): boolean =>
  !NUMBER.test(column.getSQLType()) && !OTHER_TYPE.test(column.getSQLType());

export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** An IP address that no one else has. */
  readonly origin: string;
}

/** Makes values unique, because some columns require unique values. */
let numbers = 1_000;

/** For each table, the id of the row that other tables' rows refer to. */
type Ids = Map<string, unknown>;

function idIn(ids: Ids, table: string, column: Column): unknown {
  const known = ids.get(table) ?? (column.getSQLType() === 'uuid' ? crypto.randomUUID() : numbers++);
  ids.set(table, known);
  return known;
}

/** Returns the table that a column refers to. */
const targetOf = ({ foreignKeys }: Table, column: Column): string | undefined =>
  foreignKeys
    .map((key) => key.reference())
    .filter(({ columns }) => columns[0] === column)
    .map(({ foreignTable }) => getTableConfig(foreignTable).name)[0];

/** Filters in the formats that the console uses in descriptions and URLs. */
const composedText = ({ email }: Person): string => `by=${email} q=${encodeURIComponent(email)}&status=draft`;

const jsonTexts = ({ address = [], typed = [], composed = [] }: JsonTexts, text: string, person: Person) =>
  Object.fromEntries([
    ...address.map((name) => [name, person.email]),
    ...typed.map((name) => [name, text]),
    ...composed.map((name) => [name, composedText(person)]),
    ['count', 1],
  ]);

/** Returns the value to store in a column. Undefined for a value that the database generates. */
function valueFor(tableConfig: Table, column: Column, person: Person, ids: Ids): unknown {
  const { name } = column;
  const table = tableConfig.name;
  const target = targetOf(tableConfig, column);
  const kinds = COLUMN_KINDS[table] ?? {};
  const type = column.getSQLType();
  const text = `Ask ${person.name} (${person.email}), not jo${person.email}.`;
  if (column.generated) return undefined;
  if (MEMBER_ID_COLUMNS[table]?.includes(name)) return person.id;
  if (target !== undefined) return idIn(ids, target, column);
  if (name === 'id') return idIn(ids, table, column);
  if (kinds.address?.includes(name)) return person.email;
  if (kinds.typed?.includes(name)) return text;
  if (kinds.ownName?.[name]) return person.name;
  if (kinds.composed?.includes(name)) return composedText(person);
  if (kinds.caller?.includes(name)) return `${person.origin} ${person.email} ${numbers++}`;
  if (kinds.json?.[name]) return JSON.stringify(jsonTexts(kinds.json[name], text, person));
  if (kinds.origin?.[name]) return person.origin;
  if (kinds.secret?.includes(name)) return `secret-${table}-${name}-${numbers++}`;
  if (type === 'text') return `${table} ${name} ${numbers++}`;
  if (type === 'text[]') return '{}';
  if (type === 'jsonb') return '{}';
  if (type === 'uuid') return crypto.randomUUID();
  if (type === 'boolean') return false;
  if (NUMBER.test(type)) return numbers++;
  return '2026-01-01';
}

/** Adds a row to every table except `members`, with the person in every column that can name a person. */
export async function addRowsAbout(db: Database, person: Person): Promise<void> {
  const ids: Ids = new Map();
  await db.transaction(async (tx) => {
    // Doesn't check foreign keys, and runs no triggers.
    await tx.execute(sql`set local session_replication_role = replica`);
    for (const table of TABLES.filter(({ name }) => name !== 'members' && name !== 'team_settings')) {
      const values = table.columns
        .map((column) => [column.name, valueFor(table, column, person, ids)] as const)
        .filter(([, value]) => value !== undefined);
      const names = sql.join(
        values.map(([name]) => sql.identifier(name)),
        sql`, `,
      );
      await tx.execute(
        sql`insert into ${sql.identifier(table.name)} (${names}) overriding system value values (${sql.join(
          values.map(([, value]) => sql`${value}`),
          sql`, `,
        )})`,
      );
    }
  });
}
