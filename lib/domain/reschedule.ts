/** The rules for rescheduling a queued campaign: how to send it again, and what prevents that. */
import type { Checkout } from '#lib/contract/resources.ts';
import { sendTimeProblem } from '#lib/contract/service-limits.ts';
import {
  type Attempt,
  type AttemptOperation,
  finalOperation,
  isBlocking,
  isUnscheduled,
  type ResendOperation,
} from './attempt.ts';
import type { Failure } from './outcome.ts';
import { applicablePrice, type BilledAmounts, billedOnInvoice, paymentStatus } from './payment.ts';
import type { UnscheduledReason } from './unscheduled-reason.ts';

type PastAttempt = Pick<Attempt, 'operation' | 'state' | 'reschedule'>;

const SENDING: ReadonlySet<AttemptOperation> = new Set([
  'sendCampaign',
  'payAndSendCampaign',
  'sendCampaignOnInvoice',
]);

/** Whether the attempt sent the campaign. */
export const isSuccessfulSend = (attempt: PastAttempt): boolean =>
  attempt.state === 'done' && SENDING.has(finalOperation(attempt));

/**
 * Why a queued campaign can't be rescheduled in one step.
 * - price_unread: the mail service didn't return the price.
 * - invoicing_off: the campaign was sent on the monthly invoice, which is now turned off.
 * - payment_unclear: the mail service doesn't show the campaign as paid, or shows it as paid even though it
 *   was sent on the invoice, so Mailroom can't tell how to send it again.
 */
export type RescheduleProblem = 'price_unread' | 'invoicing_off' | 'payment_unclear';

export type RescheduleOption =
  | { readonly kind: 'available'; readonly resend: ResendOperation }
  | { readonly kind: 'unavailable'; readonly problem: RescheduleProblem };

/**
 * Determines the operation that sends a queued campaign again after it is canceled. A paid campaign stays
 * paid. A campaign is billed on the monthly invoice only if its last mailing was billed that way.
 * @param attempts the campaign's attempts, newest first
 * @param invoiced true if the service bills this consumer monthly
 */
export function chooseResend(
  checkout: Checkout | undefined,
  attempts: readonly PastAttempt[],
  invoiced: boolean,
): RescheduleOption {
  if (checkout === undefined) return { kind: 'unavailable', problem: 'price_unread' };
  const isPaid = paymentStatus(applicablePrice(checkout)) === 'paid';
  const last = attempts.find(isSuccessfulSend);
  const wasInvoiced = last !== undefined && finalOperation(last) === 'sendCampaignOnInvoice';
  if (isPaid === wasInvoiced) return { kind: 'unavailable', problem: 'payment_unclear' };
  if (isPaid) return { kind: 'available', resend: 'sendCampaign' };
  return invoiced
    ? { kind: 'available', resend: 'sendCampaignOnInvoice' }
    : { kind: 'unavailable', problem: 'invoicing_off' };
}

/** The failure of a reschedule that canceled the campaign but didn't send it again. */
export const NOT_RESCHEDULED: Failure = { kind: 'refused', status: 409, code: 'not_rescheduled' };

/** Returns why a canceled campaign wasn't sent again. */
export function reasonOf(failure: Failure): UnscheduledReason {
  switch (failure.kind) {
    case 'forbidden':
    case 'not_approved':
      return failure.kind;
    case 'invalid':
      return 'send_time';
    case 'price_changed':
      return 'price';
    case 'refused':
      if (failure.status === 429) return 'overloaded';
      return failure.code === 'payment_required' || failure.code === 'paid_already' ? 'price' : 'rejected';
    case 'missing':
      return 'rejected';
    default:
      return 'not_read';
  }
}

/**
 * Finds the reschedule that left a draft unscheduled. A later successful attempt makes the reschedule
 * irrelevant, and members can dismiss the reschedule.
 * @param attempts the campaign's attempts, newest first
 */
export function findUnscheduled(
  attempts: readonly Attempt[],
  status: string | undefined,
): Attempt | undefined {
  if (status !== 'draft') return undefined;
  const last = attempts.find(
    (attempt) =>
      isBlocking(attempt) &&
      attempt.operation !== 'payCampaign' &&
      (attempt.state === 'done' || isUnscheduled(attempt)),
  );
  return last && isUnscheduled(last) && !last.reschedule?.isDismissed ? last : undefined;
}

/** The request that schedules a draft at a given time. */
export interface ScheduleAgain {
  /** The send time, in ISO 8601 with a time zone. */
  readonly date: string;
  /** The amounts to be billed on the monthly invoice. Undefined if the campaign is paid. */
  readonly billed?: BilledAmounts;
  /** The amount that will be billed, as formatted by the service, if the order contains it. */
  readonly total?: string | undefined;
}

/**
 * Returns the request that schedules a draft the way it was last sent. Returns undefined if the time is
 * outside the limits, or if the draft can no longer be sent in that way.
 * @param resend how the campaign was last sent
 * @param now the current time in milliseconds on the service's clock
 */
export function scheduleAgainAt(
  date: string,
  resend: ResendOperation,
  checkout: Checkout | undefined,
  invoiced: boolean,
  now: number,
): ScheduleAgain | undefined {
  const version = resend === 'sendCampaign' ? 'v1' : 'v2';
  if (!checkout || sendTimeProblem(Date.parse(date), now, version) !== null) return undefined;
  const block = applicablePrice(checkout);
  const isPaid = paymentStatus(block) === 'paid';
  if (resend === 'sendCampaign') return isPaid ? { date } : undefined;
  if (isPaid || !invoiced) return undefined;
  const { price, already_paid } = block;
  return { date, billed: { price, already_paid }, total: billedOnInvoice(block) };
}
