/** Tests how the console uses a campaign's current state to resolve an attempt whose response was lost. */
import { describe, expect, it } from 'vitest';
import type { Campaign, Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { resolveAttempt } from '#lib/domain/attempt-resolution.ts';
import type { UnscheduledReason } from '#lib/domain/unscheduled-reason.ts';

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
  resolveAttempt(
    { operation: 'payCampaign', before },
    { campaign: { id: 1, status: 'draft' }, checkout: checkoutWith(amounts) },
  );

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
  expect(resolveAttempt({ operation: 'cloneCampaign', before }, current)).toBe('open');
});

describe('a reschedule whose response was lost', () => {
  const [OLD, NEW] = ['2026-11-24T14:00:00Z', '2026-11-27T14:00:00Z'];
  const [EARLIER, CANCELED, LATER] = [
    '2026-11-22T10:00:00.000Z',
    '2026-11-22T10:00:05.400Z',
    '2026-11-22T10:00:09.000Z',
  ];
  const resolve = (part: 'cancel' | 'send', campaign: Partial<Campaign>, reason?: UnscheduledReason) =>
    resolveAttempt(
      {
        operation: 'rescheduleCampaign',
        before: { status: 'queued', scheduledAt: OLD, updatedAt: EARLIER },
        reschedule: {
          sendAt: NEW,
          resend: 'sendCampaign',
          part,
          canceled: { status: 'draft', scheduledAt: null, updatedAt: CANCELED },
          ...(reason && { reason }),
        },
      },
      { campaign: { id: 1, ...campaign }, checkout: undefined },
    );

  it('in the cancel part, is settled only if the campaign is a draft or in production', () => {
    expect(resolve('cancel', { status: 'draft' })).toBe('refused');
    expect(resolve('cancel', { status: 'processing' })).toBe('refused');
    expect(resolve('cancel', { status: 'queued', scheduled_at: OLD })).toBe('open');
    expect(resolve('cancel', { status: 'queued', scheduled_at: NEW })).toBe('open');
    expect(resolve('cancel', { status: 'no_such_status' })).toBe('open');
  });

  it('in the send part, isn’t settled if the campaign is a draft', () => {
    expect(resolve('send', { status: 'draft', updated_at: LATER })).toBe('open');
  });

  it('in the send part, is settled if the campaign is a draft and the reason for not sending was stored', () => {
    expect(resolve('send', { status: 'draft', updated_at: LATER }, 'rejected')).toBe('refused');
    expect(resolve('send', { status: 'queued', scheduled_at: NEW, updated_at: LATER }, 'rejected')).toBe(
      'done',
    );
    expect(resolve('send', { status: 'queued', scheduled_at: OLD }, 'rejected')).toBe('open');
  });

  it('in the send part, is settled only by a reading taken after the cancellation', () => {
    expect(resolve('send', { status: 'queued', scheduled_at: NEW, updated_at: LATER })).toBe('done');
    expect(resolve('send', { status: 'queued', scheduled_at: NEW })).toBe('done');
    expect(resolve('send', { status: 'processing', updated_at: LATER })).toBe('done');
    expect(resolve('send', { status: 'queued', scheduled_at: OLD })).toBe('open');
    expect(resolve('send', { status: 'queued' })).toBe('open');
    expect(resolve('send', { status: 'queued', scheduled_at: NEW, updated_at: EARLIER })).toBe('open');
    expect(resolve('send', { status: 'queued', scheduled_at: OLD, updated_at: CANCELED })).toBe('open');
  });
});
