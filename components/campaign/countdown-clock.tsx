'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { CountdownTime } from './countdown-time.tsx';

interface CountdownClockProps {
  /** The end of the countdown as a service time, in milliseconds since the epoch. */
  readonly until: number;
  /** How far the service's clock is ahead of the browser's clock, in milliseconds. */
  readonly clockOffset: number;
  readonly setIsOver: (isOver: boolean) => void;
}

const TICK_MS = 1000;
/**
 * How often the page refreshes after the countdown ends. One refresh might not be enough, because the
 * service's clock can be slightly behind the countdown.
 */
const REFRESH_INTERVAL_MS = 3000;

/** The time left in a countdown, updated every second. */
export default function CountdownClock({ until, clockOffset, setIsOver }: CountdownClockProps) {
  const router = useRouter();
  const [msLeft, setMsLeft] = useState(() => until - (Date.now() + clockOffset));
  const isOver = msLeft <= 0;

  useEffect(() => {
    const tick = () => setMsLeft(until - (Date.now() + clockOffset));
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [until, clockOffset]);

  useEffect(() => {
    setIsOver(isOver);
    if (!isOver) return;
    router.refresh();
    const timer = setInterval(() => router.refresh(), REFRESH_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isOver, setIsOver, router]);

  return <CountdownTime msLeft={msLeft} />;
}
