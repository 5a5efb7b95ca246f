import 'server-only';
import {
  and,
  countDistinct,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNull,
  max,
  type SQL,
  sql,
} from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '#lib/database/open.ts';
import { addDecidedContent } from './decided-contents.ts';
import { guestDecisions, memberDecisions } from './schema/decisions.ts';
import { shareLinks, shareVisits } from './schema/share-links.ts';

export type ShareLinkRow = typeof shareLinks.$inferSelect;
export type DecisionRow = typeof guestDecisions.$inferSelect;
export type NewShareLink = Omit<typeof shareLinks.$inferInsert, 'id' | 'createdAt' | 'revokedAt'>;
export type NewDecision = Omit<typeof guestDecisions.$inferInsert, 'id' | 'at' | 'verifiedAt' | 'reportedAt'>;

const isLive = and(isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, sql`now()`));

export async function insertShareLink(db: Database, link: NewShareLink): Promise<ShareLinkRow> {
  const [row] = await db.insert(shareLinks).values(link).returning();
  if (!row) throw new Error('The inserted share link was not returned.');
  return row;
}

/**
 * Finds a link that is neither revoked nor expired, according to the database's clock. Every call makes one
 * index lookup, so its timing doesn't reveal whether a link exists.
 */
export async function findLiveShareLink(db: Database, tokenHash: string): Promise<ShareLinkRow | undefined> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.tokenHash, tokenHash), isLive))
    .limit(1);
  return row;
}

/** Returns all of a campaign's links, including revoked and expired ones, newest first. */
export function queryShareLinks(db: Database, campaignId: number): Promise<ShareLinkRow[]> {
  return db
    .select()
    .from(shareLinks)
    .where(eq(shareLinks.campaignId, campaignId))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
}

/** @returns false if the link doesn't exist or was already revoked */
export async function markShareLinkRevoked(db: Database, id: string, campaignId: number): Promise<boolean> {
  const rows = await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.id, id), eq(shareLinks.campaignId, campaignId), isNull(shareLinks.revokedAt)))
    .returning({ id: shareLinks.id });
  return rows.length > 0;
}

/** @param visitor the visitor's network, never the full IP address */
export async function incrementVisits(db: Database, shareLinkId: string, visitor: string): Promise<void> {
  await db
    .insert(shareVisits)
    .values({ shareLinkId, visitor, hour: sql`date_trunc('hour', now())` })
    .onConflictDoUpdate({
      target: [shareVisits.shareLinkId, shareVisits.visitor, shareVisits.hour],
      set: { times: sql`${shareVisits.times} + 1`, lastAt: sql`now()` },
    });
}

/** Omits links without views. */
export function queryVisitTotals(db: Database, shareLinkIds: readonly string[]) {
  return db
    .select({
      shareLinkId: shareVisits.shareLinkId,
      times: sql<number>`sum(${shareVisits.times})::int`,
      networks: countDistinct(shareVisits.visitor),
      lastAt: max(shareVisits.lastAt),
    })
    .from(shareVisits)
    .where(inArray(shareVisits.shareLinkId, [...shareLinkIds]))
    .groupBy(shareVisits.shareLinkId);
}

/** Returns the link's visits, newest first. */
export function queryVisits(db: Database, shareLinkId: string, limit: number) {
  return db
    .select()
    .from(shareVisits)
    .where(eq(shareVisits.shareLinkId, shareLinkId))
    .orderBy(desc(shareVisits.lastAt))
    .limit(limit);
}

export async function insertDecision(
  db: Database,
  decision: NewDecision & {
    readonly verifiedAt?: Date | SQL | null;
    readonly reportedAt?: Date | SQL | null;
  },
): Promise<DecisionRow> {
  const [row] = await db.insert(guestDecisions).values(decision).returning();
  if (!row) throw new Error('The inserted decision was not returned.');
  await addDecidedContent(db, decision);
  return row;
}

export type LabeledDecisionRow = DecisionRow & { readonly linkLabel: string };

const labeledDecisions = (db: Database) =>
  db
    .select({ ...getTableColumns(guestDecisions), linkLabel: shareLinks.label })
    .from(guestDecisions)
    .innerJoin(shareLinks, eq(shareLinks.id, guestDecisions.shareLinkId));

const newestDecision = [desc(guestDecisions.at), desc(guestDecisions.id)] as const;

/** Returns all decisions about these campaigns, newest first. */
export function queryDecisions(db: Database, campaignIds: readonly number[]): Promise<LabeledDecisionRow[]> {
  return labeledDecisions(db)
    .where(inArray(guestDecisions.campaignId, [...campaignIds]))
    .orderBy(...newestDecision);
}

/**
 * Returns the campaigns that a guest or a member has decided about since the given time, sorted by latest
 * decision, newest first. Each campaign is listed once.
 */
export async function queryLastDecidedCampaigns(db: Database, since: Date, limit: number): Promise<number[]> {
  const selectRecent = (table: typeof guestDecisions | typeof memberDecisions) =>
    db.select({ id: table.campaignId, at: table.at }).from(table).where(gt(table.at, since));
  const recent = unionAll(selectRecent(guestDecisions), selectRecent(memberDecisions)).as('recent');
  const rows = await db
    .select({ id: recent.id })
    .from(recent)
    .groupBy(recent.id)
    .orderBy(desc(sql`max(${recent.at})`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findShareLink(
  db: Database,
  id: string,
  campaignId: number,
): Promise<ShareLinkRow | undefined> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), eq(shareLinks.campaignId, campaignId)))
    .limit(1);
  return row;
}
