/** Stores security events in the activity log. Counts repeatable events, so that no caller can fill the log. */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { isRefusalEvent, type SecurityEventName } from '#lib/domain/security-event.ts';
import { env } from '#lib/env/env.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { type NewActivity, recordActivity } from './activity.ts';
import { eventCounts } from './schema/activity.ts';

export type NewSecurityEvent = Pick<
  NewActivity,
  'by' | 'about' | 'from' | 'campaignId' | 'details' | 'requestId'
> & { readonly name: SecurityEventName };

/**
 * The maximum number of sources per hour that get their own entry for a repeatable event. All other sources
 * share one entry.
 */
export const MAX_SOURCES_PER_HOUR = 50;
/** The source that stands for all sources after the first MAX_SOURCES_PER_HOUR. */
const OTHER_SOURCES = 'others';

const toActivity = ({ name, ...event }: NewSecurityEvent): Omit<NewActivity, 'attemptId'> => ({
  ...event,
  operation: name,
  outcome: isRefusalEvent(name) ? 'refused' : 'done',
});

/** Adds an entry for one event. */
export const insertSecurityEvent = (db: Database, event: NewSecurityEvent): Promise<void> =>
  recordActivity(db, [{ ...toActivity(event), attemptId: randomUUID() }]);

/**
 * Counts an event. Adds an entry only for a source's first event in an hour. If the event already has
 * MAX_SOURCES_PER_HOUR sources in this hour, counts it in an entry that all other sources share.
 * @param source identifies who caused the event, and what the event is about
 */
export async function countSecurityEvent(
  db: Database,
  event: NewSecurityEvent,
  source: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isKnown = await countAgain(tx, event.name, source);
    if (isKnown) return;
    const isFull = (await countSources(tx, event.name)) >= MAX_SOURCES_PER_HOUR;
    const [row] = await tx
      .insert(eventCounts)
      .values({ event: event.name, hour: THIS_HOUR, source: isFull ? OTHER_SOURCES : source })
      .onConflictDoUpdate({
        target: [eventCounts.event, eventCounts.hour, eventCounts.source],
        set: COUNT_AGAIN,
      })
      .returning({ attemptId: eventCounts.attemptId, count: eventCounts.count });
    if (row?.count !== 1) return;
    const shown = isFull ? { name: event.name, details: { reason: 'many_sources' } } : event;
    const keepUntil = new Date(Date.now() + env().retention.repeatedEvents * DAY_MS);
    await recordActivity(tx, [{ ...toActivity(shown), attemptId: row.attemptId, keepUntil }]);
  });
}

const THIS_HOUR = sql`date_trunc('hour', now())`;
const COUNT_AGAIN = { count: sql`${eventCounts.count} + 1`, lastAt: sql`now()` };
const isThisHour = (name: SecurityEventName) =>
  and(eq(eventCounts.event, name), eq(eventCounts.hour, THIS_HOUR));

/** Adds one to the source's count for this hour. Returns false if the source has no count for this hour yet. */
async function countAgain(tx: Database, name: SecurityEventName, source: string): Promise<boolean> {
  const rows = await tx
    .update(eventCounts)
    .set(COUNT_AGAIN)
    .where(and(isThisHour(name), eq(eventCounts.source, source)))
    .returning({ count: eventCounts.count });
  return rows.length > 0;
}

async function countSources(tx: Database, name: SecurityEventName): Promise<number> {
  const [row] = await tx.select({ sources: count() }).from(eventCounts).where(isThisHour(name));
  return row?.sources ?? 0;
}
