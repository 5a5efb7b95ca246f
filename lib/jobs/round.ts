/**
 * One round of work on bulk jobs: reads campaigns for reviews, and performs the actions that members started.
 */
import 'server-only';
import { setTimeout as wait } from 'node:timers/promises';
import { NO_LEASE, type RoundLease } from '#lib/background/leased-rounds.ts';
import type { Database } from '#lib/database/open.ts';
import { log } from '#lib/log.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { finishBeforeExit, isExiting } from '#lib/runtime/unfinished-work.ts';
import { queryUnscheduledPositions } from '#lib/store/job-reschedules.ts';
import { skipChecks } from '#lib/store/job-reviews.ts';
import { claimItem, queryItemsToCheck, recoverItems } from '#lib/store/job-work.ts';
import { deleteOldReviews, type JobRow, queryJobsIn } from '#lib/store/jobs.ts';
import { checkItem, readsCampaigns } from './check.ts';
import { finishJob } from './finish.ts';
import { workOnItem } from './items.ts';
import { createServiceState, type ServiceState } from './service-state.ts';

/** The number of campaigns that are worked on at a time. */
const CONCURRENCY = 4;
/**
 * The maximum duration of a round. The next round starts immediately, and requeues the items that a crashed
 * server left behind.
 */
const ROUND_MS = 20_000;
/** How often the round looks for more work while campaigns are being worked on. */
const LOOK_MS = 200;
/**
 * The number of rounds between deletions of old reviews. If there is nothing to do, this many rounds take six
 * minutes.
 */
const CLEANUP_ROUNDS = 180;

type Task = () => Promise<void>;

const serviceState = () => singleton('jobsServiceState', createServiceState);

/**
 * Works on all jobs in turn, taking one campaign from each job at a time.
 * @returns `more` if there is work left that can be done immediately
 */
export async function runJobs(
  db: Database,
  round = 0,
  lease: RoundLease = NO_LEASE,
): Promise<'more' | undefined> {
  if (round % CLEANUP_ROUNDS === 0) await deleteOldReviews(db);
  const service = serviceState();
  for (const { id } of await queryJobsIn(db, ['running', 'stopping'])) await recoverItems(db, id);
  const end = performance.now() + ROUND_MS;
  let hasFailed = false;
  const isOver = () => hasFailed || lease.isLost() || isExiting() || performance.now() > end;
  const nextTask = createQueue(db, service);
  let busy = 0;
  const takeTurn = async (): Promise<boolean> => {
    busy++;
    try {
      const task = await nextTask();
      await task?.run();
      return task !== undefined;
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      busy--;
    }
  };
  const work = async () => {
    while (!isOver()) {
      const hasWorked = await takeTurn();
      lease.advance();
      if (hasWorked) continue;
      if (busy === 0) return;
      await wait(LOOK_MS);
    }
  };
  // After an error, wait for the calls in flight, so that none of them overlaps with the next round.
  const ended = await Promise.allSettled(Array.from({ length: CONCURRENCY }, work));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return performance.now() > end && !lease.isLost() ? 'more' : undefined;
}

/**
 * Returns a function that returns the next task. The jobs take turns, so that a small job doesn't wait for a large
 * one.
 */
function createQueue(db: Database, service: ServiceState): () => Promise<{ readonly run: Task } | undefined> {
  const checking = new Set<string>();
  /** The number of campaigns that are being worked on, by job. */
  const inFlight = new Map<number, number>();
  let turn = 0;

  const track = async ({ id }: JobRow, work: Task): Promise<void> => {
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1);
    await work().finally(() => inFlight.set(id, (inFlight.get(id) ?? 1) - 1));
  };

  const nextCheck = async (job: JobRow): Promise<Task | undefined> => {
    const keyOf = ({ attemptKey }: { readonly attemptKey: string }) => attemptKey;
    if (!readsCampaigns(job)) {
      await skipChecks(db, job.id);
      return undefined;
    }
    const items = await queryItemsToCheck(db, job.id, CONCURRENCY + 1);
    const item = items.find((each) => !checking.has(keyOf(each)));
    if (!item) return undefined;
    checking.add(keyOf(item));
    return () => checkItem(db, job, item, service).finally(() => checking.delete(keyOf(item)));
  };
  const nextCall = async (job: JobRow): Promise<Task | undefined> => {
    const unscheduled = job.action.kind === 'reschedule' ? await queryUnscheduledPositions(db, job.id) : [];
    // Canceled campaigns are scheduled again before any other campaign is canceled.
    const item = await claimItem(db, job.id, unscheduled.length > 0 ? unscheduled : undefined);
    return item && (() => finishBeforeExit(() => workOnItem(db, job, item, service)));
  };

  return async () => {
    const jobs = await queryJobsIn(db, ['checking', 'running', 'stopping']);
    const first = turn++;
    for (const i of jobs.keys()) {
      const job = jobs[(first + i) % jobs.length];
      if (!job) continue;
      const isPaused = service.msUntilRetry() > 0;
      const take = job.state === 'checking' ? nextCheck : nextCall;
      const task = isPaused || job.state === 'stopping' ? undefined : await take(job);
      if (task) return { run: () => logErrors(job, () => track(job, task)) };
      // A job with a campaign in progress isn't idle, because the campaign may be requeued.
      const isIdle = !isPaused && !inFlight.get(job.id);
      if (isIdle || job.state === 'stopping') await logErrors(job, () => finishJob(db, job));
    }
    return undefined;
  };
}

/** Logs an unexpected error, so that work on the other campaigns and jobs continues. */
async function logErrors({ id }: JobRow, work: Task): Promise<void> {
  try {
    await work();
  } catch (error) {
    log().warn({ err: error, job: id }, 'work on a bulk job failed');
  }
}
