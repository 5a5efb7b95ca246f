'use client';

import { useEffect, useState } from 'react';
import type { Fold, SendTime } from '#lib/forms/send-time.ts';
import type { TimeFieldOptions } from './time-field.tsx';

interface FetchedSendTime {
  readonly url: string;
  readonly sendTime: SendTime;
}

/**
 * Resolves a local time in a time zone. The server resolves the time, because the time zone library would add
 * 20 KB to the page. Returns undefined until the server responds. Without a response, problems are reported
 * only when the form is submitted.
 */
export function useSendTime(
  at: string,
  { zone, version }: Pick<TimeFieldOptions, 'zone' | 'version'>,
  fold: Fold | undefined,
): SendTime | undefined {
  const [fetched, setFetched] = useState<FetchedSendTime>();
  const url = `/send-time?${new URLSearchParams({ at, zone, version, ...(fold && { fold }) })}`;
  const isEntered = at !== '';
  useEffect(() => {
    if (!isEntered) return;
    const controller = new AbortController();
    fetch(url, { signal: controller.signal })
      .then(async (response) => response.ok && setFetched({ url, sendTime: await response.json() }))
      // No error is shown if newer input aborted the request, or if the browser is offline.
      .catch(() => setFetched(undefined));
    return () => controller.abort();
  }, [url, isEntered]);
  return isEntered && fetched?.url === url ? fetched.sendTime : undefined;
}

/** Parses the choice between the earlier and the later time from a form's state. */
export const parseFold = (text: string | undefined): Fold | undefined =>
  text === 'earlier' || text === 'later' ? text : undefined;
