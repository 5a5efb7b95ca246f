/** The federal holidays on which the United States Postal Service doesn't deliver mail. */
import { DAY_MS } from '#lib/time-units.ts';

interface FixedHoliday {
  readonly name: string;
  /** From 1. */
  readonly month: number;
  readonly day: number;
}

interface WeekdayHoliday {
  readonly name: string;
  readonly month: number;
  /** 0 for Sunday. */
  readonly weekday: number;
  /** Which occurrence of the weekday in the month is the holiday, starting at 1, or -1 for the last. */
  readonly nth: number;
}

const FIXED: readonly FixedHoliday[] = [
  { name: 'New Year’s Day', month: 1, day: 1 },
  { name: 'Juneteenth', month: 6, day: 19 },
  { name: 'Independence Day', month: 7, day: 4 },
  { name: 'Veterans Day', month: 11, day: 11 },
  { name: 'Christmas Day', month: 12, day: 25 },
];

const MONDAY = 1;
const THURSDAY = 4;

const WEEKDAYS: readonly WeekdayHoliday[] = [
  { name: 'Martin Luther King Jr. Day', month: 1, weekday: MONDAY, nth: 3 },
  { name: 'Presidents’ Day', month: 2, weekday: MONDAY, nth: 3 },
  { name: 'Memorial Day', month: 5, weekday: MONDAY, nth: -1 },
  { name: 'Labor Day', month: 9, weekday: MONDAY, nth: 1 },
  { name: 'Columbus Day', month: 10, weekday: MONDAY, nth: 2 },
  { name: 'Thanksgiving', month: 11, weekday: THURSDAY, nth: 4 },
];

/**
 * Returns the name of the holiday on the given day. If a holiday falls on a Sunday, the following Monday is
 * also a holiday.
 * @param date a day such as "2026-11-26"
 */
export function postalHoliday(date: string): string | undefined {
  const at = new Date(`${date}T00:00Z`);
  const onDay = FIXED.find(({ month, day }) => isOn(at, month, day));
  if (onDay) return onDay.name;
  if (at.getUTCDay() === MONDAY) {
    const sunday = new Date(at.getTime() - DAY_MS);
    const observed = FIXED.find(({ month, day }) => isOn(sunday, month, day));
    if (observed) return `${observed.name} (observed)`;
  }
  return WEEKDAYS.find((holiday) => isNthWeekday(at, holiday))?.name;
}

const isOn = (at: Date, month: number, day: number) =>
  at.getUTCMonth() + 1 === month && at.getUTCDate() === day;

function isNthWeekday(at: Date, { month, weekday, nth }: WeekdayHoliday): boolean {
  if (at.getUTCMonth() + 1 !== month || at.getUTCDay() !== weekday) return false;
  const isLast = new Date(at.getTime() + 7 * DAY_MS).getUTCMonth() !== at.getUTCMonth();
  return nth === -1 ? isLast : Math.ceil(at.getUTCDate() / 7) === nth;
}
