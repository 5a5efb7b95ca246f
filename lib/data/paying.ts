/** Payments that a member agreed to at checkout. Each payment is an attempt. */
import 'server-only';
import {
  type AgreedPrice,
  createPayLink,
  type PricedCampaign,
  readPricedCampaign,
} from '#lib/attempts/payments.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import { seal } from '#lib/auth/seals.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { type CampaignSnapshot, snapshotCampaign } from '#lib/domain/attempt.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, RETURN_LINK_MS } from '#lib/domain/payment.ts';
import {
  refuseChangedPrice,
  refuseChargeWithoutCard,
  refuseIfNothingToPay,
  refuseUnlessDraft,
} from '#lib/domain/preconditions.ts';
import { env } from '#lib/env/env.ts';
import { findRecentSuccess } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { sendToService } from '#lib/upstream/client.ts';
import { refuseInvalidInput } from './authorize.ts';
import { performMemberAttempt } from './member-attempt.ts';

/**
 * How long a payment link can be reused. Reusing the link keeps a second click from starting a second
 * payment.
 */
const SAME_LINK_MS = 10 * MINUTE_MS;

interface LinkPaymentOrder {
  readonly agreed: AgreedPrice;
  /** Runs when the new attempt has the lock. If it returns a failure, no link is created or reused. */
  readonly beforeCall?: (attemptId: string) => Promise<Failure | null>;
  /** Runs instead of the call if an earlier attempt's link is reused. */
  readonly onReuse?: (attemptId: string) => Promise<void>;
}

/**
 * Starts a payment by link (pay, 4.3 and 4.4). Reads checkout again before making the call. Fails with
 * `price_changed` if the price differs from the agreed price. Fails with `refused` and the code
 * `nothing_to_pay` if the total is zero. Fails with `invalid` if `agreed.sender_copy` differs from the
 * campaign's own `send_copy_to_sender` setting. The pay operation has no parameter for the sender's copy.
 */
export async function startPayment(
  id: number,
  { agreed, beforeCall, onReuse }: LinkPaymentOrder,
): Promise<Outcome<{ link: string }>> {
  const snapshot = ({ campaign, checkout }: PricedCampaign) =>
    snapshotCampaign(campaign, applicablePrice(checkout, agreed.sender_copy));
  return performMemberAttempt({
    operation: 'payCampaign',
    campaignId: id,
    agreedAmount: agreed.to_be_paid,
    read: async ({ attempt, deadline }) => {
      const refused = await beforeCall?.(attempt.id);
      return refused ? fail(refused) : readPricedCampaign(id, 'indexed', deadline);
    },
    before: snapshot,
    order: ({ campaign, checkout }) => ({ campaign, checkout, senderCopy: agreed.sender_copy }),
    refuse: (priced) => refuseLinkPayment(priced, agreed),
    reuse: async (priced) => {
      const last = await findRecentLink(id, snapshot(priced));
      if (!last) return undefined;
      await onReuse?.(last.attemptId);
      return ok({ link: last.link });
    },
    call: async ({ customerId: customer_id }, { attempt, deadline }) => {
      const state = await seal('payment-return', { attempt: attempt.id, campaign: id }, RETURN_LINK_MS);
      const redirect_uri = `${env().origin}/pay/return?${new URLSearchParams({ state })}`;
      return createPayLink({ customer_id, id, redirect_uri }, deadline);
    },
    result: ({ link }) => ({ link }),
    recover: () => undefined,
  });
}

function refuseLinkPayment({ campaign, checkout }: PricedCampaign, agreed: AgreedPrice): Failure | null {
  const notDraft = refuseUnlessDraft(campaign);
  if (notDraft) return notDraft;
  if (agreed.sender_copy !== checkout.send_copy_to_sender) {
    const message = 'The payment page uses the campaign’s own setting for the sender’s copy.';
    return { kind: 'invalid', fields: { sender_copy: message } };
  }
  const price = applicablePrice(checkout, agreed.sender_copy);
  return refuseChangedPrice(price, agreed) ?? refuseIfNothingToPay(price);
}

/** Finds a recent payment link for the same amounts. */
async function findRecentLink(
  id: number,
  { toBePaid, alreadyPaid }: CampaignSnapshot,
): Promise<{ readonly link: string; readonly attemptId: string } | undefined> {
  const last = await findRecentSuccess(await store(), id, 'payCampaign', SAME_LINK_MS);
  const isSame = last?.before?.toBePaid === toBePaid && last?.before?.alreadyPaid === alreadyPaid;
  const link = isSame ? last?.result?.link : undefined;
  return last === undefined || link === undefined ? undefined : { link, attemptId: last.id };
}

export interface PayAndSendOrder {
  readonly agreed: AgreedPrice;
  readonly send_copy_to_sender: boolean;
  /** The send date, in ISO 8601 with a time zone. */
  readonly date?: string;
  /** A card token. The console sends the token to the service once and never stores it. */
  readonly source?: string;
  readonly email: string;
}

/**
 * Pays for a campaign and queues it in one call (4.4 pay_and_send). Reads checkout again before making the
 * call. Without a card token, an order is sent only if its total is zero. Otherwise, the call fails with
 * `refused` and the code `payment_required`, because the member didn't agree to a charge.
 */
export async function payAndSendCampaign(id: number, input: PayAndSendOrder): Promise<Outcome<Campaign>> {
  const { agreed, ...form } = input;
  const invalid = refuseInvalidInput('payAndSendCampaign', { id, ...form });
  if (invalid) return fail(invalid);
  const senderCopy = form.send_copy_to_sender;
  if (agreed.sender_copy !== senderCopy) {
    return fail({
      kind: 'invalid',
      fields: { sender_copy: 'This price doesn’t match your choice for the sender’s copy.' },
    });
  }
  return performMemberAttempt({
    operation: 'payAndSendCampaign',
    campaignId: id,
    agreedAmount: agreed.to_be_paid,
    read: ({ deadline }) => readPricedCampaign(id, 'indexed', deadline),
    before: ({ campaign, checkout }) => snapshotCampaign(campaign, applicablePrice(checkout, senderCopy)),
    order: ({ campaign, checkout }) => ({ campaign, checkout, senderCopy, sendDate: form.date }),
    refuse: ({ campaign, checkout }) =>
      refuseUnlessDraft(campaign) ??
      refuseSendDate(form.date) ??
      refuseChangedPrice(applicablePrice(checkout, senderCopy), agreed) ??
      refuseChargeWithoutCard(applicablePrice(checkout, senderCopy), form.source),
    call: (_, { deadline }) => sendToService('payAndSendCampaign', { id, ...form }, { deadline }),
    campaign: (campaign) => campaign,
    recover: ({ campaign }) => campaign ?? undefined,
  });
}
