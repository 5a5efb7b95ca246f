import 'server-only';
import { and, countDistinct, desc, eq, getTableColumns, gt, inArray, isNull, max, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { shareDecisions, shares, shareVisits } from './schema.ts';

export type ShareRow = typeof shares.$inferSelect;
export type DecisionRow = typeof shareDecisions.$inferSelect;
export type NewShare = Omit<typeof shares.$inferInsert, 'id' | 'createdAt' | 'revokedAt'>;
export type NewDecision = Omit<typeof shareDecisions.$inferInsert, 'id' | 'at'>;

const isLive = and(isNull(shares.revokedAt), gt(shares.expiresAt, sql`now()`));

export async function addShare(db: Database, share: NewShare): Promise<ShareRow> {
  const [row] = await db.insert(shares).values(share).returning();
  if (!row) throw new Error('An inserted share did not come back.');
  return row;
}

/** Neither revoked nor expired, by the database's clock. One look at an index, whatever the hash. */
export async function liveShare(db: Database, tokenHash: string): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(shares)
    .where(and(eq(shares.tokenHash, tokenHash), isLive))
    .limit(1);
  return row;
}

/** Newest first; those that are over too. */
export function sharesOf(db: Database, campaignId: number): Promise<ShareRow[]> {
  return db
    .select()
    .from(shares)
    .where(eq(shares.campaignId, campaignId))
    .orderBy(desc(shares.createdAt), desc(shares.id));
}

/** @returns whether it was there and not revoked before */
export async function revokeShare(db: Database, id: string, campaignId: number): Promise<boolean> {
  const rows = await db
    .update(shares)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(shares.id, id), eq(shares.campaignId, campaignId), isNull(shares.revokedAt)))
    .returning({ id: shares.id });
  return rows.length > 0;
}

/** @param visitor the visitor's network, never the whole address */
export async function countVisit(db: Database, shareId: string, visitor: string): Promise<void> {
  await db
    .insert(shareVisits)
    .values({ shareId, visitor, hour: sql`date_trunc('hour', now())` })
    .onConflictDoUpdate({
      target: [shareVisits.shareId, shareVisits.visitor, shareVisits.hour],
      set: { times: sql`${shareVisits.times} + 1`, lastAt: sql`now()` },
    });
}

/** How often each of these was looked at altogether; those that nobody looked at are left out. */
export function visitTotals(db: Database, shareIds: readonly string[]) {
  return db
    .select({
      shareId: shareVisits.shareId,
      times: sql<number>`sum(${shareVisits.times})::int`,
      networks: countDistinct(shareVisits.visitor),
      lastAt: max(shareVisits.lastAt),
    })
    .from(shareVisits)
    .where(inArray(shareVisits.shareId, [...shareIds]))
    .groupBy(shareVisits.shareId);
}

/** Newest first. */
export function visitsOf(db: Database, shareId: string, limit: number) {
  return db
    .select()
    .from(shareVisits)
    .where(eq(shareVisits.shareId, shareId))
    .orderBy(desc(shareVisits.lastAt))
    .limit(limit);
}

export async function addDecision(db: Database, decision: NewDecision): Promise<DecisionRow> {
  const [row] = await db.insert(shareDecisions).values(decision).returning();
  if (!row) throw new Error('An inserted decision did not come back.');
  return row;
}

/** A decision, and the label of the link that it was made through. */
export type DecidedRow = DecisionRow & { readonly through: string };

const decided = (db: Database) =>
  db
    .select({ ...getTableColumns(shareDecisions), through: shares.label })
    .from(shareDecisions)
    .innerJoin(shares, eq(shares.id, shareDecisions.shareId));

const newestDecision = [desc(shareDecisions.at), desc(shareDecisions.id)] as const;

/** Of these campaigns, newest first. */
export function decisionsThrough(db: Database, campaignIds: readonly number[]): Promise<DecidedRow[]> {
  return decided(db)
    .where(inArray(shareDecisions.campaignId, [...campaignIds]))
    .orderBy(...newestDecision);
}

/** The campaigns that were decided about last, each once, the newest decision first. */
export async function lastDecided(db: Database, since: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: shareDecisions.campaignId })
    .from(shareDecisions)
    .where(gt(shareDecisions.at, since))
    .groupBy(shareDecisions.campaignId)
    .orderBy(desc(sql`max(${shareDecisions.at})`))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function findShare(db: Database, id: string, campaignId: number): Promise<ShareRow | undefined> {
  const [row] = await db
    .select()
    .from(shares)
    .where(and(eq(shares.id, id), eq(shares.campaignId, campaignId)))
    .limit(1);
  return row;
}
