/**
 * Code that the index sync's tasks share. Each task reads campaigns from the mail service, and the client's listener
 * records the data in the responses (learn.ts). A task can stop at any call: its position is in the database, so
 * another server can continue it.
 */
import 'server-only';
import type { Input } from '#lib/contract/operations.ts';
import type { Database } from '#lib/database/open.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { advanceTask, type SyncTaskName, type SyncTaskState, type TaskRun } from '#lib/store/index-sync.ts';
import { type ReadOperation, readFromService } from '#lib/upstream/client.ts';
import type { CallBudget } from './call-budget.ts';
import { isUnexpectedResponse } from './item-failures.ts';
import { allRecorded } from './learn.ts';

export const PER_PAGE = 100;

/** What a task needs if it makes no calls to the mail service. */
export interface StoreTaskContext {
  readonly db: Database;
  /** Whether the task must stop, for example because the server has lost the lease. */
  readonly isOver: () => boolean;
  /** Reports that the task has finished a step. */
  readonly advance: () => void;
}

export interface SyncTaskContext extends StoreTaskContext {
  readonly budget: CallBudget;
}

/**
 * The maximum number of times that a request is made if its responses are unexpected, in case a later
 * response can be used.
 */
const MAX_REQUESTS = 3;

/**
 * Performs a read when the budget allows it, and waits until the index contains the response. A slow database
 * therefore slows down the sync.
 * @param maxRequests the maximum number of times that the request is made if its responses are unexpected
 * @returns null if the task must stop
 */
export async function call<N extends ReadOperation>(
  { budget, isOver, advance }: SyncTaskContext,
  operation: N,
  input: Input<N>,
  maxRequests = MAX_REQUESTS,
) {
  for (let requests = 1; ; requests++) {
    if (!(await budget.take(isOver))) return null;
    const outcome = await readFromService(operation, input);
    budget.report(outcome.ok ? null : outcome.failure);
    await allRecorded();
    advance();
    if (outcome.ok || requests >= maxRequests || !isUnexpectedResponse(outcome.failure)) return outcome;
  }
}

/** The stored form of any failure that means that the mail service rejected the API key. */
export const KEY_REJECTED = 'key_rejected';

const storedFailure = (failure: Failure): string =>
  failure.kind === 'refused' && (failure.status === 401 || failure.status === 403)
    ? KEY_REJECTED
    : failure.kind;

/** Pauses a task after a failure. The next round continues at the same position. */
export async function pause(
  { db }: SyncTaskContext,
  name: SyncTaskName,
  run: TaskRun | null,
  failure: Failure,
): Promise<void> {
  await advanceTask(db, name, run, { failure: storedFailure(failure) });
}

/** A task whose completion time is in the future is due, because the database's clock was set back. */
export const isDue = ({ startedMsAgo, freshMsAgo }: SyncTaskState, everyMs: number): boolean =>
  startedMsAgo !== null || freshMsAgo === null || freshMsAgo < 0 || freshMsAgo >= everyMs;

/**
 * Returns the position of a task that is under way, if the release that stored it had the same fields. A task
 * whose start time is in the future starts over: the database's clock was set back, so nothing would seem to
 * have been read since the start.
 */
export function readPosition<K extends string>(
  { position, startedMsAgo }: SyncTaskState,
  keys: readonly K[],
): Readonly<Record<K, number>> | null {
  if (startedMsAgo === null || startedMsAgo < 0) return null;
  if (typeof position !== 'object' || position === null) return null;
  const entries = keys.map((key) => [key, (position as Record<string, unknown>)[key]] as const);
  return entries.every(([, value]) => Number.isInteger(value))
    ? (Object.fromEntries(entries) as Record<K, number>)
    : null;
}
