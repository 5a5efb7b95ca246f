/** Records in the activity log what operators do with the `mailroom` command, and tells them which access they revoked. */
import type { RecordEvent } from '#lib/auth/security-events.ts';
import type { Database } from '#lib/database/open.ts';
import { formatPlural } from '#lib/format/text.ts';
import type { RevokedAccess } from '#lib/store/revoked-access.ts';

/** The origin of the change, as recorded in the activity log. */
export const VIA = 'command_line';

/** Returns a function that records an event in the transaction. Operators have no email address. */
export const recorderFor =
  (tx: Database): RecordEvent =>
  async ({ about, ...event }) => {
    const { insertSecurityEvent } = await import('#lib/store/security-events.ts');
    await insertSecurityEvent(tx, { ...event, by: null, about: about?.email ?? null });
  };

/** Returns sentences that say which share links, invitations, and API tokens were revoked or transferred. */
export function describeRevokedAccess({
  revokedLinks,
  transferredLinks,
  recipient,
  revokedInvitations,
  revokedTokens,
}: RevokedAccess): string {
  const parts = [
    revokedLinks.length > 0 && `Revoked ${formatPlural(revokedLinks.length, 'share link')}.`,
    recipient &&
      transferredLinks.length > 0 &&
      `Transferred ${formatPlural(transferredLinks.length, 'share link')} to ${recipient.email}.`,
    revokedInvitations.length > 0 && `Revoked ${formatPlural(revokedInvitations.length, 'invitation')}.`,
    revokedTokens.length > 0 && `Revoked ${formatPlural(revokedTokens.length, 'API token')}.`,
  ];
  return parts.filter(Boolean).join(' ');
}
