/**
 * Limits the calls that the background sync makes to the mail service. The sync yields to calls from pages and actions,
 * and waits after failures.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Failure } from '#lib/domain/outcome.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { isItemFailure } from './item-failures.ts';

/** The maximum number of calls in a burst. */
const BURST = 10;
/** The sync waits while at least this many calls from pages and actions are in flight. */
const MAX_OTHER_CALLS = 4;
const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = MINUTE_MS;
/**
 * If more than this many calls fail in a row, the failures might affect all calls, not only the requested
 * items.
 */
const MAX_ITEM_FAILURES = 5;
/** The maximum time that the budget waits before it checks again whether a call is allowed. */
const LOOK_MS = 100;

export interface CallBudget {
  /**
   * Waits until the sync may make a call.
   * @param isOver whether the sync must stop
   * @returns true if the call may be made, and false if the sync must stop
   */
  take(isOver: () => boolean): Promise<boolean>;
  /** Reports how a call ended. After a failure that might affect all calls, the next calls wait. */
  report(failure: Failure | null): void;
}

interface BudgetOptions {
  readonly callsPerMinute: number;
  /** Returns the number of calls in flight that aren't the sync's own. */
  readonly otherCalls: () => number;
  /** Returns how long the mail service asked its callers to wait, in milliseconds. */
  readonly msUntilRetry: () => number;
}

export function createCallBudget({ callsPerMinute, otherCalls, msUntilRetry }: BudgetOptions): CallBudget {
  const burst = Math.min(BURST, callsPerMinute);
  const perMs = callsPerMinute / MINUTE_MS;
  let tokens = burst;
  let countedAt = performance.now();
  let backoffMs = 0;
  let waitUntil = 0;
  let itemFailures = 0;

  const msUntilAllowed = (): number => {
    const now = performance.now();
    const requestedMs = msUntilRetry();
    tokens = Math.min(burst, tokens + (now - countedAt) * perMs);
    countedAt = now;
    if (now < waitUntil || requestedMs > 0) return Math.max(waitUntil - now, requestedMs);
    if (tokens < 1) return (1 - tokens) / perMs;
    return otherCalls() >= MAX_OTHER_CALLS ? LOOK_MS : 0;
  };

  return {
    async take(isOver) {
      for (;;) {
        if (isOver()) return false;
        const ms = msUntilAllowed();
        if (ms <= 0) break;
        await wait(Math.min(ms, LOOK_MS), undefined, { ref: false });
      }
      tokens -= 1;
      return true;
    },
    report(failure) {
      // A missing campaign says nothing about whether the mail service is working.
      if (failure === null || failure.kind === 'missing') {
        backoffMs = 0;
        itemFailures = 0;
        return;
      }
      if (isItemFailure(failure) && ++itemFailures <= MAX_ITEM_FAILURES) return;
      backoffMs = Math.min(MAX_BACKOFF_MS, Math.max(FIRST_BACKOFF_MS, 2 * backoffMs));
      waitUntil = performance.now() + backoffMs;
    },
  };
}
