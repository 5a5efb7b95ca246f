import type { JobItem } from '#lib/domain/job.ts';
import { type DateSettings, formatMoment, formatStandaloneMoment } from '#lib/format/dates.ts';
import { formatPlural } from '#lib/format/text.ts';
import { ComparisonCard } from './comparison-card.tsx';

interface MovedCampaignsProps {
  /** The first campaigns that a job reschedules. */
  readonly items: readonly JobItem[];
  readonly total: number;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Compares campaigns' current send times with the new ones. */
export function MovedCampaigns({ items, total, dateSettings, now }: MovedCampaignsProps) {
  const moment = (at: number | null) => formatStandaloneMoment(at ?? undefined, dateSettings, now);
  return (
    <ComparisonCard
      title={formatPlural(total, 'new send time')}
      caption="Send times, current and new"
      items={items}
      total={total}
      heading={
        <>
          <th scope="col" className="w-44 text-right max-sm:hidden">
            Now
          </th>
          <th scope="col" className="w-32 text-right sm:w-44">
            New
          </th>
        </>
      }
      cellsOf={({ sendAt, previousSendAt }) => (
        <>
          <td className="text-right text-muted max-sm:hidden">
            <del>{moment(previousSendAt)}</del>
          </td>
          <td className="text-right font-semibold">
            {moment(sendAt)}
            <span className="block text-sm font-normal text-muted sm:hidden">
              was {formatMoment(previousSendAt ?? undefined, dateSettings, now)}
            </span>
          </td>
        </>
      )}
    />
  );
}
