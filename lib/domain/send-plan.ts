/** Send plans: when a job's campaigns are sent. */
import { DAY_MS } from '#lib/time-units.ts';
import { postalHoliday } from './postal-holidays.ts';

/**
 * - once: all campaigns at the same moment, in ISO 8601 with an offset.
 * - spread: `perDay` campaigns a day at a local time, starting on the day `from`. `weekdaysOnly` skips Saturdays,
 *   Sundays, and federal holidays.
 */
export type SendPlan =
  | { readonly kind: 'once'; readonly at: string; readonly zone: string }
  | {
      readonly kind: 'spread';
      readonly perDay: number;
      /** The first day, such as "2026-11-23". */
      readonly from: string;
      /** The local time, such as "09:00". */
      readonly time: string;
      readonly zone: string;
      readonly weekdaysOnly: boolean;
    };

/**
 * Whether the text is a day such as "2026-11-23". `Date` turns days such as February 30 into another day or
 * an invalid date.
 */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Whether the text is a time such as "09:00". */
export const isClockTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/**
 * The maximum number of days in a plan. Send times are at most 90 days ahead, so no plan needs more. Also
 * limits how far ahead a plan can start.
 */
const MAX_PLAN_DAYS = 100;

/** Why a plan skips a day: the name of the holiday, or the weekend. */
export type SkipReason = { readonly kind: 'weekend' } | { readonly kind: 'holiday'; readonly name: string };

/** Returns why a weekdays-only plan skips a day, such as "2026-11-26". Returns null for other days. */
export function skipReason(day: string): SkipReason | null {
  const holiday = postalHoliday(day);
  if (holiday !== undefined) return { kind: 'holiday', name: holiday };
  const weekday = new Date(`${day}T00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? { kind: 'weekend' } : null;
}

/** Returns the day after the given day, such as "2026-12-01" after "2026-11-30". */
const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** Returns the days from `first` to `last`, inclusive. At most `MAX_PLAN_DAYS`. */
export function daysBetween(first: string, last: string): readonly string[] {
  const days: string[] = [];
  for (let day = first; day <= last && days.length < MAX_PLAN_DAYS; day = nextDay(day)) days.push(day);
  return days;
}

/** Returns the days on which a plan sends campaigns, in order. */
export function planDays({
  from,
  weekdaysOnly,
}: Pick<SendPlan & { kind: 'spread' }, 'from' | 'weekdaysOnly'>): readonly string[] {
  const last = new Date(Date.parse(`${from}T00:00Z`) + (MAX_PLAN_DAYS - 1) * DAY_MS).toISOString();
  return daysBetween(from, last.slice(0, 10)).filter((day) => !weekdaysOnly || skipReason(day) === null);
}
