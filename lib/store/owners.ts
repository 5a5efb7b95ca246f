import 'server-only';
import { eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { campaignOwners } from './schema/campaigns.ts';

/** Returns customer ids, keyed by campaign id, for campaigns whose owner is known. */
export async function findOwners(db: Database, campaignIds: readonly number[]): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(campaignOwners)
    .where(inArray(campaignOwners.campaignId, [...campaignIds]));
  return new Map(rows.map((row) => [row.campaignId, row.customerId]));
}

/** Stores the customer who owns these campaigns. Replaces earlier entries. */
export async function saveOwners(
  db: Database,
  customerId: number,
  campaignIds: readonly number[],
): Promise<void> {
  if (campaignIds.length === 0) return;
  await db
    .insert(campaignOwners)
    .values([...new Set(campaignIds)].map((campaignId) => ({ campaignId, customerId })))
    .onConflictDoUpdate({
      target: campaignOwners.campaignId,
      set: { customerId: sql`excluded.customer_id` },
    });
}

export async function deleteOwner(db: Database, campaignId: number): Promise<void> {
  await db.delete(campaignOwners).where(eq(campaignOwners.campaignId, campaignId));
}
