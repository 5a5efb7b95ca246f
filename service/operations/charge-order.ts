import type { Database } from '#lib/database/open.ts';
import { type Order, settlementOf } from '../rules/order.ts';
import type { StoredCampaign } from '../store/campaigns.ts';
import { setCredit } from '../store/customers.ts';
import { insertCharge } from '../store/payments.ts';
import type { ChargeKind } from '../store/column-types.ts';

interface Payment {
  readonly kind: Exclude<ChargeKind, 'invoice'>;
  readonly paymentToken?: string;
  readonly email?: string;
}

/**
 * Takes what an order costs: its credit from the customer, and a record of the charge. Answers what the campaign then
 * has paid, in cents, for the caller to write with the rest of its change.
 */
export async function settle(
  tx: Database,
  campaign: StoredCampaign,
  order: Order,
  customerCreditCents: number,
  payment: Payment,
  now: number,
): Promise<number> {
  const after = settlementOf(order, customerCreditCents);
  if (after.customerCreditCents !== customerCreditCents) {
    await setCredit(tx, campaign.customerId, after.customerCreditCents);
  }
  if (order.toBePaidCents > 0 || order.creditCents > 0) {
    await insertCharge(tx, {
      campaignId: campaign.id,
      ...payment,
      cardCents: order.toBePaidCents,
      creditCents: order.creditCents,
      chargedAt: new Date(now),
    });
  }
  return after.paidCents;
}
