import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { MISSING } from './text.ts';

type Parts = Readonly<Record<string, string>>;

/** How many formats to cache. A format takes about 25 KB of memory, and each zone uses six. */
const MAX_FORMATS = 300;
/** Cached formats, least recently used first. */
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

/** Returns "EST", "CET", or "GMT+9" for zones without an English abbreviation. */
export function zoneAbbreviation(ms: number, zone: string): string {
  const names = ['en-US', 'en-GB', 'en-AU'].map(
    (locale) => formatParts(ms, zone, locale, { timeZoneName: 'short' }).timeZoneName ?? zone,
  );
  return names.find((name) => !name.startsWith('GMT')) ?? names[0] ?? zone;
}

/** Returns "Eastern Time", "Central European Time", or "UTC". */
export function zoneLabel(zone: string): string {
  if (zone === 'UTC' || zone === 'Etc/UTC') return 'UTC';
  const name = formatParts(Date.now(), zone, 'en-US', { timeZoneName: 'longGeneric' }).timeZoneName ?? zone;
  return name.startsWith('GMT') ? zone.replaceAll('_', ' ') : name.replace(/ Standard Time$/, ' Time');
}

/** Formats "23 Nov", with the year if it isn't the current year. */
export function formatDay(ms: number | undefined, zone: string, now: number): string {
  if (ms === undefined) return MISSING;
  const at = wallClock(ms, zone);
  const year = at.year === wallClock(now, zone).year ? '' : ` ${at.year}`;
  return `${at.day} ${at.month}${year}`;
}

/** Formats "09:00 EST". */
export function formatTime(ms: number, zone: string): string {
  const at = wallClock(ms, zone);
  return `${at.hour}:${at.minute} ${zoneAbbreviation(ms, zone)}`;
}

/** Formats "10:57:03 EST", for data that was just read. */
export function formatClock(ms: number, zone: string): string {
  const at = wallClock(ms, zone);
  return `${at.hour}:${at.minute}:${at.second} ${zoneAbbreviation(ms, zone)}`;
}

/** Formats "today, 15:40 EST" or "19 Nov, 14:10 EST", for tables. */
export function formatMoment(ms: number | undefined, zone: string, now: number): string {
  if (ms === undefined) return MISSING;
  const day = formatDay(ms, zone, now);
  const isToday = day === formatDay(now, zone, now);
  return `${isToday ? 'today' : day}, ${formatTime(ms, zone)}`;
}

/** Formats "Mon 23 Nov 2026, 09:00 EST", for decisions that depend on the exact time. */
export function formatFull(ms: number | undefined, zone: string): string {
  if (ms === undefined) return MISSING;
  const at = wallClock(ms, zone);
  const name = zoneAbbreviation(ms, zone);
  return `${at.weekday} ${at.day} ${at.month} ${at.year}, ${at.hour}:${at.minute} ${name}`;
}

/** Formats "Mon 23 Nov 2026, 09:00 EST · 14:00 UTC", with the UTC day if it is different. */
export function formatWithUtc(ms: number, zone: string): string {
  const full = formatFull(ms, zone);
  if (full.endsWith(' UTC')) return full;
  const local = wallClock(ms, zone);
  const utc = wallClock(ms, 'UTC');
  const day = local.day === utc.day ? '' : `${utc.weekday} ${utc.day} ${utc.month}, `;
  return `${full} · ${day}${utc.hour}:${utc.minute} UTC`;
}

/**
 * Formats a date or timestamp from the service as "27 Nov". A date ("2026-11-27") is the same day in every zone. Text
 * that isn't a date is returned unchanged.
 */
export function formatGivenDay(text: string | undefined, zone: string, now: number): string {
  if (text === undefined || text === '') return MISSING;
  const ms = parseTimestamp(text);
  if (ms === undefined) return text;
  return formatDay(ms, zoneOfDay(text, zone), now);
}

/** Whether a date or timestamp from the service is before today in the zone. False if the text isn't a date. */
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
