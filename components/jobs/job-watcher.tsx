'use client';

import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '#components/forms/action-form.tsx';
import { fetchJson, GONE } from '#components/live/fetch-json.ts';
import { Polling } from '#components/live/polling.tsx';
import { MOVING_JOB, QUIET_CAMPAIGN } from '#components/live/polling-pace.ts';
import { jobFingerprint, type LiveJob } from '#lib/domain/live-job.ts';
import { announcedStep, describeProgress, type ProgressNumbers } from '#lib/format/job-progress.ts';

interface JobWatcherProps extends ProgressNumbers {
  readonly id: number;
  /** Formatted on the server, so that the names aren't part of the page's scripts. */
  readonly stateName: string;
  /** The fingerprint of the values that the page shows. */
  readonly shownFingerprint: string;
}

/** The states in which a job changes without a member's action. */
const MOVING = ['checking', 'running', 'stopping'];

async function fetchFingerprint(url: string): Promise<string | undefined> {
  const job = await fetchJson<LiveJob>(url);
  return job === undefined || job === GONE ? job : jobFingerprint(job);
}

/** Keeps an open job page up to date, and announces its progress to screen readers. */
export function JobWatcher({ id, stateName, shownFingerprint, ...numbers }: JobWatcherProps) {
  const [announcement, setAnnouncement] = useState('');
  const step = `${stateName} ${announcedStep(numbers)}`;
  const text = describeProgress(numbers, stateName);
  const announced = useRef(step);
  useEffect(() => {
    if (announced.current !== step) setAnnouncement(text);
    announced.current = step;
  }, [step, text]);
  const { state } = numbers;
  const shownState = useRef(state);
  useEffect(() => {
    // The button that the member pressed disappears with the old state.
    if (shownState.current !== state && isFocusLost()) document.getElementById('progress')?.focus();
    shownState.current = state;
  }, [state]);
  const isMoving = MOVING.includes(state);
  // A review expires, and can be replaced in another tab. An unknown outcome is resolved in the background,
  // even after the job has ended.
  const canChange = isMoving || state === 'ready_for_review' || numbers.unknown > 0;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {canChange && (
        <Polling
          url={`/jobs/${id}/progress`}
          load={fetchFingerprint}
          shownValue={shownFingerprint}
          pace={isMoving ? MOVING_JOB : QUIET_CAMPAIGN}
        />
      )}
    </>
  );
}
