'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import useSWR from 'swr';

interface PollingPace {
  /** Milliseconds until it is asked for the first time, and the most between two times; the pause grows in between. */
  readonly first: number;
  readonly most: number;
}

const BACKOFF_FACTOR = 1.5;

/**
 * Asks again and again, ever more seldom, and shows the page anew when the answer is no longer what the page was made
 * of. Nothing is asked while the page is hidden or offline.
 * @param address null for nothing to wait for
 * @param seen what `read` would have said of what the page shows
 */
export function usePolling(
  address: string | null,
  read: (address: string) => Promise<string | undefined>,
  seen: string,
  { first, most }: PollingPace,
): void {
  const router = useRouter();
  const pause = useRef(first);
  const { data } = useSWR(address, read, {
    revalidateOnMount: false,
    refreshInterval: () => {
      const now = pause.current;
      pause.current = Math.min(most, now * BACKOFF_FACTOR);
      return now;
    },
  });
  useEffect(() => {
    if (data === undefined || data === seen) return;
    pause.current = first;
    router.refresh();
  }, [data, seen, first, router]);
}

/** What was watched isn't there any more: shown anew, its page says so. */
export const GONE = 'gone';

/** JSON of one of our own addresses; undefined when it can't be had just now. */
export async function fetchJson<T extends object>(address: string): Promise<T | typeof GONE | undefined> {
  const response = await fetch(address);
  if (response.status === 404) return GONE;
  return response.ok ? response.json() : undefined;
}
