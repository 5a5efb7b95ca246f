import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Database } from '#lib/database/open.ts';
import { REVIEW_AFTER_MS } from '#lib/domain/attempt.ts';
import { log } from '#lib/log.ts';
import { inParallel } from '#lib/runtime/parallel.ts';
import { takeLease } from '#lib/store/leases.ts';
import { announceDoubts } from '#lib/store/notifications.ts';
import { listUnconfirmedPayments } from '#lib/store/payments.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn, READ_MS } from '#lib/upstream/deadline.ts';
import { confirmLinkPayment } from './payment-confirmation.ts';
import { settleDueAttempts } from './settle.ts';

const EVERY_MS = 5_000;
/** A server that dies leaves the work to another one after so long. */
const LEASE_MS = 15_000;
/** A service that doesn't answer must not hold a round up for minutes. */
const ROUND_MS = 30_000;
const AT_ONCE = 4;
/** A payment that nobody came back from is asked after for so long; later a page that shows it will see. */
const PAYMENT_MS = 60 * 60_000;
/** Payments are asked after in one round of so many. */
const PAYMENTS_EVERY = 4;

/** One round: settles what a reading settles, tells of what it can't, and now and then sees which payments by link came through. */
export async function reconcileAttempts(db: Database, round = 0): Promise<void> {
  await settleDueAttempts(db, deadlineIn(ROUND_MS));
  await announceDoubts(db, REVIEW_AFTER_MS);
  if (round % PAYMENTS_EVERY === 0) await noticePayments(db);
}

/** Sees which payments by link came through. */
async function noticePayments(db: Database): Promise<void> {
  const deadline = deadlineIn(ROUND_MS);
  const notice = async (campaignId: number, until: Deadline) => {
    const checkout = await readFromService('checkOutCampaign', { id: campaignId }, { fresh: true, deadline: until });
    if (checkout.ok) await confirmLinkPayment(db, campaignId, checkout.value);
  };
  await inParallel(
    await listUnconfirmedPayments(db, PAYMENT_MS),
    AT_ONCE,
    (campaignId) => notice(campaignId, deadline.within(READ_MS)),
    () => deadline.left() === 0,
  );
}

/**
 * Does so now and then until the process ends, never two rounds at once, and of several servers on one database only one:
 * whoever holds the lease, which is prolonged while its process lives.
 * @returns how to end it sooner
 */
export function startReconciler(open: () => Promise<Database>): () => void {
  const me = randomUUID();
  let rounds = 0;
  let next: NodeJS.Timeout;
  let isAtWork = false;
  const work = async (db: Database) => {
    if (isAtWork) return;
    isAtWork = true;
    try {
      await reconcileAttempts(db, rounds++);
    } catch (error) {
      logged(error);
    } finally {
      isAtWork = false;
    }
  };
  const tick = async () => {
    try {
      const db = await open();
      // Not waited for: the lease is prolonged meanwhile.
      if (await takeLease(db, 'reconciler', me, LEASE_MS)) void work(db);
    } catch (error) {
      logged(error);
    }
    next = setTimeout(tick, EVERY_MS).unref();
  };
  next = setTimeout(tick, 1_000).unref();
  return () => clearTimeout(next);
}

/** A database that is away for a while: the next round tries again. */
function logged(error: unknown): void {
  log().warn(
    { error: error instanceof Error ? error.name : 'unknown' },
    'attempts were not settled this time',
  );
}
