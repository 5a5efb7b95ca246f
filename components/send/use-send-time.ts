'use client';

import useSWR from 'swr';
import type { Fold, SendTime } from '#lib/format/send-time.ts';

/** Daylight saving is the server's business: a library for it would cost the browser 20 KB. */
async function read(address: string): Promise<SendTime | undefined> {
  const response = await fetch(address);
  return response.ok ? response.json() : undefined;
}

/** What a local time means in a zone, as the server reads it; undefined until it is known. */
export function useSendTime(at: string, zone: string, fold: Fold | undefined): SendTime | undefined {
  const query = new URLSearchParams({ at, zone, ...(fold && { fold }) });
  const { data } = useSWR(at === '' ? null : `/send-time?${query}`, read, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  return at === '' ? undefined : data;
}
