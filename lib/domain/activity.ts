/** What the activity log records: who changed what, when, and with what outcome. */

import type { OperationName } from '#lib/contract/operations.ts';

/** The service's answer, a reading afterwards, or a person's decision. */
export type SettledBy = 'answer' | 'reading' | 'person';

/** What leaves a trail: whatever changes something. */
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
 * began: the call was about to be made. done and refused: the service's answer, or what a reading showed later. unknown:
 * the answer got lost. said_done and said_refused: a person's word on what was unknown. paid: a payment by link was seen
 * to have come through.
 */
export const ACTIVITY_OUTCOMES = [
  'began',
  'done',
  'refused',
  'unknown',
  'said_done',
  'said_refused',
  'paid',
] as const;

export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number];

export interface ActivityEntry {
  readonly id: number;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly at: number;
  readonly operation: RecordedOperation;
  readonly outcome: ActivityOutcome;
  /** The address of whoever began it. */
  readonly by: string | null;
  /** An IP address, as the nearest proxy says. */
  readonly from: string | null;
  readonly campaignId: number | null;
  readonly customerId: number | null;
  readonly templateId: number | null;
  readonly amount: string | null;
  /** Their own words. */
  readonly reason: string | null;
  /** How the outcome is known; null for what the service answered at once, and for who only began. */
  readonly settledBy: SettledBy | null;
  /** The address of the member whose word it is. */
  readonly resolvedBy: string | null;
}

export interface ActivityFilters {
  /** An address, to the letter. */
  readonly by?: string;
  readonly operation?: RecordedOperation;
  readonly outcome?: ActivityOutcome;
  readonly campaignId?: number;
  readonly customerId?: number;
  readonly templateId?: number;
  /** Milliseconds since the epoch, both included. */
  readonly since?: number;
  readonly until?: number;
}
