import 'server-only';
import { and, asc, eq, gt, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { MemberRow } from './members.ts';
import { invitations } from './schema/invitations.ts';
import { members } from './schema/members.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** Identifies an invitation by the hash of its token. */
export interface InvitationRef {
  readonly tokenHash: string;
}

export type NewInvitation = InvitationRef &
  Pick<InvitationRow, 'email' | 'role' | 'by'> & { readonly forMs: number };

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

const admins = (db: Database) => db.select({ id: members.id }).from(members).where(eq(members.role, 'admin'));

/**
 * Matches invitations that aren't used, revoked, or expired, according to the database's clock. The setup
 * link works only while there is no admin.
 */
const isLive = (db: Database) =>
  and(isOpen, gt(invitations.expiresAt, sql`now()`), or(isNotNull(invitations.email), notExists(admins(db))));

const matches = ({ tokenHash }: InvitationRef) => eq(invitations.tokenHash, tokenHash);

/** Adds an invitation and revokes earlier invitations for the same email address. */
export function insertInvitation(db: Database, invitation: NewInvitation): Promise<InvitationRow> {
  const { forMs, ...values } = invitation;
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${invitations} in share row exclusive mode`);
    const { email } = values;
    const isSameAddress = email === null ? isNull(invitations.email) : eq(invitations.email, email);
    await tx.update(invitations).set({ revokedAt: sql`now()` }).where(and(isOpen, isSameAddress));
    const expiresAt = sql`now() + ${forMs} * interval '1 millisecond'`;
    const [row] = await tx
      .insert(invitations)
      .values({ ...values, expiresAt })
      .returning();
    if (!row) throw new Error('The inserted invitation was not returned.');
    return row;
  });
}

/**
 * Finds a usable invitation. Every call makes one index lookup, so its timing doesn't reveal whether an
 * invitation exists.
 */
export async function findLiveInvitation(
  db: Database,
  ref: InvitationRef,
): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(matches(ref), isLive(db)))
    .limit(1);
  return row;
}

/**
 * Returns pending and expired invitations, oldest first. Omits invitations whose email address already
 * belongs to a member.
 */
export function queryOpenInvitations(db: Database): Promise<InvitationRow[]> {
  const member = db.select({ id: members.id }).from(members).where(eq(members.email, invitations.email));
  return db
    .select()
    .from(invitations)
    .where(and(isOpen, isNotNull(invitations.email), notExists(member)))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

/** @returns the invitation, or undefined if the invitation wasn't open */
export async function markInvitationRevoked(db: Database, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.id, id), isNotNull(invitations.email), isOpen))
    .returning();
  return row;
}

export type InvitedMember = Pick<MemberRow, 'email' | 'name' | 'passwordHash'>;

/**
 * Adds the invited member with the invitation's role. If two calls use the same invitation at once, only one
 * of them adds a member. If the email address already belongs to a member, the invitation stays unused.
 * @returns the member, `invalid` if the invitation isn't usable, or `already_member` if the email address
 * belongs to a member
 */
export async function redeemInvitation(
  db: Database,
  ref: InvitationRef,
  invited: InvitedMember,
): Promise<MemberRow | 'invalid' | 'already_member'> {
  return db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, matches(ref));
    if (!invitation) return 'invalid';
    if (invitation.email === null && (await lockedHasAdmin(tx))) return 'invalid';
    const email = (invitation.email ?? invited.email).toLowerCase();
    const [member] = await tx
      .insert(members)
      .values({ ...invited, email, role: invitation.role })
      .onConflictDoNothing({ target: members.email })
      .returning();
    if (!member) return 'already_member';
    await markAccepted(tx, eq(invitations.id, invitation.id));
    return member;
  });
}

/**
 * Uses the setup link to make a member the first admin.
 * @returns the new admin, or undefined if the link isn't usable or the member is disabled
 */
export function promoteFirstAdmin(
  db: Database,
  ref: InvitationRef,
  memberId: string,
): Promise<MemberRow | undefined> {
  return db.transaction(async (tx) => {
    const invitation = await lockInvitation(tx, and(matches(ref), isNull(invitations.email)));
    if (!invitation || (await lockedHasAdmin(tx))) return undefined;
    const [admin] = await tx
      .update(members)
      .set({ role: 'admin' })
      .where(and(eq(members.id, memberId), isNull(members.disabledAt)))
      .returning();
    if (admin) await markAccepted(tx, eq(invitations.id, invitation.id));
    return admin;
  });
}

/**
 * Locks a usable invitation until the transaction ends. Concurrent callers wait and then find that the
 * invitation was used.
 */
async function lockInvitation(tx: Database, condition: SQL | undefined): Promise<InvitationRow | undefined> {
  // Updating the invitation requires this table lock.
  // Taking the table lock before the row lock avoids a deadlock with insertInvitation.
  await tx.execute(sql`lock table ${invitations} in row exclusive mode`);
  const [row] = await tx
    .select()
    .from(invitations)
    .where(and(condition, isLive(tx)))
    .limit(1)
    .for('update');
  return row;
}

const markAccepted = (tx: Database, condition: SQL | undefined) =>
  tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(condition, isLive(tx)))
    .returning();

/**
 * Returns whether an admin exists. Prevents other transactions from adding an admin until this transaction
 * ends.
 */
async function lockedHasAdmin(tx: Database): Promise<boolean> {
  await tx.execute(sql`lock table ${members} in share row exclusive mode`);
  return hasAdmin(tx);
}

/**
 * Marks the open invitation for an email address as accepted. The identity provider must have verified the
 * address.
 * @param tx the transaction that adds the member
 * @returns the invitation, or undefined if there is no open invitation
 */
export async function redeemInvitationByEmail(
  tx: Database,
  email: string,
): Promise<InvitationRow | undefined> {
  const [row] = await markAccepted(tx, eq(invitations.email, email.toLowerCase()));
  return row;
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const [admin] = await admins(db).limit(1);
  return admin !== undefined;
}
