/** Text about security events in the activity. */
import type { EventDetail, EventDetails, SecurityEventName } from '#lib/domain/security-event.ts';
import { formatMinorUnits } from './money.ts';
import { MISSING } from './text.ts';

export const SECURITY_EVENT_NAMES: Readonly<Record<SecurityEventName, string>> = {
  'sign_in.succeeded': 'Sign in',
  'sign_in.refused': 'Sign in: incorrect email or password',
  'sign_in.limited': 'Sign in: too many attempts',
  'access.refused': 'Action refused: no permission',
  'session.signed_out': 'Sign out',
  'session.ended': 'Sign out another browser',
  'session.ended_by_admin': 'Sign out a member',
  'password.changed': 'Change password',
  'second_factor.refused': 'Second factor: incorrect code or passkey',
  'second_factor.limited': 'Second factor: too many attempts',
  'passkey.refused': 'Sign in with a passkey: refused',
  'second_factor.added': 'Add second factor',
  'second_factor.removed': 'Remove second factor',
  'second_factor.reset': 'Reset a member’s second factor',
  'recovery_codes.replaced': 'Replace recovery codes',
  'second_factor_rule.changed': 'Change second-factor rule',
  'identity.confirmed': 'Confirm identity',
  'profile.changed': 'Edit profile',
  'member.added': 'Add member',
  'member.identity_linked': 'Link identity provider',
  'member.changed': 'Set role and password',
  'member.role_changed': 'Change role',
  'member.disabled': 'Disable member',
  'member.enabled': 'Enable member',
  'member.exported': 'Export member’s data',
  'member.erased': 'Erase member’s data',
  'invitation.created': 'Invite member',
  'invitation.accepted': 'Accept invitation',
  'invitation.revoked': 'Revoke invitation',
  'approval_rule.changed': 'Change approval rule',
  'share_link.created': 'Create share link',
  'share_link.emailed': 'Email share link',
  'share_link.opened': 'View share link',
  'share_link.password_refused': 'Unlock share link: incorrect password',
  'share_link.password_limited': 'Unlock share link: too many attempts',
  'share_link.revoked': 'Revoke share link',
  'share_link.transferred': 'Transfer share link',
  'guest_decision.made': 'Make a decision as a guest',
  'guest_decision.verified': 'Verify guest’s address',
  'guest_code.refused': 'Verify guest’s address: incorrect code',
  'member_decision.made': 'Make a decision as a member',
  'approval.requested': 'Ask for approval',
  'api_token.created': 'Create API token',
  'api_token.revoked': 'Revoke API token',
  'api_token.refused': 'API request: invalid token',
  'api_token.limited': 'API request: too many invalid tokens',
  'calendar_feed.created': 'Create calendar feed',
  'calendar_feed.replaced': 'Replace calendar feed URL',
  'calendar_feed.deleted': 'Delete calendar feed',
  'calendar_feed.refused': 'Calendar feed: invalid URL',
  'calendar_feed.limited': 'Calendar feed: too many invalid URLs',
  'campaign.title_changed': 'Change title',
  'campaign.note_changed': 'Change note',
  'campaign.unscheduled_dismissed': 'Dismiss “Not scheduled”',
  'team_view.created': 'Save team view',
  'team_view.changed': 'Change team view',
  'team_view.deleted': 'Delete team view',
  'job.started': 'Start job',
  'job.stopped': 'Stop job',
  'job.resumed': 'Resume job',
  'job.retried': 'Retry refused campaigns of a job',
  'job.ended': 'Job ended',
  'job.exported': 'Download job results',
  'activity.exported': 'Download activity',
  'campaigns.exported': 'Download campaigns',
  'campaign_index.rebuilt': 'Rebuild campaign index',
  'spending.exported': 'Download spending',
  'payment_run.started': 'Start payment run',
  'payment_run.stopped': 'Stop payment run',
  'payment_run.resumed': 'Resume payment run',
  'payment_run.taken_over': 'Take over payment run',
  'payment_run.schedule_changed': 'Change send date of payment run',
  'payment_run.exported': 'Download payment run',
};

/** The events that guests trigger. */
const GUEST_EVENTS = /^(guest_decision|guest_code)\.|^share_link\.(opened|password_)/;

/** Returns a label, such as "Guest", for an event that no member caused. */
export function actorName(event: SecurityEventName, details: EventDetails | null): string {
  if (details?.via === 'command_line') return 'Command line';
  if (details?.via === 'identity_provider') return 'Identity provider';
  return GUEST_EVENTS.test(event) ? 'Guest' : 'Not signed in';
}

/** The details that the activity page shows, in this order. */
const DETAIL_NAMES: Readonly<Partial<Record<EventDetail, string>>> = {
  label: 'Name',
  action: 'Action',
  campaigns: 'Campaigns',
  done: 'Done',
  refused: 'Refused',
  unknown: 'Outcome unknown',
  guest: 'Guest',
  transferred_from: 'Transferred from',
  decision: 'Decision',
  verified: 'Verified',
  old_role: 'Earlier role',
  role: 'Role',
  method: 'Method',
  device: 'Browser',
  reason: 'Reason',
  rule: 'Required approval',
  minimum: 'Minimum price',
  required_for: 'Required for',
  fields: 'Changed',
  run: 'Run',
  send_date: 'Send date',
  old_name: 'Earlier name',
  filters: 'Filters',
  old_filters: 'Earlier filters',
  title: 'Title',
  old_title: 'Earlier title',
  note: 'Note',
  old_note: 'Earlier note',
};

const VALUE_NAMES: Readonly<Record<string, string>> = {
  identity_provider: 'identity provider',
  app: 'authenticator app',
  recovery_code: 'recovery code',
  senders: 'senders and admins',
  everyone: 'everyone',
  unknown_address: 'unknown email address',
  many_sources: 'many addresses or accounts',
  all_others: 'all other browsers',
  profile: 'profile',
  unknown_token: 'unknown token',
  expired_token: 'token expired',
  revoked_token: 'token revoked',
  address_not_allowed: 'address not allowed',
  account_disabled: 'account disabled',
  demoted: 'role changed',
  lost_permission: 'member lost permission',
  unscheduled: 'a campaign was canceled and not scheduled again',
  changes: 'request changes',
  member: 'second member',
  both: 'guest and second member',
  none: 'no approval needed',
  no_one: 'no one',
  true: 'yes',
  false: 'no',
};

/** Returns the details as text, such as "Role: sender · Earlier role: viewer". */
export function describeEventDetails(details: EventDetails): string {
  return (Object.keys(DETAIL_NAMES) as EventDetail[])
    .flatMap((name) => {
      const value = details[name];
      return value === undefined ? [] : [`${DETAIL_NAMES[name]}: ${valueText(name, value)}`];
    })
    .join(' · ');
}

/**
 * The details that contain text that a person typed. The text is shown unchanged. Empty text means that the value was
 * removed.
 */
const TYPED = new Set<EventDetail>([
  ...(['label', 'old_name', 'guest', 'transferred_from', 'filters', 'old_filters'] as const),
  ...(['title', 'old_title', 'note', 'old_note'] as const),
]);

function valueText(name: EventDetail, value: string | number | boolean): string {
  if (name === 'minimum') return formatMinorUnits(Number(value));
  if (value === '') return MISSING;
  return TYPED.has(name) ? String(value) : (VALUE_NAMES[String(value)] ?? String(value));
}
