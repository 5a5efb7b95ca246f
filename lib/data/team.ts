import 'server-only';
import { recordRevokedAccess } from '#lib/auth/revocation-events.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import type { MemberAction, MemberLinks } from '#lib/domain/member-actions.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed, isRole, type Role } from '#lib/domain/permissions.ts';
import type { SecurityEventName } from '#lib/domain/security-event.ts';
import { env } from '#lib/env/env.ts';
import { waitForPendingResponses } from '#lib/guest-review/pending-responses.ts';
import { type MemberUpdate, updateMember } from '#lib/store/member-changes.ts';
import { queryTeam, type TeamRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { queryOpenInvitationsBy, queryOpenLinksOf } from '#lib/store/revoked-access.ts';
import { authorize, authorizeRecentAccount } from './authorize.ts';

export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** When the member joined. All times are in milliseconds since the epoch. */
  readonly since: number;
  readonly disabledAt: number | null;
  /** The number of valid sessions. */
  readonly sessionCount: number;
  /** The time of the member's last activity. Null if the member has no activity. */
  readonly lastActiveAt: number | null;
  readonly hasPassword: boolean;
  /** Whether the member has signed in through the identity provider. */
  readonly hasIdentity: boolean;
  /** Whether the member has a second factor. */
  readonly hasFactor: boolean;
  readonly isYou: boolean;
}

const toTeamMember = (row: TeamRow, viewer: Member): TeamMember => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  since: row.createdAt.getTime(),
  disabledAt: row.disabledAt?.getTime() ?? null,
  sessionCount: row.sessionCount,
  lastActiveAt: row.lastActiveAt?.getTime() ?? null,
  hasPassword: row.passwordHash !== null,
  hasIdentity: row.identity !== null,
  hasFactor: row.hasFactor,
  isYou: row.id === viewer.id,
});

/** Lists all members by name, including disabled members. */
export async function listTeam(): Promise<Outcome<readonly TeamMember[]>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const rows = await queryTeam(await store(), env().sessionIdleHours);
  return ok(rows.map((row) => toTeamMember(row, allowed.value)));
}

export interface TeamMemberDetails extends MemberLinks {
  readonly member: TeamMember;
  /** Whether this member is the only enabled admin. */
  readonly isOnlyAdmin: boolean;
}

export async function readTeamMember(id: string): Promise<Outcome<TeamMemberDetails>> {
  const team = await listTeam();
  if (!team.ok) return team;
  const member = team.value.find(({ id: memberId }) => memberId === id);
  if (!member) return fail({ kind: 'missing' });
  const admins = team.value.filter(({ role, disabledAt }) => role === 'admin' && disabledAt === null);
  const db = await store();
  const [links, invitations] = await Promise.all([
    queryOpenLinksOf(db, id),
    queryOpenInvitationsBy(db, member.email),
  ]);
  return ok({
    member,
    isOnlyAdmin: admins.length === 1 && admins[0] === member,
    openLinks: links.map(({ expiresAt, label, campaignId, ...link }) => ({
      id: link.id,
      label,
      campaignId,
      expiresAt: expiresAt.getTime(),
    })),
    openInvitations: invitations.map((invitation) => ({
      id: invitation.id,
      email: invitation.email ?? '',
      role: invitation.role,
    })),
    linkRecipients: team.value.filter(
      (other) => other !== member && other.disabledAt === null && isAllowed(other.role, 'shareCampaign'),
    ),
  });
}

const REFUSALS = {
  not_admin: { kind: 'forbidden' },
  not_recent: { kind: 'reauthentication_required' },
  own_account: { kind: 'refused', status: 409, code: 'own_account' },
  missing: { kind: 'missing' },
  not_recipient: {
    kind: 'invalid',
    fields: { transfer_to: 'Choose another member. This member can’t have share links anymore.' },
  },
} as const satisfies Record<Extract<MemberUpdate, { ok: false }>['why'], unknown>;

export interface MemberChangeOptions {
  /**
   * The id of the member who takes over the changed member's open share links. By default, the links are
   * revoked.
   */
  readonly transferTo?: string | undefined;
}

/**
 * Applies an admin's action to another member. The action takes effect on the other member's next request.
 * Share links, invitations, and API tokens that the member is no longer allowed to have are revoked at the
 * same time. To give the member more access, to enable the member, or to reset second factors, the admin must
 * have signed in or confirmed their identity in the last ten minutes.
 */
export async function changeMember(
  id: string,
  action: MemberAction,
  { transferTo }: MemberChangeOptions = {},
): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const { ok: isRecentlyAuthenticated } = await authorizeRecentAccount();
  const by = allowed.value;
  const changed = await changeAndRecord(async (tx, record) => {
    const update = await updateMember(tx, by.id, id, action, { transferTo, isRecentlyAuthenticated });
    if (!update.ok) return update;
    const { member, earlierRole, revokedAccess } = update;
    const details = isRole(action) ? { old_role: earlierRole, role: action } : {};
    await record({ name: ACTION_EVENTS[action], by, about: member, details });
    const reason = action === 'disable' ? 'account_disabled' : 'demoted';
    await recordRevokedAccess(record, member, revokedAccess, { by, reason });
    return update;
  });
  if (!changed.ok) return fail(REFUSALS[changed.why]);
  await Promise.all(changed.revokedAccess.revokedLinks.map((link) => waitForPendingResponses(link.id)));
  return ok(null);
}

const ACTION_EVENTS = {
  viewer: 'member.role_changed',
  sender: 'member.role_changed',
  admin: 'member.role_changed',
  disable: 'member.disabled',
  enable: 'member.enabled',
  sign_out: 'session.ended_by_admin',
  reset_factors: 'second_factor.reset',
} as const satisfies Record<MemberAction, SecurityEventName>;
