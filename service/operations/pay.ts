import type { Database } from '#lib/database/open.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { type Order, orderOf } from '../rules/order.ts';
import { draftRefusal } from '../rules/sending.ts';
import { type CampaignRecord, pricedOf, updateCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { lockCredit } from '../store/customers.ts';
import { insertPaymentLink, type PaymentLink } from '../store/payments.ts';
import { changeCampaign } from './locked-campaign.ts';
import { settle } from './charge-order.ts';

/** Opens a way to pay a draft and answers its token (4.3, pay rules). */
export async function openPayment(
  context: Context,
  which: WhichCampaign,
  redirectUri: string,
): Promise<string | Refusal> {
  let token = '';
  const opened = await changeCampaign(context, which, async (tx, record, now) => {
    const { refusal } = await payableOrder(tx, record);
    if (refusal) return refusal;
    token = await insertPaymentLink(tx, record.campaign.id, redirectUri, now);
  });
  return opened instanceof Refusal ? opened : token;
}

/**
 * Pays what is left of a campaign by a card that was found good.
 * @param seenCents what the person was shown; another amount now charges nothing and answers 'amount_changed'
 */
export async function payByLink(
  context: Context,
  link: PaymentLink,
  seenCents: number,
): Promise<'paid' | 'amount_changed' | Refusal> {
  let changed = false;
  const outcome = await changeCampaign(context, { id: link.campaignId }, async (tx, record, now) => {
    const { refusal, order, credit } = await payableOrder(tx, record);
    if (refusal) return refusal;
    changed = order.toBePaidCents !== seenCents;
    if (changed) return;
    const payment = { kind: 'payment_page', paymentToken: link.token } as const;
    const paidCents = await settle(tx, record.campaign, order, credit, payment, now);
    await updateCampaign(tx, record.campaign.id, { paidCents }, now);
  });
  if (outcome instanceof Refusal) return outcome;
  return changed ? 'amount_changed' : 'paid';
}

interface Payable {
  readonly refusal: Refusal | null;
  readonly order: Order;
  readonly credit: number;
}

async function payableOrder(tx: Database, record: CampaignRecord): Promise<Payable> {
  const credit = await lockCredit(tx, record.campaign.customerId);
  const order = orderOf(pricedOf(record), record.campaign.sendCopyToSender, credit);
  const nothingLeft =
    order.toBePaidCents === 0
      ? new Refusal('nothing_to_pay', 'Nothing is left to pay for this campaign.')
      : null;
  return { refusal: nothingLeft ?? draftRefusal(record.campaign, 'paid'), order, credit };
}
