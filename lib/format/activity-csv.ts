import { type ActivityEntry, amountPaid } from '#lib/domain/activity.ts';
import { isSecurityEvent } from '#lib/domain/security-event.ts';
import { ACTIVITY_NAMES, describeOutcomeSource, OUTCOME_NAMES } from './activity.ts';
import type { DateSettings } from './dates.ts';
import { describeMismatch } from './mismatch.ts';
import { UNSCHEDULED_REASONS } from './reschedule.ts';
import { describeEventDetails } from './security-event.ts';

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
  'started (UTC)',
  'amount paid',
  'customer email',
  'old email',
  'new email',
  'copy',
  'about',
  'details',
  'times',
  'last time (UTC)',
  'event',
  'request id',
  'API token',
  'not as agreed',
  'new send time',
  'not scheduled because',
] as const;

/** Dates inside text are in UTC, as in the other columns. */
const CSV_DATES: DateSettings = { zone: 'UTC', locale: 'en-US' };

/**
 * Returns a row of the activity export, with its values in the order of ACTIVITY_COLUMNS.
 * @param emails the customers' current email addresses, keyed by customer id
 */
export function activityCsvRow(
  entry: ActivityEntry,
  emails: ReadonlyMap<number, string>,
): readonly (string | number | null)[] {
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
    new Date(entry.startedAt).toISOString(),
    amountPaid(entry),
    (customerId === null ? undefined : emails.get(customerId)) ?? null,
    entry.oldEmail,
    entry.newEmail,
    entry.copyId,
    entry.about,
    entry.details && describeEventDetails(entry.details),
    entry.times,
    entry.lastAt === null ? null : new Date(entry.lastAt).toISOString(),
    isSecurityEvent(operation) ? operation : null,
    entry.requestId,
    entry.tokenName,
    entry.mismatch && describeMismatch(entry.mismatch, CSV_DATES),
    entry.newSendTime && new Date(entry.newSendTime).toISOString(),
    entry.unscheduledReason && UNSCHEDULED_REASONS[entry.unscheduledReason],
  ];
}
