import type { Attempt, CampaignSnapshot } from '#lib/domain/attempt.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatClock } from '#lib/format/dates.ts';
import { describeStatus } from '#lib/format/status.ts';
import { MISSING, orMissing } from '#lib/format/text.ts';
import { ComparisonTable } from './comparison-table.tsx';

/**
 * Compares the campaign's values before an attempt with the values that were last read. The comparison helps
 * a member determine how the attempt ended.
 */
export function ReadingComparison({
  attempt,
  dateSettings,
}: {
  attempt: Attempt;
  dateSettings: DateSettings;
}) {
  const { before, lastReading, readAt } = attempt;
  if (before === null) return null;
  const rowsNow = rowsOf(lastReading ?? {}, dateSettings);
  const rows = rowsOf(lastReading === null ? before : comparable(before, lastReading), dateSettings)
    .map(([label, was], i) => [label, was, rowsNow[i]?.[1] ?? MISSING] as const)
    .filter(([, was, is]) => was !== MISSING || is !== MISSING);
  const isRead = lastReading !== null;
  return (
    <ComparisonTable
      caption="The campaign before the attempt and now"
      headings={['Before', readAt !== null && isRead ? `At ${formatClock(readAt, dateSettings)}` : 'Now']}
      rows={rows.map(([label, was, is]) => ({
        label,
        values: [was, isRead ? is : 'Not checked yet'],
        isChanged: is !== was,
      }))}
    />
  );
}

/** Omits the earlier amounts if the last reading has no amounts to compare them with. */
const comparable = (before: CampaignSnapshot, { toBePaid }: CampaignSnapshot): Partial<CampaignSnapshot> =>
  toBePaid === undefined ? { status: before.status, scheduledAt: before.scheduledAt } : before;

function rowsOf(
  snapshot: Partial<CampaignSnapshot>,
  dateSettings: DateSettings,
): readonly (readonly [string, string])[] {
  const { status, scheduledAt, alreadyPaid, toBePaid } = snapshot;
  const orDash = (value: string | null | undefined) => orMissing(value ?? undefined);
  return [
    ['Status', describeStatus(status ?? undefined).label],
    ['Send date', formatMomentInFull(scheduledAt ?? undefined, dateSettings)],
    ['Paid', orDash(alreadyPaid)],
    ['Amount due', orDash(toBePaid)],
  ];
}
