'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useEffect, useState } from 'react';
import { clockLeft, isoDuration } from '#lib/format/countdown.ts';

interface CountdownProps {
  /** Milliseconds, both on the service's clock. */
  readonly until: number;
  readonly now: number;
  /** What can be done while there is time. */
  readonly children: ReactNode;
}

const TICK_MS = 1000;
/** After the end the page is asked again until the service's clock agrees that it has come. */
const REFRESH_INTERVAL_MS = 3000;

/** Counts down on the service's clock. What hangs on it goes when the time is over. */
export function Countdown({ until, now, children }: CountdownProps) {
  const router = useRouter();
  const [left, setLeft] = useState(until - now);
  const isOver = left <= 0;

  useEffect(() => {
    const ahead = now - Date.now();
    const tick = () => setLeft(until - (Date.now() + ahead));
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
        dateTime={isoDuration(left)}
        className="block font-serif text-count font-[560] tabular-nums"
      >
        {clockLeft(left)}
      </time>
      {isOver ? (
        <p role="status" className="mt-2 text-muted">
          Too late to cancel.
        </p>
      ) : (
        children
      )}
    </>
  );
}
