/** Tracks whether the mail service responds, so that jobs wait while it doesn't. */
import 'server-only';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { log } from '#lib/log.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { msUntilRetryAllowed } from '#lib/upstream/retry-after.ts';

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;
const PROBE_MS = 3_000;

/** How many times the service may fail to respond for one campaign while it responds for other campaigns. */
export const MAX_RETRIES = 5;

export interface ServiceState {
  /** Returns how long jobs have to wait before their next call, in milliseconds. */
  readonly msUntilRetry: () => number;
  /** Reports that the service answered a call. */
  readonly reportAnswer: () => void;
  /**
   * Finds out whether a failure affects only one campaign. If the service doesn't answer other reads either,
   * or refuses every call, jobs wait.
   * @returns true if the service answers other reads
   */
  readonly isUpAfter: (failure: Failure) => Promise<boolean>;
}

export function createServiceState(): ServiceState {
  let waitMs = 0;
  let waitUntil = Number.NEGATIVE_INFINITY;

  const pause = () => {
    // Calls in flight that fail at the same time cause only one wait.
    if (performance.now() < waitUntil) return;
    waitMs = Math.min(MAX_WAIT_MS, Math.max(FIRST_WAIT_MS, 2 * waitMs));
    waitUntil = performance.now() + waitMs;
  };
  return {
    msUntilRetry: () => Math.max(0, waitUntil - performance.now(), msUntilRetryAllowed()),
    reportAnswer: () => {
      waitMs = 0;
    },
    isUpAfter: async (failure) => {
      const isUp = failure.kind !== 'refused' && (await isAnswering());
      if (!isUp) pause();
      return isUp;
    },
  };
}

async function isAnswering(): Promise<boolean> {
  const options = { deadline: deadlineIn(PROBE_MS), fresh: true };
  return (await readFromService('listCampaigns', { page: 1, per_page: 1 }, options)).ok;
}

/** Returns the time after which an item is retried, in milliseconds. */
export const retryDelay = (retries: number): number => 1_000 * 2 ** Math.min(retries, MAX_RETRIES);

/**
 * Turns an unexpected error into a failure, so that a campaign that always causes an error doesn't block its
 * job.
 */
export async function catchErrors<T>(jobId: number, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    log().warn({ err: error, job: jobId }, 'work on a campaign of a bulk job failed');
    return fail({ kind: 'garbled' });
  }
}
