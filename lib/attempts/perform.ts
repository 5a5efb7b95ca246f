/**
 * Makes each irreversible call at most once. For each call, claims the campaign's lock, runs the checks,
 * makes the call, and records the outcome.
 */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { type AttemptResult, type CampaignSnapshot, lockScopeOf } from '#lib/domain/attempt.ts';
import type { CampaignReading } from '#lib/domain/attempt-resolution.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { checkApproval } from '#lib/share-links/approval.ts';
import {
  type AttemptRow,
  beginAttempt,
  claimAttempt,
  expireOpenAttempts,
  findUnsettledAttempt,
  markUnknown,
  type NewAttempt,
  releaseClaim,
  settleAttempt,
} from '#lib/store/attempts.ts';
import { type CallResult, toOutcome } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { markUnresponsive } from '#lib/upstream/responsiveness.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';
import { STALE_MS, settleByReading } from './settle.ts';

/** The time limit for the checks before a call. */
const CHECK_MS = 3_500;
/** The time reserved for reading the campaign back if the call's response is lost. */
const READ_BACK_MS = 1_500;

/** The failure to return if a cancellation's response was lost and the campaign is already in production. */
const TOO_LATE: Failure = { kind: 'refused', status: 409, code: 'window_closed' };

interface AttemptContext {
  readonly attempt: AttemptRow;
  readonly deadline: Deadline;
}

/**
 * The steps of an attempt, including the irreversible call.
 * @template C the type of the value that `check` returns and the later steps receive
 * @template T the type of the outcome's value
 */
export interface AttemptPlan<C, T> {
  /**
   * Decides whether the call may be made. Runs while the attempt holds the lock. If the check fails, the call
   * isn't made.
   */
  readonly check: (context: AttemptContext) => Promise<Outcome<C>>;
  /**
   * Returns the outcome's value from an identical attempt that has just succeeded. If `reuse` returns a
   * value, the call isn't made.
   */
  readonly reuse?: (checked: C, context: AttemptContext) => Promise<T | undefined>;
  /** Returns the campaign's state before the call, to compare with the state after the call. */
  readonly before: (checked: C) => CampaignSnapshot;
  /** Returns the amount that the call charges or bills. Used only if the member didn't agree to an amount. */
  readonly amount?: (checked: C) => string | undefined;
  readonly call: (checked: C, context: AttemptContext) => Promise<CallResult<T>>;
  /** Returns the part of the outcome's value that should be stored. */
  readonly result?: (value: T) => AttemptResult;
  /**
   * Builds the outcome's value from the data that was read back. Used if the call succeeded but the response
   * was lost. Returns undefined if the data doesn't contain the value.
   */
  readonly recover: (reading: CampaignReading, checked: C) => T | undefined;
}

/**
 * Makes an attempt. Fails with `in_progress` while another attempt holds the lock. Fails with `unknown` if
 * the response to this call or an earlier call was lost, and reading the campaign back doesn't show the
 * outcome. Fails with `not_approved` if the team requires a guest's approval, and the approval is missing or
 * can't be checked.
 */
export async function performAttempt<C, T>(
  db: Database,
  attempt: Omit<NewAttempt, 'lockScope'>,
  plan: AttemptPlan<C, T>,
): Promise<Outcome<T>> {
  const deadline = deadlineIn(ACTION_MS);
  const checkDeadline = deadline.within(CHECK_MS);
  const wanted = { ...attempt, lockScope: lockScopeOf(attempt.operation) };
  const first = await claimAttempt(db, wanted);
  const claimed = first ? ok(first) : await settleAndClaim(db, wanted, checkDeadline);
  if (!claimed.ok) return claimed;
  const row = claimed.value;
  const context = { attempt: row, deadline: checkDeadline };
  let hasBegun = false;
  try {
    const [checked, approval] = await Promise.all([
      plan.check(context),
      checkApproval(db, row.operation, row.campaignId, checkDeadline),
    ]);
    if (!checked.ok) {
      if (checked.failure.kind === 'slow') markUnresponsive();
      return checked;
    }
    if (!approval.ok) return approval;
    const reused = await plan.reuse?.(checked.value, context);
    if (reused !== undefined) return ok(reused);
    const before = plan.before(checked.value);
    const amount = row.amount ?? plan.amount?.(checked.value) ?? null;
    hasBegun = await beginAttempt(db, row.id, { before, amount, serviceTime: serviceClock() });
    if (!hasBegun) return fail({ kind: 'in_progress' });
    return await callAndRecord(db, { ...row, before }, plan, checked.value, deadline);
  } finally {
    if (!hasBegun) await releaseClaim(db, row.id);
  }
}

/**
 * Tries again to claim a lock that another attempt holds. If that attempt's outcome is unknown, first reads
 * the campaign back to try to settle the attempt.
 */
async function settleAndClaim(
  db: Database,
  wanted: NewAttempt,
  deadline: Deadline,
): Promise<Outcome<AttemptRow>> {
  const { campaignId, lockScope } = wanted;
  await expireOpenAttempts(db, STALE_MS, campaignId);
  const blocking = await findUnsettledAttempt(db, campaignId, lockScope);
  if (blocking?.state === 'open') return fail({ kind: 'in_progress' });
  if (blocking) await settleOrMarkUnresponsive(db, blocking, deadline);
  const claimed = await claimAttempt(db, wanted);
  if (claimed) return ok(claimed);
  const stillBlocking = await findUnsettledAttempt(db, campaignId, lockScope);
  return fail({ kind: stillBlocking?.state === 'unknown' ? 'unknown' : 'in_progress' });
}

async function callAndRecord<C, T>(
  db: Database,
  row: AttemptRow,
  plan: AttemptPlan<C, T>,
  checked: C,
  total: Deadline,
): Promise<Outcome<T>> {
  const deadline = total.within(total.left() - READ_BACK_MS);
  if (deadline.left() === 0) {
    // The process or the database stalled. The member wouldn't expect such a late call, so don't make it.
    await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });
    return fail({ kind: 'slow' });
  }
  const callResult = await plan.call(checked, { attempt: row, deadline });
  if (callResult.ok) {
    const result = plan.result?.(callResult.value);
    await settleAttempt(db, row.id, { state: 'done', settledBy: 'answer', ...(result ? { result } : {}) });
    return ok(callResult.value);
  }
  if (callResult.effect === 'none') {
    await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });
    return toOutcome(callResult);
  }
  await markUnknown(db, row.id);
  const { resolution, reading } = await settleOrMarkUnresponsive(db, row, total);
  if (resolution === 'refused')
    return row.operation === 'cancelCampaign' ? fail(TOO_LATE) : toOutcome(callResult);
  const value = resolution === 'done' ? plan.recover(reading, checked) : undefined;
  return value === undefined ? fail({ kind: 'unknown' }) : ok(value);
}

async function settleOrMarkUnresponsive(db: Database, row: AttemptRow, deadline: Deadline) {
  const settlement = await settleByReading(db, row, deadline);
  if (settlement.reading.campaign === undefined) markUnresponsive();
  return settlement;
}
