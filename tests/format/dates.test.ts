import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import { chooseDateLocale } from '#lib/format/date-locales.ts';
import {
  formatClock,
  formatDay,
  formatFull,
  formatGivenDay,
  formatMoment,
  formatStandaloneMoment,
  formatTime,
  formatWithUtc,
  listDateFormats,
  zoneAbbreviation,
  zoneLabel,
} from '#lib/format/dates.ts';
import { formatCountdown, formatDistance, formatTimeLeft, toIsoDuration } from '#lib/format/durations.ts';

const ZONE = 'America/New_York';
const US = { zone: ZONE, locale: 'en-US' };
const now = Date.parse('2026-11-20T15:57:03Z');
const sendAt = Date.parse('2026-11-23T14:00:00Z');

/** Replaces nonbreaking spaces with ordinary spaces, so that the expected texts are readable. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

const EXAMPLES = {
  'en-US': {
    day: 'Nov 23',
    dayAndYear: 'Mar 9, 2025',
    clock: '10:57:03 AM EST',
    moment: 'Nov 23, 9:00 AM EST',
    full: 'Mon, Nov 23, 2026, 9:00 AM EST',
    withUtc: 'Mon, Nov 23, 2026, 9:00 AM EST · 2:00 PM UTC',
    otherUtcDay: 'Sun, Nov 22, 2026, 9:00 PM EST · Mon, Nov 23, 2:00 AM UTC',
  },
  'en-GB': {
    day: '23 Nov',
    dayAndYear: '9 Mar 2025',
    clock: '10:57:03 EST',
    moment: '23 Nov, 09:00 EST',
    full: 'Mon, 23 Nov 2026, 09:00 EST',
    withUtc: 'Mon, 23 Nov 2026, 09:00 EST · 14:00 UTC',
    otherUtcDay: 'Sun, 22 Nov 2026, 21:00 EST · Mon 23 Nov, 02:00 UTC',
  },
  'en-AU': {
    day: '23 Nov',
    dayAndYear: '9 Mar 2025',
    clock: '10:57:03 am EST',
    moment: '23 Nov, 9:00 am EST',
    full: 'Mon, 23 Nov 2026, 9:00 am EST',
    withUtc: 'Mon, 23 Nov 2026, 9:00 am EST · 2:00 pm UTC',
    otherUtcDay: 'Sun, 22 Nov 2026, 9:00 pm EST · Mon, 23 Nov, 2:00 am UTC',
  },
  'en-CA': {
    day: 'Nov 23',
    dayAndYear: 'Mar 9, 2025',
    clock: '10:57:03 a.m. EST',
    moment: 'Nov 23, 9:00 a.m. EST',
    full: 'Mon, Nov 23, 2026, 9:00 a.m. EST',
    withUtc: 'Mon, Nov 23, 2026, 9:00 a.m. EST · 2:00 p.m. UTC',
    otherUtcDay: 'Sun, Nov 22, 2026, 9:00 p.m. EST · Mon, Nov 23, 2:00 a.m. UTC',
  },
  'ja-JP': {
    day: 'Nov 23',
    dayAndYear: 'Mar 9, 2025',
    clock: '10:57:03 EST',
    moment: 'Nov 23, 9:00 EST',
    full: 'Mon, Nov 23, 2026, 9:00 EST',
    withUtc: 'Mon, Nov 23, 2026, 9:00 EST · 14:00 UTC',
    otherUtcDay: 'Sun, Nov 22, 2026, 21:00 EST · Mon, Nov 23, 2:00 UTC',
  },
};

const CONTINENTAL = {
  ...EXAMPLES['en-GB'],
  otherUtcDay: 'Sun, 22 Nov 2026, 21:00 EST · Mon, 23 Nov, 02:00 UTC',
};

describe.each([
  ...Object.entries(EXAMPLES),
  ...['de-DE', 'fr-FR', 'pt-BR'].map((tag) => [tag, CONTINENTAL] as const),
])('a date for a reader with the language %s', (tag, examples) => {
  const settings = { zone: ZONE, locale: chooseDateLocale([tag]) };

  test('shows the day and the month in the order used in the reader’s region', () => {
    expect(formatDay(sendAt, settings, now)).toBe(examples.day);
    expect(formatGivenDay('2026-11-23', settings, now)).toBe(examples.day);
    expect(formatDay(Date.parse('2025-03-09T12:00Z'), settings, now)).toBe(examples.dayAndYear);
  });

  test('uses the 12-hour or 24-hour clock of the reader’s region', () => {
    expect(plain(formatClock(now, settings))).toBe(examples.clock);
    expect(plain(formatTime(now, settings))).toBe(examples.clock.replace(':03', ''));
    expect(plain(formatMoment(now, settings, now))).toBe(`today, ${examples.clock.replace(':03', '')}`);
    expect(plain(formatStandaloneMoment(now, settings, now))).toBe(
      `Today, ${examples.clock.replace(':03', '')}`,
    );
    expect(plain(formatMoment(sendAt, settings, now))).toBe(examples.moment);
  });

  test('shows the full time, both in the reader’s time zone and in UTC', () => {
    expect(plain(formatFull(sendAt, settings))).toBe(examples.full);
    expect(plain(formatWithUtc(sendAt, settings))).toBe(examples.withUtc);
    expect(plain(formatWithUtc(Date.parse('2026-11-23T02:00:00Z'), settings))).toBe(examples.otherUtcDay);
    expect(plain(formatWithUtc(sendAt, { ...settings, zone: 'UTC' }))).toMatch(/^Mon, [^·]* UTC$/);
  });
});

describe('formatting a point in time', () => {
  test('keeps a time, AM or PM, and the time zone on one line', () => {
    expect(formatTime(sendAt, US)).toBe('9:00\u00a0AM\u00a0EST');
    expect(formatTime(sendAt, { zone: ZONE, locale: 'en-AU' })).toBe('9:00\u00a0am\u00a0EST');
    expect(formatMoment(sendAt, { zone: ZONE, locale: 'en-GB' }, now)).toBe('23 Nov, 09:00\u00a0EST');
  });

  test('shows midnight and noon unambiguously', () => {
    const times = ['2026-11-23T05:00Z', '2026-11-23T17:00Z'].map(Date.parse);
    expect(times.map((ms) => plain(formatTime(ms, US)))).toEqual(['12:00 AM EST', '12:00 PM EST']);
    const british = { zone: ZONE, locale: 'en-GB' };
    expect(times.map((ms) => plain(formatTime(ms, british)))).toEqual(['00:00 EST', '12:00 EST']);
  });

  test('formats a missing or unreadable time as a dash', () => {
    expect(parseTimestamp('yesterday')).toBeUndefined();
    expect(parseTimestamp(undefined)).toBeUndefined();
    expect(formatMoment(undefined, US, now)).toBe('—');
    expect(formatFull(undefined, US)).toBe('—');
  });

  test('formats a date without a time as the same day in every zone, and doesn’t change text that isn’t a date', () => {
    expect(formatGivenDay('2026-11-27', US, now)).toBe('Nov 27');
    expect(formatGivenDay('2026-11-27', { ...US, zone: 'Pacific/Auckland' }, now)).toBe('Nov 27');
    expect(formatGivenDay('2026-11-27T02:00:00Z', US, now)).toBe('Nov 26');
    expect(formatGivenDay('in a week', US, now)).toBe('in a week');
    expect(formatGivenDay(undefined, US, now)).toBe('—');
  });
});

test('the list of date formats contains each format once, with an example', () => {
  const options = listDateFormats();
  expect(options.map(({ example }) => plain(example)).slice(0, 3)).toEqual([
    'Dec 31, 3:30 PM',
    'Dec 31, 3:30 p.m.',
    '31 Dec, 15:30',
  ]);
  for (const { locale } of options) expect(chooseDateLocale([locale])).toBe(locale);
});

test('time zones have abbreviations and names', () => {
  expect(zoneAbbreviation(sendAt, ZONE)).toBe('EST');
  expect(zoneAbbreviation(Date.parse('2026-07-01T00:00Z'), ZONE)).toBe('EDT');
  expect(zoneAbbreviation(sendAt, 'Europe/Berlin')).toBe('CET');
  expect(zoneAbbreviation(sendAt, 'Asia/Tokyo')).toBe('GMT+9');
  expect(zoneLabel(ZONE)).toBe('Eastern Time');
  expect(zoneLabel('UTC')).toBe('UTC');
});

test('the remaining time can be exact or rounded', () => {
  const left = sendAt - Date.parse('2026-11-20T15:45:52Z');
  expect(formatCountdown(left)).toBe('2 d 22:14:08');
  expect(formatTimeLeft(left)).toBe('2 d 22 h');
  expect(toIsoDuration(left)).toBe('PT70H14M8S');
  expect(formatCountdown(11 * 60_000 + 5_000)).toBe('11:05');
  expect(formatCountdown(3_600_000)).toBe('01:00:00');
  expect(formatCountdown(-1)).toBe('00:00');
  expect(formatTimeLeft(11 * 60_000)).toBe('11 min');
  expect(formatTimeLeft(20_000)).toBe('less than a minute');
});

test('a time difference is formatted in words', () => {
  expect(formatDistance(sendAt, now)).toBe('in 3 days');
  expect(formatDistance(now + 15 * 60_000, now)).toBe('in 15 minutes');
  expect(formatDistance(now - 2 * 3_600_000, now)).toBe('2 hours ago');
  expect(formatDistance(now, now)).toBe('now');
});
