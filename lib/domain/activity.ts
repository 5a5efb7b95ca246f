/**
 * Entries in the activity log. Each entry records a change that a member made, and the outcome of the change.
 */

import type { OperationName } from '#lib/contract/operations.ts';

/**
 * The source of an outcome: the mail service's response, the campaign as read back later, or the member who
 * resolved the attempt.
 */
export type SettledBy = 'answer' | 'reading' | 'member';

/**
 * The operations that the activity log records. The activity log records only operations that change data.
 */
export const RECORDED_OPERATIONS = [
  'payCampaign',
  'payAndSendCampaign',
  'sendCampaign',
  'sendCampaignOnInvoice',
  'cancelCampaign',
  'cloneCampaign',
  'deleteCampaign',
  'updateCustomer',
  'updateTemplate',
  'deleteTemplate',
] as const satisfies readonly OperationName[];

export type RecordedOperation = (typeof RECORDED_OPERATIONS)[number];

/**
 * The outcomes that the activity log records.
 * - started: the console was about to make the call.
 * - done, refused: the outcome is known from the mail service's response or from reading the campaign back.
 * - unknown: the response was lost.
 * - marked_done, marked_failed: a member recorded the outcome of an unknown attempt.
 * - paid: a payer completed payment through the payment link.
 */
export const ACTIVITY_OUTCOMES = [
  'started',
  'done',
  'refused',
  'unknown',
  'marked_done',
  'marked_failed',
  'paid',
] as const;

export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number];

export interface ActivityEntry {
  readonly id: number;
  /** Milliseconds since the epoch, on the database's clock. */
  readonly at: number;
  readonly operation: RecordedOperation;
  readonly outcome: ActivityOutcome;
  /** The email address of the member who started the operation. */
  readonly by: string | null;
  /** The caller's IP address, as reported by the nearest trusted proxy. */
  readonly from: string | null;
  readonly campaignId: number | null;
  readonly customerId: number | null;
  readonly templateId: number | null;
  readonly amount: string | null;
  /** The reason that the member entered. */
  readonly reason: string | null;
  /** The source of the outcome. Null for unknown outcomes, and for changes to customers and templates. */
  readonly settledBy: SettledBy | null;
  /** The email address of the member who recorded the outcome. Null if no member recorded the outcome. */
  readonly resolvedBy: string | null;
}

export interface ActivityFilters {
  /** A member's email address. Must match exactly. */
  readonly by?: string;
  readonly operation?: RecordedOperation;
  readonly outcome?: ActivityOutcome;
  readonly campaignId?: number;
  readonly customerId?: number;
  readonly templateId?: number;
  /** The start of the time range, in milliseconds since the epoch. `since` and `until` are both inclusive. */
  readonly since?: number;
  readonly until?: number;
}
