'use client';

import { useEffect, useRef, useState } from 'react';
import type { Checkout } from '#lib/contract/resources.ts';
import { type LiveFacts, livePrint } from '#lib/format/live.ts';
import { describeStatus } from '#lib/format/status.ts';
import { GONE, getJson, useWatch } from '../live/use-watch.ts';

interface LiveCampaignProps {
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
  const facts = await getJson<LiveFacts>(`${address}/status`);
  if (facts === undefined || facts === GONE) return facts;
  const isOrdering = withOrder && facts.status === 'draft';
  const order = isOrdering ? await getJson<{ checkout: Checkout }>(`${address}/checkout`) : undefined;
  return order === GONE ? GONE : livePrint(facts, order?.checkout);
}

/** Keeps a campaign's page true while it is open, and says aloud when its status changes. */
export function LiveCampaign({ id, status, withOrder, seen, isWaiting }: LiveCampaignProps) {
  const isOver = status === 'mailed' && !isWaiting;
  const look = (address: string) => read(address, withOrder);
  useWatch(isOver ? null : `/api/campaigns/${id}`, look, seen, isWaiting ? SOON : SELDOM);

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
