/**
 * Schedules the campaigns of payment runs as soon as they are paid for. Runs on the server, so that campaigns
 * are scheduled even if the member closes the browser.
 */
import 'server-only';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import { runInBackground } from '#lib/auth/background-caller.ts';
import { NO_LEASE } from '#lib/background/leased-rounds.ts';
import { sendCampaign } from '#lib/data/sending.ts';
import type { Database } from '#lib/database/open.ts';
import { meaningOf } from '#lib/domain/job-check.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { findItemAttempt } from '#lib/store/attempt-queries.ts';
import { findMember } from '#lib/store/members.ts';
import {
  type DueSend,
  endRunSend,
  endUnpaidSends,
  giveUpRunSend,
  postponeRunSend,
  queryDueSends,
  renewRunSend,
} from '#lib/store/payment-run-sends.ts';

const CONCURRENCY = 4;
/** The maximum number of campaigns that a round schedules. The next round continues with the rest. */
const MAX_DUE = 50;
/** How long to wait if the mail service doesn't respond or another action on the campaign is in progress. */
const RETRY_MS = 15_000;
/**
 * How long to wait after the mail service refused every call, for example because it got too many calls or
 * rejected the API key.
 */
const REFUSED_RETRY_MS = 30_000;
/**
 * The number of rounds between searches for campaigns that can't be scheduled anymore. These rounds take
 * about ten minutes.
 */
const CLEANUP_ROUNDS = 300;

/** Runs one round: schedules the paid campaigns that are due, each at most once. */
export async function schedulePaidCampaigns(db: Database, round = 0, lease = NO_LEASE): Promise<void> {
  if (round % CLEANUP_ROUNDS === 0) await endUnpaidSends(db);
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
 * Makes an ordinary attempt at sending the campaign, as the member who pays for the run's campaigns. The
 * attempt has the item's key, which no other attempt can have. Permission, approval, and send date are
 * checked now.
 */
async function scheduleOnce(db: Database, due: DueSend): Promise<void> {
  const { campaignId, sendKey, sendDate, memberId } = due;
  // A crashed server may have left an attempt that shows what happened.
  if (due.attemptState !== null) return settleItem(db, due, { kind: 'unknown' });
  const member = memberId === null ? undefined : await findMember(db, memberId);
  if (!member || member.disabledAt !== null) return giveUpRunSend(db, due, { kind: 'forbidden' });
  // Also checked before the campaign is read, because the mail service might not respond until the date has
  // passed.
  const badDate = refuseSendDate(sendDate);
  if (badDate) return giveUpRunSend(db, due, badDate);
  const caller = { itemKind: 'payment_run', itemKey: sendKey, member, address: null } as const;
  const sent = await runInBackground(caller, () =>
    sendCampaign(campaignId, { date: sendDate, agreed: due.paidBefore?.order }),
  );
  return sent.ok ? endRunSend(db, sendKey) : settleItem(db, due, sent.failure);
}

/**
 * Records that scheduling failed, or lets a later round try again. If an attempt exists, its call was made
 * and isn't made again, unless the mail service's response shows that the call had no effect. An attempt
 * whose call was definitely not made is deleted.
 */
async function settleItem(db: Database, due: DueSend, failure: Failure): Promise<void> {
  const { sendKey } = due;
  const attempt = await findItemAttempt(db, sendKey);
  switch (attempt?.state) {
    case 'open':
      return postponeRunSend(db, sendKey, RETRY_MS);
    case 'done':
    case 'unknown':
      return endRunSend(db, sendKey);
    case 'refused':
      return settleRefused(db, due, failure);
    case undefined:
      // Another action on the campaign may have an unknown outcome for a while.
      return failure.kind === 'unknown' || meaningOf(failure) !== 'refuse'
        ? postponeRunSend(db, sendKey, retryMs(failure))
        : giveUpRunSend(db, due, failure);
  }
}

/** Settles an item whose attempt was refused. */
async function settleRefused(db: Database, due: DueSend, failure: Failure): Promise<void> {
  // Another server made the attempt, and records why it was refused.
  if (failure.kind === 'in_progress') return;
  // A server died before it recorded why the attempt was refused. Another attempt will show why.
  const mayTryAgain = failure.kind === 'unknown' || meaningOf(failure) === 'wait';
  if (mayTryAgain && (await renewRunSend(db, due.sendKey, retryMs(failure)))) return;
  await giveUpRunSend(db, due, failure.kind === 'unknown' ? null : failure);
}

const retryMs = ({ kind }: Failure): number => (kind === 'refused' ? REFUSED_RETRY_MS : RETRY_MS);
