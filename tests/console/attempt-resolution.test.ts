/** What a reading says about a lost answer. */
import { expect, it } from 'vitest';
import type { Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { resolveAttempt } from '#lib/domain/attempt-resolution.ts';

function order(facts: Partial<PriceBlock>): Checkout {
  const block = {
    price_calculation: '10 × $1.00',
    price: '$10.00',
    credit: '$0.00',
    already_paid: '$0.00',
    to_be_paid: '$10.00',
    to_be_paid_amount: 10,
    ...facts,
  };
  return {
    send_copy_to_sender: false,
    thumbnails: undefined,
    proof: undefined,
    without_sender: block,
    with_sender: block,
  };
}

const before = { status: 'draft', scheduledAt: null, alreadyPaid: '$0.00', toBePaid: '$10.00' };
const lostPay = (facts: Partial<PriceBlock>) =>
  resolveAttempt('payCampaign', before, { campaign: { id: 1, status: 'draft' }, checkout: order(facts) });

it('a link that nobody got is refused while no more is paid in, whatever became of the price', () => {
  expect(lostPay({})).toBe('refused');
  expect(lostPay({ price: '$12.00', to_be_paid: '$12.00', to_be_paid_amount: 12 })).toBe('refused');
  expect(lostPay({ credit: '$10.00', to_be_paid: '$0.00', to_be_paid_amount: 0 })).toBe('refused');
});

it('a payment that came in all the same is done when nothing is left, and open before', () => {
  expect(lostPay({ already_paid: '$10.00', to_be_paid: '$0.00', to_be_paid_amount: 0 })).toBe('done');
  expect(lostPay({ already_paid: '$4.00', to_be_paid: '$6.00', to_be_paid_amount: 6 })).toBe('open');
  expect(lostPay({ already_paid: '$10.00', to_be_paid: '$0.00', to_be_paid_amount: 5 })).toBe('open');
});

it('whether there is a copy can’t be read, so nobody but a person says that there is none', () => {
  const seen = { campaign: { id: 1, status: 'draft' }, checkout: undefined };
  expect(resolveAttempt('cloneCampaign', before, seen)).toBe('open');
});
