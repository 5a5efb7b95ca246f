'use client';

import { useEffect, useState } from 'react';
import { isoDuration, roughlyLeft } from '#lib/format/countdown.ts';

interface TimeLeftProps {
  /** ISO 8601. */
  readonly scheduledAt: string | undefined;
  /** The service's clock, milliseconds. */
  readonly now: number;
}

const TICK_MS = 10_000;

/** How long a campaign can still be cancelled, at a glance, on the service's clock. */
export function TimeLeft({ scheduledAt, now }: TimeLeftProps) {
  const until = scheduledAt === undefined ? Number.NaN : Date.parse(scheduledAt);
  const [left, setLeft] = useState(until - now);
  useEffect(() => {
    const ahead = now - Date.now();
    const tick = () => setLeft(until - (Date.now() + ahead));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, now]);
  if (Number.isNaN(left)) return null;
  return (
    <time dateTime={isoDuration(left)} className="block font-serif text-lg font-[560] tabular-nums">
      {left > 0 ? roughlyLeft(left) : 'now'}
    </time>
  );
}
