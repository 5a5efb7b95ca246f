import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import type { MemberAction } from '#lib/domain/member-actions.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isRole, type Role } from '#lib/domain/permissions.ts';
import type { SecurityEventName } from '#lib/domain/security-event.ts';
import { env } from '#lib/env/env.ts';
import { type MemberUpdate, queryTeam, type TeamRow, updateMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** When the member joined. All times are in milliseconds since the epoch. */
  readonly since: number;
  readonly disabledAt: number | null;
  /** The number of sessions that still work. */
  readonly sessionCount: number;
  /** The time of the member's last activity. Null if the member has no activity. */
  readonly lastActiveAt: number | null;
  readonly hasPassword: boolean;
  /** Whether the member has signed in through the identity provider. */
  readonly hasIdentity: boolean;
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
  isYou: row.id === viewer.id,
});

/** Lists all members by name, including disabled members. */
export async function listTeam(): Promise<Outcome<readonly TeamMember[]>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const rows = await queryTeam(await store(), env().sessionIdleHours);
  return ok(rows.map((row) => toTeamMember(row, allowed.value)));
}

export interface TeamMemberDetails {
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
  return ok({ member, isOnlyAdmin: admins.length === 1 && admins[0] === member });
}

const REFUSALS = {
  not_admin: { kind: 'forbidden' },
  own_account: { kind: 'refused', status: 409, code: 'own_account' },
  missing: { kind: 'missing' },
} as const satisfies Record<Extract<MemberUpdate, { ok: false }>['why'], unknown>;

/**
 * Applies an admin's action to another member. The action takes effect at the other member's next request.
 */
export async function changeMember(id: string, action: MemberAction): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  return changeAndRecord(async (tx, record) => {
    const changed = await updateMember(tx, allowed.value.id, id, action);
    if (!changed.ok) return fail(REFUSALS[changed.why]);
    const { member, earlierRole, revokedTokens } = changed;
    const details = isRole(action) ? { old_role: earlierRole, role: action } : {};
    await record({ name: ACTION_EVENTS[action], by: allowed.value, about: member, details });
    const reason = action === 'disable' ? 'account_disabled' : 'demoted';
    for (const { id: tokenId, name: label } of revokedTokens) {
      const token = { id: tokenId, label, reason };
      await record({ name: 'api_token.revoked', by: allowed.value, about: member, details: token });
    }
    return ok(null);
  });
}

const ACTION_EVENTS = {
  viewer: 'member.role_changed',
  sender: 'member.role_changed',
  admin: 'member.role_changed',
  disable: 'member.disabled',
  enable: 'member.enabled',
  sign_out: 'session.ended_by_admin',
} as const satisfies Record<MemberAction, SecurityEventName>;
