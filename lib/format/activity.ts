/** The trail of who did what, and how people read it. */
import type { ActivityEntry, ActivityOutcome, RecordedOperation } from '#lib/domain/activity.ts';

export const TRAIL_NAMES: Readonly<Record<RecordedOperation, string>> = {
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

export const OUTCOME_NAMES: Readonly<Record<ActivityOutcome, string>> = {
  began: 'Begun',
  done: 'Done',
  refused: 'Not done',
  unknown: 'Nobody knows yet',
  said_done: 'Said to be done',
  said_refused: 'Said not to be done',
  paid: 'Paid',
};

/** How it is known, where that is not by the service's own answer; undefined where it is. */
export function howKnown({ outcome, settledBy, resolvedBy: wordOf }: ActivityEntry): string | undefined {
  if (outcome === 'unknown') return 'the service’s answer got lost';
  if (settledBy === 'reading') return 'seen when it was read back';
  return wordOf === null ? undefined : `by the word of ${wordOf}`;
}

/** What it was done to, and where that is shown. */
export function subjectOf({ campaignId, customerId, templateId }: ActivityEntry): {
  readonly label: string;
  readonly href: string;
} {
  if (campaignId !== null) return { label: `Campaign #${campaignId}`, href: `/campaigns/${campaignId}` };
  if (customerId !== null) return { label: `Customer #${customerId}`, href: `/customers/${customerId}` };
  return { label: `Template #${templateId}`, href: `/templates/${templateId}` };
}
