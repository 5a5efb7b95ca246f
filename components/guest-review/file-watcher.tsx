'use client';

import { usePolling } from '#components/live/use-polling.ts';

const PACE = { firstMs: 1_500, maxMs: 15_000 };

const READY = 'ready';

async function readFileState(url: string): Promise<string | undefined> {
  const { ok } = await fetch(url, { method: 'HEAD' });
  return ok ? READY : undefined;
}

/** Refreshes the page when the missing file becomes available. */
export function FileWatcher({ url }: { url: string }) {
  usePolling(url, readFileState, 'waiting', PACE);
  return null;
}
