/** Makes Mailroom forget what it has read about campaigns, so that the sync reads everything again. */
import 'server-only';
import { and, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexSync } from './schema/campaign-index.ts';
import { campaignTotals } from './schema/campaign-totals.ts';
import { spendingSums } from './schema/spending.ts';

/**
 * Starts or restarts a rebuild. Until the rebuild ends, lists come from the mail service. The server that runs the sync
 * does the rest.
 */
export async function requestRebuild(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(indexSync);
    await tx.insert(indexSync).values({ name: 'rebuild', startedAt: sql`clock_timestamp()`, position: null });
  });
}

/** The values that mark a row as unread. Any later reading then replaces the row's contents. */
const UNREAD = { readAt: null, checkoutReadAt: null };

/**
 * Clears the times at which some campaigns were read, so that lists, search, and totals leave them out. Keeps
 * everything that the sync can't read again: titles, notes, customers, first template names, and what was
 * paid for campaigns that aren't drafts anymore.
 * @param after forgets only campaigns with a greater id
 * @returns the last campaign's id, or null if there were no campaigns
 */
export async function forgetReadings(db: Database, after: number, limit: number): Promise<number | null> {
  const { campaignId, readAt, checkoutReadAt } = indexedCampaigns;
  const rows = await db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(gt(campaignId, after))
    .orderBy(campaignId)
    .limit(limit);
  const ids = rows.map((row) => row.campaignId);
  if (ids.length === 0) return null;
  await db
    .update(indexedCampaigns)
    .set(UNREAD)
    .where(and(inArray(campaignId, ids), or(isNotNull(readAt), isNotNull(checkoutReadAt))));
  return ids.at(-1) ?? null;
}

/**
 * Sets all totals to zero. Also forgets the few readings that were recorded during the rebuild, because the totals
 * contain them.
 */
export async function forgetTotals(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Waits for other writers before this transaction locks any row, so that no deadlock is possible.
    await tx.execute(sql`lock table ${indexedCampaigns} in exclusive mode`);
    await tx.update(indexedCampaigns).set(UNREAD).where(eq(indexedCampaigns.isListed, true));
    await tx.delete(campaignTotals);
    await tx.delete(spendingSums);
  });
}
