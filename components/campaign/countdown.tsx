'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { TOO_LATE_TO_CANCEL } from '#lib/format/cancel.ts';
import { formatCountdown, toIsoDuration } from '#lib/format/durations.ts';

interface CountdownProps {
  /** The end of the countdown. `until` and `now` are service times, in milliseconds since the epoch. */
  readonly until: number;
  readonly now: number;
  /** Content that is shown until the countdown ends. */
  readonly children: ReactNode;
}

const TICK_MS = 1000;
/**
 * How often the page refreshes after the countdown ends. One refresh may not be enough, because the service's
 * clock can be slightly behind the countdown.
 */
const REFRESH_INTERVAL_MS = 3000;

/**
 * Shows a countdown based on the service's clock. When the countdown ends, a message replaces the children.
 */
export function Countdown({ until, now, children }: CountdownProps) {
  const router = useRouter();
  const [msLeft, setMsLeft] = useState(until - now);
  const isOver = msLeft <= 0;

  useEffect(() => {
    const clockOffset = now - Date.now();
    const tick = () => setMsLeft(until - (Date.now() + clockOffset));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, now]);

  useEffect(() => {
    if (!isOver) return;
    router.refresh();
    const timer = setInterval(() => router.refresh(), REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOver, router]);

  return (
    <>
      <time
        role="timer"
        dateTime={toIsoDuration(msLeft)}
        className="block font-serif text-count font-semibold tabular-nums"
      >
        {formatCountdown(msLeft)}
      </time>
      {isOver ? (
        <p role="status" className="mt-2 text-muted">
          {`${TOO_LATE_TO_CANCEL}.`}
        </p>
      ) : (
        children
      )}
    </>
  );
}
