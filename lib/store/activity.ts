import 'server-only';
import { and, desc, eq, gt, gte, lt, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import type { ActivityEntry, ActivityFilters } from '#lib/domain/activity.ts';
import { activity } from './schema.ts';

export type NewActivity = Omit<typeof activity.$inferInsert, 'id' | 'at'>;

/** Appends entries. Existing entries are never changed or deleted. */
export async function recordActivity(db: Database, entries: readonly NewActivity[]): Promise<void> {
  if (entries.length > 0) await db.insert(activity).values([...entries]);
}

const later = alias(activity, 'later');
/** Excludes an attempt's "started" entry if the attempt has a later entry. */
const isLatest = or(
  ne(activity.outcome, 'started'),
  notExists(
    sql`(select 1 from ${activity} as ${later} where ${later.attemptId} = ${activity.attemptId} and ${later.id} > ${activity.id})`,
  ),
);

function matching(filters: ActivityFilters): SQL | undefined {
  const { by, operation, outcome, campaignId, customerId, templateId, since, until } = filters;
  return and(
    by === undefined ? undefined : or(eq(activity.by, by), eq(activity.resolvedBy, by)),
    operation === undefined ? undefined : eq(activity.operation, operation),
    outcome === undefined ? isLatest : eq(activity.outcome, outcome),
    campaignId === undefined ? undefined : eq(activity.campaignId, campaignId),
    customerId === undefined ? undefined : eq(activity.customerId, customerId),
    templateId === undefined ? undefined : eq(activity.templateId, templateId),
    since === undefined ? undefined : gte(activity.at, new Date(since)),
    until === undefined ? undefined : lte(activity.at, new Date(until)),
  );
}

/**
 * Returns the matching entries, newest first.
 * @param before an entry's id, for paging. Only entries older than this entry are returned.
 */
export async function queryActivity(
  db: Database,
  filters: ActivityFilters,
  limit: number,
  before?: number,
): Promise<ActivityEntry[]> {
  const rows = await db
    .select()
    .from(activity)
    .where(and(matching(filters), before === undefined ? undefined : lt(activity.id, before)))
    .orderBy(desc(activity.id))
    .limit(limit);
  return rows.map(({ at, attemptId: _, ...row }) => ({ ...row, at: at.getTime() }));
}

/**
 * Returns whether a matching entry was added in the last `ms` milliseconds, according to the database's
 * clock.
 */
export async function hasRecentActivity(
  db: Database,
  filters: ActivityFilters,
  ms: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: activity.id })
    .from(activity)
    .where(and(matching(filters), gt(activity.at, sql`now() - ${ms} * interval '1 millisecond'`)))
    .limit(1);
  return rows.length > 0;
}

/** Returns the email addresses of all members in the activity log, in alphabetical order. */
export async function queryActivityMembers(db: Database): Promise<string[]> {
  const started = db.selectDistinct({ email: activity.by }).from(activity);
  const resolved = db.selectDistinct({ email: activity.resolvedBy }).from(activity);
  const rows = await union(started, resolved).limit(1_000);
  return rows.flatMap(({ email }) => (email === null ? [] : [email])).sort();
}
