/** The parts of a job that open pages poll. */
import type { Job } from './job.ts';

export type LiveJob = Pick<Job, 'state' | 'counts' | 'checkedAt' | 'isReviewExpired'>;

/** Returns a text that changes when the job's page must change. */
export const jobFingerprint = ({ state, counts, checkedAt, isReviewExpired }: LiveJob): string =>
  JSON.stringify([state, Object.entries(counts).sort(), checkedAt, isReviewExpired]);
