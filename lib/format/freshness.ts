import type { Freshness } from '#lib/domain/campaign-list.ts';
import { type DateSettings, formatClock } from './dates.ts';
import { formatTimeLeft } from './durations.ts';
import { formatCount } from './text.ts';

/**
 * Describes how current a list is. Returns undefined if the list was read from the mail service just now.
 */
export function describeFreshness(freshness: Freshness, dateSettings: DateSettings): string | undefined {
  switch (freshness.state) {
    case 'live':
      return undefined;
    case 'indexing':
      return describeProgress(freshness);
    case 'current':
      return `Updated ${formatClock(freshness.updatedAt, dateSettings)}`;
    case 'behind':
      return `The mail service isn’t answering. Showing ${formatClock(freshness.updatedAt, dateSettings)}.`;
  }
}

function describeProgress({ done, total, secondsLeft }: Freshness & { state: 'indexing' }): string {
  const progress = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
  const left = secondsLeft === null ? '' : `, about ${formatTimeLeft(secondsLeft * 1000)} left`;
  return `Indexing: ${progress}${left}`;
}
