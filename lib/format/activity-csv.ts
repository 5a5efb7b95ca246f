import type { ActivityEntry } from '#lib/domain/activity.ts';
import { ACTIVITY_NAMES, describeOutcomeSource, OUTCOME_NAMES } from './activity.ts';

export const ACTIVITY_COLUMNS = [
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

/** Returns a row of the activity export, with its values in the order of ACTIVITY_COLUMNS. */
export function activityCsvRow(entry: ActivityEntry): readonly (string | number | null)[] {
  const { at, by, from, operation, outcome, campaignId, customerId, templateId, amount, reason } = entry;
  return [
    new Date(at).toISOString(),
    by,
    from,
    ACTIVITY_NAMES[operation],
    OUTCOME_NAMES[outcome],
    describeOutcomeSource(entry) ?? null,
    campaignId,
    customerId,
    templateId,
    amount,
    reason,
  ];
}
