import 'server-only';
import { and, desc, eq, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { REAUTHENTICATION_MINUTES, type SecondFactorRule } from '#lib/domain/second-factor.ts';
import { daysAgo, deleteSome } from './delete-some.ts';
import { members } from './schema/members.ts';
import { authenticatorApps, passkeys } from './schema/second-factors.ts';
import { sessions } from './schema/sessions.ts';
import { teamSettings } from './schema/team-settings.ts';

type MemberRow = typeof members.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/**
 * The minimum time between updates of the time when a session was last used. Keeps most requests from writing
 * to the database.
 */
const USE_SECONDS = 60;
/** The maximum number of sessions that a member's profile lists. */
const MAX_LISTED = 100;

const hours = (count: number): SQL => sql`${count} * interval '1 hour'`;
const isIdle = (idleHours: number): SQL<boolean> =>
  sql<boolean>`${sessions.lastUsedAt} <= now() - ${hours(idleHours)}`;
const isExpired = sql<boolean>`${sessions.expiresAt} <= now()`;

/** Selects the sessions that still work. */
export const isLiveSession = (idleHours: number): SQL => sql`not ${isExpired} and not ${isIdle(idleHours)}`;

export interface NewSession {
  /** The hash of the secret in the session's cookie. */
  readonly secretHash: string;
  readonly address: string | null;
  readonly device: string | null;
  /** How long the session lasts, no matter how often it is used. */
  readonly maxHours: number;
  /** Whether the member signed in with a second factor. */
  readonly isTwoFactor: boolean;
  /**
   * When the member signed in at the identity provider, in seconds since the epoch. Null if the member didn't
   * sign in at the provider, or if the provider doesn't report the time. The current time is then stored
   * instead.
   */
  readonly signedInAt: number | null;
}

/**
 * Adds a session for a member whose row was read earlier. Adds nothing if the member has since been disabled
 * or the password has since changed. The lock on the member's row makes a concurrent change wait, so that the
 * change also deletes the new session.
 */
export async function insertSession(
  db: Database,
  { id, passwordHash }: Pick<MemberRow, 'id' | 'passwordHash'>,
  { secretHash, address, device, maxHours, isTwoFactor, signedInAt }: NewSession,
): Promise<void> {
  const authenticatedAt = signedInAt === null ? sql`now()` : sql`least(now(), to_timestamp(${signedInAt}))`;
  await db.execute(sql`
    insert into ${sessions} (member_id, secret_hash, address, device, expires_at, is_two_factor, authenticated_at)
    select id, ${secretHash}, ${address}, ${device}, now() + ${hours(maxHours)}, ${isTwoFactor}, ${authenticatedAt}
    from ${members}
    where id = ${id} and disabled_at is null and password_hash is not distinct from ${passwordHash}
    for share`);
}

export interface FoundSession {
  readonly member: MemberRow;
  readonly sessionId: string;
  readonly isExpired: boolean;
  readonly isIdle: boolean;
  /** Whether the time of the last use should be updated. */
  readonly isUseDue: boolean;
  /** Whether the member signed in with a second factor, or has added one in this session. */
  readonly isTwoFactor: boolean;
  /** Whether the member signed in or confirmed their identity in the last ten minutes. */
  readonly isRecentlyAuthenticated: boolean;
  readonly hasFactor: boolean;
  readonly secondFactorRule: SecondFactorRule;
}

/**
 * Selects whether the member has a second factor. The column names are qualified with the table name, because
 * the tables in the subqueries have columns with the same names.
 */
export const hasFactorSql = sql<boolean>`(
  exists (select 1 from ${passkeys} where ${passkeys}.member_id = ${members}.id) or
  exists (select 1 from ${authenticatorApps}
    where ${authenticatorApps}.member_id = ${members}.id and ${authenticatorApps}.confirmed_at is not null))`;

/** Finds a session and its member. All times are compared on the database's clock. */
export async function findSession(
  db: Database,
  secretHash: string,
  idleHours: number,
): Promise<FoundSession | undefined> {
  const [found] = await db
    .select({
      member: members,
      sessionId: sessions.id,
      isExpired,
      isIdle: isIdle(idleHours),
      isUseDue: sql<boolean>`${sessions.lastUsedAt} < now() - ${USE_SECONDS} * interval '1 second'`,
      isTwoFactor: sessions.isTwoFactor,
      isRecentlyAuthenticated: sql<boolean>`${sessions.authenticatedAt} > now() - ${REAUTHENTICATION_MINUTES} * interval '1 minute'`,
      hasFactor: hasFactorSql,
      secondFactorRule: sql<SecondFactorRule>`coalesce((select ${teamSettings.secondFactorRule} from ${teamSettings}), 'none')`,
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.secretHash, secretHash))
    .limit(1);
  return found;
}

export async function recordSessionUse(db: Database, id: string, address: string | null): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: sql`now()`, address }).where(eq(sessions.id, id));
}

/** Records that the session's member has confirmed their identity. */
export async function recordReauthentication(db: Database, id: string): Promise<void> {
  await db.update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, id));
}

/** Records that the session's member has added a second factor, or has removed the last one. */
export async function markTwoFactor(db: Database, id: string, isTwoFactor: boolean): Promise<void> {
  await db.update(sessions).set({ isTwoFactor }).where(eq(sessions.id, id));
}

/** Returns the member's sessions that still work, most recently used first. */
export function querySessions(db: Database, memberId: string, idleHours: number): Promise<SessionRow[]> {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.memberId, memberId), isLiveSession(idleHours)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.id))
    .limit(MAX_LISTED);
}

export async function deleteSession(db: Database, secretHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.secretHash, secretHash));
}

/** @returns the deleted session, or undefined if the member has no such session */
export async function deleteMemberSession(
  db: Database,
  memberId: string,
  id: string,
): Promise<SessionRow | undefined> {
  const [row] = await db
    .delete(sessions)
    .where(and(eq(sessions.memberId, memberId), eq(sessions.id, id)))
    .returning();
  return row;
}

/** @param exceptId the id of a session to keep */
export async function deleteMemberSessions(db: Database, memberId: string, exceptId?: string): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(sessions.id, exceptId);
  await db.delete(sessions).where(and(eq(sessions.memberId, memberId), isOther));
}

/** Deletes some of the sessions that expired more than `days` ago. @returns how many were deleted */
export const deleteExpiredSessions = (db: Database, days: number): Promise<number> =>
  deleteSome(db, sessions, lt(sessions.expiresAt, daysAgo(days)));
