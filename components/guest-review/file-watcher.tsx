'use client';

import { Polling } from '#components/live/polling.tsx';
import { WAITING_FILE } from '#components/live/polling-pace.ts';

const READY = 'ready';

async function readFileState(url: string): Promise<string | undefined> {
  const { ok } = await fetch(url, { method: 'HEAD' });
  return ok ? READY : undefined;
}

/** Asks for the missing file at growing intervals, and refreshes the page when the file becomes available. */
export const FileWatcher = ({ url }: { url: string }) => (
  <Polling url={url} load={readFileState} shownValue="waiting" pace={WAITING_FILE} />
);
