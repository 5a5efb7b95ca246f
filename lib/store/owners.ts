/** Reads and writes the customers of campaigns in the campaign index. */
import 'server-only';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns, indexedCustomers } from './schema/campaign-index.ts';

/** Returns customer ids, keyed by campaign id, for campaigns whose customer is known. */
export async function findOwners(db: Database, campaignIds: readonly number[]): Promise<Map<number, number>> {
  if (campaignIds.length === 0) return new Map();
  const { campaignId, customerId } = indexedCampaigns;
  const rows = await db
    .select({ campaignId, customerId: sql<number>`${customerId}`.mapWith(Number) })
    .from(indexedCampaigns)
    .where(and(inArray(campaignId, [...campaignIds]), isNotNull(customerId)));
  return new Map(rows.map((row) => [row.campaignId, row.customerId]));
}

/** Stores the customer to whom these campaigns belong. Replaces earlier entries. */
export async function saveOwners(
  db: Database,
  customerId: number,
  campaignIds: readonly number[],
): Promise<void> {
  if (campaignIds.length === 0) return;
  const customerEmail = sql<string | null>`(
    select ${indexedCustomers.email} from ${indexedCustomers} where ${indexedCustomers.customerId} = ${customerId}
  )`;
  // Two transactions that insert the same campaigns in the same order can't deadlock.
  const ids = [...new Set(campaignIds)].sort((a, b) => a - b);
  await db
    .insert(indexedCampaigns)
    .values(ids.map((campaignId) => ({ campaignId, customerId, customerEmail })))
    .onConflictDoUpdate({
      target: indexedCampaigns.campaignId,
      set: { customerId: sql`excluded.customer_id`, customerEmail: sql`excluded.customer_email` },
    });
}

/** Forgets a campaign's customer. */
export async function deleteOwner(db: Database, campaignId: number): Promise<void> {
  await db
    .update(indexedCampaigns)
    .set({ customerId: null, customerEmail: null })
    .where(eq(indexedCampaigns.campaignId, campaignId));
}
