import { formatCountdown, toIsoDuration } from '#lib/format/durations.ts';

/** A countdown's time. The server renders it first, so that browsers can load the clock after the page. */
export function CountdownTime({ msLeft }: { msLeft: number }) {
  return (
    <time
      role="timer"
      dateTime={toIsoDuration(msLeft)}
      className="block font-serif text-count font-semibold tabular-nums"
    >
      {formatCountdown(msLeft)}
    </time>
  );
}
