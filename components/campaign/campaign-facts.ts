import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Attempt, finalOperation } from '#lib/domain/attempt.ts';
import type { LiveStatus } from '#lib/domain/live-status.ts';
import type { Mismatch } from '#lib/domain/mismatch.ts';
import { isZeroAmount } from '#lib/domain/money.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import { isSuccessfulSend } from '#lib/domain/reschedule.ts';
import type { PaymentSummary } from '#lib/format/progress.ts';

/** Returns the attempts whose outcomes aren't known yet. */
export const pendingAttempts = (attempts: readonly Attempt[]): readonly Attempt[] =>
  attempts.filter(({ state }) => state === 'open' || state === 'unknown');

/** Returns the amount that checkout shows as paid, as formatted by the service. */
export const paidAmount = (checkout: Checkout | undefined): string | undefined =>
  checkout && applicablePrice(checkout).already_paid;

export const isRendered = ({ thumbnails, proof }: Campaign): boolean =>
  (thumbnails?.length ?? 0) > 0 && proof !== undefined;

/**
 * Returns the campaign's latest payment or mailing if it isn't what the member agreed to. A later payment or
 * mailing makes an earlier mismatch irrelevant.
 */
export function findLatestMismatch(
  attempts: readonly Attempt[],
): { readonly attempt: Attempt; readonly mismatch: Mismatch } | undefined {
  const latest = attempts.find(
    (attempt) =>
      isSuccessfulSend(attempt) ||
      (attempt.state === 'done' && attempt.operation === 'payCampaign' && attempt.paidAt !== null),
  );
  return latest?.mismatch ? { attempt: latest, mismatch: latest.mismatch } : undefined;
}

/**
 * Returns the values that can change while a campaign's page is open. The response from
 * `/api/campaigns/{id}/status` has the same fields.
 */
export function toLiveStatus(
  { status, scheduled_at, sent_at, thumbnails, proof }: Campaign,
  attempts: readonly Attempt[],
  decision: string | undefined,
): LiveStatus {
  return {
    status,
    scheduled_at,
    sent_at,
    thumbnails: thumbnails?.length ?? 0,
    proof: proof !== undefined,
    attempts,
    decision,
  };
}

/**
 * Describes the amount that checkout shows as paid. If Mailroom recorded the payment, also names the payer.
 * If `invoiced` is true, describes an unpaid campaign as billed on the monthly invoice. Returns undefined if
 * the campaign is neither paid for nor invoiced.
 */
export function describePayment(
  { status }: Campaign,
  checkout: Checkout | undefined,
  attempts: readonly Attempt[],
  invoiced: boolean,
): PaymentSummary | undefined {
  const sent = attempts.find(isSuccessfulSend);
  const isSent = status !== undefined && status !== 'draft';
  if (isSent && sent && finalOperation(sent) === 'sendCampaignOnInvoice') {
    return {
      onInvoice: true,
      amount: sent.amount ?? undefined,
      by: sent.by,
      at: sent.settledAt ?? undefined,
    };
  }
  const amount = paidAmount(checkout);
  if (amount === undefined) return undefined;
  if (isZeroAmount(amount)) return invoiced ? { onInvoice: true } : undefined;
  return paymentFromAttempts(amount, attempts);
}

function paymentFromAttempts(amount: string, attempts: readonly Attempt[]): PaymentSummary {
  const payments = attempts.filter(
    ({ operation, state, paidAt }) =>
      (operation === 'payCampaign' && paidAt !== null) ||
      (operation === 'payAndSendCampaign' && state === 'done'),
  );
  const [last] = payments;
  return {
    amount,
    by: last?.by,
    at: last?.paidAt ?? last?.settledAt ?? undefined,
    byCredits:
      payments.length > 0 &&
      payments.every((attempt) => attempt.amount !== null && isZeroAmount(attempt.amount)),
  };
}
