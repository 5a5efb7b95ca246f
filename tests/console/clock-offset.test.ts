/** Tests that delays in the database's answers don't change the order of requests. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nearestOffset } from '#lib/store/clock-offset.ts';

const OFFSET = 1_000_000;
const delay = fc.integer({ min: 0, max: 500 });

it('keeps the last offset while the database’s answers allow it', () => {
  expect(nearestOffset(100, 60, 140)).toBe(100);
});

it('moves the offset only as far as an answer requires', () => {
  expect(nearestOffset(100, 120, 140)).toBe(120);
  expect(nearestOffset(100, 60, 80)).toBe(80);
});

it('follows a clock that was set back', () => {
  expect(nearestOffset(100, -9_000, -8_990)).toBe(-8_990);
});

it('never puts a request before an earlier one, however long the answers take', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(delay, delay), { minLength: 1, maxLength: 20 }), (answers) => {
      let offset: number | undefined;
      let lastRequestedAt = Number.NEGATIVE_INFINITY;
      for (const [requestedAt, [untilRead, untilAnswered]] of answers.entries()) {
        offset = nearestOffset(offset, OFFSET - untilAnswered, OFFSET + untilRead);
        expect(requestedAt + offset).toBeGreaterThan(lastRequestedAt);
        lastRequestedAt = requestedAt + offset;
      }
    }),
  );
});
