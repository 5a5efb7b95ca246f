'use client';

import { MOVING_JOB, QUIET_CAMPAIGN } from '#components/live/polling-pace.ts';
import { fetchJson, GONE, usePolling } from '#components/live/use-polling.ts';
import { jobFingerprint, type LiveJob } from '#lib/domain/live-job.ts';

interface JobPollingProps {
  readonly id: number;
  readonly shownFingerprint: string;
  readonly isMoving: boolean;
}

async function fetchFingerprint(url: string): Promise<string | undefined> {
  const job = await fetchJson<LiveJob>(url);
  return job === undefined || job === GONE ? job : jobFingerprint(job);
}

/** Polls a job, and refreshes the page when the job's progress changes. */
export default function JobPolling({ id, shownFingerprint, isMoving }: JobPollingProps) {
  usePolling(
    `/jobs/${id}/progress`,
    fetchFingerprint,
    shownFingerprint,
    isMoving ? MOVING_JOB : QUIET_CAMPAIGN,
  );
  return null;
}
