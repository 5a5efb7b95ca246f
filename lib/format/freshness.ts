import type { Freshness, SyncProblem } from '#lib/domain/campaign-list.ts';
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
    case 'off':
      return 'The campaign index is off. Ask your administrator to set DIRECTMAIL_SYNC_CALLS_PER_MINUTE.';
    case 'live':
      return undefined;
    case 'indexing':
      return describeProgress(freshness);
    case 'current':
      return `Updated ${time(freshness.updatedAt)}${freshness.areAmountsDue ? '. Amounts are being updated.' : ''}`;
    case 'behind':
      return `${PROBLEMS[freshness.problem]} Showing data from ${time(freshness.updatedAt)}.`;
  }
}

const PROBLEMS: Readonly<Record<SyncProblem, string>> = {
  key_rejected: 'The mail service rejected the API key. Ask an admin.',
  unanswered: 'The mail service isn’t answering.',
  unexpected: 'Unexpected response from the mail service.',
  stopped: 'Updates have stopped.',
};

function describeProgress({ done, total, secondsLeft, problem }: Freshness & { state: 'indexing' }): string {
  const progress = total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
  if (problem !== null) {
    const reason = PROBLEMS[problem].replace(/^The/, 'the').replace(/^U/, 'u');
    return `Indexing is paused: ${reason} ${progress} ${total === 1 ? 'campaign' : 'campaigns'} indexed.`;
  }
  if (secondsLeft === null) return `Indexing: ${progress}`;
  const about = secondsLeft < 60 ? '' : 'about ';
  return `Indexing: ${progress}, ${about}${formatTimeLeft(secondsLeft * 1000)} left`;
}
