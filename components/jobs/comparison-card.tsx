import type { ReactNode } from 'react';
import { Card } from '#components/ui/card.tsx';
import type { JobItem } from '#lib/domain/job.ts';
import { formatCount } from '#lib/format/text.ts';
import { JobCampaign } from './job-campaign.tsx';

interface ComparisonCardProps {
  readonly title: ReactNode;
  /** The table's description for screen readers. */
  readonly caption: string;
  /** The heading row's cells that follow the campaign's heading. */
  readonly heading: ReactNode;
  /** The job's first campaigns whose values differ. */
  readonly items: readonly JobItem[];
  /** The number of campaigns with a difference. */
  readonly total: number;
  /** Returns the cells that follow the campaign in a row. */
  readonly cellsOf: (item: JobItem) => ReactNode;
}

/** Compares old and new values, with one row per campaign. */
export function ComparisonCard({ title, caption, heading, items, total, cellsOf }: ComparisonCardProps) {
  if (items.length === 0) return null;
  return (
    <Card title={title}>
      <table className="w-full table-fixed tabular-nums [&_td,&_th]:border-t [&_td,&_th]:border-line [&_td,&_th]:py-2">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-sm text-muted [&_th]:border-0! [&_th]:font-[550]">
          <tr>
            <th scope="col" className="text-left">
              Campaign
            </th>
            {heading}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.campaignId}>
              <td>
                <JobCampaign item={item} />
              </td>
              {cellsOf(item)}
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
