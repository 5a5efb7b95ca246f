import type { Attempt, CampaignSnapshot } from '#lib/domain/attempt.ts';
import { formatMomentInFull } from '#lib/format/campaign.ts';
import { type DateSettings, formatClock } from '#lib/format/dates.ts';
import { describeStatus } from '#lib/format/status.ts';
import { MISSING, orMissing } from '#lib/format/text.ts';

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
  return (
    <table className="mt-2 w-full max-w-md text-left tabular-nums">
      <caption className="sr-only">The campaign before the attempt and now</caption>
      <thead>
        <tr className="text-muted">
          <td />
          <th scope="col" className="pr-3 font-[550]">
            Before
          </th>
          <th scope="col" className="font-[550]">
            {readAt === null || lastReading === null ? 'Now' : `At ${formatClock(readAt, dateSettings)}`}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, was, is]) => (
          <tr key={label} className="align-top">
            <th scope="row" className="pr-3 font-normal whitespace-nowrap text-muted">
              {label}
            </th>
            <td className="pr-3">
              <bdi>{was}</bdi>
            </td>
            <td className={is === was ? '' : 'font-semibold'}>
              <bdi>{lastReading === null ? 'Not checked yet' : is}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
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
