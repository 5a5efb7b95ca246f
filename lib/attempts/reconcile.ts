/** The background reconciler: settles unknown attempts and confirms payments by link. */
import 'server-only';
import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { Database } from '#lib/database/open.ts';
import { REVIEW_AFTER_MS } from '#lib/domain/attempt-resolution.ts';
import { log } from '#lib/log.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { takeLease } from '#lib/store/leases.ts';
import { queueReviewNotifications } from '#lib/store/notifications.ts';
import { queryUnconfirmedPayments } from '#lib/store/payments.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn, READ_MS } from '#lib/upstream/deadline.ts';
import { confirmLinkPayment } from './payments.ts';
import { settleDueAttempts } from './settle.ts';

const FIRST_ROUND_AFTER_MS = 1_000;
const INTERVAL_MS = 5_000;
/**
 * The lease's duration. If the server that holds the lease dies, another server takes over after this time.
 */
const LEASE_MS = 15_000;
/** The time limit for a round. Keeps an unresponsive service from blocking the next round. */
const ROUND_MS = 30_000;
const CONCURRENCY = 4;
/**
 * How long the reconciler keeps checking whether a payment by link was completed. An older payment is
 * confirmed only when a page reads checkout.
 */
const PAYMENT_CHECK_MS = 60 * MINUTE_MS;
/** Payments are checked only in every fourth round. */
const PAYMENT_ROUNDS = 4;

/**
 * Runs one round: settles due attempts, queues notifications about attempts that need review, and checks
 * payments by link.
 */
export async function reconcileAttempts(db: Database, round = 0): Promise<void> {
  await settleDueAttempts(db, deadlineIn(ROUND_MS));
  await queueReviewNotifications(db, REVIEW_AFTER_MS);
  if (round % PAYMENT_ROUNDS === 0) await confirmPayments(db);
}

async function confirmPayments(db: Database): Promise<void> {
  const total = deadlineIn(ROUND_MS);
  const confirm = async (id: number, deadline: Deadline) => {
    const checkout = await readFromService('checkOutCampaign', { id }, { fresh: true, deadline });
    if (checkout.ok) await confirmLinkPayment(db, id, checkout.value);
  };
  await mapInParallel(
    await queryUnconfirmedPayments(db, PAYMENT_CHECK_MS),
    CONCURRENCY,
    (id) => confirm(id, total.within(READ_MS)),
    () => total.left() === 0,
  );
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
  log().warn({ error: error instanceof Error ? error.name : 'unknown' }, 'a reconciler round failed');
}
