/** Tests the spending chart, and the names of periods, months, and groups. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOutBars, layOutLabels } from '#components/spending/chart-layout.ts';
import { splitPeriod } from '#lib/domain/spending.ts';
import { formatMonthOf, formatShortSum, groupName } from '#lib/format/spending.ts';
import {
  listMonths,
  readSpendingQuery,
  spendingExportHref,
  spendingHref,
} from '#lib/forms/spending-query.ts';

const NOW = Date.UTC(2026, 10, 22);

describe('a chart', () => {
  const amounts = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 3, maxLength: 3 });
  const series = fc
    .array(amounts, { minLength: 1, maxLength: 6 })
    .map((all) => all.map((values, i) => ({ name: String(i), amounts: values, isRest: false })));

  it('stacks the parts without gaps or overlaps, in proportion to their amounts', () => {
    fc.assert(
      fc.property(series, (all) => {
        const { bars, scale } = layOutBars(all, 3, [0, 300], [400, 0]);
        for (const [i, { total, parts }] of bars.entries()) {
          expect(total).toBe(all.reduce((sum, part) => sum + (part.amounts[i] ?? 0), 0));
          expect(parts.map(({ amount }) => amount)).toEqual(
            all.map((part) => part.amounts[i] ?? 0).filter((amount) => amount > 0),
          );
          let end = scale(0);
          for (const { start, length, amount } of parts) {
            expect(start + Math.abs(scale(amount) - scale(0))).toBeCloseTo(end, 6);
            expect(length).toBeGreaterThanOrEqual(1);
            end = start;
          }
          expect(end).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('places labels in the order of the parts, without overlaps, and inside the chart', () => {
    const part = fc.record({ start: fc.integer({ min: 0, max: 390 }), length: fc.constant(10) });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (places) => {
        const parts = places.map((place, series) => ({ ...place, series, amount: 1 }));
        const labels = layOutLabels(parts, 16, [0, 400]);
        expect(labels).toHaveLength(parts.length);
        for (const [i, { anchor, y }] of labels.entries()) {
          expect(y).toBeLessThanOrEqual(400);
          const next = labels[i + 1];
          if (next === undefined) continue;
          expect(next.anchor).toBeGreaterThanOrEqual(anchor);
          expect(next.y - y).toBeGreaterThanOrEqual(16 - 1e-9);
        }
      }),
    );
  });

  it('draws nothing for months without amounts', () => {
    const { bars } = layOutBars([{ name: 'a', amounts: [0, 0], isRest: false }], 2, [0, 300], [400, 0]);
    expect(bars.map(({ total, parts }) => [total, parts])).toEqual([
      [0, []],
      [0, []],
    ]);
  });
});

describe('a period', () => {
  const startsOf = (from: string, to: string) =>
    splitPeriod(readSpendingQuery({ from, to }, 'UTC', NOW).months).units.map(
      ({ name, startsAt }) => `${name} ${new Date(startsAt).toISOString().slice(0, 7)}`,
    );

  it('consists of as few years, quarters, and months as possible', () => {
    expect(startsOf('2026-01', '2026-12')).toEqual(['year 2026-01']);
    expect(startsOf('2025-11', '2026-05')).toEqual([
      'month 2025-11',
      'month 2025-12',
      'quarter 2026-01',
      'month 2026-04',
      'month 2026-05',
    ]);
  });

  it('is the current quarter by default, and can be chosen by name or by months', () => {
    const monthsOf = (params: Record<string, string>, zone = 'UTC') =>
      readSpendingQuery(params, zone, NOW).months.map(({ index }) =>
        formatMonthOf(index, { locale: 'en-US' }),
      );
    expect(monthsOf({})).toEqual(['Oct 2026', 'Nov 2026', 'Dec 2026']);
    expect(monthsOf({ period: 'last_quarter' })).toEqual(['Jul 2026', 'Aug 2026', 'Sep 2026']);
    expect(monthsOf({ period: 'last_year' }).at(-1)).toBe('Dec 2025');
    expect(monthsOf({ period: 'last_12_months' })).toHaveLength(12);
    expect(monthsOf({ period: 'this_year', from: '2026-02', to: '2026-02' })).toEqual(['Feb 2026']);
    // It's still September in Hawaii.
    const october = Date.UTC(2026, 9, 1, 3);
    expect(readSpendingQuery({}, 'Pacific/Honolulu', october).months[0]?.index).toBe(2026 * 12 + 6);
  });

  it('begins and ends at midnight in its time zone, even if the clocks change in between', () => {
    const [first, second] = listMonths(2026 * 12 + 9, 2, 'America/New_York');
    expect(new Date(first?.from ?? 0).toISOString()).toBe('2026-10-01T04:00:00.000Z');
    expect(second?.from).toBe(first?.to);
    expect(new Date(second?.to ?? 0).toISOString()).toBe('2026-12-01T05:00:00.000Z');
  });
});

it('keeps the other parameters in URLs, but exports all currencies', () => {
  const typed = { period: 'last_year', customer: 'a+b@x.example', currency: '€' };
  expect(spendingHref(typed, { by: 'size', currency: undefined })).toBe(
    '/spending?period=last_year&customer=a%2Bb%40x.example&by=size',
  );
  expect(spendingExportHref(typed)).toBe('/spending/export?period=last_year&customer=a%2Bb%40x.example');
});

it('shortens amounts in the chart', () => {
  expect(formatShortSum(6_654_321, '$')).toBe('$67k');
  expect(formatShortSum(665_432, '$')).toBe('$6.7k');
  expect(formatShortSum(123_456_789, 'CHF')).toBe('CHF\u00a01.2M');
  expect(formatShortSum(0, null)).toBe('0');
  expect(formatShortSum(99_999, '€')).toBe('€1k');
});

it('names groups without a value', () => {
  expect(groupName('customer', { key: '7', name: undefined })).toBe('Customer 7');
  expect(groupName('customer', { key: '', name: undefined })).toBe('Unknown customer');
  expect(groupName('metadata', { key: '', name: undefined })).toBe('No value');
  expect(groupName('postage', { key: 'first_class', name: undefined })).toBe('First class');
});
