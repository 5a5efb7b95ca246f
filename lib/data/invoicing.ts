import 'server-only';
import { snapshotBeforePayment, refuseChangedPrice, readPricedCampaign } from '#lib/attempts/priced-campaign.ts';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import type { CampaignV2 } from '#lib/contract/resources.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, type BilledAmounts } from '#lib/domain/payment.ts';
import { refuseIfPaid, refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { env } from '#lib/env/env.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { toInvoicingNotEnabled, toUnknownUser } from '#lib/upstream/failures.ts';
import { findInputProblems } from './authorize.ts';
import { performMemberAttempt } from './member-attempt.ts';

/** Whether this consumer is billed by monthly invoice, so that sending on it takes checkout's place. */
export const isInvoiced = (): boolean => env().monthlyInvoice;

export interface SentOnInvoice {
  /** Undefined when the answer got lost and a reading shows that it was sent. */
  readonly campaign: CampaignV2 | undefined;
}

/**
 * Sends a campaign and has it billed on the monthly invoice (4.7), as the signed-in member, who is also told what becomes
 * of it. Checkout is read again first: `price_changed` when something else would be billed than was agreed. The operation
 * takes no sender's copy, so what counts is the campaign's own setting for it as it is now.
 * @param input `scheduled_at` is ISO 8601 with its zone; left out, the service's 15 minutes
 */
export async function sendOnInvoice(
  id: number,
  { agreed, scheduled_at }: { readonly agreed: BilledAmounts; readonly scheduled_at?: string },
): Promise<Outcome<SentOnInvoice>> {
  const wrong = findInputProblems('sendCampaignOnInvoice', { id: String(id), scheduled_at });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  const { price, already_paid } = agreed;
  const sent = await performMemberAttempt<SentOnInvoice>(
    'sendCampaignOnInvoice',
    id,
    { amount: isZeroAmount(already_paid) ? price : undefined },
    ({ email }) =>
      async (_, deadline) => {
        const priced = await readPricedCampaign(id, deadline);
        if (!priced.ok) return priced;
        const { campaign, checkout } = priced.value;
        const refusal =
          refuseUnlessDraft(campaign) ??
          refuseIfPaid(checkout) ??
          refuseSendDate(scheduled_at, 'v2') ??
          refuseChangedPrice(applicablePrice(checkout), { price, already_paid });
        if (refusal) return fail(refusal);
        return ok({
          before: snapshotBeforePayment(priced.value, checkout.send_copy_to_sender),
          send: async (until) => {
            const input = { id: String(id), email, scheduled_at };
            const answer = await readFromService('sendCampaignOnInvoice', input, { deadline: until, email });
            return answer.ok ? { ok: true, value: { campaign: answer.value } } : answer;
          },
          recover: () => ({ campaign: undefined }),
        });
      },
  );
  return sent.ok ? sent : fail(toInvoicingNotEnabled(toUnknownUser(sent.failure)));
}
