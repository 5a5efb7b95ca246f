import type { Freshness } from '#lib/domain/campaign-list.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { type DateSettings, formatClock, formatFull } from './dates.ts';
import { formatTimeLeft } from './durations.ts';
import { formatCount } from './text.ts';

/** An older time is shown with its date. */
const MAX_CLOCK_MS = 12 * 60 * MINUTE_MS;

/**
 * Describes how current a list is. Returns undefined if the list was read from the mail service just now.
 */
export function describeFreshness(
  freshness: Freshness,
  dateSettings: DateSettings,
  now = Date.now(),
): string | undefined {
  const time = (ms: number) =>
    now - ms < MAX_CLOCK_MS ? formatClock(ms, dateSettings) : formatFull(ms, dateSettings);
  switch (freshness.state) {
    case 'live':
      return undefined;
    case 'indexing':
      return describeProgress(freshness);
    case 'current':
      return `Updated ${time(freshness.updatedAt)}`;
    case 'behind':
      return `The mail service isn’t answering. Showing ${time(freshness.updatedAt)}.`;
  }
}

function describeProgress({ done, total, secondsLeft }: Freshness & { state: 'indexing' }): string {
  const progress = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
  const left = secondsLeft === null ? '' : `, about ${formatTimeLeft(secondsLeft * 1000)} left`;
  return `Indexing: ${progress}${left}`;
}
