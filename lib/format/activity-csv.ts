import type { ActivityEntry } from '#lib/domain/activity.ts';
import { howKnown, OUTCOME_NAMES, TRAIL_NAMES } from './activity.ts';

export const COLUMNS = [
  'time (UTC)',
  'member',
  'IP address',
  'action',
  'outcome',
  'source',
  'campaign',
  'customer',
  'template',
  'amount',
  'reason',
] as const;

/** One line of the trail, in the order of COLUMNS. */
export function csvRow(entry: ActivityEntry): readonly (string | number | null)[] {
  const { at, by, from, operation, outcome, campaignId, customerId, templateId, amount, reason } = entry;
  return [
    new Date(at).toISOString(),
    by,
    from,
    TRAIL_NAMES[operation],
    OUTCOME_NAMES[outcome],
    howKnown(entry) ?? null,
    campaignId,
    customerId,
    templateId,
    amount,
    reason,
  ];
}
