/** Tracks the scheduling of paid campaigns in payment runs. */
import 'server-only';
import { and, asc, desc, eq, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import type { AttemptState, CampaignSnapshot } from '#lib/domain/attempt.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { queueForReader } from './notifications.ts';
import { attempts } from './schema/attempts.ts';
import {
  paymentRunItems as items,
  paymentRunLinks as links,
  paymentRuns as runs,
} from './schema/payment-runs.ts';

const paid = alias(attempts, 'paid_link');
const sent = alias(attempts, 'sent');

export interface DueSend {
  readonly campaignId: number;
  readonly sendKey: string;
  readonly sendDate: string;
  /** The member who pays for the run's campaigns. Null if the member was deleted. */
  readonly memberId: string | null;
  /**
   * The state of the attempt to schedule the campaign, if a server made one but died before recording the
   * result.
   */
  readonly attemptState: AttemptState | null;
  /** The campaign's state just before the creation of the link that was paid. */
  readonly paidBefore: CampaignSnapshot | null;
}

/** Returns the paid campaigns to schedule now, in the order in which they were paid for. */
export async function queryDueSends(db: Database, limit: number): Promise<readonly DueSend[]> {
  const rows = await db
    .select({
      campaignId: items.campaignId,
      sendKey: items.sendKey,
      sendDate: runs.sendDate,
      memberId: runs.memberId,
      attemptState: sent.state,
      paidBefore: paid.before,
    })
    .from(runs)
    .innerJoin(items, and(eq(items.runId, runs.id), isNull(items.sendEndedAt)))
    .innerJoin(links, and(eq(links.runId, items.runId), eq(links.campaignId, items.campaignId)))
    .innerJoin(paid, and(eq(paid.id, links.attemptId), isNotNull(paid.paidAt)))
    .leftJoin(sent, eq(sent.itemKey, items.sendKey))
    .where(and(isNotNull(runs.sendDate), or(isNull(items.sendRetryAt), lte(items.sendRetryAt, sql`now()`))))
    .orderBy(asc(paid.paidAt))
    .limit(limit);
  return rows.map((row) => ({ ...row, sendDate: row.sendDate ?? '' }));
}

/**
 * Returns the run that schedules a draft as soon as the draft is paid for through one of the run's open
 * payment links, wherever the payer opened the link. Undefined if there is none.
 */
export async function findRunToSend(
  db: Database,
  campaignId: number,
): Promise<{ readonly runId: number; readonly sendDate: string } | undefined> {
  const [row] = await db
    .select({ runId: runs.id, sendDate: runs.sendDate })
    .from(attempts)
    .innerJoin(links, eq(links.attemptId, attempts.id))
    .innerJoin(
      items,
      and(eq(items.runId, links.runId), eq(items.campaignId, links.campaignId), isNull(items.sendEndedAt)),
    )
    .innerJoin(runs, and(eq(runs.id, items.runId), isNotNull(runs.sendDate)))
    .where(and(eq(attempts.campaignId, campaignId), eq(attempts.operation, 'payCampaign')))
    .orderBy(desc(attempts.startedAt))
    .limit(1);
  return row && { ...row, sendDate: row.sendDate ?? '' };
}

/**
 * Records that no further attempt will be made to schedule a campaign. The attempt's row contains the
 * outcome.
 */
export async function endRunSend(db: Database, sendKey: string): Promise<void> {
  await db
    .update(items)
    .set({ sendEndedAt: sql`now()` })
    .where(and(eq(items.sendKey, sendKey), isNull(items.sendEndedAt)));
}

/**
 * Records why a campaign isn't scheduled, and notifies the member who pays for the run's campaigns.
 * @param failure null if the attempt shows that the campaign wasn't scheduled, but not why
 */
export function giveUpRunSend(
  db: Database,
  { sendKey, memberId }: Pick<DueSend, 'sendKey' | 'memberId'>,
  failure: Failure | null,
): Promise<void> {
  return db.transaction(async (tx) => {
    const given = await tx
      .update(items)
      .set({ sendEndedAt: sql`now()`, sendFailure: failure })
      .where(and(eq(items.sendKey, sendKey), isNull(items.sendEndedAt)))
      .returning({ sendKey: items.sendKey });
    if (given.length > 0) await queueForReader(tx, 'payment_run.send_failed', sendKey, memberId);
  });
}

const inMs = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`;

/** Lets the server try again later to schedule a campaign. */
export async function postponeRunSend(db: Database, sendKey: string, ms: number): Promise<void> {
  await db
    .update(items)
    .set({ sendRetryAt: inMs(ms) })
    .where(eq(items.sendKey, sendKey));
}

/**
 * If an attempt to schedule a campaign was refused and certainly had no effect, lets the server make another
 * attempt later. The item gets a new key, because its former key allowed only one attempt.
 * @returns whether another attempt can be made
 */
export async function renewRunSend(db: Database, sendKey: string, ms: number): Promise<boolean> {
  const hadNoEffect = sql`exists (select 1 from ${attempts} where ${attempts.itemKey} = ${sendKey} and ${attempts.state} = 'refused' and ${attempts.settledBy} = 'answer')`;
  const renewed = await db
    .update(items)
    .set({ sendKey: sql`gen_random_uuid()`, sendRetryAt: inMs(ms) })
    .where(and(eq(items.sendKey, sendKey), isNull(items.sendEndedAt), hadNoEffect))
    .returning({ sendKey: items.sendKey });
  return renewed.length > 0;
}

/**
 * Gives up on scheduling the campaigns that still have no payment link after their run's send date, so that
 * the server doesn't look at them again. If a payment link is opened later, the server can schedule that
 * link's campaign after all.
 */
export async function endUnpaidSends(db: Database): Promise<void> {
  const isTooLate = sql`exists (select 1 from ${runs} where ${runs.id} = ${items.runId} and ${runs.sendDate}::timestamptz < now())`;
  const hasLink = sql`exists (select 1 from ${links} where ${links.runId} = ${items.runId} and ${links.campaignId} = ${items.campaignId})`;
  await db
    .update(items)
    .set({ sendEndedAt: sql`now()` })
    .where(and(isNull(items.sendEndedAt), isTooLate, sql`not ${hasLink}`));
}

const hasAttempt = sql`exists (select 1 from ${attempts} where ${attempts.itemKey} = ${items.sendKey})`;
const isPaid = sql`exists (select 1 from ${links} inner join ${attempts} on ${attempts.id} = ${links.attemptId} where ${links.runId} = ${items.runId} and ${links.campaignId} = ${items.campaignId} and ${attempts.paidAt} is not null)`;
const isRunning = sql`exists (select 1 from ${runs} where ${runs.id} = ${items.runId} and ${runs.stoppedAt} is null)`;

/**
 * Gives up on scheduling the campaigns that haven't been paid for, because the member stopped the run or
 * skipped a campaign. A payment link that is still open can be paid later, but then the campaign isn't
 * scheduled. The run must be locked.
 * @param campaignId if undefined, all of the run's campaigns
 */
export async function withdrawUnpaidSends(tx: Database, runId: number, campaignId?: number): Promise<void> {
  await tx
    .update(items)
    .set({ sendEndedAt: sql`now()` })
    .where(
      and(
        eq(items.runId, runId),
        campaignId === undefined ? undefined : eq(items.campaignId, campaignId),
        isNull(items.sendEndedAt),
        sql`not ${isPaid}`,
      ),
    );
}

/**
 * Lets the server schedule a run's campaign when the campaign's payment link is opened, even if the send date
 * has passed. The run must be locked.
 */
export const allowRunSend = (tx: Database, runId: number, campaignId: number): Promise<void> =>
  allowSends(tx, runId, eq(items.campaignId, campaignId));

/**
 * Lets the server schedule a resumed run's campaigns once they are paid for. Campaigns that were paid for in
 * the meantime stay unscheduled until the member saves a send date. The run must be locked.
 */
export const allowUnpaidSends = (tx: Database, runId: number): Promise<void> =>
  allowSends(tx, runId, sql`not ${isPaid}`);

async function allowSends(tx: Database, runId: number, which: SQL): Promise<void> {
  await tx
    .update(items)
    .set({ sendEndedAt: null })
    .where(
      and(
        eq(items.runId, runId),
        which,
        isRunning,
        isNull(items.outcome),
        isNull(items.sendFailure),
        isNotNull(items.sendEndedAt),
        sql`not ${hasAttempt}`,
      ),
    );
}

/**
 * Lets the server schedule a run's campaigns for a new send date: the paid campaigns and those whose turn may
 * still come, unless an attempt has been made to schedule them. The run must be locked.
 */
export async function rescheduleUnsentItems(tx: Database, runId: number): Promise<void> {
  await resetSends(tx, runId, sql`(${isPaid} or (${isRunning} and ${items.outcome} is null))`);
}

/** Lets the server try again to schedule the paid campaigns that it gave up on before making an attempt. */
export async function retryFailedSends(tx: Database, runId: number): Promise<void> {
  await resetSends(tx, runId, isNotNull(items.sendFailure));
}

async function resetSends(tx: Database, runId: number, which: SQL): Promise<void> {
  await tx
    .update(items)
    .set({ sendEndedAt: null, sendFailure: null, sendRetryAt: null })
    .where(and(eq(items.runId, runId), which, sql`not ${hasAttempt}`));
}

/**
 * Returns whether a paid campaign is now allowed to be scheduled for a date. Must be called in the
 * transaction that begins the attempt. Locks the run, so that no call for the old date begins after a member
 * has changed the send date.
 */
export async function mayBeginRunSend(
  tx: Database,
  sendKey: string,
  sendDate: string | undefined,
): Promise<boolean> {
  if (sendDate === undefined) return false;
  const isItem = eq(items.sendKey, sendKey);
  const run = tx.select({ id: runs.id }).from(runs).innerJoin(items, eq(items.runId, runs.id));
  const [locked] = await run.where(and(isItem, eq(runs.sendDate, sendDate))).for('share', { of: runs });
  if (!locked) return false;
  // A separate statement sees what changed while the previous statement waited for the lock.
  const allowed = await tx
    .select({ sendKey: items.sendKey })
    .from(items)
    .where(and(isItem, isNull(items.sendEndedAt)));
  return allowed.length > 0;
}
