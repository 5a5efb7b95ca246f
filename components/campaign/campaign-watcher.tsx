'use client';

import { useEffect, useRef, useState } from 'react';
import { fetchJson, GONE } from '#components/live/fetch-json.ts';
import { Polling } from '#components/live/polling.tsx';
import { QUIET_CAMPAIGN, WAITING_CAMPAIGN } from '#components/live/polling-pace.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { type LiveStatus, liveFingerprint } from '#lib/domain/live-status.ts';

interface CampaignWatcherProps {
  readonly id: number;
  readonly status: string | undefined;
  /** The status's name. Formatted on the server, so that the names aren't part of the page's scripts. */
  readonly statusLabel: string;
  /**
   * True if the checkout data is also polled. Polling the checkout data requires permission to pay.
   */
  readonly includeOrder: boolean;
  /** The `liveFingerprint` of the values that the page shows. */
  readonly shownFingerprint: string;
  /** True if a proof or an attempt's outcome is expected soon. */
  readonly isWaiting: boolean;
}

async function fetchFingerprint(url: string, includeOrder: boolean): Promise<string | undefined> {
  const facts = await fetchJson<LiveStatus>(`${url}/status`);
  if (facts === undefined || facts === GONE) return facts;
  const needsOrder = includeOrder && facts.status === 'draft';
  const order = needsOrder ? await fetchJson<{ checkout: Checkout }>(`${url}/checkout`) : undefined;
  return order === GONE ? GONE : liveFingerprint(facts, order?.checkout);
}

/** Keeps an open campaign page up to date, and announces status changes to screen readers. */
export function CampaignWatcher({
  id,
  status,
  statusLabel,
  includeOrder,
  shownFingerprint,
  isWaiting,
}: CampaignWatcherProps) {
  const [announcement, setAnnouncement] = useState('');
  const announcedStatus = useRef(status);
  useEffect(() => {
    if (announcedStatus.current !== status) setAnnouncement(`The status is now ${statusLabel}.`);
    announcedStatus.current = status;
  }, [status, statusLabel]);
  const isFinal = status === 'mailed' && !isWaiting;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {!isFinal && (
        <Polling
          url={`/api/campaigns/${id}`}
          load={(url) => fetchFingerprint(url, includeOrder)}
          shownValue={shownFingerprint}
          pace={isWaiting ? WAITING_CAMPAIGN : QUIET_CAMPAIGN}
        />
      )}
    </>
  );
}
