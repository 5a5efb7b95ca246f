/**
 * What the tasks of the index's sync have in common. Each task reads campaigns from the mail service, and the
 * client's listener records what the responses say (learn.ts). A task can stop at any call: its position is in
 * the database, so another server can continue it.
 */
import 'server-only';
import type { Input } from '#lib/contract/operations.ts';
import type { Database } from '#lib/database/open.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { advanceTask, type SyncTaskName, type SyncTaskState, type TaskRun } from '#lib/store/index-sync.ts';
import { type ReadOperation, readFromService } from '#lib/upstream/client.ts';
import type { CallBudget } from './call-budget.ts';
import { allRecorded } from './learn.ts';

export const PER_PAGE = 100;
/** The largest number of pages in one list, so that a list that grows faster than the task ends. */
const MAX_PAGES = 20_000;

export interface SyncTaskContext {
  readonly db: Database;
  readonly budget: CallBudget;
  /** Whether the task must stop, for example because the server has lost the lease. */
  readonly isOver: () => boolean;
  /** Reports that the task has finished a step. */
  readonly advance: () => void;
}

/** How often a response that can't be used is asked for, in case another response can be used. */
const MAX_REQUESTS = 3;
/** These statuses concern all calls, not only the requested resource. */
const GENERAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Whether only the requested campaign can't be read, because it doesn't exist or because the mail service fails to
 * describe it. Tasks skip the campaign, because they would otherwise never get past it.
 */
export const isOnlyThis = (failure: Failure): boolean => failure.kind === 'missing' || isUnreadable(failure);

const isUnreadable = (failure: Failure): boolean =>
  failure.kind === 'garbled' ||
  (failure.kind === 'failed' && failure.status === 500) ||
  (failure.kind === 'refused' && !GENERAL_STATUSES.has(failure.status));

/**
 * Makes a read that the budget allows, and waits until the index contains the response. If the database is slow,
 * the sync is slow, too.
 * @returns null if the task must stop
 */
export async function call<N extends ReadOperation>(
  { budget, isOver, advance }: SyncTaskContext,
  operation: N,
  input: Input<N>,
) {
  for (let requests = 1; ; requests++) {
    if (!(await budget.take(isOver))) return null;
    const outcome = await readFromService(operation, input);
    budget.report(outcome.ok ? null : outcome.failure);
    await allRecorded();
    advance();
    if (outcome.ok || requests === MAX_REQUESTS || !isUnreadable(outcome.failure)) return outcome;
  }
}

/** Ends a task for now after a failure. The next round continues at the same position. */
export async function pause(
  { db }: SyncTaskContext,
  name: SyncTaskName,
  run: TaskRun | null,
  failure: Failure,
): Promise<void> {
  await advanceTask(db, name, run, { failure: failure.kind });
}

export const isDue = ({ startedMsAgo, freshMsAgo }: SyncTaskState, everyMs: number): boolean =>
  startedMsAgo !== null || freshMsAgo === null || freshMsAgo >= everyMs;

export interface Page<T> {
  readonly items: readonly T[];
  readonly total_pages: number;
}

/** An empty page is the end of a list, even if the list has grown shorter since `total_pages` was counted. */
export const isLastPage = ({ items, total_pages: pages }: Page<unknown>, page: number): boolean =>
  items.length === 0 || page >= Math.min(pages, MAX_PAGES);

/** Returns a task's stored position, if the release that stored it had the same fields. */
export function readPosition<K extends string>(
  position: unknown,
  keys: readonly K[],
): Readonly<Record<K, number>> | null {
  if (typeof position !== 'object' || position === null) return null;
  const entries = keys.map((key) => [key, (position as Record<string, unknown>)[key]] as const);
  return entries.every(([, value]) => Number.isInteger(value))
    ? (Object.fromEntries(entries) as Record<K, number>)
    : null;
}
