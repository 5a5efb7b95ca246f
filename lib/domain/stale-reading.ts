/**
 * Recognizes stale readings. The mail service's reads may come from a replica or a cache that lags behind its
 * writes. An action based on a stale reading could charge or mail a second time. Therefore, what the console
 * knows from its own successful attempts takes precedence over the mail service's data.
 */
import { MINUTE_MS } from '#lib/time-units.ts';
import type { AttemptOperation, CampaignSnapshot } from './attempt.ts';
import { isZeroAmount } from './money.ts';
import { CONFIRMING_MS } from './payment.ts';
import { parseTimestamp } from './timestamp.ts';

/**
 * How long the console attributes a contradiction to a lag in the mail service. After this time, a member may
 * accept what the mail service shows, because the campaign may have been changed outside the console.
 */
export const ACCEPTABLE_AFTER_MS = 10 * MINUTE_MS;

/** A successful attempt at an action that changes the campaign, pays for it, or creates a payment link. */
export interface SucceededAttempt {
  readonly operation: AttemptOperation;
  readonly before: CampaignSnapshot | null;
  /**
   * The campaign's state in the response, or in the reading that settled the attempt. Null for payment links,
   * and for attempts whose outcome a member recorded.
   */
  readonly after: CampaignSnapshot | null;
  /** Whether a member accepted a reading that contradicts this attempt. */
  readonly isReadingAccepted: boolean;
  readonly settledMsAgo: number;
  /**
   * How long ago the console first saw a payment through the payment link. Null if the console hasn't seen a
   * payment.
   */
  readonly paidMsAgo: number | null;
  /**
   * How long ago the payer returned from the payment page, with or without paying. Null if no payer has
   * returned.
   */
  readonly returnedMsAgo: number | null;
}

/**
 * Finds the successful attempt that a reading contradicts. If there is one, the reading is stale.
 * @param succeeded the campaign's successful attempts, latest first
 */
export function findContradictedAttempt<A extends SucceededAttempt>(
  succeeded: readonly A[],
  reading: CampaignSnapshot,
): A | undefined {
  const lastChange = succeeded.find(({ operation }) => operation !== 'payCampaign');
  if (lastChange && !lastChange.isReadingAccepted && contradictsChange(lastChange, reading))
    return lastChange;
  return succeeded.find(
    (attempt) => !attempt.isReadingAccepted && contradictsPayment(attempt, reading, lastChange),
  );
}

/**
 * Whether a reading predates a change. A reading with a newer `updated_at` shows the state after the change.
 * Services may store timestamps less precisely than they send them, so a reading counts as older only if its
 * `updated_at` is in an earlier second.
 */
function contradictsChange({ operation, before, after }: SucceededAttempt, reading: CampaignSnapshot) {
  if (!after) return false;
  const [known, read] = [updateTime(after), updateTime(reading)];
  if (known !== undefined && read !== undefined) {
    if (Math.floor(read / 1_000) < Math.floor(known / 1_000)) return true;
    if (read > known) return false;
  }
  // A deleted campaign can't be read, so the reading must predate the deletion.
  if (operation === 'deleteCampaign') return true;
  // Between the two calls of a reschedule, the campaign was a draft. Before the first call, it had the old
  // send time.
  if (operation === 'rescheduleCampaign')
    return reading.status === 'draft' || isSameSendTime(before, reading);
  return before?.status !== after.status && before?.status === reading.status;
}

function isSameSendTime(before: CampaignSnapshot | null, reading: CampaignSnapshot): boolean {
  const [was, is] = [before, reading].map((state) => parseTimestamp(state?.scheduledAt ?? undefined));
  return was !== undefined && was === is && before?.status === reading.status;
}

/**
 * Whether checkout still shows the amounts from before a payment. Checkout has no `updated_at`. In the first
 * minutes after a payment, even a campaign with a newer `updated_at` doesn't show that checkout is current,
 * because checkout may lag further behind than the campaign.
 */
function contradictsPayment(
  attempt: SucceededAttempt,
  reading: CampaignSnapshot,
  lastChange: SucceededAttempt | undefined,
): boolean {
  const { operation, before, after, paidMsAgo, returnedMsAgo, settledMsAgo } = attempt;
  if (before?.toBePaid === undefined || reading.alreadyPaid === undefined) return false;
  if (isZeroAmount(before.toBePaid) || before.alreadyPaid !== reading.alreadyPaid) return false;
  if (operation === 'payCampaign') {
    return paidMsAgo !== null || isBeingConfirmed(returnedMsAgo);
  }
  if (operation !== 'payAndSendCampaign' || !after) return false;
  return settledMsAgo < ACCEPTABLE_AFTER_MS || !isNewer(reading, lastChange?.after ?? after);
}

const isBeingConfirmed = (returnedMsAgo: number | null): boolean =>
  returnedMsAgo !== null && returnedMsAgo < CONFIRMING_MS;

const updateTime = ({ updatedAt }: CampaignSnapshot) => parseTimestamp(updatedAt ?? undefined);

function isNewer(reading: CampaignSnapshot, known: CampaignSnapshot): boolean {
  return (updateTime(reading) ?? 0) > (updateTime(known) ?? 0);
}

/** A stale reading of a campaign, as shown on the campaign's pages. */
export interface StaleReading {
  /** The id of the attempt that the reading contradicts. */
  readonly attemptId: string;
  readonly campaignId: number;
  readonly operation: AttemptOperation;
  /** The amount that was paid, as formatted by the service. */
  readonly amount: string | null;
  /** The email address of the member who made the attempt. */
  readonly by: string;
  /** When the attempt succeeded, in milliseconds since the epoch. */
  readonly settledAt: number;
  /** When a member may accept the reading, in milliseconds on the console's clock. */
  readonly acceptableAt: number;
  readonly isAcceptable: boolean;
  /** Whether the payer has returned but no reading has shown the payment yet. */
  readonly isSuspected: boolean;
  /** Whether the member viewing the page has a role that can accept the reading. */
  readonly canAccept: boolean;
}

/**
 * Returns the time in milliseconds until a reading that contradicts the attempt can be accepted. If the payer
 * has returned but no reading has shown the payment, the contradicting reading counts as current after that
 * time, even if no member accepts it.
 */
export function msUntilAcceptable({ settledMsAgo, paidMsAgo, returnedMsAgo }: SucceededAttempt): number {
  if (paidMsAgo === null && returnedMsAgo !== null) return Math.max(0, CONFIRMING_MS - returnedMsAgo);
  return Math.max(0, ACCEPTABLE_AFTER_MS - (paidMsAgo ?? settledMsAgo));
}
