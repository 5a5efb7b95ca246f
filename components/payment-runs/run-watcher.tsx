'use client';

import { fetchJson, GONE } from '#components/live/fetch-json.ts';
import { Polling } from '#components/live/polling.tsx';
import { CONFIRMING_PAYMENT } from '#components/live/polling-pace.ts';

async function fetchProgress(url: string): Promise<string | undefined> {
  const run = await fetchJson<{ progress: string }>(url);
  return run === GONE ? GONE : run?.progress;
}

/** Polls a payment run while a payment is being confirmed or a campaign is being scheduled. */
export function RunWatcher({ runId, shownProgress }: { runId: number; shownProgress: string }) {
  const url = `/api/payment-runs/${runId}`;
  return <Polling url={url} load={fetchProgress} shownValue={shownProgress} pace={CONFIRMING_PAYMENT} />;
}
