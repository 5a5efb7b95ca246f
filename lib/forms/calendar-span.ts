/** The days that a calendar shows. */
import { Temporal } from 'temporal-polyfill';
import type { Week } from '#lib/format/week.ts';

/** A day in the member's time zone. Days on which the clocks change have 23 or 25 hours. */
export interface CalendarDay {
  /** The day as "2026-11-23". */
  readonly date: string;
  /** The first moment of the day, in milliseconds. */
  readonly start: number;
  /** The first moment of the next day. Equals `start` if the zone skips the day. */
  readonly end: number;
  readonly isWeekend: boolean;
  /** Whether the day belongs to the month. Days from the previous and next months fill the first and last weeks. */
  readonly isInSpan: boolean;
}

export interface CalendarSpan {
  readonly view: 'month' | 'week';
  /** The month as "2026-11", or the first day of the week as "2026-11-23". */
  readonly name: string;
  /** Whole weeks. */
  readonly days: readonly CalendarDay[];
  /** The previous month or week. Undefined if the calendar doesn't show it. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const FIRST_YEAR = 1970;
const LAST_YEAR = 2199;
const DAYS_PER_WEEK = 7;

/** @param text a month such as "2026-11" */
export function readMonth(text: string, zone: string, week: Week): CalendarSpan | undefined {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text) || !isShownYear(Number(text.slice(0, 4)))) return undefined;
  const first = Temporal.PlainDate.from(`${text}-01`);
  const last = first.add({ months: 1 }).subtract({ days: 1 });
  const monthOf = (date: Temporal.PlainDate) => date.toString().slice(0, 7);
  return {
    view: 'month',
    name: text,
    days: listDays(
      startOfWeek(first, week),
      startOfWeek(last, week),
      zone,
      week,
      (date) => monthOf(date) === text,
    ),
    previous: shown(first.subtract({ months: 1 }), monthOf),
    next: shown(first.add({ months: 1 }), monthOf),
  };
}

/** @param text any day of the week, such as "2026-11-25" */
export function readWeekOf(text: string, zone: string, week: Week): CalendarSpan | undefined {
  const date = readDate(text);
  if (date === undefined || !isShownYear(date.year)) return undefined;
  const first = startOfWeek(date, week);
  return {
    view: 'week',
    name: first.toString(),
    days: listDays(first, first, zone, week, () => true),
    previous: shown(first.subtract({ days: 1 }), () => first.subtract({ days: DAYS_PER_WEEK }).toString()),
    next: shown(first.add({ days: DAYS_PER_WEEK }), String),
  };
}

/** Returns the day in a zone, such as "2026-11-23". */
export const dateAt = (ms: number, zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDate().toString();

function readDate(text: string): Temporal.PlainDate | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    // Temporal throws if the day doesn't exist.
    return undefined;
  }
}

const isShownYear = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR;

const shown = (date: Temporal.PlainDate, nameOf: (date: Temporal.PlainDate) => string) =>
  isShownYear(date.year) ? nameOf(date) : undefined;

const startOfWeek = (date: Temporal.PlainDate, { firstDay }: Week): Temporal.PlainDate =>
  date.subtract({ days: (date.dayOfWeek - firstDay + DAYS_PER_WEEK) % DAYS_PER_WEEK });

/** @param lastWeek the first day of the last week */
function listDays(
  first: Temporal.PlainDate,
  lastWeek: Temporal.PlainDate,
  zone: string,
  { weekend }: Week,
  isInSpan: (date: Temporal.PlainDate) => boolean,
): readonly CalendarDay[] {
  const count = first.until(lastWeek).days + DAYS_PER_WEEK;
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(zone).epochMilliseconds;
  return Array.from({ length: count }, (_, i) => {
    const date = first.add({ days: i });
    return {
      date: date.toString(),
      start: startOf(date),
      end: startOf(date.add({ days: 1 })),
      isWeekend: weekend.includes(date.dayOfWeek),
      isInSpan: isInSpan(date),
    };
  });
}
