/** Finds customers and templates in the campaign index by their names or numbers. */
import 'server-only';
import { asc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { INDEX_LIMITS } from '#lib/domain/index-filter.ts';
import { indexedCustomers, indexedTemplates, sortText } from './schema/campaign-index.ts';

/** A filter of the index can have at most this many values. */
const MAX_FOUND = INDEX_LIMITS.values;

export interface FoundIds {
  readonly ids: readonly number[];
  /** The texts that are neither the name nor the number of a row. */
  readonly unknown: readonly string[];
  /**
   * The name that the most rows share, if the number of rows found exceeds a filter's maximum number of
   * values.
   */
  readonly ambiguous: string | undefined;
}

/** @param texts email addresses in any case, or numbers */
export const findCustomerIds = (db: Database, texts: readonly string[]): Promise<FoundIds> =>
  findIds(
    db,
    indexedCustomers,
    indexedCustomers.customerId,
    sortText(sql`coalesce(${indexedCustomers.email}, '')`),
    texts,
  );

/** @param texts names in uppercase or lowercase, or numbers. A name matches all templates with that name. */
export const findTemplateIds = (db: Database, texts: readonly string[]): Promise<FoundIds> =>
  findIds(
    db,
    indexedTemplates,
    indexedTemplates.templateId,
    sortText(sql`coalesce(${indexedTemplates.name}, '')`),
    texts,
  );

async function findIds(
  db: Database,
  table: PgTable,
  idColumn: AnyPgColumn,
  lowerName: SQL,
  texts: readonly string[],
): Promise<FoundIds> {
  if (texts.length === 0) return { ids: [], unknown: [], ambiguous: undefined };
  const names = await lowerTexts(db, texts);
  const numbers = texts.flatMap((text) => (/^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : []));
  const rows = await db
    .select({ id: sql<number>`${idColumn}`.mapWith(Number), name: sql<string>`${lowerName}` })
    .from(table)
    .where(or(inArray(lowerName, names), numbers.length > 0 ? inArray(idColumn, numbers) : undefined))
    .orderBy(asc(idColumn))
    .limit(MAX_FOUND + 1);
  const known = new Set(rows.flatMap(({ id, name }) => [String(id), name]));
  return {
    ids: rows.map(({ id }) => id),
    unknown: texts.filter((text, i) => !known.has(text) && !known.has(names[i] ?? '')),
    ambiguous: rows.length > MAX_FOUND ? findSharedName(texts, names, rows) : undefined,
  };
}

/** Uses the database to change the case, because the database's locale can differ from JavaScript's. */
async function lowerTexts(db: Database, texts: readonly string[]): Promise<readonly string[]> {
  const lowered = texts.map((text) => sql`lower(${text.toWellFormed()}::text)`);
  const [row] = await db
    .select({ names: sql<readonly string[]>`array[${sql.join(lowered, sql`, `)}]` })
    .from(sql`(values (1)) as one`);
  return row?.names ?? [];
}

/** Returns the name that the most rows share. */
function findSharedName(
  texts: readonly string[],
  names: readonly string[],
  rows: readonly { readonly name: string }[],
): string | undefined {
  const count = (wanted: string | undefined) => rows.filter(({ name }) => name === wanted).length;
  return texts.map((text, i) => ({ text, count: count(names[i]) })).toSorted((a, b) => b.count - a.count)[0]
    ?.text;
}

/** Returns the email addresses of customers, keyed by id. Omits customers that aren't in the index. */
export async function readCustomerNames(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { customerId, email } = indexedCustomers;
  const rows = await db
    .select({ customerId, email })
    .from(indexedCustomers)
    .where(inArray(customerId, [...ids]));
  return new Map(rows.flatMap((row) => (row.email === null ? [] : [[row.customerId, row.email] as const])));
}

/** Returns the names of templates, keyed by id. Omits templates that aren't in the index. */
export async function readTemplateNamesById(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { templateId, name } = indexedTemplates;
  const rows = await db
    .select({ templateId, name })
    .from(indexedTemplates)
    .where(inArray(templateId, [...ids]));
  return new Map(rows.flatMap((row) => (row.name === null ? [] : [[row.templateId, row.name] as const])));
}
