/**
 * Security events: who signed in, who was refused, and who changed access. lib/auth/security-events.ts records
 * them in the activity and in the log. To add an event, add a row here and a name in
 * lib/format/security-event.ts.
 */
import { MAX_NOTE_LENGTH } from '#lib/input-limits.ts';

interface SecurityEventRule {
  /** Whether the event records that the console refused something, such as a sign-in. */
  readonly isRefusal?: true;
  /**
   * True if people can cause the event as often as they like, for example by trying passwords. Repeatable
   * events are counted per hour and source instead of being recorded one by one, and are deleted after a
   * year.
   */
  readonly isRepeatable?: true;
  /**
   * True for an event that doesn't change Mailroom's data. Not needed for repeatable events, which never
   * change data.
   */
  readonly isChangeless?: true;
  /** True for an event that every member sees. Other events are visible to admins and the members involved. */
  readonly isShared?: true;
}

const rules = {
  'sign_in.succeeded': {},
  'sign_in.refused': { isRefusal: true, isRepeatable: true },
  'sign_in.limited': { isRefusal: true, isRepeatable: true },
  'access.refused': { isRefusal: true, isRepeatable: true },
  'session.signed_out': {},
  'session.ended': {},
  'session.ended_by_admin': {},
  'password.changed': {},
  'second_factor.refused': { isRefusal: true, isRepeatable: true },
  'second_factor.limited': { isRefusal: true, isRepeatable: true },
  'passkey.refused': { isRefusal: true, isRepeatable: true },
  'second_factor.added': {},
  'second_factor.removed': {},
  'second_factor.reset': {},
  'recovery_codes.replaced': {},
  'second_factor_rule.changed': {},
  'identity.confirmed': {},
  'profile.changed': {},
  'member.added': {},
  'member.identity_linked': {},
  'member.changed': {},
  'member.role_changed': {},
  'member.disabled': {},
  'member.enabled': {},
  'member.exported': {},
  'member.erased': {},
  'invitation.created': {},
  'invitation.accepted': {},
  'invitation.revoked': {},
  'approval_rule.changed': {},
  'share_link.created': {},
  'share_link.emailed': {},
  'share_link.opened': { isRepeatable: true },
  'share_link.password_refused': { isRefusal: true, isRepeatable: true },
  'share_link.password_limited': { isRefusal: true, isRepeatable: true },
  'share_link.revoked': {},
  'share_link.transferred': {},
  'guest_decision.made': {},
  'guest_decision.verified': {},
  'guest_code.refused': { isRefusal: true, isRepeatable: true },
  'member_decision.made': {},
  'approval.requested': {},
  'api_token.created': {},
  'api_token.revoked': {},
  'api_token.refused': { isRefusal: true, isRepeatable: true },
  'api_token.limited': { isRefusal: true, isRepeatable: true },
  'calendar_feed.created': {},
  'calendar_feed.replaced': {},
  'calendar_feed.deleted': {},
  'calendar_feed.refused': { isRefusal: true, isRepeatable: true },
  'calendar_feed.limited': { isRefusal: true, isRepeatable: true },
  'campaign.title_changed': { isShared: true },
  'campaign.note_changed': { isShared: true },
  'campaign.unscheduled_dismissed': { isShared: true },
  'team_view.created': { isShared: true },
  'team_view.changed': { isShared: true },
  'team_view.deleted': { isShared: true },
  'job.started': { isShared: true },
  'job.stopped': { isShared: true },
  'job.resumed': { isShared: true },
  'job.retried': { isShared: true },
  'job.ended': { isShared: true },
  'job.exported': { isChangeless: true },
  'activity.exported': { isChangeless: true },
  'campaigns.exported': { isChangeless: true },
  'campaign_index.rebuilt': {},
  'spending.exported': { isChangeless: true },
  'payment_run.started': { isShared: true },
  'payment_run.stopped': { isShared: true },
  'payment_run.resumed': { isShared: true },
  'payment_run.taken_over': { isShared: true },
  'payment_run.schedule_changed': { isShared: true },
  'payment_run.exported': { isChangeless: true },
} as const satisfies Record<`${string}.${string}`, SecurityEventRule>;

export type SecurityEventName = keyof typeof rules;

type NamesWith<Rule extends keyof SecurityEventRule> = {
  [N in SecurityEventName]: (typeof rules)[N] extends { readonly [R in Rule]: true } ? N : never;
}[SecurityEventName];

/** The events that are recorded separately, because they don't change Mailroom's data. */
export type ChangelessEventName = NamesWith<'isRepeatable'> | NamesWith<'isChangeless'>;
/** The events that are recorded in the same transaction as the change that they describe. */
export type ChangeEventName = Exclude<SecurityEventName, ChangelessEventName>;

export const SECURITY_EVENTS = Object.keys(rules) as readonly SecurityEventName[];

const ruleOf = (name: SecurityEventName): SecurityEventRule => rules[name];

/** The events that every member sees in the activity. */
export const SHARED_EVENTS = SECURITY_EVENTS.filter((name) => ruleOf(name).isShared === true);

export const isSecurityEvent = (name: string): name is SecurityEventName => Object.hasOwn(rules, name);
export const isRefusalEvent = (name: SecurityEventName): boolean => ruleOf(name).isRefusal === true;
export const isRepeatableEvent = (name: SecurityEventName): boolean => ruleOf(name).isRepeatable === true;

/** The details that an event can have, and whether the log may contain each detail. */
const details = {
  /** The id of the row that the event is about, such as an invitation, a share link, or a session. */
  id: 'logged',
  method: 'logged',
  reason: 'logged',
  role: 'logged',
  old_role: 'logged',
  decision: 'logged',
  verified: 'logged',
  rule: 'logged',
  /** Which members must have a second factor. */
  required_for: 'logged',
  minimum: 'logged',
  /** The names of the changed fields. */
  fields: 'logged',
  /** The action that a bulk job performs on each campaign. */
  action: 'logged',
  /** The number of campaigns in a bulk job or a payment run. */
  campaigns: 'logged',
  /** The number of campaigns with each result of a bulk job. */
  done: 'logged',
  refused: 'logged',
  unknown: 'logged',
  /** The payment run's number. */
  run: 'logged',
  /** The campaigns' send date, in ISO 8601. */
  send_date: 'logged',
  /** The source of the change if no member made it: `command_line` or `identity_provider`. */
  via: 'logged',
  /** The browser and operating system, such as "Firefox on Windows". */
  device: 'logged',
  /** The name that a member gave to a share link or a token. */
  label: 'private',
  /** The guest's email address. */
  guest: 'private',
  /** The email address of the member who had a share link before a transfer. */
  transferred_from: 'private',
  /** The filters of an export. */
  filters: 'private',
  title: 'private',
  old_title: 'private',
  note: 'private',
  old_note: 'private',
  /** A saved view's name before it was renamed. */
  old_name: 'private',
  old_filters: 'private',
} as const satisfies Record<string, 'logged' | 'private'>;

export type EventDetail = keyof typeof details;
export const EVENT_DETAILS = Object.keys(details) as readonly EventDetail[];
export type EventDetails = Readonly<Partial<Record<EventDetail, string | number | boolean>>>;

/** The maximum length of text in the details. Longer text is truncated. */
const MAX_DETAIL_LENGTH = 200;
/** The details that are recorded in full, because people look up earlier values in the activity. */
const FULL_DETAILS: ReadonlySet<string> = new Set<EventDetail>(['note', 'old_note']);

/** Truncates long text in the details. Returns null if there are no details. */
export function truncateDetails(given: EventDetails): EventDetails | null {
  const entries = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'string'
      ? value.slice(0, FULL_DETAILS.has(name) ? MAX_NOTE_LENGTH : MAX_DETAIL_LENGTH)
      : value,
  ]);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Returns the details that the log may contain. */
export function loggableDetails(given: EventDetails): EventDetails {
  return Object.fromEntries(
    Object.entries(given).filter(([name]) => details[name as EventDetail] === 'logged'),
  );
}
