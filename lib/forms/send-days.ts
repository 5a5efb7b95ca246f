/** Send times that members often choose, and days on which the Postal Service doesn't deliver. */
import { Temporal } from 'temporal-polyfill';
import { postalHoliday } from '#lib/domain/postal-holidays.ts';
import { formatDayName, formatWeekday } from '#lib/format/calendar.ts';
import { type DateSettings, formatDay, formatHour } from '#lib/format/dates.ts';
import { paramValues, type SearchParams } from './query.ts';

export interface SendPreset {
  /** Such as "Tomorrow 9:00 AM". */
  readonly label: string;
  /** Such as "Nov 24". */
  readonly day: string;
  /** The value of the time field, such as "2026-11-24T09:00". */
  readonly at: string;
}

const PRESET_TIME = '09:00';
const MONDAY = 1;
const SUNDAY = 7;
const DAYS_PER_WEEK = 7;

/**
 * Returns the send times that a form offers, as local times in the member's zone: tomorrow, next Monday, and
 * two weeks from now. Omits Monday if tomorrow is Monday.
 * @param now the mail service's current time, in milliseconds since the epoch
 */
export function sendPresets(now: number, dateSettings: DateSettings): readonly SendPreset[] {
  const { zone, locale } = dateSettings;
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate();
  const untilMonday = (MONDAY - today.dayOfWeek + DAYS_PER_WEEK) % DAYS_PER_WEEK || DAYS_PER_WEEK;
  const monday = today.add({ days: untilMonday });
  const choices = [
    { name: 'Tomorrow', date: today.add({ days: 1 }) },
    ...(untilMonday === 1 ? [] : [{ name: formatWeekday(monday.toString(), 'long', locale), date: monday }]),
    { name: 'In 2 weeks', date: today.add({ days: 2 * DAYS_PER_WEEK }) },
  ];
  return choices.map(({ name, date }) => {
    const at = `${date}T${PRESET_TIME}`;
    const ms = Temporal.PlainDateTime.from(at).toZonedDateTime(zone).epochMilliseconds;
    return {
      label: `${name} ${formatHour(ms, dateSettings)}`,
      day: formatDay(ms, dateSettings, now),
      at,
    };
  });
}

/**
 * Warns if a send time is on a Sunday or a federal holiday in the member's zone. The form still accepts such a time.
 * @param at the send time, in milliseconds since the epoch
 */
export function warnAboutSendDay(at: number, { zone, locale }: DateSettings): string | undefined {
  const day = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const date = day.toString();
  const holiday = postalHoliday(date);
  if (holiday === undefined && day.dayOfWeek !== SUNDAY) return undefined;
  const name = formatDayName(date, locale);
  return holiday === undefined
    ? `${name} isn’t a delivery day for regular mail, so delivery may take a day longer.`
    : `${name} is ${holiday}. The Postal Service doesn’t deliver regular mail that day, so delivery may take a day longer.`;
}

/** Returns the send time that a preset's link puts into the page's URL, as a local time. */
export function readPresetParam(params: SearchParams): string {
  const [at = '', ...others] = paramValues(params, 'at');
  return others.length === 0 && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at) ? at : '';
}
