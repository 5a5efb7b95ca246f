'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { AfterPage } from '#components/live/after-page.tsx';

interface CountdownProps {
  /** The end of the countdown. `until` and `now` are service times, in milliseconds since the epoch. */
  readonly until: number;
  readonly now: number;
  /** The time left when the page was rendered, shown until the clock replaces it. */
  readonly time: ReactNode;
  /** The message that replaces the children when the countdown ends. */
  readonly message: string;
  /** Content that is shown until the countdown ends. */
  readonly children: ReactNode;
}

const loadClock = () => import('./countdown-clock.tsx');

/** Shows a countdown based on the service's clock. */
export function Countdown({ until, now, time, message, children }: CountdownProps) {
  // Measured when the page opens, not when the clock is loaded, because `now` is the time when the page was
  // rendered.
  const clockOffset = useMemo(() => now - Date.now(), [now]);
  const [isOver, setIsOver] = useState(until <= now);
  return (
    <>
      <AfterPage load={loadClock} props={{ until, clockOffset, setIsOver }}>
        {time}
      </AfterPage>
      {isOver ? (
        <p role="status" className="mt-2 text-muted">
          {message}
        </p>
      ) : (
        children
      )}
    </>
  );
}
