/**
 * The activity log. Each attempt, each change to a customer or a template, and each security event is listed
 * once, with its current outcome.
 */

import type { OperationName } from '#lib/contract/operations.ts';
import type { Mismatch } from './mismatch.ts';
import type { EventDetails, SecurityEventName } from './security-event.ts';
import type { UnscheduledReason } from './unscheduled-reason.ts';

/**
 * The source of an outcome: the mail service's response, the campaign as read back later, or the member who
 * resolved the attempt.
 */
export type SettledBy = 'answer' | 'reading' | 'member';

/**
 * The mail service's operations that the activity log records, plus reschedules. The activity log records
 * only operations that change data.
 */
export const RECORDED_OPERATIONS = [
  'payCampaign',
  'payAndSendCampaign',
  'sendCampaign',
  'sendCampaignOnInvoice',
  'cancelCampaign',
  'rescheduleCampaign',
  'cloneCampaign',
  'deleteCampaign',
  'updateCustomer',
  'updateTemplate',
  'deleteTemplate',
] as const satisfies readonly (OperationName | 'rescheduleCampaign')[];

export type RecordedOperation = (typeof RECORDED_OPERATIONS)[number];

/** An action in the activity log: one of the mail service's operations, or a security event. */
export type ActivityAction = RecordedOperation | SecurityEventName;

/**
 * The outcomes that the activity log shows.
 * - started: the console was about to make the call. For a payment by link, the payer hasn't paid yet.
 * - done, refused: the outcome is known from the mail service's response or from reading the campaign back.
 * - unknown: the response was lost.
 * - marked_done, marked_failed: a member recorded the outcome of an unknown attempt.
 * - paid: a payer completed payment through the payment link.
 * - superseded: a member accepted a reading that contradicts the attempt.
 * - abandoned: a payer didn't complete payment through the payment link within a day. If the payment arrives
 *   later, the outcome changes to `paid`.
 * - unscheduled: a reschedule canceled the campaign, but the campaign wasn't sent again.
 */
export const ACTIVITY_OUTCOMES = [
  'started',
  'done',
  'refused',
  'unknown',
  'marked_done',
  'marked_failed',
  'paid',
  'abandoned',
  'superseded',
  'unscheduled',
] as const;

export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number];

/** An outcome that an attempt had before its current outcome. */
interface EarlierOutcome {
  /** Milliseconds since the epoch, on the database's clock. */
  readonly at: number;
  readonly outcome: ActivityOutcome;
}

/** An attempt, a change to a customer or a template, or a security event, with its current outcome. */
export interface ActivityEntry {
  /** The id of the log entry that recorded the current outcome. */
  readonly id: number;
  /** The time of the current outcome, in milliseconds since the epoch, on the database's clock. */
  readonly at: number;
  /** The time of the attempt's first log entry, in milliseconds since the epoch, on the database's clock. */
  readonly startedAt: number;
  /** The attempt's outcomes before the current outcome, newest first. Omits the `started` outcome. */
  readonly earlier: readonly EarlierOutcome[];
  readonly operation: ActivityAction;
  readonly outcome: ActivityOutcome;
  /** The email address of the member who started the operation. */
  readonly by: string | null;
  /**
   * The email address of the member or invited person that a security event is about. Null for all other
   * operations.
   */
  readonly about: string | null;
  /** The caller's IP address, as reported by the nearest trusted proxy. */
  readonly from: string | null;
  /** The name of the API token that made the request. Null if the member used the console. */
  readonly tokenName: string | null;
  readonly campaignId: number | null;
  /** For an action on a campaign, the campaign's owner, if known. */
  readonly customerId: number | null;
  readonly templateId: number | null;
  readonly amount: string | null;
  /** The member's reason for canceling, if the member entered one. */
  readonly reason: string | null;
  /** The source of the outcome. Null for unknown outcomes, and for changes to customers and templates. */
  readonly settledBy: SettledBy | null;
  /** The email address of the member who recorded the outcome. Null if no member recorded the outcome. */
  readonly resolvedBy: string | null;
  /**
   * A customer's email address before the change. Null if the address is unknown, and for all other
   * operations.
   */
  readonly oldEmail: string | null;
  /** The email address that a change sets for a customer. Null for all other operations. */
  readonly newEmail: string | null;
  /** The id of the campaign that was created as a copy. */
  readonly copyId: number | null;
  /** How the order that was paid for or sent differs from the order that the member agreed to, if at all. */
  readonly mismatch: Mismatch | null;
  /** The requested send time of a reschedule, in ISO 8601. Null for all other operations. */
  readonly newSendTime: string | null;
  /** Why a reschedule canceled the campaign but didn't send it again. Null for all other entries. */
  readonly unscheduledReason: UnscheduledReason | null;
  readonly details: EventDetails | null;
  /** How many times a repeatable security event happened in the hour after `at`, or 1 for any other entry. */
  readonly times: number;
  /**
   * When a security event last happened, in milliseconds since the epoch. Null if the event happened only
   * once.
   */
  readonly lastAt: number | null;
  /** The id of the request, which also appears in the log. Null for the mail service's operations. */
  readonly requestId: string | null;
}

/** The two categories of activity: security events, and the mail service's operations. */
type ActivityCategory = 'security' | 'operations';

export interface ActivityFilters {
  readonly category?: ActivityCategory;
  /**
   * The email address of the person who performed the action, or of the person whom the action affected. Must
   * match exactly.
   */
  readonly by?: string;
  readonly operation?: ActivityAction;
  readonly outcome?: ActivityOutcome;
  readonly campaignId?: number;
  readonly customerId?: number;
  readonly templateId?: number;
  /** The start of the time range, in milliseconds since the epoch. `since` and `until` are both inclusive. */
  readonly since?: number;
  readonly until?: number;
}

/** The operations that charge money directly instead of creating a payment link. */
const CHARGED = new Set<ActivityAction>(['payAndSendCampaign']);
const SUCCEEDED = new Set<ActivityOutcome>(['done', 'marked_done', 'superseded']);
/**
 * The outcomes that imply a completed payment. Includes `superseded`, because only completed payments can be
 * superseded.
 */
const PAID = new Set<ActivityOutcome>(['paid', 'superseded']);

/**
 * Returns the amount that was paid, as formatted by the service. Returns null if no payment was made or the
 * payment's outcome isn't known. If several entries are about the same payment, only one of them has an
 * amount.
 */
export function amountPaid({ operation, outcome, amount }: ActivityEntry): string | null {
  const isPaid =
    (operation === 'payCampaign' && PAID.has(outcome)) || (CHARGED.has(operation) && SUCCEEDED.has(outcome));
  return isPaid ? amount : null;
}
