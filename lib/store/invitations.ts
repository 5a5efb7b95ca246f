import 'server-only';
import {
  and,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  notExists,
  or,
  sql,
  TransactionRollbackError,
} from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import type { MemberRow } from './members.ts';
import { invitations, members } from './schema.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** What a link names: the invitation, and the hash of its key. */
export interface Named {
  readonly id: string;
  readonly keyHash: string;
}

export type NewInvitation = Named & Pick<InvitationRow, 'email' | 'role' | 'by'> & { readonly forMs: number };

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

const admins = (db: Database) => db.select({ id: members.id }).from(members).where(eq(members.role, 'admin'));

/** Neither used nor withdrawn nor expired, by the database's clock; the one for setting up, only while nobody is an admin. */
const isLive = (db: Database) =>
  and(isOpen, gt(invitations.expiresAt, sql`now()`), or(isNotNull(invitations.email), notExists(admins(db))));

const isNamed = ({ id, keyHash }: Named) => and(eq(invitations.id, id), eq(invitations.keyHash, keyHash));

/** Adds an invitation; an earlier one for the same address is void then, whichever server made it. */
export function addInvitation(db: Database, invitation: NewInvitation): Promise<InvitationRow> {
  const { forMs, ...values } = invitation;
  return db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${invitations} in share row exclusive mode`);
    const { email } = values;
    const same = email === null ? isNull(invitations.email) : eq(invitations.email, email);
    await tx.update(invitations).set({ revokedAt: sql`now()` }).where(and(isOpen, same));
    const expiresAt = sql`now() + ${forMs} * interval '1 millisecond'`;
    const [row] = await tx
      .insert(invitations)
      .values({ ...values, expiresAt })
      .returning();
    if (!row) throw new Error('An inserted invitation did not come back.');
    return row;
  });
}

/** One look at an index, whatever is asked for. */
export async function liveInvitation(db: Database, named: Named): Promise<InvitationRow | undefined> {
  const [row] = await db
    .select()
    .from(invitations)
    .where(and(isNamed(named), isLive(db)))
    .limit(1);
  return row;
}

/** Those that wait for an answer, oldest first; those whose time is over too. Not those of people who are members by now. */
export function openInvitations(db: Database): Promise<InvitationRow[]> {
  const member = db.select({ id: members.id }).from(members).where(eq(members.email, invitations.email));
  return db
    .select()
    .from(invitations)
    .where(and(isOpen, isNotNull(invitations.email), notExists(member)))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));
}

/** @returns the one that was open until now */
export async function revokeInvitation(db: Database, id: string): Promise<InvitationRow | undefined> {
  const [row] = await db
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.id, id), isNotNull(invitations.email), isOpen))
    .returning();
  return row;
}

export type Newcomer = Pick<MemberRow, 'email' | 'name' | 'passwordHash'>;

/**
 * Makes the newcomer a member with the role they were invited to: once, however often it is asked for at the same time.
 * `void`: it can't be used, or no more. `taken`: there is a member with that address, and nothing was done. Only the one for
 * setting up makes an admin of a member too: the provider may have let in whoever sets the console up.
 */
export async function acceptInvitation(
  db: Database,
  named: Named,
  newcomer: Newcomer,
): Promise<MemberRow | 'void' | 'taken'> {
  let why: 'void' | 'taken' = 'void';
  try {
    return await db.transaction(async (tx) => {
      const [invitation] = await tx
        .update(invitations)
        .set({ acceptedAt: sql`now()` })
        .where(and(isNamed(named), isLive(tx)))
        .returning();
      if (!invitation) return 'void';
      if (invitation.email === null) return (await firstAdmin(tx, newcomer)) ?? tx.rollback();
      const [member] = await tx
        .insert(members)
        .values({ ...newcomer, email: invitation.email, role: invitation.role })
        .onConflictDoNothing({ target: members.email })
        .returning();
      if (member) return member;
      why = 'taken';
      return tx.rollback();
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError) return why;
    throw error;
  }
}

async function firstAdmin(tx: Database, newcomer: Newcomer): Promise<MemberRow | undefined> {
  // Nobody may become one in another way between the look and the deed.
  await tx.execute(sql`lock table ${members} in share row exclusive mode`);
  if (await hasAdmin(tx)) return undefined;
  const admin = { ...newcomer, role: 'admin' } as const;
  const [row] = await tx
    .insert(members)
    .values({ ...admin, email: newcomer.email.toLowerCase() })
    .onConflictDoUpdate({
      target: members.email,
      set: { name: admin.name, passwordHash: admin.passwordHash, role: admin.role, sessionsFrom: sql`now()` },
    })
    .returning();
  return row;
}

/**
 * Uses the open invitation of an address that was proved in another way than by its link; undefined when there is none.
 * @param tx the transaction in which the member is made
 */
export async function takeInvitationOf(tx: Database, email: string): Promise<InvitationRow | undefined> {
  const [row] = await tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(eq(invitations.email, email.toLowerCase()), isLive(tx)))
    .returning();
  return row;
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const [somebody] = await admins(db).limit(1);
  return somebody !== undefined;
}
