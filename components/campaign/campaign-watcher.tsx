'use client';

import { useEffect, useRef, useState } from 'react';
import { GONE, fetchJson, usePolling } from '#components/live/use-polling.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { type LiveStatus, liveFingerprint } from '#lib/domain/live-status.ts';
import { describeStatus } from '#lib/format/status.ts';

interface CampaignWatcherProps {
  readonly id: number;
  readonly status: string | undefined;
  /** Whether the order is watched too, which only those who may pay can. */
  readonly withOrder: boolean;
  /** What the page was made of. */
  readonly seen: string;
  /** Something is expected any moment: a picture, an answer. */
  readonly isWaiting: boolean;
}

const SOON = { first: 2000, most: 20_000 };
const SELDOM = { first: 10_000, most: 60_000 };

async function read(address: string, withOrder: boolean): Promise<string | undefined> {
  const facts = await fetchJson<LiveStatus>(`${address}/status`);
  if (facts === undefined || facts === GONE) return facts;
  const isOrdering = withOrder && facts.status === 'draft';
  const order = isOrdering ? await fetchJson<{ checkout: Checkout }>(`${address}/checkout`) : undefined;
  return order === GONE ? GONE : liveFingerprint(facts, order?.checkout);
}

/** Keeps a campaign's page true while it is open, and says aloud when its status changes. */
export function CampaignWatcher({ id, status, withOrder, seen, isWaiting }: CampaignWatcherProps) {
  const isOver = status === 'mailed' && !isWaiting;
  const look = (address: string) => read(address, withOrder);
  usePolling(isOver ? null : `/api/campaigns/${id}`, look, seen, isWaiting ? SOON : SELDOM);

  const [said, say] = useState('');
  const last = useRef(status);
  useEffect(() => {
    if (last.current !== status) say(`The status is now ${describeStatus(status).label}.`);
    last.current = status;
  }, [status]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}
