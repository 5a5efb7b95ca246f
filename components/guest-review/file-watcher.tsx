'use client';

import { usePolling } from '#components/live/use-polling.ts';

const PACE = { first: 1_500, most: 15_000 };

const DRAWN = 'drawn';

async function read(address: string): Promise<string | undefined> {
  const { ok } = await fetch(address, { method: 'HEAD' });
  return ok ? DRAWN : undefined;
}

/** Shows the page anew when a file is there that was still being drawn. */
export function FileWatcher({ address }: { address: string }) {
  usePolling(address, read, 'waiting', PACE);
  return null;
}
