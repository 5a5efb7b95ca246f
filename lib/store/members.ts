import 'server-only';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { activity } from './schema/activity.ts';
import { members } from './schema/members.ts';
import { sessions } from './schema/sessions.ts';
import { deleteMemberSessions, hasFactorSql, isLiveSession } from './sessions.ts';

export type MemberRow = typeof members.$inferSelect;

/** The next device epoch, which makes the member's device cookies stop working. */
export const nextDeviceEpoch = sql`${members.deviceEpoch} + 1`;

export async function findMember(db: Database, id: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.id, id)).limit(1);
  return row;
}

/** @param email the email address, in any combination of uppercase and lowercase */
export async function findMemberByEmail(db: Database, email: string): Promise<MemberRow | undefined> {
  const [row] = await db.select().from(members).where(eq(members.email, email.toLowerCase())).limit(1);
  return row;
}

/** Returns the members' email addresses, by member id. */
export async function queryMemberEmails(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: members.id, email: members.email })
    .from(members)
    .where(inArray(members.id, [...ids]));
  return new Map(rows.map(({ id, email }) => [id, email]));
}

export type TeamRow = MemberRow & {
  readonly lastActiveAt: Date | null;
  /** The number of valid sessions. */
  readonly sessionCount: number;
  readonly hasFactor: boolean;
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
    .select({ member: members, lastActiveAt: last.at, sessionCount: live.count, hasFactor: hasFactorSql })
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
 * @param isShort whether the password is so short that the member needs a second factor
 * @returns the updated row, for starting a new session
 */
export function replacePassword(
  db: Database,
  id: string,
  passwordHash: string,
  isShort: boolean,
): Promise<MemberRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(members)
      .set({
        passwordHash,
        passwordChangedAt: sql`now()`,
        hasShortPassword: isShort,
        deviceEpoch: nextDeviceEpoch,
      })
      .where(eq(members.id, id))
      .returning();
    await deleteMemberSessions(tx, id);
    return row;
  });
}
