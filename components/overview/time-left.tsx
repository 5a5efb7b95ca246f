'use client';

import { useEffect, useState } from 'react';
import { formatTimeLeft, toIsoDuration } from '#lib/format/durations.ts';

interface TimeLeftProps {
  /** ISO 8601. */
  readonly scheduledAt: string | undefined;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

const TICK_MS = 10_000;

/** Shows approximately how much time is left to cancel a campaign, based on the service's clock. */
export function TimeLeft({ scheduledAt, now }: TimeLeftProps) {
  const until = scheduledAt === undefined ? Number.NaN : Date.parse(scheduledAt);
  const [msLeft, setMsLeft] = useState(until - now);
  useEffect(() => {
    const clockOffset = now - Date.now();
    const tick = () => setMsLeft(until - (Date.now() + clockOffset));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, now]);
  if (Number.isNaN(msLeft)) return null;
  return (
    <time dateTime={toIsoDuration(msLeft)} className="font-semibold tabular-nums">
      {msLeft > 0 ? formatTimeLeft(msLeft) : 'now'}
    </time>
  );
}
