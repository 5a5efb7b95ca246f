import 'server-only';
import { beforePaying, priceChange, readPriced } from '../attempts/order.ts';
import { dateProblem, notDraft, paidAlready } from '../attempts/rules.ts';
import type { CampaignV2 } from '../contract/resources.ts';
import { env } from '../env.ts';
import { isZeroAmount } from '../format/money.ts';
import { type BilledAmounts, blockOf } from '../format/payment.ts';
import { fail, type Outcome, ok } from '../outcome.ts';
import { call } from '../upstream/client.ts';
import { asInvoiced, asUser } from '../upstream/errors.ts';
import { attemptAs } from './attempt-as.ts';
import { inputProblems } from './authorise.ts';

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
  const wrong = inputProblems('sendCampaignOnInvoice', { id: String(id), scheduled_at });
  if (wrong) return fail({ kind: 'invalid', fields: wrong });
  const { price, already_paid } = agreed;
  const sent = await attemptAs<SentOnInvoice>(
    'sendCampaignOnInvoice',
    id,
    { amount: isZeroAmount(already_paid) ? price : undefined },
    ({ email }) =>
      async (_, deadline) => {
        const priced = await readPriced(id, deadline);
        if (!priced.ok) return priced;
        const { campaign, checkout } = priced.value;
        const refusal =
          notDraft(campaign) ??
          paidAlready(checkout) ??
          dateProblem(scheduled_at, 'v2') ??
          priceChange(blockOf(checkout), { price, already_paid });
        if (refusal) return fail(refusal);
        return ok({
          before: beforePaying(priced.value, checkout.send_copy_to_sender),
          send: async (until) => {
            const input = { id: String(id), email, scheduled_at };
            const answer = await call('sendCampaignOnInvoice', input, { deadline: until, email });
            return answer.ok ? { ok: true, value: { campaign: answer.value } } : answer;
          },
          recover: () => ({ campaign: undefined }),
        });
      },
  );
  return sent.ok ? sent : fail(asInvoiced(asUser(sent.failure)));
}
