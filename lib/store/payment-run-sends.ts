/** Scheduling the paid campaigns of payment runs. */
import 'server-only';
import { and, asc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import type { AttemptState, CampaignSnapshot } from '#lib/domain/attempt.ts';
import type { Failure } from '#lib/domain/outcome.ts';
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
  /** The member who pays in the run. Null if the member was deleted. */
  readonly memberId: string | null;
  /** The state of the attempt at scheduling the campaign, if a server made one and died before recording it. */
  readonly attemptState: AttemptState | null;
  /** The campaign's state just before the link that was paid was created. */
  readonly paidBefore: CampaignSnapshot | null;
}

/** Returns the paid campaigns that are to be scheduled now, those that were paid for first first. */
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

/** Records that scheduling a campaign is done, or why it was given up. */
export async function endRunSend(db: Database, sendKey: string, failure: Failure | null): Promise<void> {
  await db
    .update(items)
    .set({ sendEndedAt: sql`now()`, sendFailure: failure })
    .where(eq(items.sendKey, sendKey));
}

/** Lets the server try again later to schedule a campaign. */
export async function postponeRunSend(db: Database, sendKey: string, ms: number): Promise<void> {
  await db
    .update(items)

    .set({ sendRetryAt: sql`now() + ${ms} * interval '1 millisecond'` })

    .where(eq(items.sendKey, sendKey));
}

/** Lets the server try again to schedule the campaigns for which no attempt was made. */
export async function retryUnsentItems(tx: Database, runId: number): Promise<void> {
  const hasAttempt = sql`exists (select 1 from ${attempts} where ${attempts.itemKey} = ${items.sendKey})`;
  await tx
    .update(items)
    .set({ sendEndedAt: null, sendFailure: null, sendRetryAt: null })
    .where(and(eq(items.runId, runId), sql`not ${hasAttempt}`));
}

/**
 * Whether a paid campaign may be scheduled for a date now. Must be called in the transaction that begins the
 * attempt. Locks the run, so that a member who changes the send date knows that no call for the old date begins
 * afterward.
 */
export async function mayBeginRunSend(
  tx: Database,
  sendKey: string,
  sendDate: string | undefined,
): Promise<boolean> {
  if (sendDate === undefined) return false;
  const found = await tx
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(items, eq(items.runId, runs.id))
    .where(and(eq(items.sendKey, sendKey), isNull(items.sendEndedAt), eq(runs.sendDate, sendDate)))
    .for('share', { of: runs });
  return found.length > 0;
}
