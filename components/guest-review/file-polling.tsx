'use client';

import PollingLoop from '#components/live/polling-loop.tsx';
import { WAITING_FILE } from '#components/live/polling-pace.ts';

export interface FilePollingProps {
  readonly url: string;
}

const READY = 'ready';

async function readFileState(url: string): Promise<string | undefined> {
  const { ok } = await fetch(url, { method: 'HEAD' });
  return ok ? READY : undefined;
}

/** Polls until the file is available. */
export default function FilePolling({ url }: FilePollingProps) {
  return <PollingLoop url={url} load={readFileState} shownValue="waiting" pace={WAITING_FILE} />;
}
