import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayBounds, readLocalTime } from '#lib/forms/local-time.ts';
import { chooseSendTime, sendWindow, toFieldValue } from '#lib/forms/send-time.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';

const ZONE = 'America/New_York';
const NEW_YORK = { zone: ZONE, locale: 'en-US' };
const UTC = { zone: 'UTC', locale: 'en-US' };
const now = Date.parse('2026-10-20T15:57:00Z');

describe('chooseSendTime', () => {
  test('uses the offset that the time zone has on the send date', () => {
    expect(chooseSendTime('2026-10-23T09:00', NEW_YORK, now)).toMatchObject({
      ok: true,
      iso: '2026-10-23T09:00:00-04:00',
      local: '9:00\u00a0AM\u00a0EDT on Oct 23',
      text: 'Fri, Oct 23, 2026, 9:00\u00a0AM\u00a0EDT · 1:00\u00a0PM\u00a0UTC',
      distance: 'in 3 days',
      choices: undefined,
    });
    expect(chooseSendTime('2026-11-23T09:00', NEW_YORK, now)).toMatchObject({
      iso: '2026-11-23T09:00:00-05:00',
    });
  });

  test('formats the send time for the member’s region', () => {
    const british = { zone: ZONE, locale: 'en-GB' };
    expect(chooseSendTime('2026-10-23T14:00', british, now)).toMatchObject({
      local: '14:00\u00a0EDT on 23 Oct',
      text: 'Fri, 23 Oct 2026, 14:00\u00a0EDT · 18:00\u00a0UTC',
    });
  });

  test('accepts the example in the error message, which has a space instead of the T', () => {
    const { problem } = chooseSendTime('soon', NEW_YORK, now) as { problem: string };
    const [example = ''] = /\d.*\d/.exec(problem) ?? [];
    expect(chooseSendTime(example, NEW_YORK, now)).toMatchObject({ iso: '2026-11-23T09:00:00-05:00' });
  });

  test('asks the member to choose between two times if a local time occurs twice', () => {
    const night = '2026-11-01T01:30';
    expect(readLocalTime(night, ZONE).kind).toBe('overlap');
    expect(chooseSendTime(night, NEW_YORK, now)).toEqual({
      ok: false,
      field: 'fold',
      problem:
        'This time occurs twice because clocks fall back (Eastern Time). Choose 1:30\u00a0AM\u00a0EDT or 1:30\u00a0AM\u00a0EST.',
      choices: { earlier: '1:30\u00a0AM\u00a0EDT', later: '1:30\u00a0AM\u00a0EST' },
    });
    expect(chooseSendTime(night, NEW_YORK, now, 'earlier')).toMatchObject({
      iso: '2026-11-01T01:30:00-04:00',
      choices: { earlier: '1:30\u00a0AM\u00a0EDT', later: '1:30\u00a0AM\u00a0EST' },
    });
    expect(chooseSendTime(night, NEW_YORK, now, 'later')).toMatchObject({ iso: '2026-11-01T01:30:00-05:00' });
  });

  test('asks the member to choose an earlier or later time if clocks skip a local time', () => {
    const night = '2027-03-14T02:30';
    const before = Date.parse('2027-03-01T12:00:00Z');
    expect(chooseSendTime(night, NEW_YORK, before)).toEqual({
      ok: false,
      field: 'fold',
      problem:
        'This time doesn’t exist because clocks spring forward (Eastern Time). Choose 1:30\u00a0AM\u00a0EST or 3:30\u00a0AM\u00a0EDT.',
      choices: { earlier: '1:30\u00a0AM\u00a0EST', later: '3:30\u00a0AM\u00a0EDT' },
    });
    expect(chooseSendTime(night, NEW_YORK, before, 'later')).toMatchObject({
      iso: '2027-03-14T03:30:00-04:00',
    });
  });

  test.each(['', 'soon', '2026-02-30T09:00', '2026-13-01T09:00', '2026-11-23', '2026-11-23T25:00'])(
    'rejects the send time %j',
    (text) => expect(chooseSendTime(text, NEW_YORK, now)).toMatchObject({ ok: false, field: 'at' }),
  );
});

describe('the send time check', () => {
  const at = (ms: number) => toFieldValue(ms, ZONE);

  test('states the earliest and latest send times when explaining the limits in part 8 of the interface', () => {
    expect(chooseSendTime(at(now + 10 * MINUTE_MS), NEW_YORK, now)).toEqual({
      ok: false,
      field: 'at',
      problem:
        'Too early. Choose a time at least 15 minutes from now (Tue, Oct 20, 2026, 12:13\u00a0PM\u00a0EDT or later).',
    });
    expect(chooseSendTime(at(now + 91 * DAY_MS), NEW_YORK, now)).toEqual({
      ok: false,
      field: 'at',
      problem:
        'Too late. Choose a time at most 90 days from now (Mon, Jan 18, 2027, 10:56\u00a0AM\u00a0EST or earlier).',
    });
  });

  test('accepts the first and last minute of the send window and rejects the minutes before and after', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * DAY_MS }), (shift) => {
        const then = now + shift;
        const { earliest, latest } = sendWindow(then);
        for (const inside of [earliest, latest]) {
          expect(chooseSendTime(toFieldValue(inside, 'UTC'), UTC, then).ok).toBe(true);
        }
        for (const outside of [earliest - MINUTE_MS, latest + MINUTE_MS]) {
          expect(chooseSendTime(toFieldValue(outside, 'UTC'), UTC, then).ok).toBe(false);
        }
      }),
    );
  });
});

test('a day lasts from midnight to midnight in its time zone, even if clocks change on that day', () => {
  expect(dayBounds('2026-11-01', ZONE)).toEqual({
    start: '2026-11-01T00:00:00-04:00',
    end: '2026-11-01T23:59:59.999-05:00',
  });
  expect(dayBounds('2026-02-30', ZONE)).toBeUndefined();
  expect(dayBounds('1 Oct', ZONE)).toBeUndefined();
  // The day 9999-12-31 in New York ends in the year 10000 in UTC.
  expect(dayBounds('9999-12-31', ZONE)).toBeUndefined();
  expect(dayBounds('9999-12-31', 'UTC')).toBeDefined();
});
