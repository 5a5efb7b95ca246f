import { describe, expect, it } from 'vitest';
import { type AgreedOrder, actualAmount, findMismatch } from '#lib/domain/mismatch.ts';
import { formatLike } from '#lib/domain/money.ts';
import { adviseAfterMismatch, describeMismatch, mismatchRows } from '#lib/format/mismatch.ts';

const ENGLISH = { zone: 'UTC', locale: 'en-US' } as const;

const agreed: AgreedOrder = {
  price: '$10.00',
  toBePaid: '$10.00',
  alreadyPaid: '$0.00',
  credit: '$0.00',
  isPriceOnCampaign: true,
  addedCopies: 0,
  recipients: 3,
  addresses: 'a',
  sendDate: '2026-11-23T14:00:00Z',
  files: { proof: 'p', designs: 'd' },
};

describe('the comparison with the agreed order', () => {
  it.each([
    ['the same order', {}],
    ['facts that the service doesn’t return', { price: undefined, recipients: undefined, files: undefined }],
    ['a price in another format', { price: '10' }],
    ['a send date with another offset and seconds', { sendDate: '2026-11-23T09:00:30-05:00' }],
    ['files that aren’t rendered anymore', { files: { proof: null, designs: 'd' } }],
  ])('finds no mismatch for %s', (_, change) => {
    expect(findMismatch(agreed, { ...agreed, ...change })).toBeNull();
  });

  it.each([
    ['price', { price: '12.5' }, { agreed: '$10.00', actual: '$12.50' }],
    ['recipients', { recipients: 4, addresses: 'b' }, { agreed: '3', actual: '4' }],
    ['addresses', { addresses: 'b' }, {}],
    ['send_date', { sendDate: '2026-11-23T13:58:00Z' }, { actual: '2026-11-23T13:58:00Z' }],
    ['files', { files: { proof: 'q', designs: 'd' } }, {}],
  ] as const)('finds a different %s', (part, change, values) => {
    expect(findMismatch(agreed, { ...agreed, ...change })).toMatchObject([{ part, ...values }]);
  });

  it('accepts one more recipient only if the member added the sender’s copy', () => {
    const order = { ...agreed, addedCopies: 1, addresses: undefined };
    expect(findMismatch(order, { ...order, recipients: 4 })).toBeNull();
    expect(findMismatch(order, { ...order, recipients: 5 })).toMatchObject([{ part: 'recipients' }]);
  });
});

describe('the amount charged for a different price', () => {
  it.each([
    ['is the price', {}, '$12.00', '$12.00'],
    ['is less by what had been paid', { alreadyPaid: '$4.00', toBePaid: '$6.00' }, '$12.00', '$8.00'],
    ['is less by the credit', { credit: '$4.00', toBePaid: '$6.00' }, '$12.00', '$8.00'],
    ['is zero if credit covers a lower price', { credit: '$10.00', toBePaid: '$0.00' }, '$8.00', '$0.00'],
    [
      'isn’t known if credit covered the agreed price',
      { credit: '$10.00', toBePaid: '$0.00' },
      '$12.00',
      null,
    ],
    ['isn’t known if an amount can’t be read', { credit: 'some', toBePaid: '$6.00' }, '$12.00', null],
  ])('%s', (_, amounts, price, expected) => {
    expect(actualAmount({ ...agreed, ...amounts }, price, false)).toBe(expected);
  });

  it('doesn’t depend on credit if the order is billed on the monthly invoice', () => {
    const order = { ...agreed, credit: '$10.00', toBePaid: '$0.00' };
    expect(actualAmount(order, '$12.00', true)).toBe('$12.00');
  });
});

it.each([
  ['$10.00', 123_456, '$1,234.56'],
  ['1.000,00 €', 5, '0,05 €'],
  ['CHF 10.–', 1_200, 'CHF 12'],
  ['¥1000', 123_450, '¥1,234.50'],
  ['free', 100, undefined],
])('formats an amount in the same way as %s', (sample, minor, expected) => {
  expect(formatLike(sample, minor)).toBe(expected);
});

describe('the description of a mismatch', () => {
  const mismatch = [
    { part: 'price', agreed: '$10.00', actual: '$12.00' },
    { part: 'recipients', agreed: '3', actual: '2000' },
    { part: 'files' },
  ] as const;

  it('states the agreed and the actual order', () => {
    expect(describeMismatch(mismatch, ENGLISH)).toBe(
      'price $12.00 instead of $10.00, 2,000 recipients instead of 3, and a different proof or design',
    );
    expect(mismatchRows(mismatch, ENGLISH).map(({ label, actual }) => [label, actual])).toEqual([
      ['Price', '$12.00'],
      ['Recipients', '2,000'],
      ['Proof and designs', 'Changed'],
    ]);
  });

  it.each([
    ['queued', /^You can cancel the campaign until Mon, Nov 23, 2026/],
    ['draft', /^Nothing is scheduled now/],
    ['mailed', /^The campaign can no longer be canceled/],
  ])('says what a member can do while the campaign is %s', (status, advice) => {
    const campaign = { id: 1, status, scheduled_at: '2026-11-23T14:00:00Z' };
    expect(adviseAfterMismatch(campaign, ENGLISH)).toMatch(advice);
  });
});
