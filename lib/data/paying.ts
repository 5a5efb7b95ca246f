import 'server-only';
import { payByLink } from '#lib/attempts/pay-link.ts';
import {
  type AgreedPrice,
  snapshotBeforePayment,
  type PricedCampaign,
  refuseChangedPrice,
  readPricedCampaign,
} from '#lib/attempts/priced-campaign.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import { seal } from '#lib/auth/seals.ts';
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { CampaignSnapshot } from '#lib/domain/attempt.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, isFullyPaid } from '#lib/domain/payment.ts';
import { refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { env } from '#lib/env/env.ts';
import { findRecentSuccess } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { findInputProblems } from './authorize.ts';
import { performMemberAttempt } from './member-attempt.ts';

/** A link that was made is used again for so long, so that a second click makes no second payment to fall into. */
const SAME_LINK_MS = 10 * MINUTE_MS;
/** Links are passed on to whoever pays, who may take days. */
const RETURN_MS = 30 * DAY_MS;

/**
 * Starts paying by link (pay, 4.3 and 4.4). Checkout is read again first: `price_changed` when it is not the agreed one.
 * The pay operation takes no sender's copy: the campaign's own `send_copy_to_sender` counts, so `agreed` must be of that
 * block (`invalid`, field sender_copy, when it is not). `refused` with code nothing_to_pay when the total is zero.
 */
export async function startPayment(
  id: number,
  { agreed }: { readonly agreed: AgreedPrice },
): Promise<Outcome<{ link: string }>> {
  return performMemberAttempt('payCampaign', id, { amount: agreed.to_be_paid }, () => async (attempt, deadline) => {
    const priced = await readPricedCampaign(id, deadline);
    if (!priced.ok) return priced;
    const refusal = notPayable(priced.value, agreed);
    if (refusal) return fail(refusal);
    const { customerId: customer_id } = priced.value;
    const before = snapshotBeforePayment(priced.value, agreed.sender_copy);
    const link = await sameLink(id, before);
    if (link !== undefined) return ok({ already: { link } });
    const state = await seal('payment-return', { attempt, campaign: id }, RETURN_MS);
    const redirect_uri = `${env().origin}/pay/return?${new URLSearchParams({ state })}`;
    return ok({
      before,
      send: (until) => payByLink({ customer_id, id, redirect_uri }, until),
      result: (made) => made,
      recover: () => undefined,
    });
  });
}

function notPayable({ campaign, checkout }: PricedCampaign, agreed: AgreedPrice): Failure | null {
  const refusal = refuseUnlessDraft(campaign);
  if (refusal) return refusal;
  if (agreed.sender_copy !== checkout.send_copy_to_sender) {
    const words = 'The payment page uses the campaign’s own sender copy setting.';
    return { kind: 'invalid', fields: { sender_copy: words } };
  }
  const block = applicablePrice(checkout, agreed.sender_copy);
  const change = refuseChangedPrice(block, agreed);
  if (change) return change;
  return isFullyPaid(block) ? { kind: 'refused', status: 409, code: 'nothing_to_pay' } : null;
}

/** The link made a moment ago, while there is the same to pay as then. */
async function sameLink(
  id: number,
  { toBePaid, alreadyPaid }: CampaignSnapshot,
): Promise<string | undefined> {
  const last = await findRecentSuccess(await store(), id, 'payCampaign', SAME_LINK_MS);
  const same = last?.before?.toBePaid === toBePaid && last?.before?.alreadyPaid === alreadyPaid;
  return same ? last?.result?.link : undefined;
}

export interface PayAndSend {
  readonly agreed: AgreedPrice;
  readonly send_copy_to_sender: boolean;
  /** ISO 8601 with its zone. */
  readonly date?: string;
  /** A card token: passed on once, never stored. */
  readonly source?: string;
  readonly email: string;
}

/** Pays and queues in one (4.4 pay_and_send). Checkout is read again first, as for startPayment. */
export async function payAndSend(id: number, input: PayAndSend): Promise<Outcome<Campaign>> {
  const { agreed, ...form } = input;
  const wrong = findInputProblems('payAndSendCampaign', { id, ...form });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  const copy = form.send_copy_to_sender;
  if (agreed.sender_copy !== copy) {
    return fail({
      kind: 'invalid',
      fields: { sender_copy: 'This price is for the other sender copy setting.' },
    });
  }
  return performMemberAttempt('payAndSendCampaign', id, { amount: agreed.to_be_paid }, () => async (_, deadline) => {
    const priced = await readPricedCampaign(id, deadline);
    if (!priced.ok) return priced;
    const { campaign, checkout } = priced.value;
    const refusal =
      refuseUnlessDraft(campaign) ??
      refuseSendDate(form.date) ??
      refuseChangedPrice(applicablePrice(checkout, copy), agreed);
    if (refusal) return fail(refusal);
    return ok({
      before: snapshotBeforePayment(priced.value, copy),
      send: (until) => readFromService('payAndSendCampaign', { id, ...form }, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  });
}
