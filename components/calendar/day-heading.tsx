import { Dotted } from '#components/ui/dotted.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { describeExceptions, formatAmounts, formatDayName, formatShortDay } from '#lib/format/calendar.ts';
import { formatDate } from '#lib/format/dates.ts';
import { formatCount, formatPlural } from '#lib/format/text.ts';
import { daysHref } from '#lib/forms/calendar-query.ts';
import type { CalendarContext, FilledDay } from './calendar-state.ts';
import { DayLink } from './day-link.tsx';

interface DayHeadingProps extends CalendarContext {
  readonly day: FilledDay;
}

/** The maximum number of currencies shown per day. */
const MAX_AMOUNTS = 2;

/** The day, with a link to its campaigns in the list, and the day's sums. */
export function DayHeading({ day, query, dateSettings }: DayHeadingProps) {
  const { date, sums, isInSpan } = day;
  const { all, unknown, notGoing } = sums;
  const isToday = date === query.today;
  const isPast = date < query.today;
  const amounts = formatAmounts(all);
  const exceptions = describeExceptions(unknown, notGoing);
  const tone = isPast || day.isWeekend || !isInSpan ? 'text-muted' : '';
  return (
    <>
      <div className="flex min-h-6 flex-wrap items-start justify-between gap-x-1.5 tabular-nums">
        <DayLink
          href={daysHref(query.typed, date)}
          aria-current={isToday ? 'date' : undefined}
          data-day={date}
          className="-mx-1 inline-flex min-h-6 min-w-6 shrink-0 items-center rounded-sm px-1 hover:underline hover:underline-offset-3"
        >
          <DayName {...{ date, isToday, isInSpan, tone }} locale={dateSettings.locale} />
        </DayLink>
        {amounts.length > 0 && (
          <span className={`ml-auto min-w-0 text-right font-[550] text-[0.84375rem] leading-6 ${tone}`}>
            {amounts.slice(0, MAX_AMOUNTS).map((amount) => (
              <span key={amount} className="block truncate">
                {amount}
              </span>
            ))}
            {amounts.length > MAX_AMOUNTS && (
              <span className="block text-xs text-muted">
                +{formatPlural(amounts.length - MAX_AMOUNTS, 'currency', 'currencies')}
              </span>
            )}
          </span>
        )}
      </div>
      {all.campaigns > 0 && (
        <p className="mb-1.5 flex flex-wrap justify-between gap-x-1 text-xs text-muted tabular-nums">
          <span>{formatPlural(all.campaigns, 'campaign')}</span>
          <span className="inline-flex items-center gap-1">
            {formatCount(all.recipients)}
            <span className="sr-only"> recipients</span>
            <Icon name="campaigns" className="size-3.25" />
          </span>
        </p>
      )}
      {all.unpriced > 0 && (
        <p className="mb-1.5 text-xs text-muted">{formatCount(all.unpriced)} without a price</p>
      )}
      {exceptions.length > 0 && (
        <p className="mb-1.5 text-xs text-muted">
          <Dotted parts={exceptions} />
        </p>
      )}
    </>
  );
}

interface DayNameProps {
  readonly date: string;
  readonly isToday: boolean;
  readonly isInSpan: boolean;
  readonly tone: string;
  readonly locale: string;
}

/** The day of the month in the table, or the weekday and the date in the list on phones. */
function DayName({ date, isToday, isInSpan, tone, locale }: DayNameProps) {
  const number = String(Number(date.slice(8)));
  const isFirstOfOtherMonth = !isInSpan && number === '1';
  return (
    <time dateTime={date} className="font-semibold">
      <span className="sr-only">
        {isToday && 'Today, '}
        {formatDayName(date, locale)}
      </span>
      <span aria-hidden="true" className="@max-list:hidden">
        {isToday ? (
          <span className="inline-flex items-center gap-1.5 text-red">
            <span className="stamp grid h-[27px] w-[27px] place-items-center text-[0.8125rem] leading-none font-bold">
              {number}
            </span>
            Today
          </span>
        ) : (
          <span className={tone}>
            {isFirstOfOtherMonth ? formatDate(date, { month: 'short', day: 'numeric' }, locale) : number}
          </span>
        )}
      </span>
      <span aria-hidden="true" className={`font-serif text-base @list:hidden ${isToday ? 'text-red' : ''}`}>
        {formatShortDay(date, locale)}
      </span>
    </time>
  );
}
