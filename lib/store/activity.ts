import 'server-only';
import {
  and,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  lt,
  lte,
  max,
  ne,
  not,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import {
  type ActivityEntry,
  type ActivityFilters,
  type ActivityOutcome,
  RECORDED_OPERATIONS,
  type RecordedOperation,
} from '#lib/domain/activity.ts';
import type { ChangeSubject, RecentChange } from '#lib/domain/recent-change.ts';
import { SHARED_EVENTS } from '#lib/domain/security-event.ts';
import { activity, eventCounts } from './schema/activity.ts';
import { attempts } from './schema/attempts.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

export type NewActivity = Omit<typeof activity.$inferInsert, 'id' | 'at'>;

/** Existing entries are never changed. */
export async function recordActivity(db: Database, entries: readonly NewActivity[]): Promise<void> {
  if (entries.length > 0) await db.insert(activity).values([...entries]);
}

const later = alias(activity, 'later');
/**
 * Selects only each attempt's latest entry, because the latest entry has the attempt's current outcome.
 * @param asOf an entry's id. Newer entries are ignored.
 */
function isLatest(asOf: number | undefined): SQL {
  const newest = asOf === undefined ? sql`` : sql` and ${later.id} <= ${asOf}`;
  return notExists(
    sql`(select 1 from ${activity} as ${later} where ${later.attemptId} = ${activity.attemptId} and ${later.id} > ${activity.id}${newest})`,
  );
}

/**
 * The outcome that the list shows for an entry. After a payment's link is created, the payment has only
 * started, because the payer still has to pay.
 */
const shownOutcome = sql<ActivityOutcome>`case when ${activity.operation} = 'payCampaign' and ${activity.outcome} = 'done'
  then 'started' else ${activity.outcome} end`;

const isServiceOperation = inArray(activity.operation, [...RECORDED_OPERATIONS]);
const isShared = inArray(activity.operation, [...SHARED_EVENTS]);

/**
 * Selects the entries about the mail service's operations, the events that every member sees, and the security
 * events that the member caused or that are about the member.
 */
const isVisible = (ownEventsOf: string | undefined): SQL | undefined =>
  ownEventsOf === undefined
    ? undefined
    : or(isServiceOperation, isShared, eq(activity.by, ownEventsOf), eq(activity.about, ownEventsOf));

function matching(filters: ActivityFilters, asOf?: number): SQL | undefined {
  const { category, by, operation, outcome, campaignId, customerId, templateId, since, until } = filters;
  return and(
    isLatest(asOf),
    category && (category === 'operations' ? isServiceOperation : not(isServiceOperation)),
    by === undefined
      ? undefined
      : or(eq(activity.by, by), eq(activity.about, by), eq(activity.resolvedBy, by)),
    operation === undefined ? undefined : eq(activity.operation, operation),
    outcome === undefined ? undefined : eq(shownOutcome, outcome),
    campaignId === undefined ? undefined : eq(activity.campaignId, campaignId),
    customerId === undefined ? undefined : eq(activity.customerId, customerId),
    templateId === undefined ? undefined : eq(activity.templateId, templateId),
    since === undefined ? undefined : gte(activity.at, new Date(since)),
    until === undefined ? undefined : lte(activity.at, new Date(until)),
  );
}

interface Range {
  readonly limit: number;
  /** The email address of a member who sees only their own security events. Omitted for admins. */
  readonly ownEventsOf?: string | undefined;
  /** An entry's id, for paging. Only attempts whose latest entry is older than this entry are returned. */
  readonly before?: number | undefined;
  /**
   * An entry's id. Newer entries are ignored, so that no attempt moves to another page while several queries
   * read the list.
   */
  readonly asOf?: number | undefined;
}

/**
 * Returns the matching attempts with their current outcomes. The attempt with the latest outcome comes first.
 */
export async function queryActivity(
  db: Database,
  filters: ActivityFilters,
  { limit, before, asOf, ownEventsOf }: Range,
): Promise<ActivityEntry[]> {
  const rows = await db
    .select({
      ...getTableColumns(activity),
      outcome: shownOutcome,
      // Entries from early releases have no owner, so use the owner from the index.
      customerId: sql<
        number | null
      >`coalesce(${activity.customerId}, ${indexedCampaigns.customerId})`.mapWith(activity.customerId),
      result: attempts.result,
      reschedule: attempts.reschedule,
      times: sql<number>`coalesce(${eventCounts.count}, 1)`.mapWith(eventCounts.count),
      lastAt: sql<Date | null>`case when ${eventCounts.count} > 1 then ${eventCounts.lastAt} end`.mapWith(
        eventCounts.lastAt,
      ),
    })
    .from(activity)
    .leftJoin(indexedCampaigns, eq(indexedCampaigns.campaignId, activity.campaignId))
    .leftJoin(attempts, eq(attempts.id, activity.attemptId))
    .leftJoin(eventCounts, eq(eventCounts.attemptId, activity.attemptId))
    .where(
      and(
        matching(filters, asOf),
        isVisible(ownEventsOf),
        before === undefined ? undefined : lt(activity.id, before),
        asOf === undefined ? undefined : lte(activity.id, asOf),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(limit);
  const entriesByAttempt = await queryAttemptEntries(
    db,
    rows.map(({ attemptId }) => attemptId),
  );
  return rows.map(({ attemptId, at, lastAt, result, reschedule, ...row }) => {
    const older = (entriesByAttempt.get(attemptId) ?? []).filter(({ id }) => id < row.id);
    return {
      ...row,
      at: at.getTime(),
      lastAt: lastAt?.getTime() ?? null,
      startedAt: (older.at(-1)?.at ?? at).getTime(),
      earlier: older
        .filter(({ isStart }) => !isStart)
        .map((entry) => ({ at: entry.at.getTime(), outcome: entry.outcome })),
      copyId: result?.campaignId ?? null,
      mismatch: result?.mismatch ?? null,
      newSendTime: reschedule?.sendAt ?? null,
      unscheduledReason: reschedule?.reason ?? null,
    };
  });
}

interface AttemptEntry {
  readonly id: number;
  readonly attemptId: string;
  readonly at: Date;
  readonly outcome: ActivityOutcome;
  /** Whether the entry records only that the call was about to be made. */
  readonly isStart: boolean;
}

/** Returns the attempts' entries, newest first, keyed by attempt id. */
async function queryAttemptEntries(
  db: Database,
  attemptIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AttemptEntry[]>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await db
    .select({
      id: activity.id,
      attemptId: activity.attemptId,
      at: activity.at,
      outcome: shownOutcome,
      isStart: sql<boolean>`${activity.outcome} = 'started'`,
    })
    .from(activity)
    .where(inArray(activity.attemptId, [...attemptIds]))
    .orderBy(desc(activity.id));
  return Map.groupBy(rows, ({ attemptId }) => attemptId);
}

/** Returns the id of the newest entry, or 0 if the log is empty. */
export async function queryNewestActivityId(db: Database): Promise<number> {
  const [row] = await db.select({ id: max(activity.id) }).from(activity);
  return row?.id ?? 0;
}

/**
 * Returns the latest change to a campaign, customer, or template, but only if the member made the change, it
 * succeeded, and it was recorded in the last `ms` milliseconds, according to the database's clock. Ignores the
 * member's own changes that are in progress or were refused, so that a page still offers an undo after the undo
 * was refused.
 * @param by the member's email address
 */
export async function findLastChange(
  db: Database,
  subject: ChangeSubject,
  by: string,
  ms: number,
): Promise<RecentChange | undefined> {
  const [last] = await db
    .select({
      operation: sql<RecordedOperation>`${activity.operation}`,
      outcome: activity.outcome,
      by: activity.by,
      amount: activity.amount,
      before: attempts.before,
      result: attempts.result,
      isRecent: sql<boolean>`${activity.at} > now() - ${ms} * interval '1 millisecond'`,
    })
    .from(activity)
    .leftJoin(attempts, eq(attempts.id, activity.attemptId))
    .where(
      and(
        matching({ ...subject, category: 'operations' }),
        or(ne(activity.by, by), notInArray(activity.outcome, ['started', 'refused'])),
      ),
    )
    .orderBy(desc(activity.id))
    .limit(1);
  if (!last?.isRecent || last.outcome !== 'done' || last.by !== by) return undefined;
  const { operation, amount, before, result } = last;
  return { operation, amount, before, mismatch: result?.mismatch ?? null, copyId: result?.campaignId };
}

/**
 * Returns the email addresses of all people in the activity log, in alphabetical order.
 * @param ownEventsOf the email address of a member who sees only their own security events
 */
export async function queryActivityMembers(db: Database, ownEventsOf?: string): Promise<string[]> {
  const select = (email: typeof activity.by | typeof activity.about | typeof activity.resolvedBy) =>
    db.selectDistinct({ email }).from(activity).where(isVisible(ownEventsOf));
  const rows = await union(select(activity.by), select(activity.resolvedBy), select(activity.about)).limit(
    1_000,
  );
  return rows.flatMap(({ email }) => (email === null ? [] : [email])).sort();
}
