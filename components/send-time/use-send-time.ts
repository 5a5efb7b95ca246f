'use client';

import { useEffect, useState } from 'react';
import type { Fold, SendTime } from '#lib/forms/send-time.ts';
import type { TimeFieldOptions } from './time-field.tsx';

interface FetchedSendTime {
  readonly address: string;
  readonly time: SendTime;
}

/**
 * What a local time means in a zone, as the server reads it: daylight saving would cost the browser a library of 20 KB.
 * Undefined until it is known, and where the server can't be asked: then it says so when the form is sent.
 */
export function useSendTime(
  at: string,
  { zone, version }: Pick<TimeFieldOptions, 'zone' | 'version'>,
  fold: Fold | undefined,
): SendTime | undefined {
  const [reading, setReading] = useState<FetchedSendTime>();
  const address = `/send-time?${new URLSearchParams({ at, zone, version, ...(fold && { fold }) })}`;
  const isGiven = at !== '';
  useEffect(() => {
    if (!isGiven) return;
    const typing = new AbortController();
    fetch(address, { signal: typing.signal })
      .then(async (response) => response.ok && setReading({ address, time: await response.json() }))
      // Aborted because another time was typed, or offline: either way there is nothing to show.
      .catch(() => setReading(undefined));
    return () => typing.abort();
  }, [address, isGiven]);
  return isGiven && reading?.address === address ? reading.time : undefined;
}
