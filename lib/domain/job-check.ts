/** Decides whether a bulk job's action applies to a campaign, and describes the campaign for the review. */
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { AttemptOperation, AttemptState, ResendOperation } from './attempt.ts';
import { indexedFields, indexedPayment } from './campaign-reading.ts';
import { cancelableUntil, hasCancelableStatus } from './cancellation-window.ts';
import type { JobAction, LeftOutReason } from './job.ts';
import type { Failure } from './outcome.ts';
import { applicablePrice, paymentStatus } from './payment.ts';
import { type ReviewedOrder, refuseUnknownStatus } from './preconditions.ts';
import type { RescheduleOption } from './reschedule.ts';
import { parseTimestamp } from './timestamp.ts';

/** Returns the operation that the action calls. Null if the action changes nothing in the mail service. */
export function operationOf(action: JobAction): AttemptOperation | null {
  switch (action.kind) {
    case 'schedule':
      return action.payment === 'invoice' ? 'sendCampaignOnInvoice' : 'sendCampaign';
    case 'reschedule':
      return 'rescheduleCampaign';
    case 'cancel':
      return 'cancelCampaign';
    case 'copy':
      return 'cloneCampaign';
    case 'delete':
      return 'deleteCampaign';
    case 'label':
    case 'share':
    case 'ask_approval':
      return null;
  }
}

/** A campaign as it was read for the review. */
export interface JobReading {
  readonly campaign: Campaign;
  /** Undefined if the action doesn't depend on checkout. */
  readonly checkout: Checkout | undefined;
  /** The state of another attempt that hasn't been settled. Undefined if there is none. */
  readonly pending: AttemptState | undefined;
  /** Set only for reschedules. */
  readonly reschedule?: RescheduleReading | undefined;
}

/** What a reschedule depends on, besides the campaign. */
export interface RescheduleReading {
  /** How the campaign is sent again after it is canceled. */
  readonly option: RescheduleOption;
  /** The mail service's time when the campaign was read, in milliseconds since the epoch. */
  readonly now: number;
}

/** Returns why the action doesn't apply to the campaign, or null if it does. */
export function findLeftOutReason(
  action: JobAction,
  { campaign, checkout, pending, reschedule }: JobReading,
): LeftOutReason | null {
  if (pending !== undefined) return pending === 'unknown' ? 'unknown_outcome' : 'in_progress';
  if (action.kind === 'cancel') return hasCancelableStatus(campaign) ? null : 'not_queued';
  if (action.kind === 'reschedule') return findRescheduleReason(campaign, reschedule);
  if (action.kind !== 'schedule' && action.kind !== 'delete') return null;
  if (refuseUnknownStatus(campaign)) return 'unknown_status';
  if (action.kind === 'schedule' && campaign.status === 'queued') return 'already_queued';
  if (campaign.status !== 'draft') return 'not_draft';
  if (action.kind === 'delete') return null;
  if (checkout === undefined) return 'unread';
  const isPaid = paymentStatus(applicablePrice(checkout)) === 'paid';
  if (action.payment === 'invoice') return isPaid ? 'paid_already' : null;
  return isPaid ? null : 'not_paid';
}

/**
 * The same checks as before rescheduling a single campaign. The send time is checked when send times are
 * assigned.
 */
function findRescheduleReason(
  campaign: Campaign,
  reschedule: RescheduleReading | undefined,
): LeftOutReason | null {
  if (!hasCancelableStatus(campaign)) return 'not_queued';
  if (reschedule === undefined) return 'unread';
  const { option, now } = reschedule;
  if (cancelableUntil(campaign, now) === undefined) return 'window_closed';
  if (option.kind === 'available') return null;
  return option.problem === 'price_unread' ? 'unread' : option.problem;
}

/** A campaign's details in the review. Amounts are in minor units, such as cents. */
export interface ReviewFacts {
  readonly price: string | null;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly highestTotal: number | null;
  readonly billed: number | null;
  readonly recipients: number | null;
  readonly reviewed: ReviewedOrder;
}

/** Returns a campaign's details for the review. */
export function describeForReview(
  action: JobAction,
  { campaign, checkout, reschedule }: Omit<JobReading, 'pending'>,
): ReviewFacts {
  const order = checkout && applicablePrice(checkout);
  const fields = indexedFields({ ...campaign, price: order?.price ?? campaign.price });
  const payment = checkout && indexedPayment(checkout);
  const option = reschedule?.option;
  const resend = option?.kind === 'available' ? option.resend : undefined;
  const isBilled =
    (action.kind === 'schedule' && action.payment === 'invoice') || resend === 'sendCampaignOnInvoice';
  const { total, alreadyPaid } = payment ?? { total: null, alreadyPaid: null };
  return {
    price: fields.price,
    priceMinor: fields.priceMinor,
    currency: fields.currency,
    highestTotal: payment ? payment.highestTotal : fields.priceMinor,
    billed: !isBilled ? 0 : total === null || alreadyPaid === null ? null : Math.max(0, total - alreadyPaid),
    recipients: fields.recipients,
    reviewed: {
      status: campaign.status ?? null,
      recipients: campaign.recipient_count ?? null,
      ...(hasCancelableStatus(campaign) && { scheduled_at: campaign.scheduled_at ?? null }),
      ...(order && { price: order.price, already_paid: order.already_paid }),
      ...queuedOrder(campaign, resend),
    },
  };
}

function queuedOrder(
  { scheduled_at }: Campaign,
  resend: ResendOperation | undefined,
): Pick<ReviewedOrder, 'queued'> {
  const sendAt = parseTimestamp(scheduled_at);
  if (resend === undefined || sendAt === undefined) return {};
  return { queued: { sendAt: new Date(sendAt).toISOString(), resend } };
}

/** Returns why a campaign that has no valid approval is left out. */
export function missingApprovalReason(
  failure: Failure & { readonly kind: 'not_approved' },
  wasApproved: boolean,
): LeftOutReason {
  if (failure.why === 'unread') return 'unread_approval';
  if (wasApproved) return 'changed_since_approval';
  return failure.why === 'both'
    ? 'waiting_for_both'
    : failure.why === 'guest'
      ? 'waiting_for_guest'
      : 'waiting_for_member';
}

/**
 * The codes and kinds of refusals that stay the same if the item is retried, because the action no longer
 * applies to the campaign. For example, the campaign was sent or deleted, or someone else has already done
 * the same thing to it.
 */
export const FINAL_REFUSALS = [
  'missing',
  'status_changed',
  'not_draft',
  'not_queued',
  'window_closed',
  'paid_already',
  'same_send_time',
  'already_shared',
  'already_asked',
  'no_approval_needed',
] as const;

/**
 * What a failure means for an item in a bulk job or payment run.
 * - wait: the mail service, or the connection to it, has a problem. The item is retried later.
 * - later: another attempt is in progress. The item is retried shortly.
 * - refuse: the item is refused.
 */
export type FailureMeaning = 'wait' | 'later' | 'refuse';

/** The statuses that mean that the service refuses every call: too many calls, or a rejected API key. */
const REFUSES_EVERYTHING = new Set([401, 429]);

/** Returns what a failure means for an item whose call wasn't made or had no effect. */
export function meaningOf(failure: Failure): FailureMeaning {
  switch (failure.kind) {
    case 'unreachable':
    case 'slow':
    case 'failed':
    case 'garbled':
    case 'stale':
      return 'wait';
    case 'not_approved':
      return failure.why === 'unread' ? 'wait' : 'refuse';
    case 'refused':
      return REFUSES_EVERYTHING.has(failure.status) && failure.code === undefined ? 'wait' : 'refuse';
    case 'in_progress':
      return 'later';
    default:
      return 'refuse';
  }
}
