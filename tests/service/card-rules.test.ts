import { expect, test } from 'vitest';
import { checkCard, checkSource, createSource } from '#service/rules/card.ts';

const NOW = Date.parse('2026-11-20T10:00:00.000Z');
const validCard = { number: '4242 4242 4242 4242', expiry: '11/26', code: '123', name: 'Ada Vale' };

test('the test cards are approved or declined, with or without spaces', () => {
  expect(checkCard(validCard, NOW)).toEqual({ outcome: 'approved' });
  expect(checkCard({ ...validCard, number: '4242424242424242' }, NOW)).toEqual({ outcome: 'approved' });
  expect(checkCard({ ...validCard, number: '4000 0000 0000 0002' }, NOW)).toEqual({ outcome: 'declined' });
});

test.each([
  ['number', { number: '' }],
  ['number', { number: '4242 4242 4242 4241' }],
  ['number', { number: '4111 1111 1111 1111' }],
  ['number', { number: 'four two four two' }],
  ['expiry', { expiry: '' }],
  ['expiry', { expiry: '13/30' }],
  ['expiry', { expiry: '2030' }],
  ['expiry', { expiry: '1330' }],
  ['expiry', { expiry: '0030' }],
  ['expiry', { expiry: '130' }],
  ['expiry', { expiry: '12305' }],
  ['expiry', { expiry: '12/2' }],
  ['expiry', { expiry: '12/1930' }],
  ['expiry', { expiry: '10/26' }],
  ['code', { code: '12' }],
  ['code', { code: 'abc' }],
  ['name', { name: '  ' }],
])('an invalid %s is reported: %o', (field, wrong) => {
  const check = checkCard({ ...validCard, ...wrong }, NOW);
  expect(check.outcome).toBe('invalid');
  expect(Object.keys('fields' in check ? check.fields : {})).toEqual([field]);
});

test.each([
  '12/30',
  '12 / 30',
  '12/2030',
  '12 / 2030',
  '12-30',
  '12 30',
  '1230',
  '122030',
  '1/30',
  ' 12/30 ',
])(
  'the expiration date “%s” is accepted, because people or browsers may enter it in this format',
  (expiry) => {
    expect(checkCard({ ...validCard, expiry }, NOW)).toEqual({ outcome: 'approved' });
  },
);

test('an expiration date without a separator is read as the month and the year', () => {
  expect(checkCard({ ...validCard, expiry: '1126' }, NOW).outcome).toBe('approved');
  expect(checkCard({ ...validCard, expiry: '1026' }, NOW)).toEqual({
    outcome: 'invalid',
    fields: { expiry: 'This card has expired.' },
  });
});

test('a card is accepted through the last day of its expiration month', () => {
  expect(checkCard(validCard, Date.parse('2026-11-30T23:59:59.999Z')).outcome).toBe('approved');
  expect(checkCard(validCard, Date.parse('2026-12-01T00:00:00.000Z')).outcome).toBe('invalid');
});

test('the test tokens for pay_and_send are approved or declined, and other tokens are unknown', () => {
  expect(checkSource('tok_visa')).toBe('approved');
  expect(checkSource('tok_chargeDeclined')).toBe('declined');
  expect(checkSource('tok_other')).toBe('unknown');
  expect(checkSource('toString')).toBe('unknown');
});

test('each token for a checked card is different, and has the card’s outcome', () => {
  for (const outcome of ['approved', 'declined'] as const) {
    const tokens = Array.from({ length: 50 }, () => createSource(outcome));
    expect(new Set(tokens).size).toBe(50);
    expect(new Set(tokens.map(checkSource))).toEqual(new Set([outcome]));
  }
  expect(checkSource(`tok_other_${'a'.repeat(22)}`)).toBe('unknown');
  expect(checkSource('tok_visa_short')).toBe('unknown');
});
