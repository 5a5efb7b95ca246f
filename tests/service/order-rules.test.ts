import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TEMPLATE_SIZES } from '#lib/contract/sizes.ts';
import { formatMoney } from '#service/rules/money.ts';
import { calculateOrder, calculateSettlement, presentPriceBlock } from '#service/rules/order.ts';
import { POSTAGE_CLASSES, unitPriceCents } from '#service/rules/prices.ts';

const postcards = {
  size: 'postcard_6x9',
  postageClass: 'first_class',
  recipientCount: 1326,
  paidCents: 0,
} as const;

describe('formatMoney', () => {
  test.each([
    [0, '$0.00'],
    [5, '$0.05'],
    [85, '$0.85'],
    [92_710, '$927.10'],
    [112_710, '$1,127.10'],
    [123_456_789_01, '$123,456,789.01'],
  ])('formats %i cents as %s', (cents, text) => expect(formatMoney(cents)).toBe(text));

  test('throws an error for fractional cents and negative amounts', () => {
    expect(() => formatMoney(0.5)).toThrow();
    expect(() => formatMoney(-1)).toThrow();
  });
});

test('every size has a price in both postage classes, and first class costs more than standard', () => {
  for (const size of TEMPLATE_SIZES) {
    for (const postage of POSTAGE_CLASSES) expect(unitPriceCents(size, postage)).toBeGreaterThan(0);
    expect(unitPriceCents(size, 'first_class')).toBeGreaterThan(unitPriceCents(size, 'standard'));
  }
});

describe('an order', () => {
  test('has the fields of the price block in 4.6', () => {
    expect(presentPriceBlock(calculateOrder(postcards, false, 20_000))).toEqual({
      price_calculation: '1,326 × $0.85',
      price: '$1,127.10',
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
      to_be_paid_amount: 927.1,
    });
  });

  test('counts the sender’s copy as an additional piece', () => {
    expect(presentPriceBlock(calculateOrder(postcards, true, 20_000))).toMatchObject({
      price_calculation: '1,327 × $0.85',
      price: '$1,127.95',
      to_be_paid: '$927.95',
      to_be_paid_amount: 927.95,
    });
  });

  test('never uses more credit than the remaining amount', () => {
    expect(calculateOrder({ ...postcards, paidCents: 112_000 }, false, 20_000)).toMatchObject({
      creditCents: 710,
      toBePaidCents: 0,
    });
  });

  test('has no amount due and uses no credit after an overpayment', () => {
    expect(calculateOrder({ ...postcards, paidCents: 112_795 }, false, 500)).toMatchObject({
      creditCents: 0,
      alreadyPaidCents: 112_795,
      toBePaidCents: 0,
    });
  });

  const anyOrder = fc.record({
    size: fc.constantFrom(...TEMPLATE_SIZES),
    postageClass: fc.constantFrom(...POSTAGE_CLASSES),
    recipientCount: fc.integer({ min: 1, max: 1_000_000 }),
    paidCents: fc.integer({ min: 0, max: 300_000_000 }),
  });
  const anyCredit = fc.integer({ min: 0, max: 300_000_000 });

  test('never has a negative amount due, and never uses more credit than the customer has', () => {
    fc.assert(
      fc.property(anyOrder, fc.boolean(), anyCredit, (facts, withSender, credit) => {
        const order = calculateOrder(facts, withSender, credit);
        const rest = order.priceCents - order.creditCents - order.alreadyPaidCents;
        expect(order.toBePaidCents).toBe(Math.max(0, rest));
        expect(order.creditCents).toBeLessThanOrEqual(credit);
        expect(Number.isSafeInteger(order.toBePaidCents)).toBe(true);
      }),
    );
  });

  test('is paid in full by its settlement, and no money is created or lost', () => {
    fc.assert(
      fc.property(anyOrder, fc.boolean(), anyCredit, (facts, withSender, credit) => {
        const order = calculateOrder(facts, withSender, credit);
        const after = calculateSettlement(order, credit);
        expect(after.paidCents).toBe(order.priceCents);
        expect(after.customerCreditCents).toBeGreaterThanOrEqual(0);
        expect(after.paidCents + after.customerCreditCents).toBe(
          facts.paidCents + credit + order.toBePaidCents,
        );
        expect(
          calculateOrder({ ...facts, paidCents: after.paidCents }, withSender, after.customerCreditCents)
            .toBePaidCents,
        ).toBe(0);
      }),
    );
  });
});
