'use client';

import { AfterLoad, lazyPart } from '#components/live/after-load.tsx';
import type { RunPollingProps } from './run-polling.tsx';

const RunPolling = lazyPart(() => import('./run-polling.tsx'));

/** Keeps a payment run's page up to date while a payment is being confirmed or a campaign is being scheduled. */
export function RunWatcher(props: RunPollingProps) {
  return (
    <AfterLoad>
      <RunPolling {...props} />
    </AfterLoad>
  );
}
