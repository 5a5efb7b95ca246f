/** The rule that determines which campaigns can be canceled, and until when. */

import type { V1Status } from '#lib/contract/campaign-values.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { parseTimestamp } from './timestamp.ts';

/** The statuses in which a campaign can be canceled until its production starts. */
const CANCELABLE: ReadonlySet<string> = new Set<V1Status>(['queued']);

export const hasCancelableStatus = ({ status }: Campaign): boolean =>
  status !== undefined && CANCELABLE.has(status);

/**
 * Returns the time when production starts and the campaign can no longer be canceled, in milliseconds on the
 * service's clock. Returns undefined if the campaign can't be canceled.
 * @param now the current time in milliseconds on the service's clock
 */
export function cancelableUntil(campaign: Campaign, now: number): number | undefined {
  const startsAt = parseTimestamp(campaign.scheduled_at);
  if (!hasCancelableStatus(campaign) || startsAt === undefined || startsAt <= now) return undefined;
  return startsAt;
}
