import { expect, it } from 'vitest';
import type { Freshness } from '#lib/domain/campaign-list.ts';
import { describeFreshness } from '#lib/format/freshness.ts';

const describeIndexing = (secondsLeft: number | null) => {
  const freshness: Freshness = { state: 'indexing', done: 34, total: 40, secondsLeft, problem: null };
  return describeFreshness(freshness, { zone: 'UTC', locale: 'en-US' });
};

it.each([
  [null, 'Indexing: 34 of 40'],
  [0, 'Indexing: 34 of 40, less than a minute left'],
  [59.9, 'Indexing: 34 of 40, less than a minute left'],
  [60, 'Indexing: 34 of 40, about 1 min left'],
])('says how much longer indexing will take if %s seconds are left', (secondsLeft, text) => {
  expect(describeIndexing(secondsLeft)).toBe(text);
});
