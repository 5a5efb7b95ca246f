import 'server-only';
import { and, desc, eq, getTableName, lt, ne, type SQL, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Database } from '#lib/database/open.ts';
import type { VersionOf } from '#lib/database/table-versions.ts';
import { REAUTHENTICATION_MINUTES, type SecondFactorRule } from '#lib/domain/second-factor.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { daysAgo, deleteSome } from './delete-some.ts';
import { members } from './schema/members.ts';
import { authenticatorApps, passkeys } from './schema/second-factors.ts';
import { sessions } from './schema/sessions.ts';
import { teamSettings } from './schema/team-settings.ts';

type MemberRow = typeof members.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/**
 * The minimum time between updates to a session's last-used time. Keeps most requests from writing to the
 * database.
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
   * sign in at the provider, or if the provider doesn't report the time. In these cases, the current time is
   * stored instead.
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

type SessionMember = Pick<
  MemberRow,
  'id' | 'email' | 'name' | 'role' | 'timeZone' | 'dateLocale' | 'hasShortPassword' | 'disabledAt'
>;

export interface FoundSession {
  readonly member: SessionMember;
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

/** The tables that `querySession` reads. */
const SESSION_TABLES = [sessions, members, passkeys, authenticatorApps, teamSettings].map(getTableName);
const MAX_COPIES = 2_000;

interface SessionCopy {
  readonly found: FoundSession;
  /** The version of the tables when the session was read. */
  readonly version: number;
  /**
   * Until this time, according to `performance.now()`, every comparison with the clock has the same result.
   */
  readonly until: number;
}

interface SessionCopies {
  readonly versionOf: VersionOf;
  readonly sessions: LRUCache<string, SessionCopy>;
}

const copies = singleton('sessionCopies', () => new WeakMap<Database, SessionCopies>());

/** Keeps copies of an embedded database's sessions from now on. Transactions don't use the copies. */
export function keepSessionCopies(db: Database, versionOf: VersionOf): void {
  copies.set(db, { versionOf, sessions: new LRUCache({ max: MAX_COPIES }) });
}

/**
 * Finds a session and its member. All times are compared on the database's clock. With the embedded database,
 * returns a copy until one of the tables is written to, or until the result of a comparison with the clock
 * changes.
 */
export async function findSession(
  db: Database,
  secretHash: string,
  idleHours: number,
): Promise<FoundSession | undefined> {
  const kept = copies.get(db);
  if (!kept) return (await querySession(db, secretHash, idleHours))?.found;
  const key = `${idleHours} ${secretHash}`;
  const copy = kept.sessions.get(key);
  const version = kept.versionOf(SESSION_TABLES);
  if (copy && copy.version === version && performance.now() < copy.until) return copy.found;
  const startedAt = performance.now();
  const read = await querySession(db, secretHash, idleHours);
  // If one of the tables was written to meanwhile, the version differs, and the copy is never used.
  if (read && version !== undefined)
    kept.sessions.set(key, { found: read.found, version, until: startedAt + read.msUntilChange });
  return read?.found;
}

async function querySession(
  db: Database,
  secretHash: string,
  idleHours: number,
): Promise<{ found: FoundSession; msUntilChange: number } | undefined> {
  const { id, email, name, role, timeZone, dateLocale, hasShortPassword, disabledAt } = members;
  const useDueAt = sql`${sessions.lastUsedAt} + ${USE_SECONDS} * interval '1 second'`;
  const recentUntil = sql`${sessions.authenticatedAt} + ${REAUTHENTICATION_MINUTES} * interval '1 minute'`;
  const changes = [
    sql`${sessions.expiresAt}`,
    sql`${sessions.lastUsedAt} + ${hours(idleHours)}`,
    useDueAt,
    recentUntil,
  ].map((time) => sql`case when ${time} > now() then ${time} end`);
  const [row] = await db
    .select({
      member: { id, email, name, role, timeZone, dateLocale, hasShortPassword, disabledAt },
      sessionId: sessions.id,
      isExpired,
      isIdle: isIdle(idleHours),
      isUseDue: sql<boolean>`${useDueAt} < now()`,
      isTwoFactor: sessions.isTwoFactor,
      isRecentlyAuthenticated: sql<boolean>`${recentUntil} > now()`,
      hasFactor: hasFactorSql,
      secondFactorRule: sql<SecondFactorRule>`coalesce((select ${teamSettings.secondFactorRule} from ${teamSettings}), 'none')`,
      // Null if no comparison's result can change.
      msUntilChange: sql<
        number | null
      >`extract(epoch from least(${sql.join(changes, sql`, `)}) - now()) * 1000`.mapWith(Number),
    })
    .from(sessions)
    .innerJoin(members, eq(members.id, sessions.memberId))
    .where(eq(sessions.secretHash, secretHash))
    .limit(1);
  if (!row) return undefined;
  const { msUntilChange, ...found } = row;
  return { found, msUntilChange: msUntilChange ?? 0 };
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

/** Deletes some of the sessions that expired more than `days` days ago. @returns how many were deleted */
export const deleteExpiredSessions = (db: Database, days: number): Promise<number> =>
  deleteSome(db, sessions, lt(sessions.expiresAt, daysAgo(days)));
