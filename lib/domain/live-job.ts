/** The job data that the console's open pages poll for. */
import type { Job } from './job.ts';

export type LiveJob = Pick<Job, 'state' | 'counts' | 'checkedAt' | 'isReviewExpired'>;

/** Returns a string that changes when the job's page becomes outdated. */
export const jobFingerprint = ({ state, counts, checkedAt, isReviewExpired }: LiveJob): string =>
  JSON.stringify([state, Object.entries(counts).sort(), checkedAt, isReviewExpired]);
