/**
 * Members' open share links, invitations, API tokens, and calendar feeds. If a member loses permission to
 * have links, invitations, tokens, or feeds, the open ones are revoked in the same transaction. Share links can also be
 * transferred to another member.
 */
import 'server-only';
import { and, asc, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { scopesOfRole, TOKEN_SCOPES } from '#lib/domain/api-token.ts';
import { isAllowed, type Permission } from '#lib/domain/permissions.ts';
import { type RevokedToken, revokeMemberTokens, revokeTokensWithScopes } from './api-tokens.ts';
import { type DeletedFeed, deleteMemberFeeds } from './calendar-feeds.ts';
import { transferDecisionDigests } from './decision-digests.ts';
import { type JobRow, stopLostJobs } from './jobs.ts';
import { invitations } from './schema/invitations.ts';
import { members } from './schema/members.ts';
import { shareLinks } from './schema/share-links.ts';

type MemberRow = typeof members.$inferSelect;
type LinkRow = typeof shareLinks.$inferSelect;
type InvitationRow = typeof invitations.$inferSelect;

/** The open share links, invitations, API tokens, and calendar feeds that were taken from a member. */
export interface RevokedAccess {
  readonly revokedLinks: readonly LinkRow[];
  readonly transferredLinks: readonly LinkRow[];
  /** The member who took over the transferred links. */
  readonly recipient: MemberRow | null;
  readonly revokedInvitations: readonly InvitationRow[];
  readonly revokedTokens: readonly RevokedToken[];
  readonly deletedFeeds: readonly DeletedFeed[];
  readonly stoppedJobs: readonly JobRow[];
}

export const NO_REVOKED_ACCESS: RevokedAccess = {
  revokedLinks: [],
  transferredLinks: [],
  recipient: null,
  revokedInvitations: [],
  revokedTokens: [],
  deletedFeeds: [],
  stoppedJobs: [],
};

const isOpenLinkOf = (memberId: string) =>
  and(eq(shareLinks.memberId, memberId), isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, sql`now()`));

const isOpenInvitationBy = (email: string) =>
  and(
    eq(invitations.by, email),
    isNotNull(invitations.email),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
  );

const hasPermission = ({ role, disabledAt }: MemberRow, permission: Permission): boolean =>
  disabledAt === null && isAllowed(role, permission);

/** Returns the member's open share links, newest first. */
export const queryOpenLinksOf = (db: Database, memberId: string): Promise<LinkRow[]> =>
  db
    .select()
    .from(shareLinks)
    .where(isOpenLinkOf(memberId))
    .orderBy(sql`${shareLinks.createdAt} desc`, asc(shareLinks.id));

/** Returns the invitations that the member sent and that haven't been used or revoked, oldest first. */
export const queryOpenInvitationsBy = (db: Database, email: string): Promise<InvitationRow[]> =>
  db
    .select()
    .from(invitations)
    .where(isOpenInvitationBy(email))
    .orderBy(asc(invitations.createdAt), asc(invitations.id));

/**
 * Locks a member's row until the transaction ends, so that the member can't lose permission before then.
 * @returns the member, or undefined if the member doesn't have permission
 */
export async function lockMemberWithPermission(
  tx: Database,
  memberId: string,
  permission: Permission,
): Promise<MemberRow | undefined> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId)).for('share');
  return member && hasPermission(member, permission) ? member : undefined;
}

interface RevocationOptions {
  /** The member who takes over the share links. By default, the links are revoked. */
  readonly recipient?: MemberRow | undefined;
  /** The email address of the admin who changes the member. Null if the change isn't made by an admin. */
  readonly by?: string | null;
  /**
   * Whether to revoke all of the member's API tokens and calendar feeds, including those that the member could
   * otherwise keep.
   */
  readonly revokesAllTokens?: boolean;
}

/**
 * Revokes or transfers the open share links, invitations, API tokens, and calendar feeds that a member is no
 * longer allowed to have, and stops the bulk jobs that the member is no longer allowed to carry out. Must be
 * called in the transaction that changes the member, after the change.
 */
export async function revokeLostAccess(
  tx: Database,
  member: MemberRow,
  { recipient, by = null, revokesAllTokens = false }: RevocationOptions = {},
): Promise<RevokedAccess> {
  const links = hasPermission(member, 'shareCampaign')
    ? []
    : await revokeOrTransferLinks(tx, member.id, recipient);
  const revokesAll = revokesAllTokens || member.disabledAt !== null;
  return {
    revokedLinks: recipient ? [] : links,
    transferredLinks: recipient ? links : [],
    recipient: recipient ?? null,
    revokedInvitations: hasPermission(member, 'manageTeam')
      ? []
      : await revokeInvitationsBy(tx, member.email),
    revokedTokens: revokesAll
      ? await revokeMemberTokens(tx, member.id, by)
      : await revokeTokensBeyondRole(tx, member, by),
    // Every role can read the calendar.
    deletedFeeds: revokesAll ? await deleteMemberFeeds(tx, member.id) : [],
    stoppedJobs: await stopLostJobs(tx, member),
  };
}

/** @returns the links that were revoked or transferred */
async function revokeOrTransferLinks(
  tx: Database,
  memberId: string,
  recipient?: MemberRow,
): Promise<LinkRow[]> {
  const change = recipient ? { memberId: recipient.id } : { revokedAt: sql`now()` };
  const links = await tx.update(shareLinks).set(change).where(isOpenLinkOf(memberId)).returning();
  if (recipient) await transferDecisionDigests(tx, memberId, links);
  return links;
}

/** Revokes a former admin's invitations, so that the former admin can't accept one to regain access. */
const revokeInvitationsBy = (tx: Database, email: string): Promise<InvitationRow[]> =>
  tx.update(invitations).set({ revokedAt: sql`now()` }).where(isOpenInvitationBy(email)).returning();

/**
 * Revokes the API tokens whose scopes exceed the member's role, so that the tokens don't regain permissions if
 * the member is promoted later.
 * @returns the revoked tokens
 */
async function revokeTokensBeyondRole(
  tx: Database,
  { id, role }: MemberRow,
  by: string | null,
): Promise<RevokedToken[]> {
  const allowed = new Set(scopesOfRole(role));
  const lost = TOKEN_SCOPES.filter((scope) => !allowed.has(scope));
  return revokeTokensWithScopes(tx, id, lost, by);
}
