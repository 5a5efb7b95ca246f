import { type PayAndSendOrder, payAndSendCampaign, startPayment } from '#lib/data/paying.ts';
import type { SeenAmounts } from '#lib/domain/payment.ts';
import type { Harness } from './harness.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './tiny-service.ts';

/** The address that receives the invoice in `payByCard`. */
export const INVOICE_EMAIL = 'invoice@example.com';

/** Returns functions that add unpaid campaigns and pay for campaigns as the sender. */
export function createPayments(harness: Harness) {
  let nextId = 1;

  /**
   * Returns the amounts that the sender agrees to: the campaign's current amounts, except where `overrides`
   * replaces an amount.
   */
  const agreeToOrder = (id: number, sender_copy = false, overrides: Partial<SeenAmounts> = {}) => {
    const campaign = harness.service.campaigns.get(id);
    if (!campaign) throw new Error(`No campaign ${id}.`);
    return { agreed: { ...orderAmounts(campaign, sender_copy), ...overrides, sender_copy } };
  };

  return {
    agreeToOrder,
    addUnpaid: (overrides: Partial<TinyCampaign> = {}) =>
      addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides }),
    /** Starts a payment by link after agreeing to the total. */
    startLinkPayment: (id: number, total: string, senderCopy = false) =>
      harness.sender(() => startPayment(id, agreeToOrder(id, senderCopy, { to_be_paid: total }))),
    /** Pays by card and sends the campaign after agreeing to the total. */
    payByCard: (id: number, total: string, overrides: Partial<PayAndSendOrder> = {}) =>
      harness.sender(() =>
        payAndSendCampaign(id, {
          ...agreeToOrder(id, false, { to_be_paid: total }),
          send_copy_to_sender: false,
          source: 'tok_visa',
          email: INVOICE_EMAIL,
          ...overrides,
        }),
      ),
  };
}
