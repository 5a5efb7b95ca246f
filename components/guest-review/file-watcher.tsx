'use client';

import { WAITING_FILE } from '#components/live/polling-pace.ts';
import { usePolling } from '#components/live/use-polling.ts';

const READY = 'ready';

async function readFileState(url: string): Promise<string | undefined> {
  const { ok } = await fetch(url, { method: 'HEAD' });
  return ok ? READY : undefined;
}

/** Refreshes the page when the missing file becomes available. */
export function FileWatcher({ url }: { url: string }) {
  usePolling(url, readFileState, 'waiting', WAITING_FILE);
  return null;
}
