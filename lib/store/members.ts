import 'server-only';
import { eq, sql } from 'drizzle-orm';
import type { Role } from '../auth/roles.ts';
import type { Database } from '../database/open.ts';
import { members } from './schema.ts';

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

/** Adds a member; one who is there already gets the role and the password, and may sign in again. */
export async function putMember(db: Database, member: NewMember): Promise<'added' | 'changed'> {
  const email = member.email.toLowerCase();
  const [row] = await db
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
  return row?.added ? 'added' : 'changed';
}
