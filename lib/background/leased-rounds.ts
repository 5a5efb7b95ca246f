/**
 * Runs background work in rounds. If several servers share a database, only one of them does the work at a
 * time.
 */
import 'server-only';
import { randomUUID } from 'node:crypto';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { finishBeforeExit, isExiting, runBeforeExit } from '#lib/runtime/unfinished-work.ts';
import { releaseLease, takeLease } from '#lib/store/leases.ts';
import { listenForWake } from './wake.ts';

/** Lets a round keep its lease and find out whether the lease has been lost. */
export interface RoundLease {
  /**
   * Reports that the round has finished a step. The lease is renewed only as long as rounds keep finishing
   * steps.
   */
  readonly advance: () => void;
  /** Returns whether the server has lost the lease. A round without the lease must not start another step. */
  readonly isLost: () => boolean;
}

/** The lease for work that runs outside of rounds. Can't be lost. */
export const NO_LEASE: RoundLease = { advance: () => undefined, isLost: () => false };

export interface RoundTimes {
  readonly firstRoundAfterMs: number;
  readonly intervalMs: number;
  /**
   * If the server that holds the lease dies or makes no progress, another server takes over after this time.
   */
  readonly leaseMs: number;
  /** The time limit for a step in a round. A round whose step takes longer counts as stalled. */
  readonly stalledAfterMs: number;
}

interface LeasedWork {
  /** The name of the lease. */
  readonly name: string;
  readonly open: () => Promise<Database>;
  /** Returns `more` if the next round should start at once. */
  readonly runRound: (db: Database, round: number, lease: RoundLease) => Promise<unknown>;
  readonly times: RoundTimes;
}

/**
 * Runs one round at a time until the process ends. A stalled round loses the lease, so that another server
 * can take over. If no other server takes over, this server starts a new round. `wakeUp` starts a round at
 * once. When the process is about to end, the running round stops after its current step, so that another
 * server can take over at once.
 * @returns a function that stops the rounds
 */
export function startLeasedRounds({ name, open, runRound, times }: LeasedWork): () => void {
  const holder = randomUUID();
  let rounds = 0;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isTicking = false;
  let isWoken = false;
  let running: { advancedAt: number; isAbandoned: boolean; readonly abandon: () => void } | null = null;
  let renewedAt = Number.NEGATIVE_INFINITY;
  /** This server doesn't try to take the lease before this time, so that another server can take it. */
  let waitUntil = 0;

  const tickAfter = (ms: number) => {
    clearTimeout(timer);
    if (!isStopped && !isExiting()) timer = setTimeout(() => void finishBeforeExit(tick), ms).unref();
  };
  const wake = () => {
    isWoken = true;
    // A running tick sees the change and schedules another tick.
    if (!isTicking) tickAfter(0);
  };

  const startRound = async (db: Database) => {
    const abandoned = Promise.withResolvers<undefined>();
    const abandon = () => abandoned.resolve(undefined);
    const round = { advancedAt: performance.now(), isAbandoned: false, abandon };
    running = round;
    const lease: RoundLease = {
      advance: () => {
        round.advancedAt = performance.now();
      },
      isLost: () => round.isAbandoned || isExiting() || performance.now() - renewedAt > times.leaseMs,
    };
    let isMore = false;
    try {
      // The process doesn't wait for a round that no longer finishes steps.
      const run = () => Promise.race([runRound(db, rounds++, lease), abandoned.promise]);
      isMore = (await finishBeforeExit(run)) === 'more';
    } catch (error) {
      logFailure(name, error);
    }
    if (running !== round) return;
    running = null;
    if (isMore) wake();
  };

  /** Abandons a round that no longer finishes steps. */
  const abandonStalledRound = () => {
    const stalledMs = running ? performance.now() - running.advancedAt : 0;
    if (!running || stalledMs < times.stalledAfterMs) return;
    running.isAbandoned = true;
    running.abandon();
    running = null;
    waitUntil = performance.now() + 2 * times.leaseMs;
    log().warn({ work: name, seconds: Math.round(stalledMs / 1_000) }, 'a background round stalled');
  };

  const tick = async () => {
    if (isExiting()) return;
    isTicking = true;
    isWoken = false;
    abandonStalledRound();
    try {
      const takenAt = performance.now();
      if (takenAt >= waitUntil) {
        const db = await open();
        if ((await takeLease(db, name, holder, times.leaseMs)) && !isExiting()) {
          renewedAt = takenAt;
          // Don't await the round, because the lease must be renewed while the round runs.
          if (!running) void startRound(db);
        }
      }
    } catch (error) {
      logFailure(name, error);
    }
    isTicking = false;
    tickAfter(isWoken ? 0 : times.intervalMs);
  };
  listenForWake(name, wake);
  runBeforeExit(async () => releaseLease(await open(), name, holder));
  tickAfter(times.firstRoundAfterMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Logs that a round failed. The failure isn't fatal, because the next round repeats the work. */
function logFailure(name: string, error: unknown): void {
  log().warn({ err: error, work: name }, 'a background round failed');
}
