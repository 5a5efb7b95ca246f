import type { CallContext, Context } from '../context.ts';
import { Refusal } from '../refusal.ts';
import { sourceOutcome } from '../rules/card.ts';
import { orderOf } from '../rules/order.ts';
import { draftRefusal, sendRefusal, sendTimeOf, sendTimeRefusal } from '../rules/sending.ts';
import { pricedOf, type StoredCampaign, updateCampaign, type WhichCampaign } from '../store/campaigns.ts';
import { lockCredit } from '../store/customers.ts';
import { insertCharge } from '../store/payments.ts';
import { changeCampaign } from './locked-campaign.ts';
import { settle } from './charge-order.ts';

/** Queues a campaign that is paid, or that the customer's credit pays (4.3). */
export async function send(context: Context, which: WhichCampaign, date: string | undefined) {
  const sent = await changeCampaign(context, which, async (tx, record, now) => {
    const { campaign } = record;
    const credit = await lockCredit(tx, campaign.customerId);
    const order = orderOf(pricedOf(record), campaign.sendCopyToSender, credit);
    const sendAt = sendTimeOf(date, now);
    const refusal = sendRefusal(campaign, order, sendAt, now, 'v1');
    if (refusal) return refusal;
    const paidCents = await settle(tx, campaign, order, credit, { kind: 'credit' }, now);
    await updateCampaign(tx, campaign.id, { ...queuedFor(sendAt), paidCents }, now);
  });
  return expectIn(context, sent);
}

export interface PayAndSend {
  readonly send_copy_to_sender?: boolean | undefined;
  readonly date?: string | undefined;
  readonly source?: string | undefined;
  readonly email: string;
}

/** Pays by credit and, for the rest, by the token, and queues: all of it or nothing (4.4). */
export async function payAndSend(context: Context, which: WhichCampaign, input: PayAndSend) {
  const sendCopyToSender = input.send_copy_to_sender ?? false;
  const sent = await changeCampaign(context, which, async (tx, record, now) => {
    const { campaign } = record;
    const credit = await lockCredit(tx, campaign.customerId);
    const order = orderOf(pricedOf(record), sendCopyToSender, credit);
    const sendAt = sendTimeOf(input.date, now);
    const refusal =
      draftRefusal(campaign, 'sent') ??
      sendTimeRefusal(sendAt, now, 'v1') ??
      chargeRefusal(input.source, order.toBePaidCents);
    if (refusal) return refusal;
    const kind = order.toBePaidCents > 0 ? 'token' : 'credit';
    const paidCents = await settle(tx, campaign, order, credit, { kind, email: input.email }, now);
    await updateCampaign(tx, campaign.id, { ...queuedFor(sendAt), paidCents, sendCopyToSender }, now);
  });
  return expectIn(context, sent);
}

function chargeRefusal(source: string | undefined, cents: number): Refusal | null {
  const outcome = source === undefined ? null : sourceOutcome(source);
  if (outcome === 'unknown') {
    return new Refusal('unknown_source', 'There is no such payment token.', {
      source: 'is not a known payment token',
    });
  }
  if (cents === 0) return null;
  if (outcome === null) {
    return new Refusal(
      'payment_required',
      'Credits do not cover the campaign, and no source to charge was given.',
    );
  }
  return outcome === 'declined'
    ? new Refusal('card_declined', 'The card was declined. Nothing was charged.')
    : null;
}

/** Queues a campaign whose price goes on the month's invoice (4.7). */
export async function sendOnInvoice(
  context: CallContext,
  which: WhichCampaign,
  input: { readonly email?: string | undefined; readonly scheduled_at?: string | undefined },
) {
  if (!context.consumer.monthlyInvoice) {
    return new Refusal(
      'invoicing_not_agreed',
      'Sending on the monthly invoice is not agreed for this account.',
    );
  }
  const sent = await changeCampaign(context, which, async (tx, record, now) => {
    const { campaign } = record;
    const order = orderOf(pricedOf(record), campaign.sendCopyToSender, 0);
    const sendAt = sendTimeOf(input.scheduled_at, now);
    const refusal = sendRefusal(campaign, order, sendAt, now, 'v2');
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
    await updateCampaign(tx, campaign.id, { ...queuedFor(sendAt), onInvoice: true, notificationEmail }, now);
  });
  return expectIn(context, sent);
}

const queuedFor = (sendAt: number) => ({ status: 'queued', scheduledAt: new Date(sendAt) }) as const;

/** The line has to know of it once it is committed, not before. */
function expectIn<T extends { readonly campaign: StoredCampaign } | Refusal>({ line }: Context, sent: T): T {
  if (!(sent instanceof Refusal) && sent.campaign.scheduledAt)
    line.expect(sent.campaign.scheduledAt.getTime());
  return sent;
}
