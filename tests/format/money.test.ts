import { describe, expect, test } from 'vitest';
import { isZeroAmount, toMinorUnits } from '#lib/domain/money.ts';
import { asDeduction, unitPrice } from '#lib/format/money.ts';

describe('reading an amount', () => {
  test.each([
    '$0.00',
    '0,00 €',
    '€ 0',
    'CHF 0.–',
    "0'000.00",
    '-$0.00',
    '−$0.00',
    '($0.00)',
    'R$ 0,00',
    '0 kr',
    '٠٫٠٠ ر.س',
    '０円',
    '',
    '  ',
    '—',
  ])('reads the amount %j as zero', (text) => expect(isZeroAmount(text)).toBe(true));

  test.each([
    '$0.01',
    '0,10 €',
    '$1,127.10',
    '−$200.00',
    '10',
    '1.000,00 €',
    '٠٫٥٠ ر.س',
    '５円',
    'included',
    'Free',
  ])('doesn’t read the amount %j as zero', (text) => expect(isZeroAmount(text)).toBe(false));
});

test('a deduction has a single minus sign', () => {
  expect(asDeduction('$200.00')).toBe('−$200.00');
  expect(asDeduction('-$200.00')).toBe('-$200.00');
  expect(asDeduction('−200,00 €')).toBe('−200,00 €');
  expect(asDeduction('($200.00)')).toBe('($200.00)');
});

test('the price per piece is read from the price calculation', () => {
  expect(unitPrice('1,326 × $0.85')).toBe('$0.85');
  expect(unitPrice('150 x 0,85€')).toBe('0,85€');
  expect(unitPrice('a flat price')).toBeUndefined();
  expect(unitPrice('')).toBeUndefined();
});

describe('reading amounts in minor units', () => {
  test.each([
    ['$1,127.10', 112_710],
    ['1.127,10 €', 112_710],
    ['CHF 0.–', 0],
    ["CHF 1'127.10", 112_710],
    ['1 127,10 kr', 112_710],
    ['1 127 €', 112_700],
    ['500', 50_000],
    ['697.5', 69_750],
    ['¥1,127', 112_700],
    ['Rs. 12', 1_200],
  ])('reads the amount %j', (text, minor) => expect(toMinorUnits(text)).toBe(minor));

  test.each([
    '',
    '—',
    'included',
    '-$5.00',
    '($5.00)',
    '1,27,100.00',
    '٥٫٠٠',
    '5 x 2',
    '1.2345',
    '9'.repeat(20),
  ])('doesn’t read %j as an amount', (text) => expect(toMinorUnits(text)).toBeUndefined());
});
