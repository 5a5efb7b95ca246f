import 'server-only';
import { and, desc, eq, gt, gte, lt, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import type { ActivityEntry, ActivityFilters } from '#lib/domain/activity.ts';
import { activity } from './schema.ts';

type NewActivity = Omit<typeof activity.$inferInsert, 'id' | 'at'>;

/** Adds to the trail; nothing ever changes or removes what stands there. */
export async function record(db: Database, entries: readonly NewActivity[]): Promise<void> {
  if (entries.length > 0) await db.insert(activity).values([...entries]);
}

const later = alias(activity, 'later');
/** That something was begun is only told while nothing tells how it ended, unless that is what is asked for. */
const isNews = or(
  ne(activity.outcome, 'began'),
  notExists(
    sql`(select 1 from ${activity} as ${later} where ${later.attemptId} = ${activity.attemptId} and ${later.id} > ${activity.id})`,
  ),
);

function matching(filters: ActivityFilters): SQL | undefined {
  const { by, operation, outcome, campaignId, customerId, templateId, since, until } = filters;
  return and(
    by === undefined ? undefined : or(eq(activity.by, by), eq(activity.resolvedBy, by)),
    operation === undefined ? undefined : eq(activity.operation, operation),
    outcome === undefined ? isNews : eq(activity.outcome, outcome),
    campaignId === undefined ? undefined : eq(activity.campaignId, campaignId),
    customerId === undefined ? undefined : eq(activity.customerId, customerId),
    templateId === undefined ? undefined : eq(activity.templateId, templateId),
    since === undefined ? undefined : gte(activity.at, new Date(since)),
    until === undefined ? undefined : lte(activity.at, new Date(until)),
  );
}

/** Newest first. @param before only what stands before this one: the id of the last one read */
export async function readActivity(
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

/** Whether there is such an entry of less than that ago, by the database's clock. */
export async function isRecent(db: Database, filters: ActivityFilters, ms: number): Promise<boolean> {
  const rows = await db
    .select({ id: activity.id })
    .from(activity)
    .where(and(matching(filters), gt(activity.at, sql`now() - ${ms} * interval '1 millisecond'`)))
    .limit(1);
  return rows.length > 0;
}

/** Everybody whose address stands in the trail, in alphabetical order. */
export async function activePeople(db: Database): Promise<string[]> {
  const began = db.selectDistinct({ who: activity.by }).from(activity);
  const said = db.selectDistinct({ who: activity.resolvedBy }).from(activity);
  const rows = await union(began, said).limit(1_000);
  return rows.flatMap(({ who }) => (who === null ? [] : [who])).sort();
}
