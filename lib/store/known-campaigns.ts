/** Checks whether a response contains anything that isn't in the campaign index. */
import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import type { IndexedFields } from '#lib/domain/campaign-reading.ts';
import { indexedCampaigns as campaigns } from './schema/campaign-index.ts';

export interface CampaignVersion extends Pick<IndexedFields, 'status' | 'updatedAt'> {
  readonly campaignId: number;
}

/** Returns whether the index has all of these versions of this customer's campaigns. */
export async function areKnown(
  db: Database,
  customerId: number,
  versions: readonly CampaignVersion[],
): Promise<boolean> {
  if (versions.length === 0) return true;
  const { campaignId, status, updatedAt } = campaigns;
  const rows = await db
    .select({ campaignId, status, updatedAt })
    .from(campaigns)
    .where(
      and(
        inArray(
          campaignId,
          versions.map((version) => version.campaignId),
        ),
        eq(campaigns.customerId, customerId),
        campaigns.isListed,
      ),
    );
  const known = new Map(rows.map((row) => [row.campaignId, row]));
  return versions.every((version) => {
    const row = known.get(version.campaignId);
    return row?.status === version.status && (row?.updatedAt?.getTime() ?? null) === version.updatedAt;
  });
}
