/** The trail of who did what, and how people read it. */
import type { OperationName } from '#lib/contract/operations.ts';

/** What leaves a trail: whatever changes something. */
export const TRAIL_OPERATIONS = [
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
export type TrailOperation = (typeof TRAIL_OPERATIONS)[number];

export const TRAIL_NAMES: Readonly<Record<TrailOperation, string>> = {
  payCampaign: 'Start a payment',
  payAndSendCampaign: 'Pay and send',
  sendCampaign: 'Send',
  sendCampaignOnInvoice: 'Send on the invoice',
  cancelCampaign: 'Cancel sending',
  cloneCampaign: 'Make a copy',
  deleteCampaign: 'Delete campaign',
  updateCustomer: 'Change a customer',
  updateTemplate: 'Change a template',
  deleteTemplate: 'Delete a template',
};

/**
 * began: the call was about to be made. done and refused: the service's answer, or what a reading showed later (then
 * nobody is named). unknown: the answer got lost. said_done and said_refused: a person's word on what was unknown.
 */
export const ACTIVITY_OUTCOMES = [
  'began',
  'done',
  'refused',
  'unknown',
  'said_done',
  'said_refused',
] as const;
export type ActivityOutcome = (typeof ACTIVITY_OUTCOMES)[number];

export const OUTCOME_NAMES: Readonly<Record<ActivityOutcome, string>> = {
  began: 'Begun',
  done: 'Done',
  refused: 'Not done',
  unknown: 'Nobody knows yet',
  said_done: 'Done, by a person’s word',
  said_refused: 'Not done, by a person’s word',
};

export interface Activity {
  readonly id: number;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly at: number;
  readonly operation: TrailOperation;
  readonly outcome: ActivityOutcome;
  /** The address of whoever did it, or whose word it is; null where a reading showed it. */
  readonly by: string | null;
  /** An IP address, as the nearest proxy says. */
  readonly from: string | null;
  readonly campaignId: number | null;
  readonly customerId: number | null;
  readonly templateId: number | null;
  readonly amount: string | null;
  /** Their own words. */
  readonly reason: string | null;
}

/** What it was done to, and where that is shown. */
export function subjectOf({ campaignId, customerId, templateId }: Activity): {
  readonly label: string;
  readonly href: string;
} {
  if (campaignId !== null) return { label: `Campaign #${campaignId}`, href: `/campaigns/${campaignId}` };
  if (customerId !== null) return { label: `Customer #${customerId}`, href: `/customers/${customerId}` };
  return { label: `Template #${templateId}`, href: `/templates/${templateId}` };
}
