import { describe, expect, it } from 'vitest';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { RecentChange } from '#lib/domain/recent-change.ts';
import {
  confirmCampaignChange,
  confirmDeletion,
  describePaymentBeforeDeletion,
} from '#lib/format/confirmation.ts';

const queued: Campaign = { id: 12, status: 'queued', scheduled_at: '2026-11-23T14:00:00Z' };
const price = {
  price_calculation: '10 × $1.00',
  price: '$10.00',
  credit: '$0.00',
  already_paid: '$10.00',
  to_be_paid: '$0.00',
  to_be_paid_amount: 0,
};
const checkout: Checkout = { send_copy_to_sender: false, without_sender: price, with_sender: price };
const change = (operation: RecentChange['operation'], amount: string | null = null): RecentChange => ({
  operation,
  amount,
  before: null,
  mismatch: null,
  copyId: undefined,
});
const confirm = (recent: RecentChange, campaign: Campaign = queued, order: Checkout | undefined = checkout) =>
  confirmCampaignChange(recent, campaign, order, { zone: 'America/New_York', locale: 'en-US' });

describe('the confirmation of a change to a campaign', () => {
  it('states how the campaign was paid for, and when production starts', () => {
    expect(confirm(change('payAndSendCampaign', '$10.00'))).toMatch(
      /^Paid \$10\.00 and scheduled\. Production starts Mon.*EST\.$/,
    );
    expect(confirm(change('payAndSendCampaign', '$0.00'))).toMatch(/^Paid with credits and scheduled\. /);
    expect(confirm(change('sendCampaignOnInvoice', '$10.00'))).toMatch(
      /^Scheduled\. You’ll be billed on the monthly invoice\. /,
    );
    expect(confirm(change('sendCampaign'))).toMatch(/^Scheduled\. Production starts /);
  });

  it('leaves out the start of production if the campaign is no longer queued', () => {
    expect(confirm(change('sendCampaign'), { ...queued, status: 'processing' })).toBe('Sent.');
  });

  it('states whether a canceled campaign is paid', () => {
    const draft = { ...queued, status: 'draft' };
    expect(confirm(change('cancelCampaign'), draft)).toMatch(/ a paid draft again\.$/);
    const unpaid = { ...price, already_paid: '$0.00' };
    const unpaidCheckout = { ...checkout, without_sender: unpaid };
    expect(confirm(change('cancelCampaign'), draft, unpaidCheckout)).toMatch(/ a draft again\.$/);
  });

  it('is undefined for other operations', () => {
    expect(confirm(change('payCampaign', '$10.00'))).toBeUndefined();
  });
});

describe('the payment for a deleted draft', () => {
  const deletion = (alreadyPaid: string, sandbox: boolean) =>
    confirmDeletion(12, { status: 'draft', scheduledAt: null, alreadyPaid }, sandbox);

  it('isn’t mentioned if nothing was paid', () => {
    expect(describePaymentBeforeDeletion('$0.00', false)).toBeUndefined();
    expect(deletion('$0.00', false)).toBe('Draft #12 deleted.');
  });

  it('is described in the sandbox as credited to the customer, and for other services as unclear', () => {
    expect(describePaymentBeforeDeletion('$10.00', true)).toContain(
      'the payment is credited to the customer',
    );
    expect(describePaymentBeforeDeletion('$10.00', false)).toBe(
      '$10.00 has been paid for this draft. The mail service doesn’t specify what happens to the payment. Contact your administrator.',
    );
    expect(deletion('$10.00', false)).toBe(
      'Draft #12 deleted. $10.00 had been paid for it. The mail service doesn’t specify what happens to the payment. Contact your administrator.',
    );
  });

  it('is described as unknown if checkout couldn’t be read', () => {
    expect(describePaymentBeforeDeletion(undefined, false)).toMatch(/^Mailroom can’t check/);
    expect(confirmDeletion(12, { status: 'draft', scheduledAt: null }, false)).toBe(
      'Draft #12 deleted. Mailroom couldn’t check whether it had been paid for.',
    );
  });
});
