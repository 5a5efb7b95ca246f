import { Card } from '#components/ui/card.tsx';
import type { JobItem } from '#lib/domain/job.ts';
import { type DateSettings, formatMoment } from '#lib/format/dates.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { JobCampaign } from './job-campaign.tsx';

interface MovedCampaignsProps {
  /** The first campaigns that a job reschedules. */
  readonly items: readonly JobItem[];
  readonly total: number;
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** Compares the current send times of campaigns with the new ones. */
export function MovedCampaigns({ items, total, dateSettings, now }: MovedCampaignsProps) {
  if (items.length === 0) return null;
  const moment = (at: number | null) => formatMoment(at ?? undefined, dateSettings, now);
  return (
    <Card title={formatPlural(total, 'new send time')}>
      <table className="w-full table-fixed tabular-nums [&_td,&_th]:border-t [&_td,&_th]:border-line [&_td,&_th]:py-2">
        <caption className="sr-only">Send times, current and new</caption>
        <thead className="text-sm text-muted [&_th]:border-0! [&_th]:font-[550]">
          <tr>
            <th scope="col" className="text-left">
              Campaign
            </th>
            <th scope="col" className="w-44 text-right max-sm:hidden">
              Now
            </th>
            <th scope="col" className="w-32 text-right sm:w-44">
              New
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.campaignId}>
              <td>
                <JobCampaign item={item} />
              </td>
              <td className="text-right text-muted max-sm:hidden">
                <del>{moment(item.previousSendAt)}</del>
              </td>
              <td className="text-right font-semibold">
                {moment(item.sendAt)}
                <span className="block text-sm font-normal text-muted sm:hidden">
                  was {moment(item.previousSendAt)}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > items.length && (
        <p className="mt-3 text-sm text-muted">
          And {formatCount(total - items.length)} more. The results CSV contains all of them.
        </p>
      )}
    </Card>
  );
}
