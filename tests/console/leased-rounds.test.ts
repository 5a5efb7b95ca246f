/** Tests which server takes over background work when another server stalls. */
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type RoundLease, startLeasedRounds } from '#lib/attempts/leased-rounds.ts';
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

const wait = (ms: number) => new Promise<void>((waited) => setTimeout(waited, ms));
const hang: Round = () => new Promise(() => undefined);
const finish: Round = async () => {};

it('another server starts a round when a round stalls, and the stalled round’s lease is lost', async () => {
  const stalled = startServer(hang);
  await expect.poll(() => stalled.length).toBe(1);
  expect(stalled[0]?.isLost()).toBe(false);
  const other = startServer(finish);
  await expect.poll(() => other.length).toBeGreaterThan(0);
  expect(stalled[0]?.isLost()).toBe(true);
});

it('a long round keeps its lease as long as it makes progress', async () => {
  const long = startServer(async (lease) => {
    for (let step = 0; step < 60; step++) {
      await wait(40);
      lease.advance();
    }
  });
  await expect.poll(() => long.length).toBe(1);
  const other = startServer(finish);
  await wait(3 * TIMES.leaseMs);
  expect([long.length, other.length, long[0]?.isLost()]).toEqual([1, 0, false]);
});

it('the same server starts a new round after a round stalls if there is no other server', async () => {
  let rounds = 0;
  const only = startServer((lease) => (rounds++ === 0 ? hang(lease) : finish(lease)));
  await expect.poll(() => only.length).toBeGreaterThan(1);
  expect(only.map((lease) => lease.isLost()).slice(0, 2)).toEqual([true, false]);
});
