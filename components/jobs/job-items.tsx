import { CELL_CLASS, ColumnHeading, ListTable } from '#components/lists/table.tsx';
import { buttonClass } from '#components/ui/button.ts';
import { Glyph } from '#components/ui/glyph.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { Job, JobItem } from '#lib/domain/job.ts';
import type { DateSettings } from '#lib/format/dates.ts';
import { describeItem } from '#lib/format/job.ts';
import { orMissing } from '#lib/format/text.ts';
import { itemTitle, JobCampaign } from './job-campaign.tsx';
import { RESULT_ICONS, RESULT_TONES } from './result-tones.ts';

interface JobItemsProps {
  readonly job: Pick<Job, 'action' | 'state'>;
  readonly items: readonly JobItem[];
  readonly dateSettings: DateSettings;
  /** The mail service's current time, in milliseconds since the epoch. */
  readonly now: number;
}

/** A job's campaigns, and the result for each one. */
export function JobItems({ job, items, dateSettings, now }: JobItemsProps) {
  return (
    <ListTable caption="Campaigns in this job, starting with those that need review">
      <thead className="@max-list:hidden">
        <tr>
          <ColumnHeading className="w-[44%]">Campaign</ColumnHeading>
          <ColumnHeading>Result</ColumnHeading>
          <ColumnHeading className="w-28 text-right!">Price</ColumnHeading>
          <ColumnHeading className="w-32">
            <span className="sr-only">Action</span>
          </ColumnHeading>
        </tr>
      </thead>
      <tbody className="@max-list:block">
        {items.map((item) => (
          <ItemRow key={item.campaignId} job={job} item={item} dateSettings={dateSettings} now={now} />
        ))}
      </tbody>
    </ListTable>
  );
}

function ItemRow({ job, item, dateSettings, now }: Omit<JobItemsProps, 'items'> & { item: JobItem }) {
  const { tone, label, note } = describeItem(item, job, dateSettings, now);
  const { campaignId, state, copyId } = item;
  const hasLink = state === 'unknown' || state === 'refused' || copyId !== null;
  return (
    <tr
      className={`group @max-list:grid @max-list:grid-cols-[minmax(0,1fr)_auto] @max-list:gap-x-3 @max-list:gap-y-1.5 @max-list:border-b @max-list:border-line @max-list:p-3 @max-list:last:border-b-0 ${state === 'unknown' ? 'bg-[color-mix(in_oklab,var(--color-amber)_6%,var(--color-card))]' : ''}`}
    >
      <td className={CELL_CLASS}>
        <JobCampaign item={item} />
      </td>
      <td
        className={`${CELL_CLASS} @max-list:col-start-1 @max-list:row-start-2 @max-list:pl-12 ${hasLink ? '' : '@max-list:col-span-2'}`}
      >
        <div className="flex items-start gap-2">
          <Glyph path={RESULT_ICONS[tone]} className={`mt-0.5 size-4.5 ${RESULT_TONES[tone]}`} />
          <div className="min-w-0">
            <span className={`font-[550] ${RESULT_TONES[tone]}`}>{label}</span>
            {note !== '' && <span className="block text-sm leading-snug text-muted">{note}</span>}
          </div>
        </div>
      </td>
      <td
        className={`${CELL_CLASS} text-right tabular-nums @max-list:col-start-2 @max-list:row-start-1 @max-list:self-start`}
      >
        <bdi>{orMissing(item.price ?? undefined)}</bdi>
      </td>
      <td
        className={`${CELL_CLASS} text-right @max-list:col-start-2 @max-list:row-start-2 @max-list:empty:hidden`}
      >
        {hasLink && (
          <PageLink
            href={`/campaigns/${copyId ?? campaignId}`}
            aria-label={`${state === 'unknown' ? 'Review' : 'Open'} ${itemTitle(item)} #${copyId ?? campaignId}`}
            className={buttonClass('plain', 'px-2.75! py-1! text-sm whitespace-nowrap')}
          >
            {state === 'unknown' ? 'Review' : copyId === null ? 'Open' : 'Open copy'}
          </PageLink>
        )}
      </td>
    </tr>
  );
}
