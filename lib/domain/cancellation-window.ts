import type { Campaign } from '#lib/contract/resources.ts';
import { parseTimestamp } from './timestamp.ts';

/**
 * Milliseconds until production starts, while the campaign can be canceled. Undefined when it can't.
 * @param now in milliseconds on the service's clock
 */
export function msUntilProduction(campaign: Campaign, now: number): number | undefined {
  const startsAt = parseTimestamp(campaign.scheduled_at);
  if (campaign.status !== 'queued' || startsAt === undefined || startsAt <= now) return undefined;
  return startsAt - now;
}
