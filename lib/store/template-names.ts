import 'server-only';
import { and, inArray, isNotNull } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { indexedCampaigns } from './schema/campaign-index.ts';

/**
 * Returns the template name that each campaign had when Mailroom first saw the campaign, keyed by campaign
 * id.
 */
export async function queryFirstTemplateNames(
  db: Database,
  campaignIds: readonly number[],
): Promise<Map<number, string>> {
  if (campaignIds.length === 0) return new Map();
  const { campaignId, firstTemplateName } = indexedCampaigns;
  const rows = await db
    .select({ campaignId, name: firstTemplateName })
    .from(indexedCampaigns)
    .where(and(inArray(campaignId, [...campaignIds]), isNotNull(firstTemplateName)));
  return new Map(rows.flatMap(({ campaignId: id, name }) => (name === null ? [] : [[id, name] as const])));
}
