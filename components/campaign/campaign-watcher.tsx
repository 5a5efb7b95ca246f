'use client';

import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { CampaignPollingProps } from './campaign-polling.tsx';

/** Loaded after the page, because the page doesn't need the polling to be usable. */
const CampaignPolling = lazy(() => import('./campaign-polling.tsx'));

interface CampaignWatcherProps extends CampaignPollingProps {
  readonly status: string | undefined;
  /** The status's name. Formatted on the server, so that the names aren't part of the page's scripts. */
  readonly statusLabel: string;
}

/** Keeps an open campaign page up to date, and announces status changes to screen readers. */
export function CampaignWatcher({ status, statusLabel, ...polling }: CampaignWatcherProps) {
  const [isPolling, setIsPolling] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const announcedStatus = useRef(status);
  useEffect(() => setIsPolling(true), []);
  useEffect(() => {
    if (announcedStatus.current !== status) setAnnouncement(`The status is now ${statusLabel}.`);
    announcedStatus.current = status;
  }, [status, statusLabel]);
  const isFinal = status === 'mailed' && !polling.isWaiting;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isPolling && !isFinal && (
        <Suspense fallback={null}>
          <CampaignPolling {...polling} />
        </Suspense>
      )}
    </>
  );
}
