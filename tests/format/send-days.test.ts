/** Tests the suggested send times, and the warnings about days without mail delivery. */
import { describe, expect, it } from 'vitest';
import { readPresetParam, sendPresets, warnAboutSendDay } from '#lib/forms/send-days.ts';

const NEW_YORK = { zone: 'America/New_York', locale: 'en-US' };
/** Intl separates the time and “AM” with a nonbreaking space. */
const withPlainSpaces = (label: string) => label.replaceAll(/\s/g, ' ');
const presetsAt = (now: string, zone = 'America/New_York') =>
  sendPresets(Date.parse(now), { zone, locale: 'en-US' }).map(({ label, at }) => [
    withPlainSpaces(label),
    at,
  ]);

describe('the list of suggested times', () => {
  it('contains tomorrow, the next Monday, and two weeks from today, at 9:00 in the member’s zone', () => {
    expect(presetsAt('2026-11-25T15:00:00Z')).toEqual([
      ['Tomorrow 9:00 AM', '2026-11-26T09:00'],
      ['Monday 9:00 AM', '2026-11-30T09:00'],
      ['In 2 weeks 9:00 AM', '2026-12-09T09:00'],
    ]);
    // At this time, it is already Thursday in Auckland.
    expect(presetsAt('2026-11-25T15:00:00Z', 'Pacific/Auckland')[0]).toEqual([
      'Tomorrow 9:00 AM',
      '2026-11-27T09:00',
    ]);
  });

  it('includes the following Monday if today is a Monday', () => {
    expect(presetsAt('2026-11-23T15:00:00Z')[1]).toEqual(['Monday 9:00 AM', '2026-11-30T09:00']);
  });

  it('doesn’t show the next Monday separately if Monday is tomorrow', () => {
    expect(presetsAt('2026-11-29T15:00:00Z').map(([label]) => label)).toEqual([
      'Tomorrow 9:00 AM',
      'In 2 weeks 9:00 AM',
    ]);
  });

  it('uses the member’s date format', () => {
    const [first] = sendPresets(Date.parse('2026-11-25T15:00:00Z'), {
      zone: 'Europe/London',
      locale: 'en-GB',
    });
    expect(first).toEqual({ label: 'Tomorrow 9:00', day: '26 Nov', at: '2026-11-26T09:00' });
  });
});

describe('the warning about a send time', () => {
  const warn = (at: string) => warnAboutSendDay(Date.parse(at), NEW_YORK);

  it('names the holiday in the member’s zone', () => {
    expect(warn('2026-11-26T14:00:00Z')).toMatch(/^Thursday, November 26 is Thanksgiving\./);
    // In New York, this is still Christmas Day.
    expect(warn('2026-12-26T04:00:00Z')).toMatch(/Christmas Day/);
    expect(warn('2026-12-25T04:00:00Z')).toBeUndefined();
  });

  it('appears for the Monday after a holiday that falls on a Sunday', () => {
    expect(warn('2027-07-05T14:00:00Z')).toMatch(/Independence Day/);
  });

  it('appears for Sundays, but not for other days', () => {
    expect(warn('2026-11-29T14:00:00Z')).toMatch(/^Sunday, November 29 isn’t a delivery day/);
    for (const day of ['23', '24', '25', '27', '28'])
      expect(warn(`2026-11-${day}T14:00:00Z`)).toBeUndefined();
  });
});

describe('the time in a page’s URL', () => {
  it('is used only if it is a local time and appears once', () => {
    expect(readPresetParam({ at: '2026-11-26T09:00' })).toBe('2026-11-26T09:00');
    for (const at of [
      '',
      'tomorrow',
      '2026-11-26',
      '2026-11-26T09:00Z',
      ['2026-11-26T09:00', '2026-11-27T09:00'],
    ])
      expect(readPresetParam({ at })).toBe('');
    expect(readPresetParam({})).toBe('');
  });
});
