/** The campaigns in payment runs, with the payment and scheduling state from their attempts. */
import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import type { AttemptState, CampaignSnapshot } from '#lib/domain/attempt.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { RESUMABLE_OUTCOMES, type RunItemFacts, type RunOutcome } from '#lib/domain/payment-run.ts';
import { msSince } from './elapsed.ts';
import { allowRunSend, withdrawUnpaidSends } from './payment-run-sends.ts';
import { attempts } from './schema/attempts.ts';
import {
  paymentRunItems as items,
  paymentRunLinks as links,
  paymentRuns as runs,
} from './schema/payment-runs.ts';

const latest = alias(attempts, 'latest_link');
const paid = alias(attempts, 'paid_link');
const sent = alias(attempts, 'sent');

export interface RunItemRow extends RunItemFacts {
  readonly position: number;
  readonly campaignId: number;
  readonly outcomeAt: Date | null;
  /** The amount paid elsewhere, as formatted by the service. */
  readonly elsewhereAmount: string | null;
  /** The amount paid with one of the run's links, as formatted by the service. */
  readonly paidAmount: string | null;
  /** The campaign's state just before the paid link was created. */
  readonly paidBefore: CampaignSnapshot | null;
  readonly sendEndedAt: Date | null;
  readonly sendFailure: Failure | null;
  /** The attempt to schedule the campaign. Null if there is none. */
  readonly sendAttempt: { readonly state: AttemptState; readonly before: CampaignSnapshot | null } | null;
}

const isOfItem = and(eq(links.runId, items.runId), eq(links.campaignId, items.campaignId));

/** Returns the campaigns in a run, in order. */
export async function queryRunItems(
  db: Database,
  runId: number,
  campaignId?: number,
): Promise<readonly RunItemRow[]> {
  const latestLink = db
    .select({
      state: latest.state,
      returnedMsAgo: msSince<number | null>(latest.payerReturnedAt).as('returned'),
    })
    .from(links)
    .innerJoin(latest, eq(latest.id, links.attemptId))
    .where(isOfItem)
    .orderBy(desc(latest.startedAt))
    .limit(1)
    .as('latest');
  const paidLink = db
    .select({ paidAt: paid.paidAt, amount: paid.amount, before: paid.before })
    .from(links)
    .innerJoin(paid, eq(paid.id, links.attemptId))
    .where(and(isOfItem, isNotNull(paid.paidAt)))
    .orderBy(asc(paid.paidAt))
    .limit(1)
    .as('paid');
  const rows = await db
    .select({
      item: items,
      linkState: latestLink.state,
      returnedMsAgo: latestLink.returnedMsAgo,
      paidAt: paidLink.paidAt,
      paidAmount: paidLink.amount,
      paidBefore: paidLink.before,
      sendState: sent.state,
      sendBefore: sent.before,
    })
    .from(items)
    .leftJoinLateral(latestLink, sql`true`)
    .leftJoinLateral(paidLink, sql`true`)
    .leftJoin(sent, eq(sent.itemKey, items.sendKey))
    .where(
      and(eq(items.runId, runId), campaignId === undefined ? undefined : eq(items.campaignId, campaignId)),
    )
    .orderBy(asc(items.position));
  return rows.map(({ item, sendState, sendBefore, ...link }) => ({
    position: item.position,
    campaignId: item.campaignId,
    outcome: item.outcome,
    outcomeAt: item.outcomeAt,
    elsewhereAmount: item.amount,
    sendEndedAt: item.sendEndedAt,
    sendFailure: item.sendFailure,
    sendAttempt: sendState === null ? null : { state: sendState, before: sendBefore },
    ...link,
  }));
}

/** Matches items that were paid for with one of the run's links. */
const isPaid = (): SQL =>
  sql`exists (select 1 from ${links} inner join ${attempts} on ${attempts.id} = ${links.attemptId} where ${isOfItem} and ${attempts.paidAt} is not null)`;

/** Counts the campaigns in each run: all, those paid for in the run, and those that can still be paid for. */
export async function countRunItems(
  db: Database,
  runIds: readonly number[],
): Promise<
  ReadonlyMap<number, { readonly campaigns: number; readonly paid: number; readonly left: number }>
> {
  if (runIds.length === 0) return new Map();
  const counted = db
    .select({ runId: items.runId, isPaid: sql<boolean>`${isPaid()}`.as('is_paid'), outcome: items.outcome })
    .from(items)
    .where(inArray(items.runId, [...runIds]))
    .as('counted');
  const rows = await db
    .select({
      runId: counted.runId,
      campaigns: sql<number>`count(*)::int`,
      paid: sql<number>`(count(*) filter (where ${counted.isPaid}))::int`,
      left: sql<number>`(count(*) filter (where not ${counted.isPaid} and ${counted.outcome} is null))::int`,
    })
    .from(counted)
    .groupBy(counted.runId);
  return new Map(rows.map(({ runId, ...counts }) => [runId, counts]));
}

/**
 * Records why a run leaves out a campaign. Changes nothing if a reason is already recorded.
 * @param amount the amount paid elsewhere, as formatted by the service
 */
export async function setRunOutcome(
  db: Database,
  runId: number,
  campaignId: number,
  outcome: RunOutcome,
  amount: string | null = null,
): Promise<void> {
  await db
    .update(items)
    .set({ outcome, amount, outcomeAt: sql`now()` })
    .where(and(eq(items.runId, runId), eq(items.campaignId, campaignId), isNull(items.outcome)));
}

/**
 * Skips a campaign that hasn't been paid for. If someone later pays through an open payment link, the
 * campaign isn't scheduled. The run must be locked.
 */
export async function skipRunItem(tx: Database, runId: number, campaignId: number): Promise<void> {
  await setRunOutcome(tx, runId, campaignId, 'skipped');
  await withdrawUnpaidSends(tx, runId, campaignId);
}

/** Offers campaigns again if they were skipped or covered by credits. */
export async function clearResumableOutcomes(tx: Database, runId: number): Promise<void> {
  await tx
    .update(items)
    .set({ outcome: null, outcomeAt: null })
    .where(and(eq(items.runId, runId), inArray(items.outcome, [...RESUMABLE_OUTCOMES])));
}

/**
 * Records that an attempt's payment link was opened in a run. A link that the same member opened in another run
 * moves to this run. Another member's link stays with that member's run.
 */
export async function saveRunLink(
  db: Database,
  link: typeof links.$inferInsert,
  memberId: string,
): Promise<void> {
  const isSameMember = sql`exists (select 1 from ${runs} where ${runs.id} = ${links.runId} and ${runs.memberId} = ${memberId})`;
  await db.transaction(async (tx) => {
    await tx
      .insert(links)
      .values(link)
      .onConflictDoUpdate({ target: links.attemptId, set: { runId: link.runId }, setWhere: isSameMember });
    await tx.select({ id: runs.id }).from(runs).where(eq(runs.id, link.runId)).for('share');
    await allowRunSend(tx, link.runId, link.campaignId);
  });
}

/**
 * Returns the run in which a payment attempt's link was opened, and the member who pays for the run's
 * campaigns. Undefined if the run was stopped or if the campaign was skipped.
 */
export async function findRunOfAttempt(
  db: Database,
  attemptId: string,
): Promise<{ readonly runId: number; readonly memberId: string | null } | undefined> {
  const [row] = await db
    .select({ runId: runs.id, memberId: runs.memberId })
    .from(links)
    .innerJoin(runs, eq(runs.id, links.runId))
    .innerJoin(items, isOfItem)
    .where(and(eq(links.attemptId, attemptId), isNull(runs.stoppedAt), isNull(items.outcome)));
  return row;
}
