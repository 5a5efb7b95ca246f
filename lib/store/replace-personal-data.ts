/**
 * Replaces a member's email address and, on request, the member's name in the columns and JSON properties
 * that personal-columns.ts lists, and nowhere else. An address is distinctive. A name isn't distinctive,
 * because it can also be a common word, another person's name, or a number. Names are therefore replaced only
 * in text that people typed, and only if the operator wants that.
 */
import 'server-only';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, queryRows } from '#lib/database/database.ts';
import { COLUMN_KINDS, type ColumnKinds } from './personal-columns.ts';

/** What replaces a member's name. */
const FORMER_NAME = 'Former member';

/** A column, or a property of a JSON column. */
interface Place {
  /** Null if a JSON column has no such property, or if the property isn't text. */
  readonly text: SQL;
  /** Returns what `update … set` must assign to put the value in this place. */
  readonly assign: (value: SQL) => SQL;
}

export const column = (name: string): SQL => sql`${sql.identifier(name)}`;

const columnPlace = (name: string): Place => ({
  text: column(name),
  assign: (value) => sql`${column(name)} = ${value}`,
});

const propertyPlace = (name: string, property: string): Place => ({
  text: sql`case jsonb_typeof(${column(name)} -> ${property}::text) when 'string' then ${column(name)} ->> ${property}::text end`,
  assign: (value) =>
    sql`${column(name)} = jsonb_set(${column(name)}, array[${property}::text], to_jsonb((${value})::text))`,
});

/** Returns the columns and JSON properties that contain text of the given kind. */
function placesOf(kinds: ColumnKinds, kind: 'address' | 'typed' | 'composed'): readonly Place[] {
  const properties = Object.entries(kinds.json ?? {}).flatMap(([name, texts]) =>
    (texts[kind] ?? []).map((property) => propertyPlace(name, property)),
  );
  return [...(kinds[kind] ?? []).map(columnPlace), ...properties];
}

/** Returns the columns whose text can contain an email address along with other text. */
export const listTextColumns = ({ typed = [], composed = [], caller = [], json = {} }: ColumnKinds) => [
  ...typed,
  ...composed,
  ...caller,
  ...Object.keys(json),
];

export const mentionsAddress = (text: SQL, email: string): SQL =>
  sql`(${text} ~* ${addressPattern(email)} or ${text} ~* ${composedPattern(email)})`;

/** Returns the typed texts that contain the name. */
export async function findTextsWithName(tx: Database, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [table, kinds] of Object.entries(COLUMN_KINDS))
    for (const { text } of placesOf(kinds, 'typed')) {
      const rows = await queryRows<{ readonly text: string }>(
        tx,
        sql`select ${text} as text from ${sql.identifier(table)} where ${text} ~ ${wordPattern(name)}`,
      );
      found.push(...rows.map((row) => row.text));
    }
  return found;
}

/** @param name the name to replace in text that people typed. Null to leave such text as it is. */
export async function replacePersonalData(
  tx: Database,
  { email, name }: { readonly email: string; readonly name: string | null },
  pseudonym: string,
): Promise<void> {
  for (const [table, kinds] of Object.entries(COLUMN_KINDS)) {
    const update = ({ assign }: Place, value: SQL, condition: SQL) =>
      tx.execute(sql`update ${sql.identifier(table)} set ${assign(value)} where ${condition}`);
    const replace = (place: Place, pattern: string, value: string, flags: 'g' | 'gi') =>
      update(
        place,
        sql`regexp_replace(${place.text}, ${pattern}, ${value}, ${flags})`,
        flags === 'g' ? sql`${place.text} ~ ${pattern}` : sql`${place.text} ~* ${pattern}`,
      );
    await replaceOwn(kinds, email, pseudonym, update);
    for (const place of placesOf(kinds, 'typed')) {
      await replace(place, addressPattern(email), pseudonym, 'gi');
      if (name !== null) await replace(place, wordPattern(name), FORMER_NAME, 'g');
    }
    for (const place of placesOf(kinds, 'composed'))
      await replace(place, composedPattern(email), pseudonym, 'gi');
  }
}

type Update = (place: Place, value: SQL, condition: SQL) => Promise<unknown>;

/** Replaces values that concern only the member. */
async function replaceOwn(kinds: ColumnKinds, email: string, pseudonym: string, update: Update) {
  const isMember = (text: SQL) => sql`lower(${text}) = ${email}`;
  for (const [name, people] of Object.entries(kinds.origin ?? {})) {
    const person = sql`coalesce(${sql.join(people.map(column), sql`, `)})`;
    await update(columnPlace(name), sql`null`, isMember(person));
  }
  for (const [name, address] of Object.entries(kinds.ownName ?? {}))
    await update(columnPlace(name), sql`${FORMER_NAME}`, isMember(column(address)));
  for (const place of placesOf(kinds, 'address'))
    await update(place, sql`${pseudonym}`, isMember(place.text));
  // Caller values are used only to tell callers apart, so each replacement must be unique.
  for (const name of kinds.caller ?? [])
    await update(
      columnPlace(name),
      sql`${pseudonym}::text || ' ' || gen_random_uuid()`,
      mentionsAddress(column(name), email),
    );
}

/** Escapes every character that has a special meaning in PostgreSQL's regular expressions. */
const escapePattern = (text: string): string => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');

/** Matches the end of an address, unless the address is part of a longer one. */
const END = '(?![A-Za-z0-9-]|\\.[A-Za-z0-9])';

/** Matches the address, but not a longer address that contains it. */
const addressPattern = (email: string): string =>
  `(?<![A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-])${escapePattern(email)}${END}`;

/** Matches the address in filters, such as `by=ann@example.com`, including its URL-encoded form. */
const composedPattern = (email: string): string =>
  `(?<![A-Za-z0-9.!#$%'*/?^_\`{|}~-])(?:${escapePattern(email)}|${escapePattern(encodeURIComponent(email))})${END}`;

/** Matches the text, but not a longer word that contains it. */
const wordPattern = (text: string): string => `(?<![[:alnum:]])${escapePattern(text)}(?![[:alnum:]])`;
