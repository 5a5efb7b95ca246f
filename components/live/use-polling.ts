'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import useSWR from 'swr';
import { BACKOFF_FACTOR, type PollingPace } from './polling-pace.ts';

/**
 * Polls a value at increasing intervals, and refreshes the page if the polled value differs from the
 * displayed value. Polling pauses while the page is hidden or the browser is offline.
 * @param url the URL to poll, or null to stop polling
 * @param load a function that returns the current value, or undefined if the value can't be read
 * @param shownValue the value displayed on the page
 */
export function usePolling(
  url: string | null,
  load: (url: string) => Promise<string | undefined>,
  shownValue: string,
  { firstMs, maxMs }: PollingPace,
): void {
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
}

/** The polled value if the resource was deleted. The refreshed page says that the resource was deleted. */
export const GONE = 'gone';

/**
 * Fetches JSON from a console route. Returns `GONE` for a 404 response, and undefined for any other error
 * response.
 */
export async function fetchJson<T extends object>(url: string): Promise<T | typeof GONE | undefined> {
  const response = await fetch(url);
  if (response.status === 404) return GONE;
  return response.ok ? response.json() : undefined;
}
