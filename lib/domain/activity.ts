/** Activity log entries: who changed what, when, and with what outcome. */

import type { OperationName } from '#lib/contract/operations.ts';

/** How an outcome became known: the mail service's response, a later reading, or a member's decision. */
export type SettledBy = 'answer' | 'reading' | 'member';

/** The operations that the activity log records, which are the ones that change data. */
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
 * - started: the call was about to be made.
 * - done, refused: known from the mail service's response or a later reading.
 * - unknown: the response was lost.
 * - marked_done, marked_failed: a member decided how an unknown attempt ended.
 * - paid: a payment by link was completed.
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
  /** The reason the member typed. */
  readonly reason: string | null;
  /** Null while the outcome isn't known, and for changes to customers and templates. */
  readonly settledBy: SettledBy | null;
  /** The email address of the member who marked the outcome. */
  readonly resolvedBy: string | null;
}

export interface ActivityFilters {
  /** An email address, matched exactly. */
  readonly by?: string;
  readonly operation?: RecordedOperation;
  readonly outcome?: ActivityOutcome;
  readonly campaignId?: number;
  readonly customerId?: number;
  readonly templateId?: number;
  /** Milliseconds since the epoch. Both bounds are inclusive. */
  readonly since?: number;
  readonly until?: number;
}
