import 'server-only';
import { and, arrayOverlaps, count, desc, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { TokenScope } from '#lib/domain/api-token.ts';
import type { Role } from '#lib/domain/permissions.ts';
import { apiTokens } from './schema/api-tokens.ts';
import { members } from './schema/members.ts';

type MemberRow = typeof members.$inferSelect;
export type ApiTokenRow = typeof apiTokens.$inferSelect;

/**
 * The minimum time between updates to a token's last-used time. Keeps most requests from writing to the
 * database.
 */
const USE_SECONDS = 60;
/** How long expired and revoked tokens are kept. */
const KEEP_DAYS = 30;
/** The maximum number of tokens that a page lists. */
const MAX_LISTED = 200;

const days = (number: number): SQL => sql`${number} * interval '1 day'`;
const isExpired = sql<boolean>`${apiTokens.expiresAt} <= now()`;
const isLive = (memberId: string): SQL | undefined =>
  and(eq(apiTokens.memberId, memberId), isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, sql`now()`));

export interface NewApiToken {
  readonly tokenHash: string;
  readonly ending: string;
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly customerId: number | null;
  readonly addresses: readonly string[];
  readonly days: number;
}

/**
 * Adds a token for a member. Adds nothing if the member was disabled or changed roles after the member's row
 * was read. The lock on the member's row makes a concurrent change wait, so that the change also revokes the
 * new token.
 * @returns the token's id, or undefined if nothing was added
 */
export async function insertApiToken(
  db: Database,
  member: { readonly id: string; readonly role: Role },
  { days: lifetime, ...token }: NewApiToken,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const isUnchanged = and(
      eq(members.id, member.id),
      eq(members.role, member.role),
      isNull(members.disabledAt),
    );
    const found = await tx.select({ id: members.id }).from(members).where(isUnchanged).for('share');
    if (found.length === 0) return undefined;
    const [row] = await tx
      .insert(apiTokens)
      .values({
        ...token,
        scopes: [...token.scopes],
        addresses: [...token.addresses],
        memberId: member.id,
        expiresAt: sql`now() + ${days(lifetime)}`,
      })
      .returning({ id: apiTokens.id });
    return row?.id;
  });
}

export interface FoundApiToken {
  readonly token: ApiTokenRow;
  readonly member: MemberRow;
  readonly isExpired: boolean;
  /** Whether the time of the last use should be updated. */
  readonly isUseDue: boolean;
}

/** Finds a token and its member in one query. All times are compared using the database's clock. */
export async function findApiToken(
  db: Database,
  tokenHash: string,
  address: string | null,
): Promise<FoundApiToken | undefined> {
  const [found] = await db
    .select({
      token: apiTokens,
      member: members,
      isExpired,
      isUseDue: sql<boolean>`${apiTokens.lastUsedAt} is null
        or ${apiTokens.lastUsedAt} < now() - ${USE_SECONDS} * interval '1 second'
        or ${apiTokens.lastUsedFrom} is distinct from ${address}`,
    })
    .from(apiTokens)
    .innerJoin(members, eq(members.id, apiTokens.memberId))
    .where(eq(apiTokens.tokenHash, tokenHash))
    .limit(1);
  return found;
}

export async function recordTokenUse(db: Database, id: string, address: string | null): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: sql`now()`, lastUsedFrom: address })
    .where(eq(apiTokens.id, id));
}

export type ListedApiToken = ApiTokenRow & { readonly isExpired: boolean };

/** Returns the member's tokens, newest first, including tokens that expired or were revoked recently. */
export async function queryApiTokens(db: Database, memberId: string): Promise<ListedApiToken[]> {
  const rows = await db
    .select({ token: apiTokens, isExpired })
    .from(apiTokens)
    .where(eq(apiTokens.memberId, memberId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id))
    .limit(MAX_LISTED);
  return rows.map((row) => ({ ...row.token, isExpired: row.isExpired }));
}

export interface OwnedApiToken {
  readonly token: ListedApiToken;
  readonly member: MemberRow;
}

export async function findApiTokenById(db: Database, id: string): Promise<OwnedApiToken | undefined> {
  const [row] = await db
    .select({ token: apiTokens, member: members, isExpired })
    .from(apiTokens)
    .innerJoin(members, eq(members.id, apiTokens.memberId))
    .where(eq(apiTokens.id, id))
    .limit(1);
  return row && { token: { ...row.token, isExpired: row.isExpired }, member: row.member };
}

export async function countLiveTokens(db: Database, memberId: string): Promise<number> {
  const [row] = await db.select({ count: count() }).from(apiTokens).where(isLive(memberId));
  return row?.count ?? 0;
}

/** Whether one of the member's working tokens has this name, ignoring case. */
export async function isTokenNameTaken(db: Database, memberId: string, name: string): Promise<boolean> {
  const hasName = sql`lower(${apiTokens.name}) = lower(${name})`;
  const rows = await db
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(and(isLive(memberId), hasName))
    .limit(1);
  return rows.length > 0;
}

/**
 * Revokes a token. Changes nothing if the token is already revoked.
 * @param by the email address of the member who revokes the token
 * @returns whether this call revoked the token
 */
export const revokeApiToken = async (db: Database, id: string, by: string): Promise<boolean> =>
  (await setRevoked(db, eq(apiTokens.id, id), by)).length > 0;

/** Revokes all of a member's tokens, because the member was disabled. @returns the revoked tokens */
export const revokeMemberTokens = (
  db: Database,
  memberId: string,
  by: string | null,
): Promise<RevokedToken[]> => setRevoked(db, eq(apiTokens.memberId, memberId), by);

/**
 * Revokes a member's tokens that have any of these scopes, because the member's role no longer allows these
 * scopes.
 * @returns the revoked tokens
 */
export async function revokeTokensWithScopes(
  db: Database,
  memberId: string,
  scopes: readonly TokenScope[],
  by: string | null,
): Promise<RevokedToken[]> {
  if (scopes.length === 0) return [];
  const hasScope = arrayOverlaps(apiTokens.scopes, [...scopes]);
  return setRevoked(db, and(eq(apiTokens.memberId, memberId), hasScope), by);
}

export type RevokedToken = Pick<ApiTokenRow, 'id' | 'name'>;

const setRevoked = (db: Database, condition: SQL | undefined, by: string | null): Promise<RevokedToken[]> =>
  db
    .update(apiTokens)
    .set({ revokedAt: sql`now()`, revokedBy: by })
    .where(and(condition, isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id, name: apiTokens.name });

/** Deletes tokens that expired or were revoked more than KEEP_DAYS ago. */
export async function deleteEndedTokens(db: Database): Promise<void> {
  const limit = sql`now() - ${days(KEEP_DAYS)}`;
  await db.delete(apiTokens).where(or(lt(apiTokens.expiresAt, limit), lt(apiTokens.revokedAt, limit)));
}
