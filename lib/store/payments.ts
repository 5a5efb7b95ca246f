/** Finds payment attempts, and records which payments by link were completed or abandoned. */
import 'server-only';
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { recordActivity } from './activity.ts';
import { findLatestAttempt } from './attempt-queries.ts';
import { type AttemptRow, activityEntryFor, startedWithin } from './attempts.ts';
import { attempts } from './schema/attempts.ts';

/**
 * Records that someone has paid through a payment link. The caller must first confirm the payment with the
 * service.
 * @param actual the actual amount and the attempt's new result, if the price differs from the agreed price
 * @param alsoRecord records what else is known, in the same transaction
 * @returns the attempt, or undefined if the payment was already recorded
 */
export async function markPaymentCompleted(
  db: Database,
  id: string,
  actual: Partial<Pick<AttemptRow, 'amount' | 'result'>> = {},
  alsoRecord?: (tx: Database) => Promise<void>,
): Promise<AttemptRow | undefined> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(attempts)
      .set({ ...actual, paidAt: sql`now()` })
      .where(and(eq(attempts.id, id), isNull(attempts.paidAt)))
      .returning();
    await recordActivity(tx, rows.map(activityEntryFor('paid')));
    await alsoRecord?.(tx);
    return rows[0];
  });
}

/**
 * Matches payment links without a known payment, except links whose outcome a member has recorded.
 */
const isUnpaidLink = and(
  eq(attempts.operation, 'payCampaign'),
  eq(attempts.state, 'done'),
  isNull(attempts.paidAt),
  sql`${attempts.settledBy} is distinct from 'member'`,
);

/**
 * Records that the campaign's payment links that were created at or before this time have been abandoned. The
 * caller must first confirm with the service that no payment has arrived.
 * @param until in milliseconds since the epoch, on the service's clock
 */
export async function markPaymentsAbandoned(db: Database, campaignId: number, until: number): Promise<void> {
  const createdAt = sql`coalesce(${attempts.serviceStartedAt}, ${attempts.startedAt})`;
  await db.transaction(async (tx) => {
    const rows = await tx
      .update(attempts)
      .set({ abandonedAt: sql`now()` })
      .where(
        and(
          eq(attempts.campaignId, campaignId),
          isUnpaidLink,
          isNull(attempts.abandonedAt),
          lte(createdAt, new Date(until).toISOString()),
        ),
      )
      .returning();
    await recordActivity(tx, rows.map(activityEntryFor('abandoned')));
  });
}

/** The operations that charge or bill a campaign's price. */
const PAYMENT_OPERATIONS = ['payCampaign', 'payAndSendCampaign', 'sendCampaignOnInvoice'] as const;

/**
 * Finds the campaign's latest payment attempt that wasn't refused. Considers all payment methods, including
 * the monthly invoice.
 */
export const findLastPayment = (db: Database, campaignId: number): Promise<AttemptRow | undefined> =>
  findLatestAttempt(
    db,
    and(
      eq(attempts.campaignId, campaignId),
      inArray(attempts.operation, PAYMENT_OPERATIONS),
      ne(attempts.state, 'refused'),
    ),
  );

/**
 * When the console should next check whether a payment link has been paid. The wait between checks is a
 * twelfth of the link's age, but at least 15 seconds and at most an hour.
 */
const nextCheck = sql`${attempts.readAt} + least(greatest(
  (${attempts.readAt} - ${attempts.startedAt}) / 12, interval '15 seconds'), interval '1 hour')`;

const later = alias(attempts, 'later');

/**
 * Returns the campaigns whose payment links are due to be checked, least recently checked first. A link is
 * checked until the payment is made. An abandoned link is checked only until the link is older than
 * `youngerThanMs` or a later payment attempt has replaced the link.
 */
export async function queryPaymentsDue(
  db: Database,
  youngerThanMs: number,
  limit: number,
): Promise<number[]> {
  const laterPayment = db
    .select({ id: later.id })
    .from(later)
    .where(
      and(
        eq(later.campaignId, attempts.campaignId),
        gt(later.startedAt, attempts.startedAt),
        inArray(later.operation, PAYMENT_OPERATIONS),
        ne(later.state, 'refused'),
      ),
    );
  const canStillBePaid = and(
    isNotNull(attempts.abandonedAt),
    startedWithin(youngerThanMs),
    notExists(laterPayment),
  );
  const rows = await db
    .select({ campaignId: attempts.campaignId })
    .from(attempts)
    .where(
      and(
        isUnpaidLink,
        or(isNull(attempts.abandonedAt), canStillBePaid),
        or(isNull(attempts.readAt), lte(nextCheck, sql`now()`)),
      ),
    )
    .groupBy(attempts.campaignId)
    .orderBy(asc(sql`min(coalesce(${attempts.readAt}, '-infinity'))`))
    .limit(limit);
  return rows.map(({ campaignId }) => campaignId);
}

/** Records that the console tried to check whether anyone has paid through the campaign's payment links. */
export async function markPaymentsChecked(db: Database, campaignId: number): Promise<void> {
  await db
    .update(attempts)
    .set({ readAt: sql`now()` })
    .where(and(eq(attempts.campaignId, campaignId), isUnpaidLink));
}
