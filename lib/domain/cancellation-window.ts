import type { Campaign } from '#lib/contract/resources.ts';
import { parseTimestamp } from './timestamp.ts';

/** Milliseconds until production begins, while it can be cancelled; undefined when it can't (any more). */
export function msUntilProduction(campaign: Campaign, now: number): number | undefined {
  const goes = parseTimestamp(campaign.scheduled_at);
  return campaign.status === 'queued' && goes !== undefined && goes > now ? goes - now : undefined;
}
