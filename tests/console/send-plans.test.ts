/** Tests the send times of bulk jobs. */
import { describe, expect, it } from 'vitest';
import type { SendPlan } from '#lib/domain/send-plan.ts';
import { daysBetween, skipReason } from '#lib/domain/send-plan.ts';
import { assignSendTimes } from '#lib/jobs/send-times.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';

const ZONE = 'America/New_York';
const at = (iso: string) => Date.parse(iso);
const spread = (plan: Partial<SendPlan & { kind: 'spread' }>): SendPlan => ({
  kind: 'spread',
  perDay: 2,
  from: '2026-11-23',
  time: '09:00',
  zone: ZONE,
  weekdaysOnly: true,
  ...plan,
});
const NOW = at('2026-11-20T12:00Z');
const timesOf = (
  plan: SendPlan,
  count: number,
  now = NOW,
  version: 'v1' | 'v2' = 'v1',
  taken?: ReadonlyMap<number, number>,
) =>
  assignSendTimes(plan, count, now, version, taken).map((slot) =>
    'at' in slot ? [slot.count, new Date(slot.at).toISOString()] : [slot.count, slot.leftOut],
  );

describe('a spread plan', () => {
  it('skips weekends and federal holidays', () => {
    expect(timesOf(spread({ from: '2026-11-21' }), 11)).toEqual([
      [2, '2026-11-23T14:00:00.000Z'],
      [2, '2026-11-24T14:00:00.000Z'],
      [2, '2026-11-25T14:00:00.000Z'],
      // Thanksgiving is on November 26.
      [2, '2026-11-27T14:00:00.000Z'],
      [2, '2026-11-30T14:00:00.000Z'],
      [1, '2026-12-01T14:00:00.000Z'],
    ]);
  });

  it('uses every day if it isn’t limited to weekdays', () => {
    const days = timesOf(spread({ from: '2026-11-25', weekdaysOnly: false, perDay: 1 }), 4);
    expect(days.map(([, time]) => String(time).slice(5, 10))).toEqual(['11-25', '11-26', '11-27', '11-28']);
  });

  it('keeps the local time when the clocks change', () => {
    const plan = spread({ from: '2027-03-12', weekdaysOnly: false, perDay: 1 });
    expect(timesOf(plan, 3, at('2027-03-01T00:00Z')).map(([, time]) => time)).toEqual([
      '2027-03-12T14:00:00.000Z',
      '2027-03-13T14:00:00.000Z',
      '2027-03-14T13:00:00.000Z',
    ]);
  });

  it('adds one hour to a time that a clock change skips, and uses the first of two repeated times', () => {
    const skipped = spread({ from: '2027-03-14', time: '02:30', weekdaysOnly: false });
    expect(timesOf(skipped, 1, at('2027-03-01T00:00Z'))).toEqual([[1, '2027-03-14T07:30:00.000Z']]);
    const repeated = spread({ from: '2027-11-07', time: '01:30', weekdaysOnly: false });
    expect(timesOf(repeated, 1, at('2027-11-01T00:00Z'))).toEqual([[1, '2027-11-07T05:30:00.000Z']]);
  });

  it('skips a day whose time is too soon', () => {
    const plan = spread({ from: '2026-11-23', perDay: 1 });
    const justInTime = at('2026-11-23T13:45:00Z');
    expect(timesOf(plan, 1, justInTime)).toEqual([[1, '2026-11-23T14:00:00.000Z']]);
    expect(timesOf(plan, 1, justInTime + 1)).toEqual([[1, '2026-11-24T14:00:00.000Z']]);
  });

  it('leaves out campaigns that would be sent more than 90 days ahead', () => {
    const slots = timesOf(spread({ weekdaysOnly: false, perDay: 1 }), 200);
    const planned = slots.filter(([, time]) => time !== 'too_late');
    expect(slots.at(-1)).toEqual([200 - planned.length, 'too_late']);
    expect(at(String(planned.at(-1)?.[1])) - NOW).toBeLessThanOrEqual(90 * DAY_MS);
    expect(planned).toHaveLength(87);
  });

  it('says that the time is too early if all of the plan’s days are over', () => {
    expect(timesOf(spread({ from: '2026-01-05' }), 3)).toEqual([[3, 'too_early']]);
  });

  it('fills up days on which the job has already scheduled campaigns', () => {
    const taken = new Map([
      [at('2026-11-23T14:00Z'), 2],
      [at('2026-11-24T14:00Z'), 1],
    ]);
    expect(timesOf(spread({}), 3, NOW, 'v1', taken)).toEqual([
      [1, '2026-11-24T14:00:00.000Z'],
      [2, '2026-11-25T14:00:00.000Z'],
    ]);
  });
});

describe('a plan with one time', () => {
  const once = (iso: string): SendPlan => ({ kind: 'once', at: iso, zone: ZONE });

  it('is used if the interface’s limits allow it', () => {
    const earliest = new Date(NOW + 15 * MINUTE_MS).toISOString();
    const latest = new Date(NOW + 90 * DAY_MS).toISOString();
    expect(timesOf(once(earliest), 3)).toEqual([[3, earliest]]);
    expect(timesOf(once(latest), 3)).toEqual([[3, latest]]);
    // In v2, the time must be less than 90 days ahead.
    expect(timesOf(once(latest), 3, NOW, 'v2')).toEqual([[3, 'too_late']]);
    expect(timesOf(once(new Date(NOW + 15 * MINUTE_MS - 1).toISOString()), 3)).toEqual([[3, 'too_early']]);
  });
});

it('says why a plan for weekdays skips a day', () => {
  expect(skipReason('2026-11-26')).toEqual({ kind: 'holiday', name: 'Thanksgiving' });
  expect(skipReason('2026-11-28')).toEqual({ kind: 'weekend' });
  expect(skipReason('2026-11-27')).toBeNull();
});

it('lists the days from one date to another, even across the end of a year', () => {
  expect(daysBetween('2026-12-30', '2027-01-02')).toEqual([
    '2026-12-30',
    '2026-12-31',
    '2027-01-01',
    '2027-01-02',
  ]);
  expect(daysBetween('2026-12-30', '2026-12-29')).toEqual([]);
});
