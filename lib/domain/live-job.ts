/** The parts of a job that open pages poll. */
import type { Job } from './job.ts';

export type LiveJob = Pick<Job, 'state' | 'counts' | 'checkedAt' | 'isReviewExpired'>;

/** Returns a string that changes when the job's page becomes outdated. */
export const jobFingerprint = ({ state, counts, checkedAt, isReviewExpired }: LiveJob): string =>
  JSON.stringify([state, Object.entries(counts).sort(), checkedAt, isReviewExpired]);
