import 'server-only';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { MemberAction } from '#lib/domain/member-actions.ts';
import { isRole, type Role } from '#lib/domain/permissions.ts';
import { activity, invitations, members } from './schema.ts';

export type MemberRow = typeof members.$inferSelect;

export async function memberById(db: Database, id: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.id, id)).limit(1);
  return row;
}

/** @param email in any case */
export async function memberByEmail(db: Database, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.email, email.toLowerCase())).limit(1);
  return row;
}

export interface NewMember {
  readonly email: string;
  readonly passwordHash: string;
  readonly role: Role;
}

/**
 * Adds a member; one who is there already gets the role and the password, and may sign in again. The last admin stays
 * one: then nothing is changed.
 */
export function putMember(db: Database, member: NewMember): Promise<'added' | 'changed' | 'last_admin'> {
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
          disabledAt: null,
          sessionsFrom: sql`now()`,
        },
      })
      // xmax is 0 in a row that was inserted just now, and the updating transaction's number in one that was there.
      .returning({ added: sql<boolean>`(xmax = 0)` });
    if (member.role !== 'admin') await withdrawInvitationsBy(tx, email);
    return row?.added ? 'added' : 'changed';
  });
}

/** Any number: it only has to be the same for every server on one database, and no other lock's. */
const ADMINS_LOCK = 7_131_907;

/**
 * The admins who may sign in, until the transaction ends: whoever would make them fewer waits here, on whichever server,
 * and then sees who is left. One lock for all of them: with a lock for each row, those who saw different admins would take
 * them in different orders, and could wait for each other.
 */
async function lockAdmins(tx: Database): Promise<Pick<MemberRow, 'id' | 'email'>[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADMINS_LOCK})`);
  return tx
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(and(eq(members.role, 'admin'), isNull(members.disabledAt)));
}

export type ChangedMember =
  | { readonly ok: true; readonly member: MemberRow }
  | { readonly ok: false; readonly why: 'not_admin' | 'own_account' | 'missing' };

/**
 * What an admin does about somebody else. Whoever does it is an admin in that very moment and stays one, so there always
 * is one left, however many do it to each other at once.
 * @param by the id of whoever does it
 */
export function changeMember(
  db: Database,
  by: string,
  id: string,
  deed: MemberAction,
): Promise<ChangedMember> {
  return db.transaction(async (tx) => {
    const admins = await lockAdmins(tx);
    if (!admins.some((admin) => admin.id === by)) return { ok: false, why: 'not_admin' };
    if (id === by) return { ok: false, why: 'own_account' };
    const [member] = await tx.update(members).set(changeBy(deed)).where(eq(members.id, id)).returning();
    if (!member) return { ok: false, why: 'missing' };
    if (member.role !== 'admin' || member.disabledAt) await withdrawInvitationsBy(tx, member.email);
    return { ok: true, member };
  });
}

/** Whoever is no admin any more gets nobody in, themselves under another address included. */
async function withdrawInvitationsBy(tx: Database, email: string): Promise<void> {
  const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));
  await tx
    .update(invitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(invitations.by, email), isOpen));
}

function changeBy(deed: MemberAction) {
  if (isRole(deed)) return { role: deed };
  switch (deed) {
    case 'disable':
      // Their sessions must not come back to life when they are enabled again.
      return { disabledAt: sql`now()`, sessionsFrom: sql`now()` };
    case 'enable':
      return { disabledAt: null };
    case 'sign_out':
      return { sessionsFrom: sql`now()` };
  }
}

export type TeamRow = MemberRow & { readonly lastDeedAt: Date | null };

/** Everybody, or the one with this id, each with when they last did something that the trail tells of. */
export async function teamRows(db: Database, id?: string): Promise<TeamRow[]> {
  const last = db
    .select({ at: activity.at })
    .from(activity)
    .where(eq(activity.by, members.email))
    .orderBy(desc(activity.id))
    .limit(1)
    .as('last');
  const rows = await db
    .select()
    .from(members)
    .leftJoinLateral(last, sql`true`)
    .where(id === undefined ? undefined : eq(members.id, id))
    .orderBy(asc(sql`lower(coalesce(${members.name}, ${members.email}))`), asc(members.id));
  return rows.map(({ members: row, last: deed }) => ({ ...row, lastDeedAt: deed?.at ?? null }));
}

export async function saveProfile(
  db: Database,
  id: string,
  profile: Pick<MemberRow, 'name' | 'timeZone'>,
): Promise<void> {
  await db.update(members).set(profile).where(eq(members.id, id));
}

/**
 * Makes all sessions void that the member has, and gives them another password if there is one.
 * @returns the row, for a session of the one who did it
 */
export async function endSessions(
  db: Database,
  id: string,
  passwordHash?: string,
): Promise<MemberRow | undefined> {
  const [row] = await db
    .update(members)
    .set({ sessionsFrom: sql`now()`, ...(passwordHash !== undefined && { passwordHash }) })
    .where(eq(members.id, id))
    .returning();
  return row;
}
