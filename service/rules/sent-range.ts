import type { CampaignFilters } from '#lib/contract/operations.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { Refusal } from '../refusal.ts';

export interface SentRange {
  readonly sentFrom: Date | undefined;
  readonly sentTo: Date | undefined;
}

/**
 * Parses a list's sent_at range (4.5). Both ends of the range are inclusive. A date without a time means the
 * whole day in UTC.
 */
export function parseSentRange({
  from,
  to,
}: NonNullable<CampaignFilters['sent_at']> = {}): SentRange | Refusal {
  const sentFrom = from === undefined ? undefined : new Date(from);
  const sentTo =
    to === undefined ? undefined : isDay(to) ? new Date(Date.parse(to) + DAY_MS - 1) : new Date(to);
  if (sentFrom && sentTo && sentFrom > sentTo) {
    return new Refusal('invalid_range', 'The sent_at range ends before it starts.', {
      'sent_at[to]': 'must not be before sent_at[from]',
    });
  }
  return { sentFrom, sentTo };
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);
