/** Labels for the activity table: actions, their outcomes, and their subjects. */
import type { ActivityAction, ActivityEntry, ActivityOutcome } from '#lib/domain/activity.ts';
import { isSecurityEvent } from '#lib/domain/security-event.ts';
import { actorName, SECURITY_EVENT_NAMES } from './security-event.ts';
import { MISSING } from './text.ts';

export const ACTIVITY_NAMES: Readonly<Record<ActivityAction, string>> = {
  payCampaign: 'Pay by link',
  payAndSendCampaign: 'Pay and schedule',
  sendCampaign: 'Send',
  sendCampaignOnInvoice: 'Send on invoice',
  cancelCampaign: 'Cancel sending',
  rescheduleCampaign: 'Reschedule',
  cloneCampaign: 'Make a copy',
  deleteCampaign: 'Delete draft',
  updateCustomer: 'Change email',
  updateTemplate: 'Edit template',
  deleteTemplate: 'Delete template',
  ...SECURITY_EVENT_NAMES,
};

export const OUTCOME_NAMES: Readonly<Record<ActivityOutcome, string>> = {
  started: 'Started',
  done: 'Done',
  refused: 'Failed',
  unknown: 'Outcome unknown',
  marked_done: 'Marked as done',
  marked_failed: 'Marked as failed',
  paid: 'Paid',
  abandoned: 'Abandoned',
  superseded: 'Superseded',
  unscheduled: 'Canceled, not scheduled again',
};

/**
 * Describes how the outcome was determined. Returns undefined if the outcome is known from the service's
 * response to the call.
 */
export function describeOutcomeSource({ outcome, settledBy, resolvedBy }: ActivityEntry): string | undefined {
  if (outcome === 'unknown') return 'The mail service’s response was lost';
  if (outcome === 'abandoned') return 'Not paid within a day';
  if (outcome === 'superseded')
    return `${resolvedBy} accepted the mail service’s values, which don’t reflect this action`;
  if (settledBy === 'reading') return 'Confirmed with the mail service';
  return resolvedBy === null ? undefined : `Recorded by ${resolvedBy}`;
}

/** Returns the member who acted. If no member acted, returns a label such as "Guest" or "Command line". */
export function describeActor({ by, operation, details }: ActivityEntry): string {
  if (by !== null) return by;
  return isSecurityEvent(operation) ? actorName(operation, details) : '—';
}

/**
 * Returns a label for the item that the action changed, and the URL of the item's page. Only campaigns,
 * customers, and templates have their own pages.
 */
export function describeSubject({ campaignId, customerId, templateId, about }: ActivityEntry): {
  readonly label: string;
  readonly href?: string;
} {
  if (campaignId !== null) return { label: `Campaign #${campaignId}`, href: `/campaigns/${campaignId}` };
  if (customerId !== null) return { label: `Customer #${customerId}`, href: `/customers/${customerId}` };
  if (templateId !== null) return { label: `Template #${templateId}`, href: `/templates/${templateId}` };
  return { label: about ?? MISSING };
}
