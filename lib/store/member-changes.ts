/**
 * Changes that an admin, the member command, or the identity provider makes to members. At least one enabled
 * admin always remains.
 */
import 'server-only';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { type MemberAction, widensAccess } from '#lib/domain/member-actions.ts';
import { isRole, type Role } from '#lib/domain/permissions.ts';
import { findMember, findMemberByEmail, type MemberRow, nextDeviceEpoch } from './members.ts';
import {
  lockMemberWithPermission,
  NO_REVOKED_ACCESS,
  type RevokedAccess,
  revokeLostAccess,
} from './revoked-access.ts';
import { deletePersonalViews } from './saved-views.ts';
import { members } from './schema/members.ts';
import { deleteAllFactors } from './second-factors.ts';
import { deleteMemberSessions } from './sessions.ts';

export interface NewMember {
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
}

export type Upserted =
  | { readonly result: 'last_admin' | 'not_recipient' }
  | {
      readonly result: 'added' | 'changed';
      readonly memberId: string;
      readonly revokedAccess: RevokedAccess;
    };

/**
 * Adds a member, or enables an existing member. Sets the member's role and password, and ends the member's
 * sessions. Revokes or transfers the links, invitations, and tokens that the member is no longer allowed to
 * have. Changes nothing if the change would demote the last admin, or if share links would be transferred to
 * a member who isn't allowed to have share links.
 * @param transferTo the email address of the member who takes over the share links
 */
export function upsertMember(db: Database, member: NewMember, transferTo?: string): Promise<Upserted> {
  const email = member.email.toLowerCase();
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    const isLastAdmin = admins.length === 1 && admins[0]?.email === email;
    if (isLastAdmin && member.role !== 'admin') return { result: 'last_admin' };
    const named = transferTo === undefined ? undefined : await findMemberByEmail(tx, transferTo);
    const recipient = named && (await lockMemberWithPermission(tx, named.id, 'shareCampaign'));
    const isRecipient = transferTo === undefined || (recipient && recipient.email !== email);
    if (!isRecipient) return { result: 'not_recipient' };
    const [row] = await tx
      .insert(members)
      .values({ ...member, email })
      .onConflictDoUpdate({
        target: members.email,
        set: {
          role: member.role,
          passwordHash: member.passwordHash,
          passwordChangedAt: sql`now()`,
          hasShortPassword: false,
          disabledAt: null,
          deviceEpoch: nextDeviceEpoch,
        },
      })
      // In PostgreSQL, xmax is 0 in an inserted row and the transaction's id in an updated row.
      .returning({ ...getTableColumns(members), added: sql<boolean>`(xmax = 0)` });
    if (!row) throw new Error('The member was not returned.');
    await deleteMemberSessions(tx, row.id);
    // Operators recover accounts with the command that calls this function, so revoke all tokens, too.
    const revokedAccess = await revokeLostAccess(tx, row, { recipient, revokesAllTokens: true });
    return { result: row.added ? 'added' : 'changed', memberId: row.id, revokedAccess };
  });
}

/**
 * The lock's number, which must be the same on every server and different from the numbers of other locks.
 */
const ADMINS_LOCK = 7_131_907;

/**
 * Reads the enabled admins and holds a lock until the transaction ends. The lock allows only one change to
 * admins at a time across all servers. A single lock can't cause a deadlock, but row locks taken in different
 * orders could.
 */
export async function lockAdmins(tx: Database): Promise<Pick<MemberRow, 'id' | 'email'>[]> {
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
      readonly revokedAccess: RevokedAccess;
    }
  | {
      readonly ok: false;
      readonly why: 'not_admin' | 'own_account' | 'missing' | 'not_recipient' | 'not_recent';
    };

export interface MemberUpdateOptions {
  /**
   * The id of the other member, who takes over this member's share links. By default, the links are revoked.
   */
  readonly transferTo?: string | undefined;
  /**
   * Whether the admin recently signed in or confirmed their identity. Otherwise, changes that widen the
   * member's access are refused.
   */
  readonly isRecentlyAuthenticated?: boolean;
}

/**
 * Applies an admin's action to another member, and revokes or transfers the links, invitations, and tokens
 * that the member is no longer allowed to have. Checks that the caller is still an admin. Admins can't apply actions to
 * themselves, so at least one admin always remains.
 * @param by the id of the admin who performs the action
 */
export function updateMember(
  db: Database,
  by: string,
  id: string,
  action: MemberAction,
  { transferTo, isRecentlyAuthenticated = false }: MemberUpdateOptions = {},
): Promise<MemberUpdate> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.some((admin) => admin.id === by)) return { ok: false, why: 'not_admin' };
    if (id === by) return { ok: false, why: 'own_account' };
    const recipient = transferTo && (await lockMemberWithPermission(tx, transferTo, 'shareCampaign'));
    if (transferTo !== undefined && (!recipient || transferTo === id))
      return { ok: false, why: 'not_recipient' };
    const earlier = await findMember(tx, id);
    if (earlier && widensAccess(action, earlier.role) && !isRecentlyAuthenticated)
      return { ok: false, why: 'not_recent' };
    const member = earlier && (await applyAction(tx, id, action));
    if (!member) return { ok: false, why: 'missing' };
    // Delete the sessions, so that they don't work again when a disabled member is enabled.
    if (ENDS_SESSIONS.has(action)) await deleteMemberSessions(tx, id);
    if (action === 'reset_factors') await deleteAllFactors(tx, id);
    if (action === 'disable') await deletePersonalViews(tx, id);
    const admin = admins.find((each) => each.id === by)?.email ?? null;
    const isUnchanged = action === 'sign_out' || action === 'enable' || action === 'reset_factors';
    const revokedAccess = isUnchanged
      ? NO_REVOKED_ACCESS
      : await revokeLostAccess(tx, member, { recipient: recipient || undefined, by: admin });
    return { ok: true, member, earlierRole: earlier.role, revokedAccess };
  });
}

/** The actions that end the member's sessions. */
const ENDS_SESSIONS: ReadonlySet<MemberAction> = new Set(['disable', 'sign_out', 'reset_factors']);

/**
 * Sets the role that the identity provider assigns to a member, and revokes the links, invitations, and
 * tokens that the member is no longer allowed to have. Changes nothing if the change would demote the last admin.
 * @returns the revoked and transferred access, or null if the role wasn't set
 */
export function assignRole(db: Database, id: string, role: Role): Promise<RevokedAccess | null> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    const isLastAdmin = admins.length === 1 && admins[0]?.id === id;
    if (isLastAdmin && role !== 'admin') return null;
    const [member] = await tx.update(members).set({ role }).where(eq(members.id, id)).returning();
    return member ? revokeLostAccess(tx, member) : NO_REVOKED_ACCESS;
  });
}

async function applyAction(tx: Database, id: string, action: MemberAction): Promise<MemberRow | undefined> {
  const [member] = await tx.update(members).set(changesFor(action)).where(eq(members.id, id)).returning();
  return member;
}

function changesFor(action: MemberAction) {
  if (isRole(action)) return { role: action };
  if (action === 'sign_out' || action === 'reset_factors') return { deviceEpoch: nextDeviceEpoch };
  return action === 'disable'
    ? { disabledAt: sql`now()`, deviceEpoch: nextDeviceEpoch }
    : { disabledAt: null };
}
