import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '#lib/domain/timestamp.ts';
import {
  formatDay,
  formatFull,
  formatGivenDay,
  formatMoment,
  formatWithUtc,
  zoneAbbreviation,
  zoneLabel,
} from '#lib/format/dates.ts';
import { formatCountdown, formatDistance, formatTimeLeft, toIsoDuration } from '#lib/format/durations.ts';

const NEW_YORK = 'America/New_York';
const now = Date.parse('2026-11-20T15:57:00Z');
const sendAt = Date.parse('2026-11-23T14:00:00Z');

describe('points in time', () => {
  test('formats a time in full, both in a time zone and in UTC', () => {
    expect(formatFull(sendAt, NEW_YORK)).toBe('Mon 23 Nov 2026, 09:00 EST');
    expect(formatWithUtc(sendAt, NEW_YORK)).toBe('Mon 23 Nov 2026, 09:00 EST · 14:00 UTC');
    expect(formatWithUtc(Date.parse('2026-11-23T02:00:00Z'), NEW_YORK)).toBe(
      'Sun 22 Nov 2026, 21:00 EST · Mon 23 Nov, 02:00 UTC',
    );
    expect(formatWithUtc(sendAt, 'UTC')).toBe('Mon 23 Nov 2026, 14:00 UTC');
  });

  test('formats times in tables with “today” instead of today’s date, and without the current year', () => {
    expect(formatMoment(now, NEW_YORK, now)).toBe('today, 10:57 EST');
    expect(formatMoment(sendAt, NEW_YORK, now)).toBe('23 Nov, 09:00 EST');
    expect(formatDay(Date.parse('2025-09-03T12:00Z'), NEW_YORK, now)).toBe('3 Sep 2025');
  });

  test('formats a missing or unreadable time as a dash', () => {
    expect(parseTimestamp('yesterday')).toBeUndefined();
    expect(parseTimestamp(undefined)).toBeUndefined();
    expect(formatMoment(undefined, NEW_YORK, now)).toBe('—');
    expect(formatFull(undefined, NEW_YORK)).toBe('—');
  });

  test('formats a date without a time as the same day in every zone, and doesn’t change unreadable text', () => {
    expect(formatGivenDay('2026-11-27', NEW_YORK, now)).toBe('27 Nov');
    expect(formatGivenDay('2026-11-27', 'Pacific/Auckland', now)).toBe('27 Nov');
    expect(formatGivenDay('2026-11-27T02:00:00Z', NEW_YORK, now)).toBe('26 Nov');
    expect(formatGivenDay('in a week', NEW_YORK, now)).toBe('in a week');
    expect(formatGivenDay(undefined, NEW_YORK, now)).toBe('—');
  });
});

test('returns the abbreviations and names of time zones', () => {
  expect(zoneAbbreviation(sendAt, NEW_YORK)).toBe('EST');
  expect(zoneAbbreviation(Date.parse('2026-07-01T00:00Z'), NEW_YORK)).toBe('EDT');
  expect(zoneAbbreviation(sendAt, 'Europe/Berlin')).toBe('CET');
  expect(zoneAbbreviation(sendAt, 'Asia/Tokyo')).toBe('GMT+9');
  expect(zoneLabel(NEW_YORK)).toBe('Eastern Time');
  expect(zoneLabel('UTC')).toBe('UTC');
});

test('formats the remaining time in an exact and a rounded form', () => {
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

test('formats a time difference in words', () => {
  expect(formatDistance(sendAt, now)).toBe('in 3 days');
  expect(formatDistance(now + 15 * 60_000, now)).toBe('in 15 minutes');
  expect(formatDistance(now - 2 * 3_600_000, now)).toBe('2 hours ago');
  expect(formatDistance(now, now)).toBe('now');
});
