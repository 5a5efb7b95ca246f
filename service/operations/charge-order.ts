import type { Database } from '#lib/database/open.ts';
import { calculateSettlement, type Order } from '../rules/order.ts';
import type { StoredCampaign } from '../store/campaigns.ts';
import type { ChargeKind } from '../store/column-types.ts';
import { setCredit } from '../store/customers.ts';
import { insertCharge } from '../store/payments.ts';

interface Payment {
  readonly kind: Exclude<ChargeKind, 'invoice'>;
  readonly paymentToken?: string;
  readonly email?: string;
}

/**
 * Updates the customer's credit and records the charge for an order. Returns the campaign's new paid amount,
 * in cents. The caller must store the new paid amount.
 */
export async function chargeOrder(
  tx: Database,
  campaign: StoredCampaign,
  order: Order,
  customerCreditCents: number,
  payment: Payment,
  now: number,
): Promise<number> {
  const after = calculateSettlement(order, customerCreditCents);
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
