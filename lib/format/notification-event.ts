/** Text about each notification event, for the settings and the documentation. */
import type { EmailChoice, NotificationEvent } from '#lib/domain/notification.ts';

interface EventText {
  /** The event's name in the settings. */
  readonly name: string;
  /** Who gets the notification. Used at the start of a sentence or in a table cell. */
  readonly audience: string;
}

const OWN_ACCOUNT = 'The member whose account changed';

export const EVENT_TEXTS: Readonly<Record<NotificationEvent, EventText>> = {
  'campaign.scheduled': {
    name: 'Campaign scheduled',
    audience: 'The member who sent the campaign',
  },
  'campaign.unscheduled': {
    name: 'Canceled, but not scheduled again',
    audience: 'The member who rescheduled the campaign, and all admins',
  },
  'attempt.review_needed': {
    name: 'Outcome needs review',
    audience: 'The member who started the action, and all admins',
  },
  'guest.decided': { name: 'Guest decided', audience: 'The member who shared the campaign' },
  'approval.requested': {
    name: 'Approval requested',
    audience: 'All members who can approve, except the member who asks',
  },
  'approvals.requested': {
    name: 'Several approvals requested',
    audience: 'All members who can approve, except the member who asks',
  },
  'campaign.due_unapproved': {
    name: 'Goes out within an hour without approval',
    audience: 'The member who sent the campaign, and all admins',
  },
  'campaign.paid_unsent': {
    name: 'Paid, but not sent for a day',
    audience:
      'The member who paid for or canceled the campaign or, if that member isn’t known or can’t send campaigns, all admins',
  },
  'payment_run.send_failed': {
    name: 'Paid in a payment run, but not scheduled',
    audience: 'The member who pays in the run or, if that member can’t send campaigns anymore, all admins',
  },
  'job.ended': { name: 'Job finished', audience: 'The member who started the job' },
  'job.stopped': { name: 'Job stopped because the member lost permission', audience: 'All admins' },
  'service.key_rejected': { name: 'API key rejected', audience: 'All admins' },
  'api_token.created': { name: 'API token created', audience: OWN_ACCOUNT },
  'calendar_feed.created': { name: 'Calendar feed created', audience: OWN_ACCOUNT },
  'passkey.added': { name: 'Passkey added', audience: OWN_ACCOUNT },
  'passkey.removed': { name: 'Passkey removed', audience: OWN_ACCOUNT },
  'app.added': { name: 'Authenticator app added', audience: OWN_ACCOUNT },
  'app.removed': { name: 'Authenticator app removed', audience: OWN_ACCOUNT },
  'recovery_code.used': { name: 'Recovery code used', audience: OWN_ACCOUNT },
  'recovery_codes.replaced': { name: 'Recovery codes replaced', audience: OWN_ACCOUNT },
  'factors.reset': { name: 'Second factor reset', audience: OWN_ACCOUNT },
};

export const CHOICE_NAMES: Readonly<Record<EmailChoice, string>> = {
  now: 'At once',
  daily: 'Daily digest',
  off: 'Off',
};
