/** Turns filters of the campaign index into SQL conditions. */
import 'server-only';
import { and, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import {
  INDEX_LIMITS,
  type IndexFilter,
  type NumberRange,
  type TimeRange,
} from '#lib/domain/index-filter.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';

/** The conditions of each field that the filter sets. */
export type FilterConditions = Partial<Record<keyof IndexFilter, SQL>>;

/**
 * @throws RangeError if a list has more values than `INDEX_LIMITS` allows
 */
export async function readConditions(db: Database, filter: IndexFilter): Promise<FilterConditions> {
  checkLimits(filter);
  const conditions: { [Field in keyof IndexFilter]: SQL | undefined } = {
    words: await matchWords(db, campaigns.search, filter.words),
    statuses: oneOf(campaigns.status, filter.statuses?.map(storable)),
    payment: oneOf(campaigns.payment, filter.payment),
    customerIds: oneOf(campaigns.customerId, filter.customerIds),
    templateIds: oneOf(campaigns.templateId, filter.templateIds),
    sizes: oneOf(campaigns.size, filter.sizes?.map(storable)),
    postages: oneOf(campaigns.postage, filter.postages?.map(storable)),
    scheduled: duringTime(campaigns.scheduledAt, filter.scheduled),
    created: duringTime(campaigns.createdAt, filter.created),
    sent: duringTime(campaigns.sentAt, filter.sent),
    priceMinor: inRange(campaigns.priceMinor, filter.priceMinor),
    recipients: inRange(campaigns.recipients, filter.recipients),
    metadata: and(
      ...(filter.metadata ?? []).map(
        ({ key, value }) =>
          sql`${campaigns.metadata} @> ${JSON.stringify({ [storable(key)]: storable(value) })}::jsonb`,
      ),
    ),
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition !== undefined));
}

function checkLimits({ metadata = [], ...filter }: IndexFilter): void {
  const isTooLong = Object.values(filter).some(
    (value) => Array.isArray(value) && value.length > INDEX_LIMITS.values,
  );
  if (isTooLong || metadata.length > INDEX_LIMITS.metadataPairs)
    throw new RangeError('The filter of the campaign index has too many values.');
}

const oneOf = <T>(column: AnyPgColumn, values: readonly T[] | undefined): SQL | undefined =>
  values === undefined || values.length === 0 ? undefined : inArray(column, [...values]);

/** PostgreSQL can't compare with null characters or unpaired surrogates. The index doesn't contain any. */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** The index doesn't contain other times, and PostgreSQL can't represent all of them. */
const MIN_MS = Date.UTC(1, 0, 1);
const MAX_MS = Date.UTC(9999, 11, 31);

/** Replaces times that PostgreSQL may not be able to represent with the nearest time that it can. */
export const storableMs = (ms: number): number => Math.min(Math.max(ms, MIN_MS), MAX_MS);

/** Selects the times in a range. Returns undefined if the range has no ends. */
export function duringTime(column: AnyPgColumn, { from, to }: TimeRange = {}): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(column, new Date(storableMs(from))),
    to === undefined ? undefined : lt(column, new Date(storableMs(to))),
  );
}

const inRange = (column: AnyPgColumn, { min, max }: NumberRange = {}): SQL | undefined =>
  and(min === undefined ? undefined : gte(column, min), max === undefined ? undefined : lte(column, max));

/**
 * Selects the rows that contain, for each of the words, a word that starts with it. Returns undefined if the
 * words are blank. Words without letters and digits match nothing.
 */
export async function matchWords(
  db: Database,
  search: AnyPgColumn,
  words: string | undefined,
): Promise<SQL | undefined> {
  if (words === undefined || words.trim() === '') return undefined;
  // The query is part of the statement, so that PostgreSQL can plan for how common its words are.
  const query = await readTextQuery(db, words);
  return query === null ? sql`false` : sql`${search} @@ ${query}::tsquery`;
}

/** The database splits and normalizes the words, in the same way as the campaigns' own. */
async function readTextQuery(db: Database, words: string): Promise<string | null> {
  const text = storable(words.slice(0, INDEX_LIMITS.wordsLength));
  const [row] = await db
    .select({ query: sql<string | null>`string_agg(quote_literal(word) || ':*', ' & ')` })
    .from(
      sql`(select word from unnest(tsvector_to_array(search_words(${text}))) as word limit ${INDEX_LIMITS.words}) as words`,
    );
  return row?.query ?? null;
}

/** Combines the conditions of all fields except the excluded ones. */
export const allConditions = (conditions: FilterConditions, except: readonly (keyof IndexFilter)[] = []) =>
  Object.entries(conditions).flatMap(([field, condition]) =>
    except.includes(field as keyof IndexFilter) ? [] : [condition],
  );
