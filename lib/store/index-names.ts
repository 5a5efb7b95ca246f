/** Finds customers and templates of the campaign index by their names or numbers. */
import 'server-only';
import { asc, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { indexedCustomers, indexedTemplates } from './schema/campaign-index.ts';

export interface FoundIds {
  readonly ids: readonly number[];
  /** The texts that are neither the name nor the number of a row. */
  readonly unknown: readonly string[];
}

/** @param texts email addresses in any case, or numbers */
export const findCustomerIds = (db: Database, texts: readonly string[]): Promise<FoundIds> =>
  findIds(db, indexedCustomers, indexedCustomers.customerId, indexedCustomers.email, texts);

/** @param texts names in any case, or numbers. A name finds all templates with this name. */
export const findTemplateIds = (db: Database, texts: readonly string[]): Promise<FoundIds> =>
  findIds(db, indexedTemplates, indexedTemplates.templateId, indexedTemplates.name, texts);

async function findIds(
  db: Database,
  table: PgTable,
  idColumn: AnyPgColumn,
  nameColumn: AnyPgColumn,
  texts: readonly string[],
): Promise<FoundIds> {
  if (texts.length === 0) return { ids: [], unknown: [] };
  const names = texts.map((text) => text.toWellFormed().toLowerCase());
  const numbers = texts.flatMap((text) => (/^[1-9]\d{0,14}$/.test(text) ? [Number(text)] : []));
  const lowerName: SQL = sql`lower(${nameColumn})`;
  const rows = await db
    .select({ id: sql<number>`${idColumn}`.mapWith(Number), name: sql<string | null>`lower(${nameColumn})` })
    .from(table)
    .where(or(inArray(lowerName, names), numbers.length > 0 ? inArray(idColumn, numbers) : undefined))
    .orderBy(asc(idColumn))
    .limit(MAX_FOUND);
  const known = new Set(rows.flatMap(({ id, name }) => [String(id), name ?? '']));
  return {
    ids: rows.map(({ id }) => id),
    unknown: texts.filter((text, i) => !known.has(text) && !known.has(names[i] ?? '')),
  };
}

/** A filter of the index can have at most this many values. */
const MAX_FOUND = 100;

/** Returns the email addresses of customers, keyed by id. Omits customers that the index doesn't know. */
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

/** Returns the names of templates, keyed by id. Omits templates that the index doesn't know. */
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
