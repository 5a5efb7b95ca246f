/**
 * Schedules the campaigns of payment runs as soon as they are paid for. Runs on the server, so that campaigns are
 * scheduled even if the member closed the browser.
 */
import 'server-only';
import { runInBackground } from '#lib/auth/background-caller.ts';
import { NO_LEASE } from '#lib/background/leased-rounds.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import type { Database } from '#lib/database/open.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { findItemAttempt } from '#lib/store/attempt-queries.ts';
import { findMember } from '#lib/store/members.ts';
import { type DueSend, endRunSend, postponeRunSend, queryDueSends } from '#lib/store/payment-run-sends.ts';

const CONCURRENCY = 4;
/** The number of campaigns that a round schedules at most. The next round continues. */
const MAX_DUE = 50;
/** How long to wait after the mail service didn't answer, or another action on the campaign was in progress. */
const RETRY_MS = 15_000;

/** The failures that end without a call and may be over soon. */
const TEMPORARY: ReadonlySet<Failure['kind']> = new Set([
  'unreachable',
  'slow',
  'garbled',
  'failed',
  'in_progress',
  'unknown',
  'stale',
]);

const isTemporary = (failure: Failure): boolean =>
  TEMPORARY.has(failure.kind) ||
  (failure.kind === 'not_approved' && failure.why === 'unread') ||
  (failure.kind === 'refused' && failure.status === 429);

/** Runs one round: schedules the paid campaigns that are due, each at most once. */
export async function schedulePaidCampaigns(db: Database, lease = NO_LEASE): Promise<void> {
  await mapInParallel(
    await queryDueSends(db, MAX_DUE),
    CONCURRENCY,
    async (due) => {
      await scheduleOnce(db, due);
      lease.advance();
    },
    () => lease.isLost(),
  );
}

/**
 * Makes an ordinary attempt at sending the campaign, as the member who pays in the run. The attempt carries the
 * item's key, which only one attempt can have. Permission, approval, and send date are checked now.
 */
async function scheduleOnce(db: Database, due: DueSend): Promise<void> {
  const { campaignId, sendKey, sendDate, memberId } = due;
  // A server that died may have left an attempt, which says what happened.
  if (due.attemptState !== null) return settleItem(db, sendKey, { kind: 'unknown' });
  const member = memberId === null ? undefined : await findMember(db, memberId);
  if (!member || member.disabledAt !== null) return endRunSend(db, sendKey, { kind: 'forbidden' });
  const caller = { itemKind: 'payment_run', itemKey: sendKey, member, address: null } as const;
  const sent = await runInBackground(caller, () =>
    sendCampaign(campaignId, { date: sendDate, agreed: due.paidBefore?.order }),
  );
  return sent.ok ? endRunSend(db, sendKey, null) : settleItem(db, sendKey, sent.failure);
}

/**
 * Records that scheduling failed, or lets a later round try again. If an attempt exists, the call may have been
 * made, so it isn't made again. An attempt whose call was certainly not made is deleted.
 */
async function settleItem(db: Database, sendKey: string, failure: Failure): Promise<void> {
  const attempt = await findItemAttempt(db, sendKey);
  const canTryAgain = attempt ? attempt.state === 'open' : isTemporary(failure);
  if (canTryAgain) await postponeRunSend(db, sendKey, RETRY_MS);
  else await endRunSend(db, sendKey, failure);
}
