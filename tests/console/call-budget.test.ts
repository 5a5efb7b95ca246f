/** Tests when the sync of the campaign index makes calls to the mail service. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Failure } from '#lib/domain/outcome.ts';
import { type CallBudget, createCallBudget } from '#lib/index/call-budget.ts';
import { msUntilRetryAllowed, recordRetryAfter } from '#lib/upstream/retry-after.ts';

// Fake timers don't replace this module.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((over) => setTimeout(over, ms)),
}));

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 22, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Returns the number of calls that the budget allows in this time. */
async function countCalls(budget: CallBudget, ms: number): Promise<number> {
  let calls = 0;
  const end = performance.now() + ms;
  const isOver = () => performance.now() >= end;
  const loop = (async () => {
    while (await budget.take(isOver)) calls++;
  })();
  await vi.advanceTimersByTimeAsync(ms + 1_000);
  await loop;
  return calls;
}

const newBudget = (options: Partial<Parameters<typeof createCallBudget>[0]> = {}) =>
  createCallBudget({ callsPerMinute: 120, otherCalls: () => 0, msUntilRetry: () => 0, ...options });

it('makes as many calls as the settings allow, plus a burst of at most ten', async () => {
  const calls = await countCalls(newBudget(), 60_000);
  expect(calls).toBeGreaterThanOrEqual(120);
  expect(calls).toBeLessThanOrEqual(131);
});

it('waits while members’ pages and actions have several calls in flight', async () => {
  let others = 4;
  const budget = newBudget({ otherCalls: () => others });
  expect(await countCalls(budget, 5_000)).toBe(0);
  others = 3;
  expect(await countCalls(budget, 5_000)).toBeGreaterThan(5);
});

it('doubles the wait after each failure, but doesn’t wait if a campaign doesn’t exist', async () => {
  const budget = newBudget({ callsPerMinute: 6_000 });
  budget.report({ kind: 'missing' });
  expect(await countCalls(budget, 100)).toBeGreaterThan(0);
  for (const seconds of [1, 2, 4]) {
    budget.report({ kind: 'failed', status: 503 });
    expect(await countCalls(budget, seconds * 1_000 - 100)).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await countCalls(budget, 500)).toBeGreaterThan(0);
  }
  budget.report(null);
  budget.report({ kind: 'slow' });
  expect(await countCalls(budget, 900)).toBe(0);
  expect(await countCalls(budget, 500)).toBeGreaterThan(0);
});

it.each<Failure>([
  { kind: 'failed', status: 500 },
  { kind: 'refused', status: 422, code: undefined },
  { kind: 'garbled' },
])('waits because of a campaign that can’t be read only if many calls in a row fail: %o', async (failure) => {
  const budget = newBudget({ callsPerMinute: 6_000 });
  for (let campaign = 0; campaign < 3; campaign++) {
    for (let request = 0; request < 3; request++) budget.report(failure);
    expect(await countCalls(budget, 100)).toBeGreaterThan(0);
    budget.report(null);
  }
  for (let request = 0; request < 6; request++) budget.report(failure);
  expect(await countCalls(budget, 900)).toBe(0);
});

it.each([401, 403, 429])(
  'waits after a single response with status %i, because the service then refuses all calls',
  async (status) => {
    const budget = newBudget({ callsPerMinute: 6_000 });
    budget.report({ kind: 'refused', status, code: undefined });
    expect(await countCalls(budget, 900)).toBe(0);
  },
);

it('waits for as many seconds as the mail service requests, or until the requested date', () => {
  recordRetryAfter(200, { 'retry-after': '30' });
  expect(msUntilRetryAllowed()).toBe(0);
  recordRetryAfter(429, { 'retry-after': '30' });
  expect(msUntilRetryAllowed()).toBeCloseTo(30_000, -2);
  // The mail service's clock is 11 days ahead.
  recordRetryAfter(503, {
    date: 'Thu, 03 Dec 2026 12:00:00 GMT',
    'retry-after': 'Thu, 03 Dec 2026 12:01:00 GMT',
  });
  expect(msUntilRetryAllowed()).toBeCloseTo(60_000, -2);
  recordRetryAfter(429, { 'retry-after': '99999999' });
  expect(msUntilRetryAllowed()).toBeCloseTo(600_000, -2);
});
