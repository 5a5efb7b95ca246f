import 'server-only';
import { readPricedCampaign } from '#lib/attempts/payments.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import type { Campaign, CampaignV2 } from '#lib/contract/resources.ts';
import { snapshotCampaign } from '#lib/domain/attempt.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { fail, type Outcome } from '#lib/domain/outcome.ts';
import { applicablePrice, type BilledAmounts } from '#lib/domain/payment.ts';
import {
  type ReviewedOrder,
  refuseChangedPrice,
  refuseIfChangedSinceReview,
  refuseIfPaid,
  refuseUnlessDraft,
} from '#lib/domain/preconditions.ts';
import { env } from '#lib/env/env.ts';
import { sendToService } from '#lib/upstream/client.ts';
import { toInvoiceFailure } from '#lib/upstream/failures.ts';
import { refuseInvalidInput } from './authorize.ts';
import { performMemberAttempt } from './member-attempt.ts';

/**
 * Whether the service bills this consumer with a monthly invoice. With monthly invoicing, members send
 * campaigns without paying at checkout.
 */
export const isInvoiced = (): boolean => env().monthlyInvoice;

export interface SentOnInvoice {
  /**
   * The sent campaign. Undefined if the response was lost but a read of the campaign shows that it was sent.
   */
  readonly campaign: CampaignV2 | undefined;
}

interface InvoicedSending {
  /** The amounts that the member agreed to. */
  readonly agreed: BilledAmounts;
  /** ISO 8601 with a time zone. If omitted, the service sends the campaign in 15 minutes. */
  readonly scheduled_at?: string;
  /** The order that the member reviewed. If the campaign has changed since then, nothing is sent. */
  readonly reviewed?: ReviewedOrder | undefined;
}

/**
 * Sends a campaign that is billed on the monthly invoice (4.7). The service emails notifications to the
 * signed-in member. Reads checkout again before sending. Fails with `price_changed` if the amounts to be
 * billed differ from the amounts that the member agreed to. The operation has no parameter for the sender's
 * copy, so the campaign's own setting applies.
 */
export async function sendCampaignOnInvoice(
  id: number,
  { agreed, scheduled_at, reviewed }: InvoicedSending,
): Promise<Outcome<SentOnInvoice>> {
  const invalid = refuseInvalidInput('sendCampaignOnInvoice', { id: String(id), scheduled_at });
  if (invalid) return fail(invalid);
  const { price, already_paid } = agreed;
  const sent = await performMemberAttempt({
    operation: 'sendCampaignOnInvoice',
    campaignId: id,
    agreedAmount: isZeroAmount(already_paid) ? price : undefined,
    read: ({ deadline }) => readPricedCampaign(id, 'indexed', deadline),
    before: ({ campaign, checkout }) => snapshotCampaign(campaign, applicablePrice(checkout)),
    order: ({ campaign, checkout }) => ({ campaign, checkout, sendDate: scheduled_at }),
    refuse: ({ campaign, checkout }) =>
      refuseUnlessDraft(campaign) ??
      refuseIfPaid(checkout) ??
      refuseSendDate(scheduled_at, 'v2') ??
      refuseChangedPrice(applicablePrice(checkout), { price, already_paid }) ??
      refuseIfChangedSinceReview(campaign, checkout, reviewed),
    call: async (_, { attempt: { by: email }, deadline }) => {
      const input = { id: String(id), email, scheduled_at };
      const answer = await sendToService('sendCampaignOnInvoice', input, { deadline, email });
      return answer.ok ? { ok: true, value: { campaign: answer.value } } : answer;
    },
    campaign: ({ campaign }) => campaign && toComparableCampaign(campaign),
    recover: (): SentOnInvoice => ({ campaign: undefined }),
  });
  return sent.ok ? sent : fail(toInvoiceFailure(sent.failure));
}

/**
 * Returns the fields of a v2 campaign that have the same meaning in v1. A v2 campaign doesn't contain
 * recipients' addresses.
 */
export const toComparableCampaign = ({ price, ...campaign }: CampaignV2): Campaign => ({
  id: campaign.id,
  status: campaign.status,
  price: price === undefined ? undefined : String(price),
  recipient_count: campaign.recipient_count,
  scheduled_at: campaign.scheduled_at,
  updated_at: campaign.updated_at,
});
