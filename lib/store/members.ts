import 'server-only';
import { and, asc, count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { scopesOfRole, TOKEN_SCOPES } from '#lib/domain/api-token.ts';
import type { MemberAction } from '#lib/domain/member-actions.ts';
import { isRole, type Role } from '#lib/domain/permissions.ts';
import { type RevokedToken, revokeMemberTokens, revokeTokensWithScopes } from './api-tokens.ts';
import { activity, invitations, members, sessions } from './schema.ts';
import { deleteMemberSessions, isLiveSession } from './sessions.ts';

export type MemberRow = typeof members.$inferSelect;

/** Makes the member's device cookies stop working. */
const nextDeviceEpoch = sql`${members.deviceEpoch} + 1`;

export async function findMember(db: Database, id: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.id, id)).limit(1);
  return row;
}

/** @param email the email address, in uppercase or lowercase */
export async function findMemberByEmail(db: Database, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.email, email.toLowerCase())).limit(1);
  return row;
}

export interface NewMember {
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
}

/**
 * Adds a member, or enables an existing member, sets the member's role and password, and ends the member's
 * sessions. Changes nothing if the change would demote the last admin.
 */
export function upsertMember(db: Database, member: NewMember): Promise<'added' | 'changed' | 'last_admin'> {
  const email = member.email.toLowerCase();
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    const isLastAdmin = admins.length === 1 && admins[0]?.email === email;
    if (isLastAdmin && member.role !== 'admin') return 'last_admin';
    const [row] = await tx
      .insert(members)
      .values({ ...member, email })
      .onConflictDoUpdate({
        target: members.email,
        set: {
          role: member.role,
          passwordHash: member.passwordHash,
          passwordChangedAt: sql`now()`,
          disabledAt: null,
          deviceEpoch: nextDeviceEpoch,
        },
      })
      // In PostgreSQL, xmax is 0 in an inserted row and the transaction's id in an updated row.
      .returning({ id: members.id, added: sql<boolean>`(xmax = 0)` });
    if (row) await deleteMemberSessions(tx, row.id);
    // Operators recover accounts with the command that calls this function, so revoke the tokens, too.
    if (row) await revokeMemberTokens(tx, row.id, null);
    if (member.role !== 'admin') await revokeInvitationsBy(tx, email);
    return row?.added ? 'added' : 'changed';
  });
}

/** The lock's number. Any number works if it is the same on every server and no other lock uses it. */
const ADMINS_LOCK = 7_131_907;

/**
 * Reads the enabled admins and holds a lock until the transaction ends. The lock allows only one change to
 * admins at a time across all servers. A single lock can't cause a deadlock, but row locks taken in different
 * orders could.
 */
async function lockAdmins(tx: Database): Promise<Pick<MemberRow, 'id' | 'email'>[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`);
  return tx
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(and(eq(members.role, 'admin'), isNull(members.disabledAt)));
}

export type MemberUpdate =
  | {
      readonly ok: true;
      readonly member: MemberRow;
      readonly earlierRole: Role;
      readonly revokedTokens: readonly RevokedToken[];
    }
  | { readonly ok: false; readonly why: 'not_admin' | 'own_account' | 'missing' };

/**
 * Applies an admin's action to another member. Checks that the caller is still an admin. Admins can't apply
 * actions to themselves, so at least one admin always remains.
 * @param by the id of the admin who performs the action
 */
export function updateMember(
  db: Database,
  by: string,
  id: string,
  action: MemberAction,
): Promise<MemberUpdate> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.some((admin) => admin.id === by)) return { ok: false, why: 'not_admin' };
    if (id === by) return { ok: false, why: 'own_account' };
    const earlier = await findMember(tx, id);
    const member = earlier && (await applyAction(tx, id, action));
    if (!member) return { ok: false, why: 'missing' };
    // Delete the sessions of a disabled member, too. Otherwise, they would work again when the member is
    // enabled.
    if (action === 'disable' || action === 'sign_out') await deleteMemberSessions(tx, id);
    if (member.role !== 'admin' || member.disabledAt) await revokeInvitationsBy(tx, member.email);
    const admin = admins.find((each) => each.id === by)?.email ?? null;
    const revokedTokens =
      action === 'disable'
        ? await revokeMemberTokens(tx, id, admin)
        : await revokeTokensBeyondRole(tx, member, admin);
    return { ok: true, member, earlierRole: earlier.role, revokedTokens };
  });
}

/**
 * Sets the role that the identity provider assigns to a member. Changes nothing if the change would demote
 * the last admin.
 * @returns whether the member has the role now
 */
export function assignRole(db: Database, id: string, role: Role): Promise<boolean> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    const isLastAdmin = admins.length === 1 && admins[0]?.id === id;
    if (isLastAdmin && role !== 'admin') return false;
    const [member] = await tx.update(members).set({ role }).where(eq(members.id, id)).returning();
    if (member && role !== 'admin') await revokeInvitationsBy(tx, member.email);
    if (member) await revokeTokensBeyondRole(tx, member, null);
    return true;
  });
}

/**
 * Revokes a former admin's open invitations. Otherwise, the former admin could accept an invitation to regain
 * access.
 */
async function revokeInvitationsBy(tx: Database, email: string): Promise<void> {
  const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));
  await tx
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.by, email), isOpen));
}

/**
 * Revokes the API tokens whose scopes exceed the member's role. Otherwise, these scopes would work again if
 * the member is promoted later.
 * @returns the revoked tokens
 */
async function revokeTokensBeyondRole(
  tx: Database,
  { id, role }: Pick<MemberRow, 'id' | 'role'>,
  by: string | null,
): Promise<RevokedToken[]> {
  const allowed = new Set(scopesOfRole(role));
  const lost = TOKEN_SCOPES.filter((scope) => !allowed.has(scope));
  return revokeTokensWithScopes(tx, id, lost, by);
}

async function applyAction(tx: Database, id: string, action: MemberAction): Promise<MemberRow | undefined> {
  const [member] = await tx.update(members).set(changesFor(action)).where(eq(members.id, id)).returning();
  return member;
}

function changesFor(action: MemberAction) {
  if (isRole(action)) return { role: action };
  if (action === 'sign_out') return { deviceEpoch: nextDeviceEpoch };
  return action === 'disable'
    ? { disabledAt: sql`now()`, deviceEpoch: nextDeviceEpoch }
    : { disabledAt: null };
}

export type TeamRow = MemberRow & {
  readonly lastActiveAt: Date | null;
  /** The number of sessions that still work. */
  readonly sessionCount: number;
};

/** Returns all members, with the time of each member's latest activity. */
export async function queryTeam(db: Database, idleHours: number): Promise<TeamRow[]> {
  const last = db
    .select({ at: activity.at })
    .from(activity)
    .where(eq(activity.by, members.email))
    .orderBy(desc(activity.id))
    .limit(1)
    .as('last');
  const live = db
    .select({ count: count().as('count') })
    .from(sessions)
    .where(and(eq(sessions.memberId, members.id), isLiveSession(idleHours)))
    .as('live');
  const rows = await db
    .select({ member: members, lastActiveAt: last.at, sessionCount: live.count })
    .from(members)
    .leftJoinLateral(last, sql`true`)
    .leftJoinLateral(live, sql`true`)
    .orderBy(asc(sql`lower(coalesce(${members.name}, ${members.email}))`), asc(members.id));
  return rows.map(({ member, ...row }) => ({ ...member, ...row, sessionCount: row.sessionCount ?? 0 }));
}

export async function updateProfile(
  db: Database,
  id: string,
  profile: Pick<MemberRow, 'name' | 'timeZone' | 'dateLocale'>,
): Promise<void> {
  await db.update(members).set(profile).where(eq(members.id, id));
}

/**
 * Sets a new password, ends all of the member's sessions, and forgets the member's devices.
 * @returns the updated row, for starting a new session
 */
export function replacePassword(
  db: Database,
  id: string,
  passwordHash: string,
): Promise<MemberRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(members)
      .set({ passwordHash, passwordChangedAt: sql`now()`, deviceEpoch: nextDeviceEpoch })
      .where(eq(members.id, id))
      .returning();
    await deleteMemberSessions(tx, id);
    return row;
  });
}
