'use client';

import { fetchJson, GONE } from '#components/live/fetch-json.ts';
import PollingLoop from '#components/live/polling-loop.tsx';
import { QUIET_CAMPAIGN, WAITING_CAMPAIGN } from '#components/live/polling-pace.ts';
import type { Checkout } from '#lib/contract/resources.ts';
import { type LiveStatus, liveFingerprint } from '#lib/domain/live-status.ts';

export interface CampaignPollingProps {
  readonly id: number;
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

/** Polls the campaign's status, and for some members its price. */
export default function CampaignPolling({
  id,
  includeOrder,
  shownFingerprint,
  isWaiting,
}: CampaignPollingProps) {
  return (
    <PollingLoop
      url={`/api/campaigns/${id}`}
      load={(url) => fetchFingerprint(url, includeOrder)}
      shownValue={shownFingerprint}
      pace={isWaiting ? WAITING_CAMPAIGN : QUIET_CAMPAIGN}
    />
  );
}
