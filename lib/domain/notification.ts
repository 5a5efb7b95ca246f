/**
 * The events that members are notified about, on the notifications page and by email. The settings in the profile, the
 * table in docs/operations.md, the checks of the emails' HTML, and the tests are all based on this list. Each event also
 * has a sample in ./notification-samples.ts and a name in lib/format/notification-event.ts.
 */
import type { Permission } from './permissions.ts';
import { FACTOR_CHANGES, type FactorChange } from './second-factor.ts';

/**
 * When a member gets emails about an event: at once, in a digest at a time of day that the member chooses, or
 * never.
 */
export type EmailChoice = 'now' | 'daily' | 'off';

interface EventRule {
  /** The permission that a member needs to view the notification or get its email. */
  readonly permission: Permission;
  /** The choices that members have for the event's emails. The first choice is the default. */
  readonly choices: readonly EmailChoice[];
  /**
   * The minimum time between two emails to a member about the same subject, such as a share link. Null if the
   * member is notified only once.
   */
  readonly minutesBetween: number | null;
}

const ALL: readonly EmailChoice[] = ['now', 'daily', 'off'];

/** Emails about access to the member's account can't be turned off or delayed. */
const SECURITY = { permission: 'editProfile', choices: ['now'], minutesBetween: null } as const;

/** The events, except for changes to second factors. */
const rules = {
  'campaign.scheduled': { permission: 'getCampaign', choices: ALL, minutesBetween: null },
  'campaign.unscheduled': { permission: 'sendCampaign', choices: ['now', 'off'], minutesBetween: null },
  'attempt.review_needed': { permission: 'sendCampaign', choices: ALL, minutesBetween: null },
  'guest.decided': { permission: 'viewShareLinks', choices: ALL, minutesBetween: 15 },
  'approval.requested': { permission: 'approve', choices: ALL, minutesBetween: null },
  // A job asks again after it is resumed, or after refused campaigns are retried.
  'approvals.requested': { permission: 'approve', choices: ALL, minutesBetween: 0 },
  // A daily digest would often arrive after production has started.
  'campaign.due_unapproved': { permission: 'cancelCampaign', choices: ['now', 'off'], minutesBetween: null },
  'campaign.paid_unsent': {
    permission: 'sendCampaign',
    choices: ['daily', 'now', 'off'],
    minutesBetween: null,
  },
  // Scheduling can fail again after a member changes the send date.
  'payment_run.send_failed': { permission: 'sendCampaign', choices: ['now', 'off'], minutesBetween: 0 },
  // A job ends again after members retry refused campaigns.
  'job.ended': { permission: 'getCampaign', choices: ALL, minutesBetween: 0 },
  // A resumed job can be stopped again.
  'job.stopped': { permission: 'manageTeam', choices: ALL, minutesBetween: 0 },
  'service.key_rejected': { permission: 'manageTeam', choices: ALL, minutesBetween: null },
  'api_token.created': SECURITY,
  // A feed that gets a new URL triggers another notification, no matter how soon.
  'calendar_feed.created': { ...SECURITY, minutesBetween: 0 },
} as const satisfies Record<`${string}.${string}`, EventRule>;

export type NotificationEvent = keyof typeof rules | FactorChange;

export const NOTIFICATION_EVENTS: readonly NotificationEvent[] = [
  ...(Object.keys(rules) as (keyof typeof rules)[]),
  ...FACTOR_CHANGES,
];

const isFactorChange = (event: NotificationEvent): event is FactorChange =>
  (FACTOR_CHANGES as readonly string[]).includes(event);

export const notificationRule = (event: NotificationEvent): EventRule =>
  isFactorChange(event) ? SECURITY : rules[event];

/** Whether the event's emails can't be turned off, because the event is about access to the member's account. */
export const isSecurityNotification = (event: NotificationEvent): boolean =>
  notificationRule(event).choices.length === 1;

/** The events whose emails members can turn off or delay. */
export const OPTIONAL_EVENTS = NOTIFICATION_EVENTS.filter((event) => !isSecurityNotification(event));

export const isNotificationEvent = (name: string): name is NotificationEvent =>
  (NOTIFICATION_EVENTS as readonly string[]).includes(name);

/** The bell shows this number and a plus sign if more notifications are unread. */
export const MAX_UNREAD_COUNT = 99;

/** Rows of the outbox with this kind are digests. They aren't notifications, and no page shows them. */
export const DIGEST = 'digest';
export type NotificationKind = NotificationEvent | typeof DIGEST;
