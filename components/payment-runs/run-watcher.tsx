'use client';

import { CONFIRMING_PAYMENT } from '#components/live/polling-pace.ts';
import { fetchJson, GONE, usePolling } from '#components/live/use-polling.ts';

async function fetchProgress(url: string): Promise<string | undefined> {
  const run = await fetchJson<{ progress: string }>(url);
  return run === GONE ? GONE : run?.progress;
}

/** Polls a payment run while a payment is being confirmed or a campaign is being scheduled. */
export function RunWatcher({ runId, shownProgress }: { runId: number; shownProgress: string }) {
  usePolling(`/api/payment-runs/${runId}`, fetchProgress, shownProgress, CONFIRMING_PAYMENT);
  return null;
}
