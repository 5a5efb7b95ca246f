/** Tests which days a calendar shows, when they begin and end, and what its URL means. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { departureOf, sumCounts, sumDays } from '#lib/domain/calendar.ts';
import { postalHoliday } from '#lib/domain/postal-holidays.ts';
import { formatMonth, formatWeek } from '#lib/format/calendar.ts';
import { readWeek } from '#lib/format/week.ts';
import { calendarHref, daysHref, readCalendarQuery } from '#lib/forms/calendar-query.ts';
import { dateAt, readMonth, readWeekOf } from '#lib/forms/calendar-span.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';

const US = readWeek('en-US');
const GB = readWeek('en-GB');
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-23T02:30:00Z');

const month = (text: string, zone = 'UTC', week = US) => {
  const span = readMonth(text, zone, week);
  if (!span) throw new Error(`The calendar doesn’t have the month ${text}.`);
  return span;
};
const hoursOf = (text: string, zone: string, date: string) => {
  const day = month(text, zone).days.find((other) => other.date === date);
  return day && (day.end - day.start) / HOUR_MS;
};

describe('a month in the calendar', () => {
  it('consists of whole weeks that begin on the region’s first day of the week', () => {
    const us = month('2026-11');
    expect([us.days[0]?.date, us.days.at(-1)?.date, us.days.length]).toEqual([
      '2026-11-01',
      '2026-12-05',
      35,
    ]);
    const gb = month('2026-11', 'UTC', GB);
    expect([gb.days[0]?.date, gb.days.at(-1)?.date, gb.days.length]).toEqual([
      '2026-10-26',
      '2026-12-06',
      42,
    ]);
    expect(gb.days.filter(({ isInSpan }) => isInSpan).map(({ date }) => date)).toEqual(
      Array.from({ length: 30 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`),
    );
    expect(month('2027-02', 'UTC', GB).days).toHaveLength(28);
  });

  it('marks the region’s weekend', () => {
    const weekendOf = (locale: string) =>
      month('2026-11', 'UTC', readWeek(locale))
        .days.slice(0, 7)
        .filter(({ isWeekend }) => isWeekend)
        .map(({ date }) => new Date(date).getUTCDay());
    expect(weekendOf('en-US')).toEqual([0, 6]);
    expect(weekendOf('en-GB')).toEqual([6, 0]);
    expect(weekendOf('en-IN')).toEqual([0]);
  });

  it('has a shorter or longer day when the clocks change, in any zone', () => {
    expect(hoursOf('2026-11', 'America/New_York', '2026-11-01')).toBe(25);
    expect(hoursOf('2026-03', 'America/New_York', '2026-03-08')).toBe(23);
    expect(hoursOf('2026-11', 'America/St_Johns', '2026-11-01')).toBe(25);
    expect(hoursOf('2026-04', 'Australia/Lord_Howe', '2026-04-05')).toBe(24.5);
    expect(hoursOf('2026-09', 'America/Santiago', '2026-09-06')).toBe(23);
    expect(hoursOf('2011-12', 'Pacific/Apia', '2011-12-30')).toBe(0);
    expect(month('2026-11', 'Pacific/Kiritimati').days[0]?.start).toBe(Date.parse('2026-10-31T10:00:00Z'));
    expect(month('2026-11', 'America/St_Johns').days[1]?.start).toBe(Date.parse('2026-11-02T03:30:00Z'));
  });

  it('assigns every moment to exactly one day', () => {
    const zones = ['UTC', 'America/New_York', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'];
    const moments = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) });
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones, 'Africa/Casablanca', 'Pacific/Apia'), (at, zone) => {
        const date = dateAt(at, zone);
        const { days } = month(date.slice(0, 7), zone, GB);
        const containing = days.filter(({ start, end }) => start <= at && at < end);
        expect(containing.map((day) => day.date)).toEqual([date]);
        expect(days.slice(1).every(({ start }, i) => start === days[i]?.end)).toBe(true);
      }),
    );
  });

  it('links to the previous and next months, but not beyond the calendar’s first and last months', () => {
    expect(month('2026-01')).toMatchObject({ previous: '2025-12', next: '2026-02' });
    expect(month('1970-01').previous).toBeUndefined();
    expect(month('2199-12').next).toBeUndefined();
  });
});

describe('a week', () => {
  it('begins on the region’s first day of the week, whichever of its days is in the URL', () => {
    const nameOf = (date: string, week = US) => readWeekOf(date, 'UTC', week)?.name;
    expect([nameOf('2026-11-22'), nameOf('2026-11-23'), nameOf('2026-11-28')]).toEqual(
      Array(3).fill('2026-11-22'),
    );
    expect(nameOf('2026-11-22', GB)).toBe('2026-11-16');
    expect(readWeekOf('2026-11-23', 'UTC', GB)).toMatchObject({
      previous: '2026-11-16',
      next: '2026-11-30',
    });
  });

  it('has a title in the member’s format', () => {
    expect(formatWeek('2026-11-15', '2026-11-21', 'en-US')).toBe('November 15 – 21, 2026');
    expect(formatWeek('2026-11-30', '2026-12-06', 'en-GB')).toBe('30 November – 6 December 2026');
    expect(formatMonth('2026-11', 'en-GB')).toBe('November 2026');
  });
});

describe('the calendar’s URL', () => {
  const read = (params: SearchParams, zone = 'UTC', locale = 'en-US') =>
    readCalendarQuery(params, { zone, locale }, NOW);

  it('selects the current month in the member’s time zone if it doesn’t contain a month or week', () => {
    expect(read({})).toMatchObject({ today: '2026-11-23', span: { name: '2026-11' } });
    expect(read({}, 'America/New_York').today).toBe('2026-11-22');
  });

  it.each([
    [{ month: '2026-13' }, 'month'],
    [{ month: '2026-00' }, 'month'],
    [{ month: '26-11' }, 'month'],
    [{ month: '9999-01' }, 'month'],
    [{ month: ['2026-11', '2026-12'] }, 'month'],
    [{ week: '2026-02-30' }, 'week'],
    [{ week: '2026-11' }, 'week'],
    [{ week: '-271821-04-19' }, 'week'],
    [{ week: '2026-11-23', month: '2026-11' }, 'week'],
    [{ status: 'lost' }, 'status'],
  ])('reports invalid values: %j', (params, name) => {
    expect(Object.keys(read(params).errors)).toEqual([name]);
  });

  it('keeps the filters, and links to the same campaigns in the list', () => {
    const { typed } = read({
      month: '2026-11',
      customer: ['a@b.example', '7'],
      template: 'x',
      status: 'sent',
    });
    expect(calendarHref(typed, { week: '2026-11-23' })).toBe(
      '/calendar?week=2026-11-23&customer=a%40b.example&customer=7&template=x&status=sent',
    );
    const zone = 'America/St_Johns';
    const [, query = ''] = daysHref(typed, '2026-11-01').split('?');
    const params = new URLSearchParams(query);
    const list = readCampaignQuery(
      Object.fromEntries([...params.keys()].map((name) => [name, params.getAll(name)])),
      zone,
    );
    const day = month('2026-11', zone).days[0];
    expect(list.errors).toEqual({});
    expect(list.indexFilter.scheduled).toEqual({ from: day?.start, to: day?.end });
    expect([list.customers, list.templates, list.filters.status]).toEqual([
      ['a@b.example', '7'],
      ['x'],
      'sent',
    ]);
  });

  it('omits a form’s blank fields', () => {
    const query = read({ month: '2026-11', customer: ['', ''], template: '', status: '' });
    expect(query.hasBlanks).toBe(true);
    expect(query.errors).toEqual({});
    expect(calendarHref(query.typed, { month: '2026-11' })).toBe('/calendar?month=2026-11');
  });
});

describe('a day in the calendar', () => {
  const count = (status: string | null, currency: string | null, price: number, more = {}) => ({
    ...{ day: 0, status, currency, campaigns: 1, recipients: 10, price, unpriced: 0, ...more },
  });

  it('leaves drafts out of its sums, even if the mail service kept the send time of a canceled campaign', () => {
    expect(departureOf('draft')).toBe('not_going');
    const { all, notGoing } = sumCounts([count('draft', '$', 500), count('queued', '$', 700)]);
    expect([all.campaigns, all.amounts, notGoing]).toEqual([1, [{ currency: '$', price: 700 }], 1]);
  });

  it('counts campaigns in production as already out, and only queued campaigns as still to go out', () => {
    const sums = sumCounts(['queued', 'in_queue', 'processing', 'mailed'].map((s) => count(s, '$', 100)));
    expect([sums.toGo.campaigns, sums.wentOut.campaigns, sums.all.campaigns]).toEqual([2, 2, 4]);
  });

  it('counts campaigns with an unknown status only in the overall sum, and says how many there are', () => {
    const sums = sumCounts([
      count('held at customs', '$', 100),
      count(null, '$', 100),
      count('sent', '$', 1),
    ]);
    expect(sums).toMatchObject({ unknown: 2, all: { campaigns: 3 }, wentOut: { campaigns: 1 } });
    expect(sums.toGo.campaigns).toBe(0);
    expect(departureOf('__proto__')).toBe('unknown');
  });

  it('never adds up different currencies, and doesn’t show an amount for campaigns without a price', () => {
    const { all } = sumCounts([
      count('sent', '$', 100),
      count('queued', '€', 300),
      count('sent', '$', 50),
      count('sent', null, 0, { unpriced: 1 }),
    ]);
    expect(all.amounts).toEqual([
      { currency: '$', price: 150 },
      { currency: '€', price: 300 },
    ]);
    expect(all.unpriced).toBe(1);
    expect(sumDays([all, all])).toEqual({
      campaigns: 8,
      recipients: 80,
      amounts: [
        { currency: '$', price: 300 },
        { currency: '€', price: 600 },
      ],
      unpriced: 2,
    });
  });
});

describe('federal holidays', () => {
  it.each([
    ['2026-01-01', 'New Year’s Day'],
    ['2026-01-19', 'Martin Luther King Jr. Day'],
    ['2026-02-16', 'Presidents’ Day'],
    ['2026-05-25', 'Memorial Day'],
    ['2026-06-19', 'Juneteenth'],
    ['2026-07-04', 'Independence Day'],
    ['2026-09-07', 'Labor Day'],
    ['2026-10-12', 'Columbus Day'],
    ['2026-11-11', 'Veterans Day'],
    ['2026-11-26', 'Thanksgiving'],
    ['2026-12-25', 'Christmas Day'],
    ['2027-07-05', 'Independence Day (observed)'],
    ['2026-07-05', undefined],
    ['2026-11-19', undefined],
    ['2026-05-18', undefined],
  ])('%s is %s', (date, name) => {
    expect(postalHoliday(date)).toBe(name);
  });
});
