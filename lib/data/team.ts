import 'server-only';
import type { Member } from '#lib/auth/session.ts';
import type { MemberAction } from '#lib/domain/member-actions.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { log } from '#lib/log.ts';
import { type ChangedMember, changeMember as change, type TeamRow, teamRows } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

export interface TeamMember {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** Milliseconds, as all times here. */
  readonly since: number;
  readonly disabledAt: number | null;
  /** Sessions from before are void. */
  readonly sessionsFrom: number;
  /** When they last did something that the trail tells of. */
  readonly lastDeedAt: number | null;
  readonly hasPassword: boolean;
  /** Whether the identity provider knows them. */
  readonly hasIdentity: boolean;
  readonly isYou: boolean;
}

const asMember = (row: TeamRow, you: Member): TeamMember => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  since: row.createdAt.getTime(),
  disabledAt: row.disabledAt?.getTime() ?? null,
  sessionsFrom: row.sessionsFrom.getTime(),
  lastDeedAt: row.lastDeedAt?.getTime() ?? null,
  hasPassword: row.passwordHash !== null,
  hasIdentity: row.identity !== null,
  isYou: row.id === you.id,
});

/** Everybody, by name; those who are disabled too. */
export async function readTeam(): Promise<Outcome<readonly TeamMember[]>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const rows = await teamRows(await store());
  return ok(rows.map((row) => asMember(row, allowed.value)));
}

export interface OneOfTeam {
  readonly member: TeamMember;
  /** Whether nobody else is an admin who may sign in. */
  readonly isOnlyAdmin: boolean;
}

export async function readTeamMember(id: string): Promise<Outcome<OneOfTeam>> {
  const team = await readTeam();
  if (!team.ok) return team;
  const member = team.value.find((one) => one.id === id);
  if (!member) return fail({ kind: 'missing' });
  const admins = team.value.filter(({ role, disabledAt }) => role === 'admin' && disabledAt === null);
  return ok({ member, isOnlyAdmin: admins.length === 1 && admins[0] === member });
}

const REFUSALS = {
  not_admin: { kind: 'forbidden' },
  own_account: { kind: 'refused', status: 409, code: 'own_account' },
  missing: { kind: 'missing' },
} as const satisfies Record<Extract<ChangedMember, { ok: false }>['why'], unknown>;

/** What an admin does about another member: it holds from that member's next request on. */
export async function changeMember(id: string, deed: MemberAction): Promise<Outcome<null>> {
  const allowed = await authorize('manageTeam');
  if (!allowed.ok) return allowed;
  const changed = await change(await store(), allowed.value.id, id, deed);
  if (!changed.ok) return fail(REFUSALS[changed.why]);
  log().info({ deed, member: id, by: allowed.value.id }, 'a member was changed');
  return ok(null);
}
