import 'server-only';
import { inArray } from 'drizzle-orm';
import type { Database } from '#lib/database/open.ts';
import { campaignTemplateNames } from './schema/campaigns.ts';

/**
 * Returns the template name that each campaign had when Mailroom first saw the campaign, keyed by campaign
 * id.
 */
export async function queryFirstTemplateNames(
  db: Database,
  campaignIds: readonly number[],
): Promise<Map<number, string>> {
  if (campaignIds.length === 0) return new Map();
  const rows = await db
    .select({ campaignId: campaignTemplateNames.campaignId, name: campaignTemplateNames.name })
    .from(campaignTemplateNames)
    .where(inArray(campaignTemplateNames.campaignId, [...campaignIds]));
  return new Map(rows.map(({ campaignId, name }) => [campaignId, name]));
}

export type FirstTemplateName = Pick<
  typeof campaignTemplateNames.$inferInsert,
  'campaignId' | 'templateId' | 'name'
>;

/** Stores template names for campaigns without a stored template name. */
export async function insertFirstTemplateNames(
  db: Database,
  names: readonly FirstTemplateName[],
): Promise<void> {
  if (names.length === 0) return;
  await db
    .insert(campaignTemplateNames)
    .values([...names])
    .onConflictDoNothing();
}
