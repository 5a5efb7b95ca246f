'use client';

import { useEffect, useRef, useState } from 'react';
import { AfterPage } from '#components/live/after-page.tsx';
import type { CampaignPollingProps } from './campaign-polling.tsx';

interface CampaignWatcherProps extends CampaignPollingProps {
  readonly status: string | undefined;
  /** The status's name. Formatted on the server, so that the names aren't part of the page's scripts. */
  readonly statusLabel: string;
}

const loadPolling = () => import('./campaign-polling.tsx');

/** Keeps an open campaign page up to date, and announces status changes to screen readers. */
export function CampaignWatcher({ status, statusLabel, ...polling }: CampaignWatcherProps) {
  const [announcement, setAnnouncement] = useState('');
  const announcedStatus = useRef(status);
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
      {!isFinal && <AfterPage load={loadPolling} props={polling} />}
    </>
  );
}
