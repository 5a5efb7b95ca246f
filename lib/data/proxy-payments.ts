/**
 * Payments requested through the proxy. The proxy doesn't compare prices, because API callers don't send an
 * agreed price. The proxy runs only the requested operation. Payments through the proxy are attempts and have
 * the same preconditions as payments on the pages.
 */
import 'server-only';
import { createPayLink, readPricedCampaign } from '#lib/attempts/payments.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import { parseId } from '#lib/contract/ids.ts';
import type { Input } from '#lib/contract/operations.ts';
import { urlsOfOrigin } from '#lib/contract/patterns.ts';
import type { Campaign, CampaignV2, Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { snapshotCampaign } from '#lib/domain/attempt.ts';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { applicablePrice, billedOnInvoice } from '#lib/domain/payment.ts';
import { refuseIfNothingToPay, refuseIfPaid, refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { env } from '#lib/env/env.ts';
import type { CampaignPath } from '#lib/index/owners.ts';
import { sendToService } from '#lib/upstream/client.ts';
import { toInvoiceFailure } from '#lib/upstream/failures.ts';
import { toComparableCampaign } from './invoicing.ts';
import { performMemberAttempt } from './member-attempt.ts';

/** Whether a URL belongs to the console. The service may redirect payers only to the console's URLs. */
const isConsoleUrl = (url: string): boolean => urlsOfOrigin(env().origin).test(url);

/**
 * Starts a payment by link with the pay operation. Uses the customer's path (4.3) if a customer is given, and
 * otherwise the unscoped path (4.4). The link isn't stored for reuse, because each link has its own
 * redirect_uri.
 */
export async function startPaymentViaProxy({
  customer_id,
  id,
  redirect_uri,
}: Input<'payCampaign'> & { readonly customer_id?: number }): Promise<Outcome<{ link: string }>> {
  if (!isConsoleUrl(redirect_uri)) {
    return fail({ kind: 'invalid', fields: { redirect_uri: `must be a URL on ${env().origin}` } });
  }
  return performMemberAttempt({
    operation: 'payCampaign',
    campaignId: id,
    permission: customer_id === undefined ? 'payCampaign' : 'payCustomerCampaign',
    read: ({ deadline }) =>
      readPricedCampaign(id, customer_id === undefined ? 'unscoped' : { customerId: customer_id }, deadline),
    before: ({ campaign, checkout }) => snapshotCampaign(campaign, applicablePrice(checkout)),
    order: ({ campaign, checkout }) => ({ campaign, checkout }),
    refuse: ({ campaign, checkout }) =>
      refuseUnlessDraft(campaign) ?? refuseIfNothingToPay(applicablePrice(checkout)),
    amount: ({ checkout }) => applicablePrice(checkout).to_be_paid,
    call: (_, { deadline }) => createPayLink({ customer_id, id, redirect_uri }, deadline),
    recover: () => undefined,
  });
}

/**
 * Pays for a campaign and queues it in one call (4.4 pay_and_send).
 * @param path how to read the campaign before the call. If the path contains a customer, the operation fails
 * with `missing` for another customer's campaign.
 */
export async function payAndSendCampaignViaProxy(
  input: Input<'payAndSendCampaign'>,
  path: CampaignPath = 'unscoped',
): Promise<Outcome<Campaign>> {
  const senderCopy = input.send_copy_to_sender ?? false;
  const priceOf = (checkout: Checkout): PriceBlock => applicablePrice(checkout, senderCopy);
  return performMemberAttempt({
    operation: 'payAndSendCampaign',
    campaignId: input.id,
    read: ({ deadline }) => readPricedCampaign(input.id, path, deadline),
    before: ({ campaign, checkout }) => snapshotCampaign(campaign, priceOf(checkout)),
    order: ({ campaign, checkout }) => ({ campaign, checkout, senderCopy, sendDate: input.date }),
    refuse: ({ campaign }) => refuseUnlessDraft(campaign) ?? refuseSendDate(input.date),
    amount: ({ checkout }) => priceOf(checkout).to_be_paid,
    call: (_, { deadline }) => sendToService('payAndSendCampaign', input, { deadline }),
    campaign: (campaign) => campaign,
    recover: ({ campaign }) => campaign ?? undefined,
  });
}

/**
 * Sends a campaign that is billed on the monthly invoice (4.7), as the signed-in member.
 * @param input the operation's input. `id` is text, like all v2 ids. If `id` isn't a number, the attempt
 * fails with `missing`.
 * @param path as for payAndSendCampaignViaProxy
 */
export async function sendCampaignOnInvoiceViaProxy(
  input: Input<'sendCampaignOnInvoice'>,
  path: CampaignPath = 'unscoped',
): Promise<Outcome<CampaignV2>> {
  const id = parseId(input.id) ?? 0;
  const sent = await performMemberAttempt({
    operation: 'sendCampaignOnInvoice',
    campaignId: id,
    read: ({ deadline }) => readPricedCampaign(id, path, deadline),
    before: ({ campaign, checkout }) => snapshotCampaign(campaign, applicablePrice(checkout)),
    order: ({ campaign, checkout }) => ({ campaign, checkout, sendDate: input.scheduled_at }),
    refuse: ({ campaign, checkout }) =>
      refuseUnlessDraft(campaign) ?? refuseSendDate(input.scheduled_at, 'v2') ?? refuseIfPaid(checkout),
    amount: ({ checkout }) => billedOnInvoice(applicablePrice(checkout)),
    call: (_, { attempt, deadline }) =>
      sendToService('sendCampaignOnInvoice', input, { deadline, email: attempt.by }),
    campaign: toComparableCampaign,
    // The lost response, a v2 campaign, can't be rebuilt from the v1 campaign that was read back.
    recover: () => undefined,
  });
  return sent.ok ? sent : fail(toInvoiceFailure(sent.failure));
}
