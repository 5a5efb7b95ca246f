'use client';

import { WAITING_FILE } from '#components/live/polling-pace.ts';
import { usePolling } from '#components/live/use-polling.ts';

const READY = 'ready';

async function readFileState(url: string): Promise<string | undefined> {
  const { ok } = await fetch(url, { method: 'HEAD' });
  return ok ? READY : undefined;
}

/** Asks for the missing file at growing intervals, and refreshes the page when the file becomes available. */
export default function FilePolling({ url }: { url: string }) {
  usePolling(url, readFileState, 'waiting', WAITING_FILE);
  return null;
}
