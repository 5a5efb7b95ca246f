/** Runs the background work of payment runs. */
import 'server-only';
import { type RoundTimes, startLeasedRounds } from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';

const TIMES: RoundTimes = {
  firstRoundAfterMs: 2_000,
  intervalMs: 2_000,
  leaseMs: 15_000,
  // A step consists of one attempt, which takes at most 15 seconds, and a few database queries.
  stalledAfterMs: 45_000,
};

/**
 * Runs one round at a time until the process ends. Imports the module on first use, because only Next can load
 * it, and Next has started by then.
 * @returns a function that stops the rounds
 */
export const startRunScheduler = (open: () => Promise<Database>): (() => void) =>
  startLeasedRounds({
    name: 'payment-runs',
    open,
    runRound: async (db, round, lease) => {
      const { schedulePaidCampaigns } = await import('./scheduler.ts');
      await schedulePaidCampaigns(db, round, lease);
    },
    times: TIMES,
  });
