/**
 * Keeps the campaign index current in the background. If several servers share a database, one of them runs
 * the sync.
 */
import 'server-only';
import { type RoundTimes, startLeasedRounds } from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';
import { env } from '#lib/env/env.ts';
import { mergeSpending, updateCustomers } from '#lib/store/spending-sums.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { countCallsInFlight } from '#lib/upstream/connection.ts';
import { msUntilRetryAllowed } from '#lib/upstream/retry-after.ts';
import { type CallBudget, createCallBudget } from './call-budget.ts';
import { syncContents } from './contents.ts';
import { finishRebuild } from './rebuild-task.ts';
import { syncSweep } from './sweep-task.ts';
import type { StoreTaskContext, SyncTaskContext } from './sync-task.ts';
import {
  copyNames,
  maintainDaily,
  mergeTotals,
  syncActive,
  syncHead,
  syncPayments,
  syncVisible,
} from './tasks.ts';

const TIMES: RoundTimes = {
  firstRoundAfterMs: 500,
  intervalMs: 2_000,
  leaseMs: 15_000,
  // A step waits until the budget allows a call, which takes at most a minute after failures, and then waits
  // for the call.
  stalledAfterMs: 120_000,
};
/** How often sums are merged if the settings turn the sync off. */
const MERGE_TIMES: RoundTimes = { ...TIMES, intervalMs: MINUTE_MS, leaseMs: 3 * MINUTE_MS };
/**
 * The maximum duration of a round. Unfinished tasks continue in the next round, which also starts tasks that
 * are due again.
 */
const ROUND_MS = 10_000;

/**
 * Starts the sync. If the settings turn the sync off, only merges the sums of the campaigns that responses
 * contain, because every response adds to these sums.
 * @returns a function that stops the sync
 */
export function startIndexSync(open: () => Promise<Database>): () => void {
  const { syncCallsPerMinute: callsPerMinute } = env();
  if (callsPerMinute === 0) {
    return startLeasedRounds({
      name: 'index sums',
      open,
      times: MERGE_TIMES,
      runRound: (db, _round, { advance, isLost }) => maintainSums({ db, advance, isOver: isLost }),
    });
  }
  const syncCalls = { inFlight: 0 };
  const budget = countCalls(
    createCallBudget({
      callsPerMinute,
      otherCalls: () => countCallsInFlight() - syncCalls.inFlight,
      msUntilRetry: msUntilRetryAllowed,
    }),
    syncCalls,
  );
  return startLeasedRounds({
    name: 'index sync',
    open,
    times: TIMES,
    runRound: async (db, _round, lease) => {
      const end = performance.now() + ROUND_MS;
      const isOver = () => lease.isLost() || performance.now() > end;
      await syncOnce({ db, budget, isOver, advance: lease.advance });
    },
  });
}

/** Runs all due tasks concurrently. The tasks compete for each call in the budget. */
export async function syncOnce(context: SyncTaskContext): Promise<void> {
  if (!(await finishRebuild(context))) return;
  const tasks = [syncVisible, syncHead, syncActive, syncPayments, syncContents, syncSweep].map((task) =>
    task(context),
  );
  const results = await Promise.allSettled(tasks);
  await maintainSums(context);
  await maintainDaily(context);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Does the work that every change to campaigns requires. This work makes no calls to the mail service. */
async function maintainSums(context: StoreTaskContext): Promise<void> {
  await copyNames(context);
  await mergeTotals(context);
  await mergeSpending(context.db);
  await updateCustomers(context.db);
}

/** Counts the sync's own calls in flight, so that the budget gives way only to other calls. */
function countCalls(budget: CallBudget, syncCalls: { inFlight: number }): CallBudget {
  return {
    take: async (isOver) => {
      const isAllowed = await budget.take(isOver);
      if (isAllowed) syncCalls.inFlight++;
      return isAllowed;
    },
    report: (failure) => {
      syncCalls.inFlight--;
      budget.report(failure);
    },
  };
}
