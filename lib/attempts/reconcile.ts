/** The background reconciler: settles unknown attempts, and records which payment links are paid or abandoned. */
import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Database } from '#lib/database/open.ts';
import { REVIEW_AFTER_MS } from '#lib/domain/attempt-resolution.ts';
import { ABANDONED_AFTER_MS, RETURN_LINK_MS } from '#lib/domain/payment.ts';
import { log } from '#lib/log.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { deleteEndedTokens } from '#lib/store/api-tokens.ts';
import { deleteExpiredKeys } from '#lib/store/idempotency-keys.ts';
import { takeLease } from '#lib/store/leases.ts';
import { queueReviewNotifications } from '#lib/store/notifications.ts';
import { markPaymentsAbandoned, markPaymentsChecked, queryPaymentsDue } from '#lib/store/payments.ts';
import { deleteExpiredSessions } from '#lib/store/sessions.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { READ_MS } from '#lib/upstream/time-limits.ts';
import { confirmLinkPayment } from './payments.ts';
import { settleDueAttempts } from './settle.ts';

const FIRST_ROUND_AFTER_MS = 1_000;
const INTERVAL_MS = 5_000;
/**
 * The lease's duration. If the server that holds the lease dies, another server takes over when the lease
 * expires.
 */
const LEASE_MS = 15_000;
/** The time limit for a round. Keeps an unresponsive service from blocking the next round. */
const ROUND_MS = 30_000;
const CONCURRENCY = 4;
/** The maximum number of campaigns whose payments are checked in a round. */
const MAX_PAYMENTS_DUE = 200;
/** Expired Idempotency-Keys, sessions, and API tokens are deleted about once an hour. */
const CLEANUP_ROUNDS = 720;
/** Payments are checked only in every fourth round. */
const PAYMENT_ROUNDS = 4;

/**
 * Runs one round: settles due attempts, queues notifications about attempts that need review, and checks
 * payments by link.
 */
export async function reconcileAttempts(db: Database, round = 0): Promise<void> {
  await settleDueAttempts(db, deadlineIn(ROUND_MS));
  await queueReviewNotifications(db, REVIEW_AFTER_MS);
  if (round % PAYMENT_ROUNDS === 0) await checkPayments(db);
  if (round % CLEANUP_ROUNDS !== 0) return;
  await deleteExpiredKeys(db);
  await deleteExpiredSessions(db);
  await deleteEndedTokens(db);
}

async function checkPayments(db: Database): Promise<void> {
  const total = deadlineIn(ROUND_MS);
  await mapInParallel(
    await queryPaymentsDue(db, RETURN_LINK_MS, MAX_PAYMENTS_DUE),
    CONCURRENCY,
    (id) => checkPayment(db, id, total.within(READ_MS)),
    () => total.left() === 0,
  );
}

/**
 * Reads a campaign's checkout. Records whether the campaign's payment link has been paid, and which links were
 * abandoned. A link is marked abandoned only after a response shows that it hasn't been paid, or that the
 * campaign no longer exists. A link's age is measured on the service's clock, which every response updates.
 */
async function checkPayment(db: Database, id: number, deadline: Deadline): Promise<void> {
  const checkout = await readFromService('checkOutCampaign', { id }, { fresh: true, deadline });
  await markPaymentsChecked(db, id);
  if (checkout.ok) await confirmLinkPayment(db, id, checkout.value);
  else if (checkout.failure.kind !== 'missing') return;
  await markPaymentsAbandoned(db, id, serviceClock() - ABANDONED_AFTER_MS);
}

/**
 * Runs one round at a time until the process ends. If several servers share a database, only the server that
 * holds the lease runs rounds.
 * @returns a function that stops the reconciler
 */
export function startReconciler(open: () => Promise<Database>): () => void {
  const holder = randomUUID();
  let rounds = 0;
  let timer: NodeJS.Timeout;
  let isRunning = false;
  const runRound = async (db: Database) => {
    if (isRunning) return;
    isRunning = true;
    try {
      await reconcileAttempts(db, rounds++);
    } catch (error) {
      logFailure(error);
    } finally {
      isRunning = false;
    }
  };
  const tick = async () => {
    try {
      const db = await open();
      // Don't await the round. The lease must be renewed while the round runs.
      if (await takeLease(db, 'reconciler', holder, LEASE_MS)) void runRound(db);
    } catch (error) {
      logFailure(error);
    }
    timer = setTimeout(tick, INTERVAL_MS).unref();
  };
  timer = setTimeout(tick, FIRST_ROUND_AFTER_MS).unref();
  return () => clearTimeout(timer);
}

/** Logs that a round failed. The failure isn't fatal, because the next round tries again. */
function logFailure(error: unknown): void {
  log().warn({ err: error }, 'a reconciler round failed');
}
