/** Irreversible things happen once: claim, read, call, record. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { type AttemptResult, type CampaignSnapshot, lockScopeOf } from '#lib/domain/attempt.ts';
import type { CampaignReading } from '#lib/domain/attempt-resolution.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import {
  type AttemptRow,
  beginAttempt,
  type NewAttempt,
  claimAttempt,
  expireOpenAttempts,
  findUnsettledAttempt,
  markUnknown,
  releaseClaim,
  settleAttempt,
} from '#lib/store/attempts.ts';
import type { CallResult } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn, TOTAL_MS } from '#lib/upstream/deadline.ts';
import { markUnresponsive } from '#lib/upstream/responsiveness.ts';
import { STALE_MS, settleByReading } from './settle.ts';

/** What is read first must leave time for the call, and the call for reading back what it did. */
const PREPARE_MS = 3_500;
const READ_BACK_MS = 1_500;
/** What a cancel comes to that is found in production. */
const TOO_LATE: Failure = { kind: 'refused', status: 409, code: 'window_closed' };

export interface Call<T> {
  readonly before: CampaignSnapshot;
  /** What it moves, as the service formats it, where nobody had to agree to an amount. */
  readonly amount?: string | undefined;
  readonly send: (deadline: Deadline) => Promise<CallResult<T>>;
  /** What is to be kept of the answer. */
  readonly result?: (value: T) => AttemptResult;
  /** The value as a reading shows it, when the answer was lost but the work turned out to be done. */
  readonly recover: (seen: CampaignReading) => T | undefined;
}

/** `already`: the same thing was done a moment ago and this is its value; no call is made. */
type Prepared<T> = Outcome<Call<T> | { readonly already: T }>;

export type Prepare<T> = (attemptId: string, deadline: Deadline) => Promise<Prepared<T>>;

/**
 * Makes one attempt. `prepare` runs with the claim held, so what it reads can't be changed by another attempt before the
 * call. The failure is in_progress when somebody else holds the claim, unknown when an earlier call's result is not known
 * and reading it back does not tell.
 */
export async function performAttempt<T>(
  db: Database,
  wanted: Omit<NewAttempt, 'lockScope'>,
  prepare: Prepare<T>,
): Promise<Outcome<T>> {
  const deadline = deadlineIn(TOTAL_MS);
  const preparing = deadline.within(PREPARE_MS);
  const claimed = await claimOrSettle(db, { ...wanted, lockScope: lockScopeOf(wanted.operation) }, preparing);
  if (!claimed.ok) return claimed;
  const attempt = claimed.value;
  let begun = false;
  try {
    const prepared = await prepare(attempt.id, preparing);
    if (!prepared.ok) {
      if (prepared.failure.kind === 'slow') markUnresponsive();
      return prepared;
    }
    if ('already' in prepared.value) return ok(prepared.value.already);
    const { before, amount } = prepared.value;
    begun = await beginAttempt(db, attempt.id, before, attempt.amount ?? amount ?? null);
    if (!begun) return fail({ kind: 'in_progress' });
    return await make(db, { ...attempt, before }, prepared.value, deadline);
  } finally {
    if (!begun) await releaseClaim(db, attempt.id);
  }
}

async function claimOrSettle(db: Database, wanted: NewAttempt, deadline: Deadline): Promise<Outcome<AttemptRow>> {
  const first = await claimAttempt(db, wanted);
  if (first) return ok(first);
  await expireOpenAttempts(db, STALE_MS);
  const held = await findUnsettledAttempt(db, wanted.campaignId, wanted.lockScope);
  if (held?.state === 'open') return fail({ kind: 'in_progress' });
  if (held) await readBack(db, held, deadline);
  const second = await claimAttempt(db, wanted);
  if (second) return ok(second);
  const now = await findUnsettledAttempt(db, wanted.campaignId, wanted.lockScope);
  return fail({ kind: now?.state === 'unknown' ? 'unknown' : 'in_progress' });
}

async function make<T>(
  db: Database,
  row: AttemptRow,
  call: Call<T>,
  deadline: Deadline,
): Promise<Outcome<T>> {
  const until = deadline.within(deadline.left() - READ_BACK_MS);
  if (until.left() === 0) {
    // This process or its database stood still. Nothing may leave later than anybody expects it to.
    await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });
    return fail({ kind: 'slow' });
  }
  const answer = await call.send(until);
  if (answer.ok) {
    const result = call.result?.(answer.value);
    await settleAttempt(db, row.id, { state: 'done', settledBy: 'answer', ...(result ? { result } : {}) });
    return ok(answer.value);
  }
  if (answer.effect === 'none') {
    await settleAttempt(db, row.id, { state: 'refused', settledBy: 'answer' });
    return fail(answer.failure);
  }
  await markUnknown(db, row.id);
  const { verdict, seen } = await readBack(db, row, deadline);
  if (verdict === 'refused') return fail(row.operation === 'cancelCampaign' ? TOO_LATE : answer.failure);
  const value = verdict === 'done' ? call.recover(seen) : undefined;
  return value === undefined ? fail({ kind: 'unknown' }) : ok(value);
}

async function readBack(db: Database, row: AttemptRow, deadline: Deadline) {
  const read = await settleByReading(db, row, deadline);
  if (read.seen.campaign === undefined) markUnresponsive();
  return read;
}
