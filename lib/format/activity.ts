/** The trail of who did what, and how people read it. */
import type { ActivityEntry, ActivityOutcome, RecordedOperation } from '#lib/domain/activity.ts';

export const TRAIL_NAMES: Readonly<Record<RecordedOperation, string>> = {
  payCampaign: 'Start payment',
  payAndSendCampaign: 'Pay and schedule',
  sendCampaign: 'Send',
  sendCampaignOnInvoice: 'Send on invoice',
  cancelCampaign: 'Cancel sending',
  cloneCampaign: 'Make a copy',
  deleteCampaign: 'Delete draft',
  updateCustomer: 'Change email',
  updateTemplate: 'Edit template',
  deleteTemplate: 'Delete template',
};

export const OUTCOME_NAMES: Readonly<Record<ActivityOutcome, string>> = {
  began: 'Started',
  done: 'Done',
  refused: 'Failed',
  unknown: 'Outcome unknown',
  said_done: 'Marked as done',
  said_refused: 'Marked as failed',
  paid: 'Paid',
};

/** How it is known, where that is not by the service's own answer; undefined where it is. */
export function howKnown({ outcome, settledBy, resolvedBy: wordOf }: ActivityEntry): string | undefined {
  if (outcome === 'unknown') return 'The mail service’s response was lost';
  if (settledBy === 'reading') return 'Confirmed with the mail service';
  return wordOf === null ? undefined : `Recorded by ${wordOf}`;
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
