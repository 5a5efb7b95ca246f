import { CampaignThumbnail } from '#components/campaigns/campaign-thumbnail.tsx';
import { ListTable } from '#components/lists/table.tsx';
import { PageLink } from '#components/ui/page-link.tsx';
import { sumDays } from '#lib/domain/calendar.ts';
import { postalHoliday } from '#lib/domain/postal-holidays.ts';
import { formatAmounts, formatMonth } from '#lib/format/calendar.ts';
import { campaignName, campaignTitle } from '#lib/format/campaign.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { CalendarContext, FilledDay } from './calendar-state.ts';
import { DayHeading } from './day-heading.tsx';
import { Holiday, MoreCampaigns } from './day-parts.tsx';
import { WeekdayRow } from './weekday-row.tsx';

interface MonthViewProps extends CalendarContext {
  readonly days: readonly FilledDay[];
}

const DAYS_PER_WEEK = 7;

/** The month as a table. If the calendar is narrow, the table becomes a list of the days with campaigns. */
export function MonthView(props: MonthViewProps) {
  const { days, span, query, dateSettings } = props;
  const weeks = Array.from({ length: days.length / DAYS_PER_WEEK }, (_, i) =>
    days.slice(i * DAYS_PER_WEEK, (i + 1) * DAYS_PER_WEEK),
  );
  const { locale } = dateSettings;
  return (
    <div id="all-days" className="group/days scroll-mt-4">
      <div className="@container">
        <EarlierDays {...props} />
      </div>
      <ListTable caption={`Campaigns by the day they go out, ${formatMonth(span.name, locale)}`}>
        <WeekdayRow week={weeks[0] ?? []} days={days} today={query.today} locale={locale} />
        <tbody className="@max-list:block [&>tr:last-child>td]:border-b-0">
          {weeks.map((week) => (
            <tr key={week[0]?.date} className="@max-list:block">
              {week.map((day) => (
                <DayCell key={day.date} {...props} day={day} />
              ))}
            </tr>
          ))}
        </tbody>
      </ListTable>
    </div>
  );
}

/** A link that shows the days before today, which the list on phones initially hides. */
function EarlierDays({ days, query, span, dateSettings }: MonthViewProps) {
  const month = days.filter(({ isInSpan }) => isInSpan);
  const earlier = month.filter(({ date }) => date < query.today);
  const { campaigns, amounts } = sumDays(earlier.map(({ sums }) => sums.all));
  if (earlier.length === month.length || campaigns === 0) return null;
  const name = formatDate(`${span.name}-01`, { month: 'long' }, dateSettings.locale);
  return (
    <a
      href="#all-days"
      className="mb-3 flex flex-wrap justify-between gap-x-3 rounded-lg border border-line bg-rail/70 px-3.5 py-3 text-sm text-muted hover:text-ink group-target/days:hidden @list:hidden"
    >
      Show earlier in {name}
      <span className="tabular-nums">
        {[formatPlural(campaigns, 'campaign'), ...formatAmounts({ amounts })].join(' · ')}
      </span>
    </a>
  );
}

function DayCell(props: MonthViewProps & { readonly day: FilledDay }) {
  const { day, query, days } = props;
  const { date, sums, isInSpan, isWeekend } = day;
  const holiday = postalHoliday(date);
  const isToday = date === query.today;
  const isPast = date < query.today;
  const hasEarlierLink = days.some((other) => other.isInSpan && other.date >= query.today);
  const isEmpty = sums.all.campaigns + sums.notGoing === 0 && holiday === undefined && !isToday;
  const surface =
    isWeekend || holiday !== undefined ? 'bg-rail/70' : isPast || !isInSpan ? 'bg-paper/60' : '';
  const onPhones =
    isEmpty || !isInSpan
      ? '@max-list:hidden'
      : isPast && hasEarlierLink
        ? '@max-list:hidden @max-list:group-target/days:block'
        : '@max-list:block';
  return (
    <td
      className={`relative border-line px-2.5 pt-2.25 pb-2 align-top @list:h-[158px] @list:border-b @list:border-l @list:first:border-l-0 @max-list:border-b @max-list:px-3.5 @max-list:py-3 ${surface} ${isToday ? 'shadow-[inset_0_3px_0_var(--color-red)]' : ''} ${onPhones}`}
    >
      <DayHeading {...props} />
      {holiday !== undefined && <Holiday name={holiday} />}
      {isInSpan && <DayCampaigns {...props} isQuiet={isPast} />}
    </td>
  );
}

type DayCampaignsProps = MonthViewProps & { readonly day: FilledDay; readonly isQuiet: boolean };

function DayCampaigns({ isQuiet, ...props }: DayCampaignsProps) {
  const { campaigns } = props.day;
  return (
    <>
      <ul className="grid @max-list:gap-2">
        {campaigns.map(({ campaign, given, templateName }) => (
          <li key={campaign.id} className="min-w-0">
            <PageLink
              href={`/campaigns/${campaign.id}`}
              className={`group/piece flex min-h-6 min-w-0 items-center gap-1.75 rounded-sm text-[0.78125rem] leading-5 @max-list:text-base ${isQuiet ? 'opacity-80' : ''}`}
            >
              <span className="grid w-6.5 shrink-0 place-items-center">
                <CampaignThumbnail campaign={campaign} size="tiny" />
              </span>
              <bdi className="truncate group-hover/piece:underline group-hover/piece:underline-offset-3">
                {campaignTitle(campaign.id, campaignName(given, templateName))}
              </bdi>
            </PageLink>
          </li>
        ))}
      </ul>
      <MoreCampaigns {...props} className="pt-0.75 text-[0.78125rem]" />
    </>
  );
}
