'use client';

import { fetchJson, GONE } from '#components/live/fetch-json.ts';
import PollingLoop from '#components/live/polling-loop.tsx';
import { CONFIRMING_PAYMENT } from '#components/live/polling-pace.ts';

export interface RunPollingProps {
  readonly runId: number;
  /** The progress that the page shows, from `runProgress`. */
  readonly shownProgress: string;
}

async function fetchProgress(url: string): Promise<string | undefined> {
  const run = await fetchJson<{ progress: string }>(url);
  return run === GONE ? GONE : run?.progress;
}

/** Polls a payment run's progress. */
export default function RunPolling({ runId, shownProgress }: RunPollingProps) {
  const url = `/api/payment-runs/${runId}`;
  return <PollingLoop url={url} load={fetchProgress} shownValue={shownProgress} pace={CONFIRMING_PAYMENT} />;
}
