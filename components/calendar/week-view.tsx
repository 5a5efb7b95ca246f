import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { ListTable } from '#components/lists/table.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import { postalHoliday } from '#lib/domain/postal-holidays.ts';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { formatDayName } from '#lib/format/calendar.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';
import { customerName } from '#lib/format/customer.ts';
import { type DateSettings, formatHour, formatTime } from '#lib/format/dates.ts';
import { describeStatus } from '#lib/format/status.ts';
import { formatCount, orMissing } from '#lib/format/text.ts';
import { DAY_MS } from '#lib/time-units.ts';
import type { CalendarContext, FilledDay } from './calendar-state.ts';
import { DayHeading } from './day-heading.tsx';
import { Holiday, MoreCampaigns } from './day-parts.tsx';
import { WeekdayRow } from './weekday-row.tsx';

interface WeekViewProps extends CalendarContext {
  readonly days: readonly FilledDay[];
}

/**
 * A column for each day, with the day's campaigns in order of time. If the calendar is narrow, the days are
 * stacked vertically.
 */
export function WeekView(props: WeekViewProps) {
  const { days, query, dateSettings } = props;
  return (
    <ListTable caption="The week’s campaigns by the day and time they go out">
      <WeekdayRow week={days} days={days} today={query.today} locale={dateSettings.locale} />
      <tbody className="@max-list:block">
        <tr className="@max-list:block [&>td:last-child]:border-b-0">
          {days.map((day) => (
            <DayColumn key={day.date} {...props} day={day} />
          ))}
        </tr>
      </tbody>
    </ListTable>
  );
}

function DayColumn(props: WeekViewProps & { readonly day: FilledDay }) {
  const { day, query, dateSettings } = props;
  const { date, campaigns, isWeekend } = day;
  const holiday = postalHoliday(date);
  const isToday = date === query.today;
  const surface = isWeekend || holiday !== undefined ? 'bg-rail/70' : date < query.today ? 'bg-paper/60' : '';
  return (
    <td
      className={`border-line align-top @list:h-[320px] @list:border-l @list:first:border-l-0 @max-list:block @max-list:border-b ${surface} ${isToday ? 'shadow-[inset_0_3px_0_var(--color-red)]' : ''}`}
    >
      <div className="px-2.5 pt-2.25 pb-1 @list:border-b @list:border-line @max-list:px-3.5">
        <DayHeading {...props} />
      </div>
      {holiday !== undefined && (
        <div className="px-2.5 pt-1.5 @max-list:px-3.5">
          <Holiday name={holiday} />
        </div>
      )}
      {[...Map.groupBy(campaigns, (listed) => timeOf(listed, day, dateSettings))].map(([time, atTime]) => (
        <section key={time} aria-label={`${formatDayName(date, dateSettings.locale)}, ${time}`}>
          <h2 className="px-2.5 pt-3 pb-1 font-sans text-xs leading-none font-[550] tracking-normal text-muted tabular-nums @max-list:px-3.5">
            {time}
          </h2>
          <ul>
            {atTime.map((listed) => (
              <li key={listed.campaign.id}>
                <WeekItem listed={listed} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <MoreCampaigns {...props} className="mx-2.5 my-1.5 text-sm @max-list:mx-3.5" />
    </td>
  );
}

/**
 * Returns when a campaign goes out. On days when the clocks change, a time without a zone can be ambiguous.
 */
function timeOf({ campaign }: ListedCampaign, { start, end }: FilledDay, dateSettings: DateSettings): string {
  const at = parseTimestamp(campaign.scheduled_at);
  if (at === undefined) return '';
  return end - start === DAY_MS ? formatHour(at, dateSettings) : formatTime(at, dateSettings);
}

const TONES = { muted: 'text-muted', amber: 'text-amber', blue: 'text-blue', green: 'text-green' } as const;

function WeekItem({ listed: { campaign, given, templateName, customer } }: { listed: ListedCampaign }) {
  const { label, tone } = describeStatus(campaign.status);
  return (
    <PageLink
      href={`/campaigns/${campaign.id}`}
      className="group/piece grid grid-cols-[36px_minmax(0,1fr)] gap-x-2.25 gap-y-px px-2.5 py-1.75 text-sm leading-[1.35] -outline-offset-2 hover:bg-paper/60 @max-list:px-3.5"
    >
      <span className="row-span-4 mt-0.5 grid place-items-start">
        <CampaignThumbnail campaign={campaign} size="small" />
      </span>
      <bdi className="font-[550] wrap-anywhere group-hover/piece:underline group-hover/piece:underline-offset-3">
        {campaignTitle(campaign.id, campaignName(given, templateName))}
      </bdi>
      {customer !== undefined && (
        <span className="truncate text-xs text-muted">
          <bdi>{customerName(customer.id, customer.email)}</bdi>
        </span>
      )}
      <span className="text-xs text-muted tabular-nums wrap-anywhere">
        {formatCount(campaign.recipient_count)} · <bdi>{orMissing(campaign.price)}</bdi>
      </span>
      <span className={`flex min-w-0 items-center gap-1.25 text-xs font-[550] ${TONES[tone]}`}>
        <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
        <bdi className="truncate">{label}</bdi>
      </span>
    </PageLink>
  );
}
