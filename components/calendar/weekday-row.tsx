import { formatWeekday } from '#lib/format/calendar.ts';
import type { FilledDay } from './calendar-state.ts';

interface WeekdayRowProps {
  /** The days of one week. */
  readonly week: readonly FilledDay[];
  /** All days of the calendar. */
  readonly days: readonly FilledDay[];
  readonly today: string;
  readonly locale: string;
}

/**
 * The names of the weekdays, above the table's columns. Weekend columns are narrow if few campaigns go out on weekends.
 */
export function WeekdayRow({ week, days, today, locale }: WeekdayRowProps) {
  const isBusy = days.some(
    ({ isWeekend, date, sums }) => isWeekend && (date === today || sums.all.campaigns > 1),
  );
  return (
    <thead className="@max-list:hidden">
      <tr>
        {week.map(({ date, isWeekend }) => (
          <th
            key={date}
            scope="col"
            abbr={formatWeekday(date, 'long', locale)}
            className={`border-b border-line bg-rail/70 px-2.5 py-2.5 text-left text-[0.78125rem] font-[550] leading-none text-muted ${isWeekend && !isBusy ? 'w-[10.5%]' : ''}`}
          >
            {formatWeekday(date, 'short', locale)}
          </th>
        ))}
      </tr>
    </thead>
  );
}
