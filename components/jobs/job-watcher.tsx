'use client';

import { useEffect, useRef, useState } from 'react';
import { isFocusLost } from '#components/forms/action-form.tsx';
import { AfterLoad, lazyPart } from '#components/live/after-load.tsx';
import { announcedStep, describeProgress, type ProgressNumbers } from '#lib/format/job-progress.ts';

const JobPolling = lazyPart(() => import('./job-polling.tsx'));

interface JobWatcherProps extends ProgressNumbers {
  readonly id: number;
  /** Formatted on the server, so that the names aren't part of the page's scripts. */
  readonly stateName: string;
  /** The fingerprint of the values that the page shows. */
  readonly shownFingerprint: string;
}

/** The states in which a job changes without a member's action. */
const MOVING = ['checking', 'running', 'stopping'];

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
  // A review expires, and may be replaced in another tab. An unknown outcome is resolved in the background, even after
  // the job has ended.
  const canChange = isMoving || state === 'ready_for_review' || numbers.unknown > 0;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {canChange && (
        <AfterLoad>
          <JobPolling id={id} shownFingerprint={shownFingerprint} isMoving={isMoving} />
        </AfterLoad>
      )}
    </>
  );
}
