'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import { BACKOFF_FACTOR, type PollingPace } from './polling-pace.ts';

export interface PollingProps {
  readonly url: string;
  /** Returns the current value, or undefined if the value can't be read. */
  readonly load: (url: string) => Promise<string | undefined>;
  /** The value that the page shows. */
  readonly shownValue: string;
  readonly pace: PollingPace;
}

/**
 * Polls a value at increasing intervals, and refreshes the page if the polled value differs from the shown value. Polling
 * pauses while the page is hidden or the browser is offline.
 */
export default function PollingLoop({ url, load, shownValue, pace: { firstMs, maxMs } }: PollingProps) {
  const router = useRouter();
  const interval = useRef(firstMs);
  const { data } = useSWR(url, load, {
    revalidateOnMount: false,
    // By default, SWR would skip requests made less than two seconds after the previous one.
    dedupingInterval: firstMs / 2,
    refreshInterval: () => {
      const current = interval.current;
      interval.current = Math.min(maxMs, current * BACKOFF_FACTOR);
      return current;
    },
  });
  useEffect(() => {
    if (data === undefined || data === shownValue) return;
    interval.current = firstMs;
    router.refresh();
  }, [data, shownValue, firstMs, router]);
  return null;
}
