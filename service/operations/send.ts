import type { OperationContext, ServiceContext } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { checkSource } from '../rules/card.ts';
import { calculateOrder } from '../rules/order.ts';
import { checkIsDraft, checkSend, checkSendTime, resolveSendTime } from '../rules/sending.ts';
import {
  type CampaignSelector,
  type StoredCampaign,
  toPricingInput,
  updateCampaign,
} from '../store/campaigns.ts';
import { lockCredit } from '../store/customers.ts';
import { insertCharge } from '../store/payments.ts';
import { chargeOrder } from './charge-order.ts';
import { withLockedCampaign } from './locked-campaign.ts';

/** Queues a campaign that is already paid for or covered by the customer's credit (4.3). */
export async function sendPaidCampaign(
  context: ServiceContext,
  selector: CampaignSelector,
  date: string | undefined,
) {
  const sent = await withLockedCampaign(context, selector, async (tx, record, now) => {
    const { campaign } = record;
    const credit = await lockCredit(tx, campaign.customerId);
    const order = calculateOrder(toPricingInput(record), campaign.sendCopyToSender, credit);
    const sendAt = resolveSendTime(date, now);
    const refusal = checkSend(campaign, order, sendAt, now, 'v1');
    if (refusal) return refusal;
    const paidCents = await chargeOrder(tx, campaign, order, credit, { kind: 'credit' }, now);
    await updateCampaign(tx, campaign.id, { ...queuedColumns(sendAt), paidCents }, now);
  });
  return notifyScheduler(context, sent);
}

export interface PayAndSendInput {
  readonly send_copy_to_sender?: boolean | undefined;
  readonly date?: string | undefined;
  readonly source?: string | undefined;
  readonly email: string;
}

/**
 * Pays for and queues a campaign in one transaction (4.4). Uses the customer's credit first, and charges the
 * rest to the payment token.
 */
export async function payAndSendDraft(
  context: ServiceContext,
  selector: CampaignSelector,
  input: PayAndSendInput,
) {
  const sendCopyToSender = input.send_copy_to_sender ?? false;
  const sent = await withLockedCampaign(context, selector, async (tx, record, now) => {
    const { campaign } = record;
    const credit = await lockCredit(tx, campaign.customerId);
    const order = calculateOrder(toPricingInput(record), sendCopyToSender, credit);
    const sendAt = resolveSendTime(input.date, now);
    const refusal =
      checkIsDraft(campaign, 'sent') ??
      checkSendTime(sendAt, now, 'v1') ??
      checkCharge(input.source, order.toBePaidCents);
    if (refusal) return refusal;
    const kind = order.toBePaidCents > 0 ? 'token' : 'credit';
    const paidCents = await chargeOrder(tx, campaign, order, credit, { kind, email: input.email }, now);
    await updateCampaign(tx, campaign.id, { ...queuedColumns(sendAt), paidCents, sendCopyToSender }, now);
  });
  return notifyScheduler(context, sent);
}

function checkCharge(source: string | undefined, cents: number): Refusal | null {
  const outcome = source === undefined ? null : checkSource(source);
  if (outcome === 'unknown') {
    return new Refusal('unknown_source', 'The payment token is unknown.', {
      source: 'is not a known payment token',
    });
  }
  if (cents === 0) return null;
  if (outcome === null) {
    return new Refusal(
      'payment_required',
      'The credit does not cover the price of the campaign, and no payment source was given.',
    );
  }
  return outcome === 'declined'
    ? new Refusal('card_declined', 'The card was declined. Nothing was charged.')
    : null;
}

/** Queues a campaign and adds its price to the monthly invoice (4.7). */
export async function sendDraftOnInvoice(
  context: OperationContext,
  selector: CampaignSelector,
  input: { readonly email?: string | undefined; readonly scheduled_at?: string | undefined },
) {
  if (!context.consumer.monthlyInvoice) {
    return new Refusal('invoicing_not_enabled', 'Monthly invoicing is not enabled for this account.');
  }
  const sent = await withLockedCampaign(context, selector, async (tx, record, now) => {
    const { campaign } = record;
    const order = calculateOrder(toPricingInput(record), campaign.sendCopyToSender, 0);
    const sendAt = resolveSendTime(input.scheduled_at, now);
    const refusal = checkSend(campaign, order, sendAt, now, 'v2');
    if (refusal) return refusal;
    const notificationEmail = input.email ?? null;
    await insertCharge(tx, {
      campaignId: campaign.id,
      kind: 'invoice',
      cardCents: order.toBePaidCents,
      creditCents: 0,
      email: notificationEmail,
      chargedAt: new Date(now),
    });
    await updateCampaign(
      tx,
      campaign.id,
      { ...queuedColumns(sendAt), onInvoice: true, notificationEmail },
      now,
    );
  });
  return notifyScheduler(context, sent);
}

const queuedColumns = (sendAt: number) => ({ status: 'queued', scheduledAt: new Date(sendAt) }) as const;

/**
 * Tells the scheduler when a campaign is due. Call `notifyScheduler` after the commit, so that the scheduler
 * can find the campaign.
 */
function notifyScheduler<T extends { readonly campaign: StoredCampaign } | Refusal>(
  { production }: ServiceContext,
  sent: T,
): T {
  if (!(sent instanceof Refusal) && sent.campaign.scheduledAt)
    production.noteScheduled(sent.campaign.scheduledAt.getTime());
  return sent;
}
