/** The columns of a job's results as CSV. */
import type { JobItem } from '#lib/domain/job.ts';
import { campaignName } from './campaign.ts';
import { failureSentence } from './failure.ts';
import { LEFT_OUT_NAMES } from './job.ts';

export const JOB_CSV_COLUMNS = [
  'campaign',
  'title',
  'customer',
  'customer email',
  'result',
  'reason',
  'recipients',
  'price when selected',
  'price',
  'previous send time (UTC)',
  'sends (UTC)',
  'copy',
  'email to',
  'started (UTC)',
  'finished (UTC)',
] as const;

/** Returns a campaign's row, with its values in the order of `JOB_CSV_COLUMNS`. */
export function jobCsvRow(item: JobItem): readonly (string | number | null)[] {
  const { campaignId, listed, state, leftOut, failure } = item;
  const reason = leftOut === null ? failure && failureSentence(failure) : LEFT_OUT_NAMES[leftOut];
  return [
    campaignId,
    campaignName(listed?.given, listed?.templateName) ?? null,
    listed?.customer?.id ?? null,
    listed?.customer?.email ?? null,
    state.replaceAll('_', ' '),
    reason,
    item.recipients,
    item.priceAtSelection,
    item.price,
    isoTime(item.previousSendAt),
    isoTime(item.sendAt),
    item.copyId,
    leftOut === null ? item.email : null,
    isoTime(item.startedAt),
    isoTime(item.settledAt),
  ];
}

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
