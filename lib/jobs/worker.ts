/** Processes bulk jobs in the background. If several servers share a database, only one of them processes jobs. */
import 'server-only';
import { type RoundTimes, startLeasedRounds } from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';
import { JOBS_LEASE } from '#lib/domain/job.ts';

const TIMES: RoundTimes = {
  firstRoundAfterMs: 750,
  intervalMs: 2_000,
  leaseMs: 10_000,
  // A step makes one attempt, which takes at most RESCHEDULE_MS, and then runs a few database queries.
  stalledAfterMs: 45_000,
};

/**
 * Runs one round at a time until the process ends.
 * @returns a function that stops the worker
 */
export const startJobs = (open: () => Promise<Database>): (() => void) =>
  startLeasedRounds({
    name: JOBS_LEASE,
    open,
    times: TIMES,
    runRound: async (db, round, lease) => {
      // Imported on first use, because only Next can load the code that actions use, and Next has started by
      // then.
      const { runJobs } = await import('./round.ts');
      return runJobs(db, round, lease);
    },
  });
