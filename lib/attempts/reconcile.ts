/**
 * The background reconciler: settles unknown attempts, and records which payments by link were completed or
 * abandoned.
 */
import 'server-only';
import {
  NO_LEASE,
  type RoundLease,
  type RoundTimes,
  startLeasedRounds,
} from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';
import { REVIEW_AFTER_MS, STILL_RUNNING_MS } from '#lib/domain/attempt-resolution.ts';
import { ABANDONED_AFTER_MS, RETURN_LINK_MS } from '#lib/domain/payment.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { deleteEndedTokens } from '#lib/store/api-tokens.ts';
import { deleteUnusedFeeds } from '#lib/store/calendar-feeds.ts';
import { deleteExpiredKeys } from '#lib/store/idempotency-keys.ts';
import { queueLateRescheduleNotifications, queueReviewNotifications } from '#lib/store/notifications.ts';
import { markPaymentsAbandoned, markPaymentsChecked, queryPaymentsDue } from '#lib/store/payments.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { READ_MS } from '#lib/upstream/time-limits.ts';
import { confirmLinkPayment } from './payments.ts';
import { settleDueAttempts } from './settle.ts';

const TIMES: RoundTimes = {
  firstRoundAfterMs: 1_000,
  intervalMs: 5_000,
  leaseMs: 15_000,
  // A step reads from the service for at most READ_MS and then runs a few database queries.
  stalledAfterMs: 45_000,
};
/** The time limit for a round. Keeps an unresponsive service from blocking the next round. */
const ROUND_MS = 30_000;
const CONCURRENCY = 4;
/** The maximum number of campaigns whose payments are checked in a round. */
const MAX_PAYMENTS_DUE = 200;
/**
 * Expired Idempotency-Keys, expired or revoked API tokens, and unused calendar feeds are deleted about once
 * an hour.
 */
const CLEANUP_ROUNDS = 720;
/** Payments are checked only in every fourth round. */
const PAYMENT_ROUNDS = 4;

/**
 * Runs one round: settles due attempts, queues notifications about attempts that need review, and checks
 * payments by link.
 */
export async function reconcileAttempts(db: Database, round = 0, lease = NO_LEASE): Promise<void> {
  await settleDueAttempts(db, deadlineIn(ROUND_MS), lease);
  const steps = [
    () => queueReviewNotifications(db, REVIEW_AFTER_MS),
    () => queueLateRescheduleNotifications(db, STILL_RUNNING_MS),
    ...(round % PAYMENT_ROUNDS === 0 ? [() => checkPayments(db, lease)] : []),
    ...(round % CLEANUP_ROUNDS === 0
      ? [() => deleteExpiredKeys(db), () => deleteEndedTokens(db), () => deleteUnusedFeeds(db)]
      : []),
  ];
  const errors: unknown[] = [];
  for (const step of steps) {
    if (lease.isLost()) break;
    // An error in one step doesn't keep the other steps from running. Payments, for example, are always
    // checked.
    await step().catch((error: unknown) => errors.push(error));
    lease.advance();
  }
  if (errors.length > 0) throw errors[0];
}

async function checkPayments(db: Database, lease: RoundLease): Promise<void> {
  const total = deadlineIn(ROUND_MS);
  await mapInParallel(
    await queryPaymentsDue(db, RETURN_LINK_MS, MAX_PAYMENTS_DUE),
    CONCURRENCY,
    async (id) => {
      await checkPayment(db, id, total.within(READ_MS));
      lease.advance();
    },
    () => total.left() === 0 || lease.isLost(),
  );
}

/**
 * Reads a campaign's checkout. Records whether the campaign was paid through its payment link, and which
 * links were abandoned. A link is marked abandoned only after a response shows that no one has paid with it,
 * or that the campaign no longer exists. A link's age is measured with the service's time, which the console
 * takes from the latest response.
 */
async function checkPayment(db: Database, id: number, deadline: Deadline): Promise<void> {
  const checkout = await readFromService('checkOutCampaign', { id }, { fresh: true, deadline });
  await markPaymentsChecked(db, id);
  if (checkout.ok) await confirmLinkPayment(db, id, checkout.value);
  else if (checkout.failure.kind !== 'missing') return;
  await markPaymentsAbandoned(db, id, serviceClock() - ABANDONED_AFTER_MS);
}

/**
 * Runs one round at a time until the process ends.
 * @returns a function that stops the reconciler
 */
export const startReconciler = (open: () => Promise<Database>): (() => void) =>
  startLeasedRounds({ name: 'reconciler', open, runRound: reconcileAttempts, times: TIMES });
