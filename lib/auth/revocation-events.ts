/** Security events about the links, invitations, tokens, and feeds that a disabled or demoted member loses. */
import 'server-only';
import type { RevokedAccess } from '#lib/store/revoked-access.ts';
import type { RecordEvent, SecurityEvent } from './security-events.ts';

export type RevocationCause = Pick<SecurityEvent, 'by' | 'from'> & {
  /** The source of the change if no member made it: `command_line` or `identity_provider`. */
  readonly via?: string;
  /** Why the member lost access: `account_disabled` or `demoted`. */
  readonly reason?: string;
};

/**
 * Records the revocation or transfer of a member's share links, invitations, API tokens, and calendar feeds.
 * @param member the member who lost access
 * @param cause who made the change
 */
export async function recordRevokedAccess(
  record: RecordEvent,
  member: { readonly id: string; readonly email: string },
  {
    revokedLinks,
    transferredLinks,
    recipient,
    revokedInvitations,
    revokedTokens,
    deletedFeeds,
    stoppedJobs,
  }: RevokedAccess,
  { by, from, via, reason }: RevocationCause,
): Promise<void> {
  const cause = { ...(by && { by }), ...(from !== undefined && { from }) };
  const source = { ...(via !== undefined && { via }), ...(reason !== undefined && { reason }) };
  for (const { id, label, campaignId } of revokedLinks) {
    const details = { id, label, ...source };
    await record({ ...cause, name: 'share_link.revoked', about: member, campaignId, details });
  }
  for (const { id, label, campaignId } of transferredLinks) {
    const details = { id, label, transferred_from: member.email, ...source };
    await record({ ...cause, name: 'share_link.transferred', about: recipient, campaignId, details });
  }
  for (const { id, email, role } of revokedInvitations) {
    const details = { id, role, ...source };
    await record({ ...cause, name: 'invitation.revoked', about: { email: email ?? '' }, details });
  }
  for (const { id, name: label } of revokedTokens) {
    const details = { id, label, ...source };
    await record({ ...cause, name: 'api_token.revoked', about: member, details });
  }
  for (const { id, name: label } of deletedFeeds) {
    const details = { id, label, ...source };
    await record({ ...cause, name: 'calendar_feed.deleted', about: member, details });
  }
  for (const { id } of stoppedJobs) {
    const details = { id, ...source };
    await record({ ...cause, name: 'job.stopped', about: member, details });
  }
}
