/** The trail of who did what, and how people read it. */
import type { OperationName } from '#lib/contract/operations.ts';

/** The service's answer, a reading afterwards, or a person's decision. */
export type SettledBy = 'answer' | 'reading' | 'person';

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

export const OUTCOME_NAMES: Readonly<Record<ActivityOutcome, string>> = {
  began: 'Begun',
  done: 'Done',
  refused: 'Not done',
  unknown: 'Nobody knows yet',
  said_done: 'Said to be done',
  said_refused: 'Said not to be done',
  paid: 'Paid',
};

export interface Activity {
  readonly id: number;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly at: number;
  readonly operation: TrailOperation;
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
  readonly wordOf: string | null;
}

/** How it is known, where that is not by the service's own answer; undefined where it is. */
export function howKnown({ outcome, settledBy, wordOf }: Activity): string | undefined {
  if (outcome === 'unknown') return 'the service’s answer got lost';
  if (settledBy === 'reading') return 'seen when it was read back';
  return wordOf === null ? undefined : `by the word of ${wordOf}`;
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
