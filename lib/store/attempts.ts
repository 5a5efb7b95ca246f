/** Changes attempts. The activity log contains each attempt's start and outcome. */
import 'server-only';
import { and, eq, gt, inArray, isNull, not, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { ActivityOutcome, SettledBy } from '#lib/domain/activity.ts';
import {
  type AttemptOperation,
  type AttemptResult,
  type CampaignSnapshot,
  type ItemKind,
  isUnscheduled,
  type LockScope,
  type Reschedule,
} from '#lib/domain/attempt.ts';
import { NOT_RESCHEDULED } from '#lib/domain/reschedule.ts';
import { countMetric } from '#lib/metrics/record.ts';
import { type NewActivity, recordActivity } from './activity.ts';
import { mayBeginItem } from './attempt-items.ts';
import { settleItem } from './job-work.ts';
import { queueSentNotification, queueUnscheduledNotification } from './notifications.ts';
import { attempts } from './schema/attempts.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

export type AttemptRow = typeof attempts.$inferSelect;

export const UNSETTLED = ['open', 'unknown'] as const;

/** Returns the time `ms` milliseconds ago on the database's clock, which all servers share. */
export const ago = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;
export const startedWithin = (ms: number) => gt(attempts.startedAt, ago(ms));

export interface NewAttempt {
  readonly campaignId: number;
  readonly lockScope: LockScope;
  readonly operation: AttemptOperation;
  readonly memberId: string;
  readonly by: string;
  readonly amount: string | null;
  /** The key of the item that the attempt is made for, and whether the item belongs to a bulk job or a payment run. */
  readonly itemKey?: string | null;
  readonly itemKind?: ItemKind | null;
  /** The caller's IP address. */
  readonly from?: string | null;
  /** The id and name of the API token that was used for the request. */
  readonly tokenId?: string | null;
  readonly tokenName?: string | null;
  /** The member's reason for canceling, if the member entered one. */
  readonly reason?: string | null;
}

/**
 * Claims the campaign's lock for a new attempt. Unique indexes prevent two servers or tabs from claiming the same
 * lock, and from making two attempts for the same item of a bulk job or payment run.
 * @returns the new attempt, or undefined if another attempt holds the lock or was made for the same item
 */
export async function claimAttempt(db: Database, wanted: NewAttempt): Promise<AttemptRow | undefined> {
  const [row] = await db.insert(attempts).values(wanted).onConflictDoNothing().returning();
  return row;
}

export interface AttemptStart {
  /** The campaign's state immediately before the call. */
  readonly before: CampaignSnapshot;
  /** The amount that the call charges or bills, if known. */
  readonly amount?: string | null;
  /** The plan of a reschedule, with the part `cancel`. */
  readonly reschedule?: Reschedule | undefined;
  /** The current time on the service's clock, in milliseconds since the epoch. */
  readonly serviceTime: number;
  /** The key of the item that the attempt is made for, and whether the item belongs to a bulk job or a payment run. */
  readonly itemKey?: string | null;
  readonly itemKind?: ItemKind | null;
}

/**
 * Marks a claimed attempt as started, immediately before its call is made. A started attempt is kept even if
 * this process dies. Also records the campaign's customer, because the customer can change later.
 * @returns true if the call may be made, or false if the claim expired because this process stalled, or if
 *   the bulk job or payment run no longer allows the call
 */
export async function beginAttempt(
  db: Database,
  id: string,
  { before, amount = null, reschedule, serviceTime, itemKey = null, itemKind = null }: AttemptStart,
): Promise<boolean> {
  const begun = await db.transaction(async (tx) => {
    const isOpen = and(eq(attempts.id, id), eq(attempts.state, 'open'));
    if (itemKey !== null) {
      // Lock the claim first: an item whose call has begun must have a started attempt.
      const [claim] = await tx.select({ id: attempts.id }).from(attempts).where(isOpen).for('update');
      if (!claim || !(await mayBeginItem(tx, itemKey, itemKind, before.order?.sendDate))) return [];
    }
    const rows = await tx
      .update(attempts)
      .set({
        before,
        amount,
        reschedule,
        serviceStartedAt: new Date(serviceTime),
        customerId: sql`(select ${indexedCampaigns.customerId} from ${indexedCampaigns} where ${indexedCampaigns.campaignId} = ${attempts.campaignId})`,
      })
      .where(isOpen)
      .returning();
    await recordActivity(tx, rows.map(activityEntryFor('started')));
    return rows;
  });
  countAttempts(begun);
  return begun.length > 0;
}

/** Counts the states that attempts have just entered, for the metrics. */
function countAttempts(rows: readonly Pick<AttemptRow, 'operation' | 'state'>[]): void {
  for (const { operation, state } of rows) countMetric('mailroom_attempts_total', { operation, state });
}

/**
 * Stores a reschedule's progress before its second call is made or its outcome is recorded.
 * @returns true if the second call may be made, or false if the attempt expired because this process stalled
 */
export async function saveReschedule(db: Database, id: string, reschedule: Reschedule): Promise<boolean> {
  const rows = await db
    .update(attempts)
    .set({ reschedule })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
    .returning({ id: attempts.id });
  return rows.length > 0;
}

/** The outcomes that the console learns only by reading data back from the service. */
const READ_BACK: ReadonlySet<ActivityOutcome> = new Set(['paid', 'abandoned']);

/**
 * Builds activity entries from attempts. Each entry records the member who started the attempt, the member's
 * IP address, and the reason.
 */
export const activityEntryFor =
  (outcome: ActivityOutcome) =>
  ({
    id,
    campaignId,
    customerId,
    operation,
    amount,
    by,
    from,
    tokenName,
    reason,
    ...row
  }: AttemptRow): NewActivity => ({
    attemptId: id,
    campaignId,
    customerId,
    operation,
    amount,
    outcome,
    by,
    from,
    tokenName,
    reason,
    settledBy: READ_BACK.has(outcome) ? 'reading' : outcome === 'started' ? null : row.settledBy,
    resolvedBy: outcome === 'superseded' ? row.readingAcceptedBy : row.settledByMember,
  });

/**
 * Deletes a claim whose call was never made. Keeps a started attempt, because the database may have recorded
 * the start even if its response was lost.
 */
export async function releaseClaim(db: Database, id: string): Promise<void> {
  await db
    .delete(attempts)
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open'), isNull(attempts.before)));
}

/** The outcomes in the activity log for attempts that a member resolved. */
const MARKED_OUTCOMES = { done: 'marked_done', refused: 'marked_failed' } as const;

export interface Settlement {
  readonly state: 'done' | 'refused';
  readonly settledBy: SettledBy;
  /** The email address of the member who resolved the attempt. */
  readonly settledByMember?: string;
  readonly result?: AttemptResult;
  /** The amount that was charged or billed, if it differs from the agreed amount. Null if it isn't known. */
  readonly amount?: string | null;
  /** The campaign's state after the attempt, if the response or the reading contained the state. */
  readonly after?: CampaignSnapshot | null;
  /** The reschedule's progress, if it wasn't known before. */
  readonly reschedule?: Reschedule | undefined;
}

/**
 * Settles an open or unknown attempt. Changes nothing if the attempt is already settled.
 * @param alsoRecord records additional data in the same transaction
 * @returns the settled attempt, or undefined if the attempt was already settled
 */
export async function settleAttempt(
  db: Database,
  id: string,
  { result = {}, after = null, ...settlement }: Settlement,
  alsoRecord?: (tx: Database) => Promise<void>,
): Promise<AttemptRow | undefined> {
  const { state, settledBy } = settlement;
  const stored = Object.keys(result).length > 0 ? { result } : {};
  const settled = await db.transaction(async (tx) => {
    const [row] = await tx
      .update(attempts)
      .set({ ...settlement, ...stored, settledAt: sql`now()`, after })
      .where(and(eq(attempts.id, id), inArray(attempts.state, UNSETTLED)))
      .returning();
    if (!row) return undefined;
    const isCanceled = isUnscheduled(row);
    await settleItem(tx, row.itemKey, {
      state,
      copyId: result.campaignId,
      failure: isCanceled ? NOT_RESCHEDULED : undefined,
      isInterrupted: isCanceled && row.reschedule?.reason === 'interrupted',
    });
    const outcome = settledBy === 'member' ? MARKED_OUTCOMES[state] : state;
    await recordActivity(tx, [activityEntryFor(isCanceled ? 'unscheduled' : outcome)(row)]);
    await queueSentNotification(tx, row);
    if (isCanceled) await queueUnscheduledNotification(tx, row);
    await alsoRecord?.(tx);
    return row;
  });
  countAttempts(settled ? [settled] : []);
  return settled;
}

export async function markUnknown(db: Database, id: string): Promise<void> {
  await setUnknown(db, and(eq(attempts.id, id), eq(attempts.state, 'open')));
}

async function setUnknown(db: Database, condition: SQL | undefined): Promise<void> {
  const unknown = await db.transaction(async (tx) => {
    const rows = await tx.update(attempts).set({ state: 'unknown' }).where(condition).returning();
    for (const { itemKey } of rows) await settleItem(tx, itemKey, { state: 'unknown' });
    await recordActivity(tx, rows.map(activityEntryFor('unknown')));
    return rows;
  });
  countAttempts(unknown);
}

/** Stores the campaign state that was read back to resolve an unknown attempt. */
export async function saveReading(
  db: Database,
  id: string,
  lastReading: CampaignSnapshot | null,
): Promise<void> {
  await db
    .update(attempts)
    .set({ readAt: sql`now()`, ...(lastReading ? { lastReading } : {}) })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'unknown')));
}

/**
 * Expires open attempts that are older than `olderThanMs`. No call takes longer than `olderThanMs`, so the
 * server that made an older attempt must have died. Started attempts become unknown. Attempts that weren't
 * started are deleted, because their calls were never made.
 * @param campaignId the campaign whose attempts expire, or undefined for all campaigns
 */
export async function expireOpenAttempts(
  db: Database,
  olderThanMs: number,
  campaignId?: number,
): Promise<void> {
  const dead = and(
    eq(attempts.state, 'open'),
    not(startedWithin(olderThanMs)),
    campaignId === undefined ? undefined : eq(attempts.campaignId, campaignId),
  );
  await db.delete(attempts).where(and(dead, isNull(attempts.before)));
  await setUnknown(db, dead);
}
