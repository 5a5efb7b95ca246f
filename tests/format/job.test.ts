/** Tests the texts about bulk jobs. */
import { describe, expect, it } from 'vitest';
import type { JobItem, JobTotal } from '#lib/domain/job.ts';
import type { Failure } from '#lib/domain/outcome.ts';
import { describeBulkLimit, describeItem, describePlan, describeTotals } from '#lib/format/job.ts';

const SETTINGS = { zone: 'Europe/Berlin', locale: 'en-US' };

const refusedItem = (failure: Failure): JobItem => ({
  position: 1,
  campaignId: 1,
  listed: undefined,
  state: 'refused',
  leftOut: null,
  sendAt: null,
  previousSendAt: null,
  isUnscheduled: false,
  price: null,
  priceAtSelection: null,
  recipients: null,
  email: null,
  failure,
  copyId: null,
  startedAt: null,
  settledAt: null,
});

describe('a refused campaign', () => {
  it.each<[Failure, string]>([
    [{ kind: 'invalid', fields: { title: 'Use at most 120 characters.' } }, 'Use at most 120 characters.'],
    [
      { kind: 'price_changed', amount: 'price', seen: '$10.00', now: '$9.00' },
      'Price changed since review: $10.00, now $9.00',
    ],
  ])('says why: %o', (failure, note) => {
    const job = { action: { kind: 'label', title: 'a' }, state: 'ended' } as const;
    expect(describeItem(refusedItem(failure), job, SETTINGS, 0)).toMatchObject({ tone: 'red', note });
  });
});

it('a plan’s time is in the plan’s zone, not in the reader’s', () => {
  const plan = {
    kind: 'spread',
    perDay: 60,
    from: '2026-11-24',
    time: '09:00',
    zone: 'America/New_York',
    weekdaysOnly: true,
  } as const;
  expect(describePlan({ kind: 'schedule', payment: 'paid', plan }, SETTINGS)).toBe(
    '60 a weekday, 9:00 AM in Eastern Time',
  );
});

const total = (currency: string | null, campaigns: number, price: number, unpriced = 0): JobTotal => ({
  currency,
  campaigns,
  price,
  priceAtSelection: price,
  billed: 0,
  unpriced,
});

describe('the total price', () => {
  it.each([
    [[total('$', 2, 54_400), total('€', 1, 12_000)], '$544.00 + €120.00'],
    [[total('$', 2, 54_400), total(null, 3, 0, 3)], '$544.00, 3 without a price'],
    [[total('$', 4, 54_400, 1)], '$544.00, 1 without a price'],
    [[total(null, 3, 0, 3)], '—, 3 without a price'],
    [[total('$', 1, 0)], '$0.00'],
    [[], '—'],
  ])('of %o is “%s”', (totals, text) => {
    expect(describeTotals(totals)).toBe(text);
  });
});

it('states the limits above which the number has to be typed', () => {
  const limit = { campaigns: 25, amount: 500_000 };
  const text = (amount: string) => `Required for more than 25 campaigns or a total above ${amount}.`;
  expect(describeBulkLimit(limit, [total('$', 3, 0)])).toBe(text('$5,000.00'));
  // The same number applies to each currency.
  expect(describeBulkLimit(limit, [total('$', 3, 0), total('€', 1, 0)])).toBe(text('5,000.00'));
  expect(describeBulkLimit(limit, [])).toBe(text('5,000.00'));
});
