/**
 * Makes each irreversible call at most once. For each call, claims the campaign's lock, runs the checks,
 * makes the call, and records the outcome.
 */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import {
  type AttemptResult,
  type CampaignSnapshot,
  lockScopeOf,
  type Reschedule,
  snapshotCampaign,
} from '#lib/domain/attempt.ts';
import type { CampaignReading } from '#lib/domain/attempt-resolution.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { NOT_RESCHEDULED } from '#lib/domain/reschedule.ts';
import { recordWithOutcome } from '#lib/index/learn.ts';
import { finishBeforeExit } from '#lib/runtime/unfinished-work.ts';
import { checkApproval } from '#lib/share-links/approval.ts';
import { findAttempt, findUnsettledAttempt } from '#lib/store/attempt-queries.ts';
import {
  type AttemptRow,
  beginAttempt,
  claimAttempt,
  expireOpenAttempts,
  markUnknown,
  type NewAttempt,
  releaseClaim,
  settleAttempt,
} from '#lib/store/attempts.ts';
import { type CallResult, toOutcome } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import type { CallFailure } from '#lib/upstream/failures.ts';
import { markUnresponsive } from '#lib/upstream/responsiveness.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';
import { type CurrentOrder, compareWithAgreement, describeOrder, logMismatch } from './agreement.ts';
import { EXPIRES_AFTER_MS, findStaleness, settleByReading } from './settle.ts';

/** The time limit for the checks before a call. */
const CHECK_MS = 3_500;
/** The time reserved for reading the campaign back if the call's response is lost. */
const READ_BACK_MS = 1_500;

/**
 * The failure that is returned if a cancellation's response was lost and the campaign is already in
 * production.
 */
const TOO_LATE: Failure = { kind: 'refused', status: 409, code: 'window_closed' };

interface AttemptContext {
  readonly attempt: AttemptRow;
  readonly deadline: Deadline;
}

export interface CallContext extends AttemptContext {
  /** Checks the member's permission again, for plans that make more than one call. */
  readonly recheckPermission: () => Promise<Failure | null>;
}

/**
 * The steps of an attempt, including the irreversible call.
 * @template C the type of the value that `read` returns and the later steps receive
 * @template T the type of the outcome's value
 */
export interface AttemptPlan<C, T> {
  /** Reads the campaign's current state. Runs while the attempt holds the lock. */
  readonly read: (context: AttemptContext) => Promise<Outcome<C>>;
  /** Returns the campaign's state before the call, to compare with earlier and later states. */
  readonly before: (current: C) => CampaignSnapshot;
  /** Returns a failure if the call must not be made, and null otherwise. */
  readonly refuse?: (current: C) => Failure | null;
  /** Returns the order to pay for or send. Required for operations that may need an approval. */
  readonly order?: (current: C) => CurrentOrder;
  /** Runs just before the call. Returns a failure if the member is no longer allowed to make the call. */
  readonly recheckPermission: () => Promise<Failure | null>;
  /**
   * If an identical attempt has just succeeded, returns that attempt's outcome instead of making the call.
   */
  readonly reuse?: (current: C, context: AttemptContext) => Promise<Outcome<T> | undefined>;
  /** Returns the amount that the call charges or bills. Used only if the member didn't agree to an amount. */
  readonly amount?: (current: C) => string | undefined;
  readonly call: (current: C, context: CallContext) => Promise<CallResult<T>>;
  /**
   * The plan of a reschedule. If set, `call` makes two calls, and stores the second part before beginning it.
   */
  readonly reschedule?: Reschedule;
  /** The time limit for the whole attempt. Defaults to ACTION_MS. */
  readonly timeLimitMs?: number;
  /** Returns the changed campaign from the response. Omitted if the response doesn't contain the campaign. */
  readonly campaign?: (value: T) => Campaign | undefined;
  /** Returns the part of the outcome's value that should be stored. */
  readonly result?: (value: T) => AttemptResult;
  /**
   * Builds the outcome's value from the data that was read back. Used if the call succeeded but the response
   * was lost. Returns undefined if the data doesn't contain the value.
   */
  readonly recover: (reading: CampaignReading, current: C) => T | undefined;
}

/**
 * Makes an attempt. Fails with `in_progress` while another attempt holds the lock. Fails with `unknown` if
 * the response to this call or an earlier call was lost, and reading the campaign back doesn't show the
 * outcome. Fails with `stale` if the service still shows the state from before an earlier successful attempt.
 * Fails with `not_approved` if the team's rule requires an approval that is missing or can't be checked. The process
 * doesn't end before the attempt does, even if the member's browser has closed the connection.
 */
export const performAttempt = <C, T>(
  db: Database,
  attempt: Omit<NewAttempt, 'lockScope'>,
  plan: AttemptPlan<C, T>,
): Promise<Outcome<T>> => finishBeforeExit(() => checkAndCall(db, attempt, plan));

async function checkAndCall<C, T>(
  db: Database,
  attempt: Omit<NewAttempt, 'lockScope'>,
  plan: AttemptPlan<C, T>,
): Promise<Outcome<T>> {
  const deadline = deadlineIn(plan.timeLimitMs ?? ACTION_MS);
  const checkDeadline = deadline.within(CHECK_MS);
  const wanted = { ...attempt, lockScope: lockScopeOf(attempt.operation) };
  const first = await claimAttempt(db, wanted);
  const claimed = first ? ok(first) : await settleAndClaim(db, wanted, checkDeadline);
  if (!claimed.ok) return claimed;
  const row = claimed.value;
  const context = { attempt: row, deadline: checkDeadline };
  let hasBegun = false;
  try {
    const current = await plan.read(context);
    if (!current.ok) return refuse(current.failure);
    const before = plan.before(current.value);
    const refusal = (await refuseStaleReading(db, row, before)) ?? plan.refuse?.(current.value);
    if (refusal) return refuse(refusal);
    // Mailroom's own rules are checked last, against this reading, so that they hold when the call is made.
    const order = plan.order?.(current.value);
    const approval = await checkApproval(db, row, order, checkDeadline);
    if (!approval.ok) return approval;
    const forbidden = await plan.recheckPermission();
    if (forbidden) return refuse(forbidden);
    const reused = await plan.reuse?.(current.value, context);
    if (reused) return reused;
    const amount = row.amount ?? plan.amount?.(current.value) ?? null;
    const agreed = order && describeOrder(order, approval.value);
    const started = {
      before: { ...before, ...(agreed && { order: agreed }) },
      amount,
      ...(plan.reschedule && { reschedule: plan.reschedule }),
    };
    hasBegun = await beginAttempt(db, row.id, {
      ...started,
      serviceTime: serviceClock(),
      itemKey: row.itemKey,
      itemKind: row.itemKind,
    });
    if (!hasBegun) return fail({ kind: 'in_progress' });
    return await callAndRecord(db, { ...row, ...started }, plan, current.value, deadline);
  } finally {
    if (!hasBegun) await releaseClaim(db, row.id);
  }
}

/** Returns the failure of an attempt that ends before the call is made. */
function refuse(failure: Failure): Outcome<never> {
  if (failure.kind === 'slow') markUnresponsive();
  return fail(failure);
}

/**
 * Refuses a reading that is older than a successful attempt. Making a copy doesn't depend on the campaign's
 * state, so a copy can be made even if the reading is stale.
 */
async function refuseStaleReading(
  db: Database,
  { campaignId, lockScope }: AttemptRow,
  reading: CampaignSnapshot,
): Promise<Failure | null> {
  if (lockScope === 'copy') return null;
  const contradicted = await findStaleness(db, campaignId, reading);
  return contradicted ? { kind: 'stale', operation: contradicted.operation } : null;
}

/**
 * Claims a lock that an earlier attempt holds. If the earlier attempt's outcome is unknown, first rereads the
 * campaign to settle the earlier attempt. Fails if the earlier attempt can't be settled.
 */
async function settleAndClaim(
  db: Database,
  wanted: NewAttempt,
  deadline: Deadline,
): Promise<Outcome<AttemptRow>> {
  const { campaignId, lockScope } = wanted;
  await expireOpenAttempts(db, EXPIRES_AFTER_MS, campaignId);
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
  current: C,
  total: Deadline,
): Promise<Outcome<T>> {
  const deadline = total.within(total.left() - READ_BACK_MS);
  if (deadline.left() === 0) {
    // If the process or the database stalled, don't make the call, because the member may have given up
    // waiting.
    await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });
    return fail({ kind: 'slow' });
  }
  const { recheckPermission } = plan;
  const callResult = await plan.call(current, { attempt: row, deadline, recheckPermission });
  if (callResult.ok) {
    const campaign = plan.campaign?.(callResult.value);
    const done = { state: 'done', settledBy: 'answer' } as const;
    const { comparison, reading } = campaign
      ? await compareWithAgreement(db, row, campaign, plan.order?.(current).campaign, total)
      : {};
    const result = { ...plan.result?.(callResult.value), ...comparison?.result };
    const after = campaign ? snapshotCampaign(campaign) : null;
    const record = (tx: Database) =>
      recordWithOutcome(tx, [callResult.value, reading?.campaign, reading?.checkout]);
    logMismatch(await settleAttempt(db, row.id, { ...done, ...comparison, result, after }, record));
    return ok(callResult.value);
  }
  if (callResult.effect === 'none') {
    await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });
    return toOutcome(callResult);
  }
  await markUnknown(db, row.id);
  // A reschedule may be in its second part by now.
  const lost = plan.reschedule ? ((await findAttempt(db, row.id)) ?? row) : row;
  const { resolution, reading } = await settleOrMarkUnresponsive(db, lost, total);
  if (resolution === 'refused') return failureOfRefused(row, reading, callResult);
  const value = resolution === 'done' ? plan.recover(reading, current) : undefined;
  return value === undefined ? fail({ kind: 'unknown' }) : ok(value);
}

/**
 * Returns the failure of an attempt if a reading shows that the call had no effect, or that only its first
 * part had an effect.
 */
function failureOfRefused(
  { operation }: AttemptRow,
  { campaign }: CampaignReading,
  callResult: CallFailure,
): Outcome<never> {
  if (operation === 'rescheduleCampaign' && campaign?.status === 'draft') return fail(NOT_RESCHEDULED);
  const isCancellation = operation === 'cancelCampaign' || operation === 'rescheduleCampaign';
  return isCancellation ? fail(TOO_LATE) : fail(callResult.failure);
}

async function settleOrMarkUnresponsive(db: Database, row: AttemptRow, deadline: Deadline) {
  const settlement = await settleByReading(db, row, deadline);
  if (settlement.reading.campaign === undefined) markUnresponsive();
  return settlement;
}
