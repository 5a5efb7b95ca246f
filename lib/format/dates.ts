import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { DATE_LOCALES } from './date-locales.ts';
import { capitalize, MISSING } from './text.ts';

/** The time zone and locale in which a reader sees dates and times. */
export interface DateSettings {
  /** An IANA time zone name. */
  readonly zone: string;
  /**
   * An English locale. The locale determines the order of day and month, the punctuation, and whether times use
   * a 12-hour or 24-hour clock.
   */
  readonly locale: string;
}

type Skeleton = Intl.DateTimeFormatOptions;

const DAY: Skeleton = { month: 'short', day: 'numeric' };
const WEEKDAY: Skeleton = { weekday: 'short', ...DAY };
const TIME: Skeleton = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' };

/**
 * The maximum number of cached formats. A format takes about 25 KB of memory, and each combination of a zone
 * and a locale uses about ten formats.
 */
const MAX_FORMATS = 300;
/** The cached formats, least recently used first. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatParts(
  ms: number,
  zone: string,
  locale: string,
  skeleton: Skeleton,
): Intl.DateTimeFormatPart[] {
  const key = `${locale} ${zone} ${JSON.stringify(skeleton)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...skeleton, timeZone: zone });
  formats.delete(key);
  formats.set(key, format);
  if (formats.size > MAX_FORMATS) formats.delete(formats.keys().next().value ?? '');
  return format.formatToParts(ms);
}

/**
 * Formats a date or time in the locale's style, with two differences. The zone's name is an English
 * abbreviation if there is one. Nonbreaking spaces keep a time such as "9:00 AM EST" on one line.
 */
function formatAs(skeleton: Skeleton, ms: number, { zone, locale }: DateSettings): string {
  const parts = formatParts(ms, zone, locale, skeleton);
  return parts
    .map(({ type, value }, i) => {
      if (type === 'timeZoneName') return zoneAbbreviation(ms, zone);
      const next = parts[i + 1]?.type;
      return next === 'dayPeriod' || next === 'timeZoneName' ? value.replace(/\s/g, '\u00a0') : value;
    })
    .join('');
}

function zoneName(ms: number, zone: string, locale: string, timeZoneName: 'short' | 'longGeneric'): string {
  const parts = formatParts(ms, zone, locale, { timeZoneName });
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/**
 * Returns a zone's abbreviation, such as "EST" or "CET". If the zone has no English abbreviation, returns an
 * offset such as "GMT+9".
 */
export function zoneAbbreviation(ms: number, zone: string): string {
  const names = ['en-US', 'en-GB', 'en-AU'].map((locale) => zoneName(ms, zone, locale, 'short'));
  return names.find((name) => !name.startsWith('GMT')) ?? names[0] ?? zone;
}

/** Returns a zone's English name, such as "Eastern Time", "Central European Time", or "UTC". */
export function zoneLabel(zone: string): string {
  if (zone === 'UTC' || zone === 'Etc/UTC') return 'UTC';
  const name = zoneName(Date.now(), zone, 'en-US', 'longGeneric');
  return name.startsWith('GMT') ? zone.replaceAll('_', ' ') : name.replace(/ Standard Time$/, ' Time');
}

/**
 * Formats a day without a time, such as "2026-11-23".
 * @param parts the parts to show, such as the month and the year
 */
export const formatDate = (date: string, parts: Skeleton, locale: string): string =>
  formatAs(parts, Date.parse(date), { zone: 'UTC', locale });

/**
 * Formats a day as "Nov 23" in en-US, or "23 Nov" in en-GB. Adds the year if the day isn't in the current
 * year.
 */
export function formatDay(ms: number | undefined, dateSettings: DateSettings, now: number): string {
  if (ms === undefined) return MISSING;
  return formatAs(daySkeleton(ms, dateSettings, now), ms, dateSettings);
}

/** Formats a time as "9:00 AM EST" in en-US, or "09:00 EST" in en-GB. */
export function formatTime(ms: number, dateSettings: DateSettings): string {
  return formatAs(TIME, ms, dateSettings);
}

/** Formats a time without its zone, as "9:00 AM" in en-US, or "09:00" in en-GB. */
export function formatHour(ms: number, dateSettings: DateSettings): string {
  return formatAs({ hour: 'numeric', minute: '2-digit' }, ms, dateSettings);
}

/** Formats a time with seconds, such as "10:57:03 AM EST". Used to show when data was read. */
export function formatClock(ms: number, dateSettings: DateSettings): string {
  return formatAs({ ...TIME, second: '2-digit' }, ms, dateSettings);
}

/** Formats a date and time for use in a sentence, such as "today, 3:40 PM EST" or "Nov 19, 2:10 PM EST". */
export function formatMoment(ms: number | undefined, dateSettings: DateSettings, now: number): string {
  if (ms === undefined) return MISSING;
  const { zone } = dateSettings;
  if (isoDay(ms, zone) === isoDay(now, zone)) return `today, ${formatTime(ms, dateSettings)}`;
  return formatAs({ ...daySkeleton(ms, dateSettings, now), ...TIME }, ms, dateSettings);
}

/** Formats a date and time for a cell or a line of its own, such as "Today, 3:40 PM EST" or "Nov 19, 2:10 PM EST". */
export const formatStandaloneMoment: typeof formatMoment = (ms, dateSettings, now) =>
  capitalize(formatMoment(ms, dateSettings, now));

/** Formats a date and time for narrow columns, such as "3:40 PM" for today, or "Nov 19, 2:10 PM". */
export function formatShortMoment(ms: number, dateSettings: DateSettings, now: number): string {
  const { timeZoneName: _, ...time } = TIME;
  const isToday = isoDay(ms, dateSettings.zone) === isoDay(now, dateSettings.zone);
  return formatAs(isToday ? time : { ...daySkeleton(ms, dateSettings, now), ...time }, ms, dateSettings);
}

/**
 * Formats a date and time in full, such as "Mon, Nov 23, 2026, 9:00 AM EST". Used where a decision depends on
 * the exact time.
 */
export function formatFull(ms: number | undefined, dateSettings: DateSettings): string {
  if (ms === undefined) return MISSING;
  return formatAs({ ...WEEKDAY, year: 'numeric', ...TIME }, ms, dateSettings);
}

/**
 * Formats a date and time in local time and UTC, such as "Mon, Nov 23, 2026, 9:00 AM EST · 2:00 PM UTC".
 * Includes the UTC day if the days differ.
 */
export function formatWithUtc(ms: number, dateSettings: DateSettings): string {
  const full = formatFull(ms, dateSettings);
  const utc = formatUtc(ms, dateSettings);
  return utc === undefined ? full : `${full} · ${utc}`;
}

/**
 * Formats a time in UTC, such as "2:00 PM UTC". Includes the UTC day if it differs from the day in the reader's
 * zone. Returns undefined if the reader's zone is UTC.
 */
export function formatUtc(ms: number, dateSettings: DateSettings): string | undefined {
  const { zone } = dateSettings;
  if (zoneAbbreviation(ms, zone) === 'UTC') return undefined;
  const isSameDay = isoDay(ms, zone) === isoDay(ms, 'UTC');
  return formatAs(isSameDay ? TIME : { ...WEEKDAY, ...TIME }, ms, { ...dateSettings, zone: 'UTC' });
}

export interface DateFormatOption {
  readonly locale: string;
  readonly region: string;
  readonly example: string;
}

/** Returns the date formats that members can choose. */
export function listDateFormats(): readonly DateFormatOption[] {
  return Object.entries(DATE_LOCALES).map(([locale, region]) => {
    return { locale, region, example: formatExample(locale) };
  });
}

/** An example time that looks different in each of the date formats. */
const EXAMPLE = Date.UTC(2026, 11, 31, 15, 30);

/** Returns an example date in the locale's format, such as "Dec 31, 3:30 PM". The example fits in a list on a phone. */
export function formatExample(locale: string): string {
  return formatAs({ ...DAY, hour: 'numeric', minute: '2-digit' }, EXAMPLE, { zone: 'UTC', locale });
}

/**
 * Formats a date or timestamp from the service as "Nov 27". A date without a time, such as "2026-11-27", is
 * the same day in every zone. If the text isn't a date, returns it unchanged.
 */
export function formatGivenDay(text: string | undefined, dateSettings: DateSettings, now: number): string {
  if (text === undefined || text === '') return MISSING;
  const ms = parseTimestamp(text);
  if (ms === undefined) return text;
  return formatDay(ms, { ...dateSettings, zone: zoneOfDay(text, dateSettings.zone) }, now);
}

/**
 * Returns whether a date or timestamp from the service is before today in the zone. Returns false if the text
 * isn't a date.
 */
export function isDayOver(text: string | undefined, zone: string, now: number): boolean {
  const ms = parseTimestamp(text);
  if (text === undefined || ms === undefined) return false;
  return isoDay(ms, zoneOfDay(text, zone)) < isoDay(now, zone);
}

const zoneOfDay = (text: string, zone: string) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? 'UTC' : zone);

function daySkeleton(ms: number, { zone }: DateSettings, now: number): Skeleton {
  const isThisYear = isoDay(ms, zone).slice(0, 4) === isoDay(now, zone).slice(0, 4);
  return isThisYear ? DAY : { ...DAY, year: 'numeric' };
}

function isoDay(ms: number, zone: string): string {
  const parts = formatParts(ms, zone, 'en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return `${read('year')}-${read('month')}-${read('day')}`;
}
