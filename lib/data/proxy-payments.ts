/**
 * Paying as the interface has it, for callers who have read checkout themselves: exactly the operation that was asked for,
 * with no price agreed on before. Attempts and rules are those of the pages.
 */
import 'server-only';
import { payByLink } from '#lib/attempts/pay-link.ts';
import type { Prepare } from '#lib/attempts/perform.ts';
import { snapshotBeforePayment, type PricedCampaign, readPricedCampaign } from '#lib/attempts/priced-campaign.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import { idOf } from '#lib/contract/ids.ts';
import type { Input } from '#lib/contract/operations.ts';
import type { Campaign, CampaignV2 } from '#lib/contract/resources.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, billedOnInvoice, isFullyPaid } from '#lib/domain/payment.ts';
import { refuseIfPaid, refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { env } from '#lib/env/env.ts';
import { campaignAt } from '#lib/owners/owner-index.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { toInvoicingNotEnabled, toUnknownUser } from '#lib/upstream/failures.ts';
import { parseServiceUrl } from '#lib/upstream/links.ts';
import { performMemberAttempt } from './member-attempt.ts';

/** Whoever pays may only be led back to this console. */
const isOurs = (address: string): boolean => {
  const { origin } = env();
  return parseServiceUrl(address, [origin])?.origin === origin;
};

/** Pay, 4.3 where a customer is given, else 4.4. The link isn't kept for the pages: they lead people back in their own way. */
export async function proxyPayment(
  input: Input<'payCampaign'> & { readonly customer_id?: number },
): Promise<Outcome<{ link: string }>> {
  const { customer_id, id, redirect_uri } = input;
  const needs = customer_id === undefined ? 'payCampaign' : 'payCustomerCampaign';
  if (!isOurs(redirect_uri)) {
    return fail({ kind: 'invalid', fields: { redirect_uri: `must be a URL of ${env().origin}` } });
  }
  const prepare: Prepare<{ link: string }> = async (_, deadline) => {
    const priced = await readPricedCampaign(id, deadline, () => campaignAt(customer_id, id, deadline));
    if (!priced.ok) return priced;
    const { campaign, checkout } = priced.value;
    const refusal = refuseUnlessDraft(campaign);
    if (refusal) return fail(refusal);
    if (isFullyPaid(applicablePrice(checkout)))
      return fail({ kind: 'refused', status: 409, code: 'nothing_to_pay' });
    return ok({
      before: snapshotBeforePayment(priced.value, checkout.send_copy_to_sender),
      amount: applicablePrice(checkout).to_be_paid,
      send: (until) => payByLink({ customer_id, id, redirect_uri }, until),
      recover: () => undefined,
    });
  };
  return performMemberAttempt('payCampaign', id, {}, () => prepare, needs);
}

/** Pays and queues in one (4.4 pay_and_send). */
export async function proxyPayAndSend(input: Input<'payAndSendCampaign'>): Promise<Outcome<Campaign>> {
  const prepare: Prepare<Campaign> = async (_, deadline) => {
    const copy = input.send_copy_to_sender ?? false;
    const priced = await readDraft(input.id, input.date, 'v1', deadline);
    if (!priced.ok) return priced;
    return ok({
      before: snapshotBeforePayment(priced.value, copy),
      amount: applicablePrice(priced.value.checkout, copy).to_be_paid,
      send: (until) => readFromService('payAndSendCampaign', input, { deadline: until }),
      recover: (seen) => seen.campaign ?? undefined,
    });
  };
  return performMemberAttempt('payAndSendCampaign', input.id, {}, () => prepare);
}

/**
 * Sends on the monthly invoice (v2 send, 4.7), in the signed-in member's name.
 * @param input `id` is text in v2; a campaign's is a number all the same, so anything else is missing
 */
export async function proxySendOnInvoice(
  input: Input<'sendCampaignOnInvoice'>,
): Promise<Outcome<CampaignV2>> {
  const id = idOf(input.id) ?? 0;
  const sent = await performMemberAttempt<CampaignV2>(
    'sendCampaignOnInvoice',
    id,
    {},
    ({ email }) =>
      async (_, deadline) => {
        const priced = await readDraft(id, input.scheduled_at, 'v2', deadline);
        if (!priced.ok) return priced;
        const { checkout } = priced.value;
        const refusal = refuseIfPaid(checkout);
        if (refusal) return fail(refusal);
        return ok({
          before: snapshotBeforePayment(priced.value, checkout.send_copy_to_sender),
          amount: billedOnInvoice(applicablePrice(checkout)),
          send: (until) => readFromService('sendCampaignOnInvoice', input, { deadline: until, email }),
          // A reading shows a campaign of v1: enough to know that it was sent, not to answer with.
          recover: () => undefined,
        });
      },
  );
  return sent.ok ? sent : fail(toInvoicingNotEnabled(toUnknownUser(sent.failure)));
}

/** Read where its own number leads, if it can be sent at that time. */
async function readDraft(
  id: number,
  date: string | undefined,
  version: 'v1' | 'v2',
  deadline: Deadline,
): Promise<Outcome<PricedCampaign>> {
  const priced = await readPricedCampaign(id, deadline, () => campaignAt(undefined, id, deadline));
  if (!priced.ok) return priced;
  const refusal = refuseUnlessDraft(priced.value.campaign) ?? refuseSendDate(date, version);
  return refusal ? fail(refusal) : priced;
}
