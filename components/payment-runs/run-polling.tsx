'use client';

import { CONFIRMING_PAYMENT } from '#components/live/polling-pace.ts';
import { fetchJson, GONE, usePolling } from '#components/live/use-polling.ts';

export interface RunPollingProps {
  readonly runId: number;
  readonly shownProgress: string;
}

async function fetchProgress(url: string): Promise<string | undefined> {
  const run = await fetchJson<{ progress: string }>(url);
  return run === GONE ? GONE : run?.progress;
}

/** Polls a payment run, and refreshes the page when its progress changes. */
export default function RunPolling({ runId, shownProgress }: RunPollingProps) {
  usePolling(`/api/payment-runs/${runId}`, fetchProgress, shownProgress, CONFIRMING_PAYMENT);
  return null;
}
