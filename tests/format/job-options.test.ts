/** Tests the schedule that a bulk job's form suggests, and how the form's fields are read. */
import { describe, expect, it } from 'vitest';
import { readSendPlan, suggestSchedule } from '#lib/forms/job-options.ts';

const ZONE = 'America/New_York';
const SETTINGS = { zone: ZONE, locale: 'en-US' };
const at = (local: string) => Date.parse(local);

describe('the suggested schedule', () => {
  it.each([
    ['the next day, before nine', '2026-11-23T08:00-05:00', '2026-11-24'],
    ['the day after, if nine is less than a day away', '2026-11-23T09:10-05:00', '2026-11-25'],
    ['after Thanksgiving', '2026-11-25T08:00-05:00', '2026-11-27'],
    ['after a weekend', '2026-11-27T08:00-05:00', '2026-11-30'],
  ])('starts %s', (_, now, day) => {
    expect(suggestSchedule(239, ZONE, at(now))).toEqual({
      at: `${day}T09:00`,
      from: day,
      time: '09:00',
      perDay: 60,
    });
  });

  it('suggests at least one campaign a day', () => {
    expect(suggestSchedule(1, ZONE, at('2026-11-23T08:00-05:00')).perDay).toBe(1);
    expect(suggestSchedule(0, ZONE, at('2026-11-23T08:00-05:00')).perDay).toBe(1);
  });
});

describe('the schedule in a form', () => {
  const NOW = at('2026-11-23T08:00-05:00');
  const once = { mode: 'once', zone: ZONE } as const;
  const spread = {
    mode: 'spread',
    zone: ZONE,
    per_day: 60,
    from: '2026-11-24',
    time: '09:00',
  } as const;

  it('can be a single time with an offset', () => {
    expect(readSendPlan({ ...once, at: '2026-11-24T09:00' }, SETTINGS, NOW, 'v1')).toEqual({
      plan: { kind: 'once', at: '2026-11-24T09:00:00-05:00', zone: ZONE },
    });
  });

  it('is rejected with an error at the field if the time is missing or too early', () => {
    expect(readSendPlan(once, SETTINGS, NOW, 'v1')).toMatchObject({
      state: { fields: { at: expect.any(String) } },
    });
    expect(readSendPlan({ ...once, at: '2026-11-23T08:05' }, SETTINGS, NOW, 'v1')).toMatchObject({
      state: { fields: { at: expect.stringContaining('Too early') } },
    });
  });

  it('is rejected with a question about which time is meant if a local time occurs twice', () => {
    const now = at('2027-10-20T08:00-04:00');
    expect(readSendPlan({ ...once, at: '2027-11-07T01:30' }, SETTINGS, now, 'v1')).toMatchObject({
      state: { fields: { fold: expect.any(String) } },
    });
  });

  it('can be a number of campaigns a day', () => {
    const plan = { kind: 'spread', perDay: 60, from: '2026-11-24', time: '09:00', zone: ZONE };
    expect(readSendPlan({ ...spread, weekdays: 'yes' }, SETTINGS, NOW, 'v1')).toEqual({
      plan: { ...plan, weekdaysOnly: true },
    });
    expect(readSendPlan(spread, SETTINGS, NOW, 'v1')).toEqual({ plan: { ...plan, weekdaysOnly: false } });
  });

  it('is rejected with an error at each field that is missing or isn’t a day or a time', () => {
    expect(readSendPlan({ mode: 'spread', zone: ZONE }, SETTINGS, NOW, 'v1')).toEqual({
      state: {
        fields: {
          per_day: 'Enter a number from 1 to 5,000.',
          from: 'Enter a date, like 2026-11-23.',
          time: 'Enter a time, like 09:00.',
        },
      },
    });
    for (const from of ['2026-02-30', 'soon', '2026-11-24T09:00'])
      expect(readSendPlan({ ...spread, from }, SETTINGS, NOW, 'v1')).toHaveProperty('state.fields.from');
    for (const time of ['24:00', '9', '09:60'])
      expect(readSendPlan({ ...spread, time }, SETTINGS, NOW, 'v1')).toHaveProperty('state.fields.time');
  });

  it('doesn’t start on a day that is over in the schedule’s time zone', () => {
    const late = at('2026-11-23T23:30-05:00');
    expect(readSendPlan({ ...spread, from: '2026-11-22' }, SETTINGS, late, 'v1')).toEqual({
      state: { fields: { from: 'Choose a day in the future.' } },
    });
    expect(readSendPlan({ ...spread, from: '2026-11-23' }, SETTINGS, late, 'v1')).toHaveProperty('plan');
  });
});
