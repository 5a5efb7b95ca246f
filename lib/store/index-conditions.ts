/** Turns filters of the campaign index into SQL conditions. */
import 'server-only';
import { and, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import {
  INDEX_LIMITS,
  type IndexFilter,
  type JobFilter,
  type NumberRange,
  type TimeRange,
} from '#lib/domain/index-filter.ts';
import { readDecisionConditions } from './index-decisions.ts';
import { estimateMatches } from './index-estimates.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';
import { jobItems } from './schema/jobs.ts';

/** The condition for each field that the filter sets. */
export type FilterConditions = Partial<Record<keyof IndexFilter, SQL>>;

/**
 * Returns undefined if no campaign can match, because the search text consists only of punctuation.
 * @throws RangeError if a list has more values than `INDEX_LIMITS` allows
 */
export async function readConditions(
  db: Database,
  filter: IndexFilter,
): Promise<FilterConditions | undefined> {
  checkLimits(filter);
  const typed = filter.words?.trim() ? await readWords(db, filter.words) : undefined;
  if (typed?.length === 0) return undefined;
  const decisions = needsDecisions(filter) ? await readDecisionConditions(db, filter) : undefined;
  const conditions: Record<keyof IndexFilter, SQL | undefined> = {
    words: typed && (await matchWords(db, typed)),
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
    attempts: decisions?.attempts,
    approval: decisions?.approval,
    guests: decisions?.guests,
    job: filter.job && inJob(filter.job),
  };
  return Object.fromEntries(Object.entries(conditions).filter(([, condition]) => condition !== undefined));
}

/** Whether the filter depends on attempts or decisions. */
export const needsDecisions = ({ attempts, approval, guests = [] }: IndexFilter): boolean =>
  attempts !== undefined || approval !== undefined || guests.length > 0;

function checkLimits({ metadata = [], ...filter }: IndexFilter): void {
  const isTooLong = Object.values(filter).some(
    (value) => Array.isArray(value) && value.length > INDEX_LIMITS.values,
  );
  if (isTooLong || metadata.length > INDEX_LIMITS.metadataPairs)
    throw new RangeError('The filter of the campaign index has too many values.');
}

const oneOf = <T>(column: AnyPgColumn, values: readonly T[] | undefined): SQL | undefined =>
  values === undefined || values.length === 0 ? undefined : inArray(column, [...values]);

const inJob = ({ id, result }: JobFilter): SQL =>
  result === 'copies'
    ? sql`${campaigns.campaignId} in (select ${jobItems.copyId} from ${jobItems} where ${jobItems.jobId} = ${id})`
    : sql`${campaigns.campaignId} in (select ${jobItems.campaignId} from ${jobItems} where ${jobItems.jobId} = ${id} and ${jobItems.state} = ${result})`;

/**
 * PostgreSQL can't compare text that contains null characters or unpaired surrogates. The index contains no such text.
 */
const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed();

/** The index contains no times outside this range, and PostgreSQL can't represent every time outside it. */
const MIN_MS = Date.UTC(1, 0, 1);
const MAX_MS = Date.UTC(9999, 11, 31);

/** Replaces a time outside this range with the nearest time in the range. */
export const storableMs = (ms: number): number => Math.min(Math.max(ms, MIN_MS), MAX_MS);

/** Selects the times in a range. Returns undefined if the range has neither a start nor an end. */
export function duringTime(column: AnyPgColumn, { from, to }: TimeRange = {}): SQL | undefined {
  return and(
    from === undefined ? undefined : gte(column, new Date(storableMs(from))),
    to === undefined ? undefined : lt(column, new Date(storableMs(to))),
  );
}

const inRange = (column: AnyPgColumn, { min, max }: NumberRange = {}): SQL | undefined =>
  and(min === undefined ? undefined : gte(column, min), max === undefined ? undefined : lte(column, max));

/** The words to search for, in the form in which the index stores them. */
type Words = readonly string[];

/** The database splits and normalizes the words in the same way as the campaigns' words. */
export async function readWords(db: Database, typed: string): Promise<Words> {
  const text = storable(typed.slice(0, INDEX_LIMITS.wordsLength));
  const rows = await db
    .select({ word: sql<string>`word` })
    .from(sql`unnest(tsvector_to_array(search_words(${text}))) as word`)
    .limit(INDEX_LIMITS.words);
  return rows.map(({ word }) => word);
}

/**
 * Selects the rows in which every search word is the beginning of some word. The text query is a parameter
 * without a subquery, so that PostgreSQL's planner knows how common the words are.
 */
export const matchesPrefixes = (search: AnyPgColumn, words: Words): SQL =>
  sql`${search} @@ ${words.map((word) => `'${word}':*`).join(' & ')}::tsquery`;

/** A word is looked up in the database index only if it is at most this many times as common as the rarest word. */
const MAX_COMMONNESS = 4;

/**
 * Selects the campaigns that match all words. Looks up only the rarest words in the database index, and
 * searches for the other words only in the campaigns found, because PostgreSQL would otherwise first look up
 * all campaigns for every word.
 */
async function matchWords(db: Database, words: Words): Promise<SQL> {
  const { search } = campaigns;
  if (words.length < 2) return matchesPrefixes(search, words);
  const estimates = await estimateMatches(
    db,
    words.map((word) => matchesPrefixes(search, [word])),
  );
  const limit = MAX_COMMONNESS * Math.min(...estimates);
  const isRare = (_: string, i: number) => (estimates[i] ?? 0) <= limit;
  const rare = words.filter(isRare);
  const common = words.filter((word) => !rare.includes(word));
  if (common.length === 0) return matchesPrefixes(search, rare);
  // PostgreSQL doesn't use an index for "is true".
  return sql`${matchesPrefixes(search, rare)} and (${matchesPrefixes(search, common)}) is true`;
}

/** Returns the conditions for all fields except the excluded ones. */
export const allConditions = (conditions: FilterConditions, except: readonly (keyof IndexFilter)[] = []) =>
  Object.entries(conditions).flatMap(([field, condition]) =>
    except.includes(field as keyof IndexFilter) ? [] : [condition],
  );
