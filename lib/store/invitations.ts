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
  type SQL,
  sql,
  TransactionRollbackError,
} from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { MemberRow } from './members.ts';
import { invitations, members } from './schema.ts';

export type InvitationRow = typeof invitations.$inferSelect;

/** What a link names: the invitation, and the hash of its key. */
export interface Named {
  readonly id: string;
  readonly tokenHash: string;
}

export type NewInvitation = Named & Pick<InvitationRow, 'email' | 'role' | 'by'> & { readonly forMs: number };

const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

const admins = (db: Database) => db.select({ id: members.id }).from(members).where(eq(members.role, 'admin'));

/** Neither used nor withdrawn nor expired, by the database's clock; the one for setting up, only while nobody is an admin. */
const isLive = (db: Database) =>
  and(isOpen, gt(invitations.expiresAt, sql`now()`), or(isNotNull(invitations.email), notExists(admins(db))));

const isNamed = ({ id, tokenHash }: Named) =>
  and(eq(invitations.id, id), eq(invitations.tokenHash, tokenHash));

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
 * `void`: it can't be used, or no more. `taken`: there is a member with that address, and nothing was done.
 */
export async function acceptInvitation(
  db: Database,
  named: Named,
  newcomer: Newcomer,
): Promise<MemberRow | 'void' | 'taken'> {
  let why: 'void' | 'taken' = 'void';
  const accepted = await unlessRolledBack(db, async (tx) => {
    const [invitation] = await takeUp(tx, isNamed(named));
    if (!invitation) return tx.rollback();
    if (invitation.email === null) await stopIfThereIsAnAdmin(tx);
    const email = (invitation.email ?? newcomer.email).toLowerCase();
    const [member] = await tx
      .insert(members)
      .values({ ...newcomer, email, role: invitation.role })
      .onConflictDoNothing({ target: members.email })
      .returning();
    if (member) return member;
    why = 'taken';
    return tx.rollback();
  });
  return accepted ?? why;
}

/** Makes a member the first admin, by the link that sets the console up; undefined when it can't be used, or no more. */
export function makeFirstAdmin(db: Database, named: Named, memberId: string): Promise<MemberRow | undefined> {
  return unlessRolledBack(db, async (tx) => {
    const [setUp] = await takeUp(tx, and(isNamed(named), isNull(invitations.email)));
    if (!setUp) return tx.rollback();
    await stopIfThereIsAnAdmin(tx);
    const [admin] = await tx
      .update(members)
      .set({ role: 'admin' })
      .where(and(eq(members.id, memberId), isNull(members.disabledAt)))
      .returning();
    return admin ?? tx.rollback();
  });
}

const takeUp = (tx: Database, which: SQL | undefined) =>
  tx
    .update(invitations)
    .set({ acceptedAt: sql`now()` })
    .where(and(which, isLive(tx)))
    .returning();

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** Nobody may become one in another way between this look and the transaction's end. */
async function stopIfThereIsAnAdmin(tx: Transaction): Promise<void> {
  await tx.execute(sql`lock table ${members} in share row exclusive mode`);
  if (await hasAdmin(tx)) tx.rollback();
}

async function unlessRolledBack<T>(
  db: Database,
  work: (tx: Transaction) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await db.transaction(work);
  } catch (error) {
    if (error instanceof TransactionRollbackError) return undefined;
    throw error;
  }
}

/**
 * Uses the open invitation of an address that was proved in another way than by its link; undefined when there is none.
 * @param tx the transaction in which the member is made
 */
export async function takeInvitationOf(tx: Database, email: string): Promise<InvitationRow | undefined> {
  const [row] = await takeUp(tx, eq(invitations.email, email.toLowerCase()));
  return row;
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const [somebody] = await admins(db).limit(1);
  return somebody !== undefined;
}
