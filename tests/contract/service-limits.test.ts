import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { operations } from '#lib/contract/operations.ts';
import { sendTimeProblem } from '#lib/contract/service-limits.ts';

const MINUTES_15 = 900_000;
const DAYS_90 = 7_776_000_000;
const now = Date.parse('2026-11-20T09:00:00Z');

describe('sendTimeProblem', () => {
  test.each([
    ['15 minutes less 1 ms', MINUTES_15 - 1, 'too_early', 'too_early'],
    ['15 minutes', MINUTES_15, null, null],
    ['15 minutes and 1 ms', MINUTES_15 + 1, null, null],
    ['90 days less 1 ms', DAYS_90 - 1, null, null],
    ['90 days', DAYS_90, null, 'too_late'],
    ['90 days and 1 ms', DAYS_90 + 1, 'too_late', 'too_late'],
    ['0 ms', 0, 'too_early', 'too_early'],
    ['−1 day', -86_400_000, 'too_early', 'too_early'],
    ['NaN ms', Number.NaN, 'too_early', 'too_early'],
  ] as const)('checks a send time %s from now against the limits in part 8', (_, ahead, v1, v2) => {
    expect([sendTimeProblem(now + ahead, now, 'v1'), sendTimeProblem(now + ahead, now, 'v2')]).toEqual([
      v1,
      v2,
    ]);
  });
});

test('every accepted send time can be parsed by Date.parse', () => {
  const moment = operations.sendCampaign.query.shape.date;
  const two = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  const momentLike = fc
    .tuple(
      fc.constantFrom('0000', '1970', '2024', '2026', '9999'),
      fc.tuple(two(13), two(32)),
      fc.tuple(two(24), two(60), two(60)),
      fc.constantFrom('', '.5', '.123456789'),
      fc.constantFrom('Z', '+14:00', '-23:59', '+24:00'),
    )
    .map(
      ([year, date, time, fraction, zone]) =>
        `${[year, ...date].join('-')}T${time.join(':')}${fraction}${zone}`,
    );
  const accepted = momentLike.filter((text) => moment.safeParse(text).success);
  fc.assert(
    fc.property(accepted, (text) => {
      expect(Date.parse(text)).not.toBeNaN();
    }),
    { numRuns: 1000 },
  );
});
