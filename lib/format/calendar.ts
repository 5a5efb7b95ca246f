/** Formats the calendar's days and totals. */
import type { CalendarSum } from '#lib/domain/calendar.ts';
import { formatDate } from './dates.ts';
import { formatSum } from './money.ts';
import { formatCount, formatPlural } from './text.ts';

/** Formats a month such as "2026-11" as "November 2026". */
export const formatMonth = (month: string, locale: string): string =>
  formatDate(`${month}-01`, { month: 'long', year: 'numeric' }, locale);

/** Formats the days of a week, such as "November 15 – 21, 2026". */
export const formatWeek = (first: string, last: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
    .formatRange(Date.parse(first), Date.parse(last))
    .replaceAll('\u2009', ' ');

/** Formats a day for screen readers, such as "Monday, November 23". */
export const formatDayName = (date: string, locale: string): string =>
  formatDate(date, { weekday: 'long', month: 'long', day: 'numeric' }, locale);

/** Formats a day for the list on phones, such as "Mon, Nov 23". */
export const formatShortDay = (date: string, locale: string): string =>
  formatDate(date, { weekday: 'short', month: 'short', day: 'numeric' }, locale);

/** Returns the name of a weekday, such as "Mon" or "Monday". */
export const formatWeekday = (date: string, style: 'short' | 'long', locale: string): string =>
  formatDate(date, { weekday: style }, locale);

/** Formats a day's amounts, such as "$5,827.23". Returns no amounts for a day without prices. */
export const formatAmounts = ({ amounts }: Pick<CalendarSum, 'amounts'>): readonly string[] =>
  amounts.map(({ price, currency }) => formatSum(price, currency));

/** Describes a total, such as "12 campaigns · 8,117 recipients". */
export function describeSum({ campaigns, recipients, unpriced }: CalendarSum, isPartial = false): string {
  return [
    `${isPartial ? 'At least ' : ''}${formatPlural(campaigns, 'campaign')}`,
    formatPlural(recipients, 'recipient'),
    unpriced > 0 && campaigns > unpriced && `${formatCount(unpriced)} without a price`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Describes the campaigns that need an explanation, such as "1 draft that isn’t going out". */
export function describeExceptions(unknown: number, notGoing: number): readonly string[] {
  return [
    ...(unknown > 0 ? [`${formatCount(unknown)} with an unknown status`] : []),
    ...(notGoing > 0
      ? [notGoing === 1 ? '1 draft, not going out' : `${formatCount(notGoing)} drafts, not going out`]
      : []),
  ];
}
