import type { Campaign } from '#lib/contract/resources.ts';
import { parseTimestamp } from './timestamp.ts';

/**
 * Returns the number of milliseconds until production starts, or undefined if the campaign can't be canceled.
 * @param now the current time in milliseconds on the service's clock
 */
export function msUntilProduction(campaign: Campaign, now: number): number | undefined {
  const startsAt = parseTimestamp(campaign.scheduled_at);
  if (campaign.status !== 'queued' || startsAt === undefined || startsAt <= now) return undefined;
  return startsAt - now;
}
