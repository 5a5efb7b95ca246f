'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useRef } from 'react';
import useSWR from 'swr';

interface PollingPace {
  /** The first interval. Later intervals grow up to `maxMs`. */
  readonly firstMs: number;
  readonly maxMs: number;
}

const BACKOFF_FACTOR = 1.5;

/**
 * Polls at growing intervals, and refreshes the page when the value differs from the one shown. Pauses while the page
 * is hidden or the browser is offline.
 * @param url null to stop polling
 * @param load reads the current value, or returns undefined if it can't be read now
 * @param shownValue the value that the page was rendered with
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

/** The value of a deleted resource. Triggers a refresh, after which the page says that the resource is gone. */
export const GONE = 'gone';

/** Fetches JSON from one of our own routes. Returns `GONE` for a 404, and undefined for any other failed response. */
export async function fetchJson<T extends object>(url: string): Promise<T | typeof GONE | undefined> {
  const response = await fetch(url);
  if (response.status === 404) return GONE;
  return response.ok ? response.json() : undefined;
}
