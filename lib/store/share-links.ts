import 'server-only';
import { and, countDistinct, desc, eq, getTableColumns, gt, inArray, isNull, max, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { guestDecisions, shareLinks, shareVisits } from './schema.ts';

export type ShareRow = typeof shareLinks.$inferSelect;
export type DecisionRow = typeof guestDecisions.$inferSelect;
export type NewShare = Omit<typeof shareLinks.$inferInsert, 'id' | 'createdAt' | 'revokedAt'>;
export type NewDecision = Omit<typeof guestDecisions.$inferInsert, 'id' | 'at'>;

const isLive = and(isNull(shareLinks.revokedAt), gt(shareLinks.expiresAt, sql`now()`));

export async function addShare(db: Database, share: NewShare): Promise<ShareRow> {
  const [row] = await db.insert(shareLinks).values(share).returning();
  if (!row) throw new Error('An inserted share did not come back.');
  return row;
}

/** Neither revoked nor expired, by the database's clock. One look at an index, whatever the hash. */
export async function liveShare(db: Database, tokenHash: string): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.tokenHash, tokenHash), isLive))
    .limit(1);
  return row;
}

/** Newest first; those that are over too. */
export function sharesOf(db: Database, campaignId: number): Promise<ShareRow[]> {
  return db
    .select()
    .from(shareLinks)
    .where(eq(shareLinks.campaignId, campaignId))
    .orderBy(desc(shareLinks.createdAt), desc(shareLinks.id));
}

/** @returns whether it was there and not revoked before */
export async function revokeShare(db: Database, id: string, campaignId: number): Promise<boolean> {
  const rows = await db
    .update(shareLinks)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shareLinks.id, id), eq(shareLinks.campaignId, campaignId), isNull(shareLinks.revokedAt)))
    .returning({ id: shareLinks.id });
  return rows.length > 0;
}

/** @param visitor the visitor's network, never the whole address */
export async function countVisit(db: Database, shareLinkId: string, visitor: string): Promise<void> {
  await db
    .insert(shareVisits)
    .values({ shareLinkId, visitor, hour: sql`date_trunc('hour', now())` })
    .onConflictDoUpdate({
      target: [shareVisits.shareLinkId, shareVisits.visitor, shareVisits.hour],
      set: { times: sql`${shareVisits.times} + 1`, lastAt: sql`now()` },
    });
}

/** How often each of these was looked at altogether; those that nobody looked at are left out. */
export function visitTotals(db: Database, shareLinkIds: readonly string[]) {
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

/** Newest first. */
export function visitsOf(db: Database, shareLinkId: string, limit: number) {
  return db
    .select()
    .from(shareVisits)
    .where(eq(shareVisits.shareLinkId, shareLinkId))
    .orderBy(desc(shareVisits.lastAt))
    .limit(limit);
}

export async function addDecision(db: Database, decision: NewDecision): Promise<DecisionRow> {
  const [row] = await db.insert(guestDecisions).values(decision).returning();
  if (!row) throw new Error('An inserted decision did not come back.');
  return row;
}

/** A decision, and the label of the link that it was made through. */
export type DecidedRow = DecisionRow & { readonly through: string };

const decided = (db: Database) =>
  db
    .select({ ...getTableColumns(guestDecisions), through: shareLinks.label })
    .from(guestDecisions)
    .innerJoin(shareLinks, eq(shareLinks.id, guestDecisions.shareLinkId));

const newestDecision = [desc(guestDecisions.at), desc(guestDecisions.id)] as const;

/** Of these campaigns, newest first. */
export function decisionsThrough(db: Database, campaignIds: readonly number[]): Promise<DecidedRow[]> {
  return decided(db)
    .where(inArray(guestDecisions.campaignId, [...campaignIds]))
    .orderBy(...newestDecision);
}

/** The campaigns that were decided about last, each once, the newest decision first. */
export async function lastDecided(db: Database, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: guestDecisions.campaignId })
    .from(guestDecisions)
    .where(gt(guestDecisions.at, since))
    .groupBy(guestDecisions.campaignId)
    .orderBy(desc(sql`max(${guestDecisions.at})`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findShare(db: Database, id: string, campaignId: number): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(shareLinks)
    .where(and(eq(shareLinks.id, id), eq(shareLinks.campaignId, campaignId)))
    .limit(1);
  return row;
}
