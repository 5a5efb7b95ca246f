import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { MISSING } from './text.ts';

type Parts = Readonly<Record<string, string>>;

/**
 * The maximum number of cached formats. A format takes about 25 KB of memory, and each zone uses six formats.
 */
const MAX_FORMATS = 300;
/** The cached formats, least recently used first. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatParts(ms: number, zone: string, locale: string, options: Intl.DateTimeFormatOptions): Parts {
  const key = `${locale} ${zone} ${Object.values(options).join(' ')}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  formats.delete(key);
  formats.set(key, format);
  if (formats.size > MAX_FORMATS) formats.delete(formats.keys().next().value ?? '');
  return Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
}

function wallClock(ms: number, zone: string): Parts {
  return formatParts(ms, zone, 'en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}

/**
 * Returns a zone's abbreviation, such as "EST" or "CET". If the zone has no English abbreviation, returns an
 * offset such as "GMT+9".
 */
export function zoneAbbreviation(ms: number, zone: string): string {
  const names = ['en-US', 'en-GB', 'en-AU'].map(
    (locale) => formatParts(ms, zone, locale, { timeZoneName: 'short' }).timeZoneName ?? zone,
  );
  return names.find((name) => !name.startsWith('GMT')) ?? names[0] ?? zone;
}

/** Returns a zone's English name, such as "Eastern Time", "Central European Time", or "UTC". */
export function zoneLabel(zone: string): string {
  if (zone === 'UTC' || zone === 'Etc/UTC') return 'UTC';
  const name = formatParts(Date.now(), zone, 'en-US', { timeZoneName: 'longGeneric' }).timeZoneName ?? zone;
  return name.startsWith('GMT') ? zone.replaceAll('_', ' ') : name.replace(/ Standard Time$/, ' Time');
}

/** Formats a day as "23 Nov". Adds the year if the day isn't in the current year. */
export function formatDay(ms: number | undefined, zone: string, now: number): string {
  if (ms === undefined) return MISSING;
  const at = wallClock(ms, zone);
  const year = at.year === wallClock(now, zone).year ? '' : ` ${at.year}`;
  return `${at.day} ${at.month}${year}`;
}

/** Formats a time as "09:00 EST". */
export function formatTime(ms: number, zone: string): string {
  const at = wallClock(ms, zone);
  return `${at.hour}:${at.minute} ${zoneAbbreviation(ms, zone)}`;
}

/** Formats a time with seconds, such as "10:57:03 EST". Used to show when data was read. */
export function formatClock(ms: number, zone: string): string {
  const at = wallClock(ms, zone);
  return `${at.hour}:${at.minute}:${at.second} ${zoneAbbreviation(ms, zone)}`;
}

/** Formats a moment for tables, such as "today, 15:40 EST" or "19 Nov, 14:10 EST". */
export function formatMoment(ms: number | undefined, zone: string, now: number): string {
  if (ms === undefined) return MISSING;
  const day = formatDay(ms, zone, now);
  const isToday = day === formatDay(now, zone, now);
  return `${isToday ? 'today' : day}, ${formatTime(ms, zone)}`;
}

/**
 * Formats a moment in full, such as "Mon 23 Nov 2026, 09:00 EST". Used where a decision depends on the exact
 * time.
 */
export function formatFull(ms: number | undefined, zone: string): string {
  if (ms === undefined) return MISSING;
  const at = wallClock(ms, zone);
  const name = zoneAbbreviation(ms, zone);
  return `${at.weekday} ${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute} ${name}`;
}

/**
 * Formats a moment in local time and UTC, such as "Mon 23 Nov 2026, 09:00 EST · 14:00 UTC". Includes the UTC
 * day if the days differ.
 */
export function formatWithUtc(ms: number, zone: string): string {
  const full = formatFull(ms, zone);
  if (full.endsWith(' UTC')) return full;
  const local = wallClock(ms, zone);
  const utc = wallClock(ms, 'UTC');
  const day = local.day === utc.day ? '' : `${utc.weekday} ${utc.day} ${utc.month}, `;
  return `${full} · ${day}${utc.hour}:${utc.minute} UTC`;
}

/**
 * Formats a date or timestamp from the service as "27 Nov". A date without a time, such as "2026-11-27", is
 * the same day in every zone. If the text isn't a date, returns it unchanged.
 */
export function formatGivenDay(text: string | undefined, zone: string, now: number): string {
  if (text === undefined || text === '') return MISSING;
  const ms = parseTimestamp(text);
  if (ms === undefined) return text;
  return formatDay(ms, zoneOfDay(text, zone), now);
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

function isoDay(ms: number, zone: string): string {
  const at = formatParts(ms, zone, 'en-US', { year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${at.year}-${at.month}-${at.day}`;
}
