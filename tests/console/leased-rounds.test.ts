/** Tests which server takes over background work when another server stalls. */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type RoundLease, startLeasedRounds } from '#lib/background/leased-rounds.ts';
import { wakeUp } from '#lib/background/wake.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { beginExit, endWork, runExitSteps } from '#lib/runtime/unfinished-work.ts';
import { takeLease } from '#lib/store/leases.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';

setUpHarness();

const TIMES = { firstRoundAfterMs: 10, intervalMs: 50, leaseMs: 600, stalledAfterMs: 800 };
let name: string;
beforeEach(() => {
  name = crypto.randomUUID();
});

type Round = (lease: RoundLease) => Promise<void>;

/** Starts a server. @returns the leases of the rounds that the server has started */
function startServer(runRound: Round): RoundLease[] {
  const leases: RoundLease[] = [];
  const stop = startLeasedRounds({
    name,
    open: store,
    times: TIMES,
    runRound: (_db, _round, lease) => {
      leases.push(lease);
      return runRound(lease);
    },
  });
  onTestFinished(stop);
  return leases;
}

/** How long each step of a long round takes. */
const STEP_MS = 40;
const hang: Round = () => new Promise(() => undefined);
const finish: Round = async () => {};

it('when a round stalls, another server starts a new round, and the stalled round loses its lease', async () => {
  const stalled = startServer(hang);
  await expect.poll(() => stalled.length).toBe(1);
  expect(stalled[0]?.isLost()).toBe(false);
  const other = startServer(finish);
  await expect.poll(() => other.length).toBeGreaterThan(0);
  expect(stalled[0]?.isLost()).toBe(true);
});

it('a long round keeps its lease as long as it makes progress', async () => {
  let steps = 0;
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const long = startServer(async (lease) => {
    for (; !isOver; steps++) {
      await wait(STEP_MS);
      lease.advance();
    }
  });
  await expect.poll(() => long.length).toBe(1);
  const other = startServer(finish);
  await expect.poll(() => steps * STEP_MS).toBeGreaterThan(3 * TIMES.leaseMs);
  expect([long.length, other.length, long[0]?.isLost()]).toEqual([1, 0, false]);
});

it('a server that stops ends its round after the current step, and another server takes over at once', async () => {
  const stopping = startServer(async (lease) => {
    while (!lease.isLost()) {
      await wait(STEP_MS);
      lease.advance();
    }
  });
  await expect.poll(() => stopping.length).toBe(1);
  onTestFinished(() => dropSingleton('unfinishedWork'));
  beginExit();
  await endWork();
  expect(await runExitSteps()).toEqual([]);
  expect(stopping[0]?.isLost()).toBe(true);
  // The lease has no holder, although it hasn't expired.
  expect(await takeLease(await store(), name, crypto.randomUUID(), 60_000)).toBe(true);
  expect(stopping.length).toBe(1);
});

it('when a round stalls and there is no other server, the same server starts a new round', async () => {
  let rounds = 0;
  const only = startServer((lease) => (rounds++ === 0 ? hang(lease) : finish(lease)));
  await expect.poll(() => only.length).toBeGreaterThan(1);
  expect(only.map((lease) => lease.isLost()).slice(0, 2)).toEqual([true, false]);
});

it('a server starts a round at once if it is woken up, or if the previous round left work to do', async () => {
  let rounds = 0;
  const stop = startLeasedRounds({
    name,
    open: store,
    times: { ...TIMES, intervalMs: 100_000 },
    runRound: async () => (++rounds === 2 ? 'more' : undefined),
  });
  onTestFinished(stop);
  await expect.poll(() => rounds).toBe(1);
  wakeUp(name);
  await expect.poll(() => rounds).toBe(3);
});
