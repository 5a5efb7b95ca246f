import type { Database } from '#lib/database/open.ts';
import type { ServiceContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { calculateOrder, type Order } from '../rules/order.ts';
import { checkIsDraft } from '../rules/sending.ts';
import {
  type CampaignRecord,
  type CampaignSelector,
  toPricingInput,
  updateCampaign,
} from '../store/campaigns.ts';
import { lockCredit } from '../store/customers.ts';
import { insertPaymentLink, type PaymentLink } from '../store/payments.ts';
import { chargeOrder } from './charge-order.ts';
import { withLockedCampaign } from './locked-campaign.ts';

/** Creates a payment link for a draft and returns the link's token (4.3, pay rules). */
export async function createPaymentLink(
  context: ServiceContext,
  selector: CampaignSelector,
  redirectUri: string,
): Promise<string | Refusal> {
  let token = '';
  const opened = await withLockedCampaign(context, selector, async (tx, record, now) => {
    const { refusal } = await lockOrder(tx, record);
    if (refusal) return refusal;
    token = await insertPaymentLink(tx, record.campaign.id, redirectUri, now);
  });
  return opened instanceof Refusal ? opened : token;
}

/**
 * Pays a campaign's remaining amount with an approved card. If `seenCents` differs from the remaining amount,
 * charges nothing and returns 'amount_changed'.
 * @param seenCents the amount that the payer saw on the payment page
 */
export async function payWithCard(
  context: ServiceContext,
  link: PaymentLink,
  seenCents: number,
): Promise<'paid' | 'amount_changed' | Refusal> {
  let changed = false;
  const outcome = await withLockedCampaign(context, { id: link.campaignId }, async (tx, record, now) => {
    const { refusal, order, credit } = await lockOrder(tx, record);
    if (refusal) return refusal;
    changed = order.toBePaidCents !== seenCents;
    if (changed) return;
    const payment = { kind: 'payment_page', paymentToken: link.token } as const;
    const paidCents = await chargeOrder(tx, record.campaign, order, credit, payment, now);
    await updateCampaign(tx, record.campaign.id, { paidCents }, now);
  });
  if (outcome instanceof Refusal) return outcome;
  return changed ? 'amount_changed' : 'paid';
}

interface LockedOrder {
  readonly refusal: Refusal | null;
  readonly order: Order;
  readonly credit: number;
}

async function lockOrder(tx: Database, record: CampaignRecord): Promise<LockedOrder> {
  const credit = await lockCredit(tx, record.campaign.customerId);
  const order = calculateOrder(toPricingInput(record), record.campaign.sendCopyToSender, credit);
  const nothingToPay =
    order.toBePaidCents === 0
      ? new Refusal('nothing_to_pay', 'There is nothing left to pay for this campaign.')
      : null;
  return { refusal: nothingToPay ?? checkIsDraft(record.campaign, 'paid'), order, credit };
}
