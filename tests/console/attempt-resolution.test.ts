/** Tests how the console uses a campaign's current state to resolve an attempt whose response was lost. */
import { expect, it } from 'vitest';
import type { Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { resolveAttempt } from '#lib/domain/attempt-resolution.ts';

function checkoutWith(amounts: Partial<PriceBlock>): Checkout {
  const block = {
    price_calculation: '10 × $1.00',
    price: '$10.00',
    credit: '$0.00',
    already_paid: '$0.00',
    to_be_paid: '$10.00',
    to_be_paid_amount: 10,
    ...amounts,
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
const resolveLostPayment = (amounts: Partial<PriceBlock>) =>
  resolveAttempt('payCampaign', before, {
    campaign: { id: 1, status: 'draft' },
    checkout: checkoutWith(amounts),
  });

it('a payment whose response was lost is marked as refused if the amount paid hasn’t changed', () => {
  expect(resolveLostPayment({})).toBe('refused');
  expect(resolveLostPayment({ price: '$12.00', to_be_paid: '$12.00', to_be_paid_amount: 12 })).toBe(
    'refused',
  );
  expect(resolveLostPayment({ credit: '$10.00', to_be_paid: '$0.00', to_be_paid_amount: 0 })).toBe('refused');
});

it('a payment whose response was lost is marked as done only if the amount due is zero', () => {
  expect(resolveLostPayment({ already_paid: '$10.00', to_be_paid: '$0.00', to_be_paid_amount: 0 })).toBe(
    'done',
  );
  expect(resolveLostPayment({ already_paid: '$4.00', to_be_paid: '$6.00', to_be_paid_amount: 6 })).toBe(
    'open',
  );
  expect(resolveLostPayment({ already_paid: '$10.00', to_be_paid: '$0.00', to_be_paid_amount: 5 })).toBe(
    'open',
  );
});

it('a clone attempt whose response was lost isn’t resolved, because a read can’t show whether a copy exists', () => {
  const current = { campaign: { id: 1, status: 'draft' }, checkout: undefined };
  expect(resolveAttempt('cloneCampaign', before, current)).toBe('open');
});
