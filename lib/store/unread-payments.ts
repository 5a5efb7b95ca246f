/** Finds the sent campaigns whose checkout has to be read, so that the index knows what was paid. */
import 'server-only';
import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';
import { isPaymentUnread } from './schema/spending-columns.ts';

/**
 * Returns the campaigns that aren't drafts, and whose checkout hasn't been read since they last changed, newest first.
 * Sending a campaign changes it, so the amount paid for sending it is read at least once.
 */
export async function listUnreadPayments(db: Database, limit: number): Promise<readonly number[]> {
  const { campaignId, createdAt } = indexedCampaigns;
  const rows = await db
    .select({ campaignId })
    .from(indexedCampaigns)
    .where(isPaymentUnread(indexedCampaigns))
    .orderBy(desc(createdAt), desc(campaignId))
    .limit(limit);
  return rows.map((row) => row.campaignId);
}

/** Records that the mail service has no checkout for the campaign. Amounts that were read earlier are kept. */
export async function recordMissingCheckout(db: Database, campaignId: number): Promise<void> {
  await db
    .update(indexedCampaigns)
    .set({ checkoutReadAt: sql`now()` })
    .where(eq(indexedCampaigns.campaignId, campaignId));
}
