/**
 * Finds the template names to show in campaign titles. A campaign keeps the name that its template had when
 * Mailroom first saw the campaign.
 */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import type { TemplateName } from '#lib/domain/template-name.ts';
import {
  type FirstTemplateName,
  insertFirstTemplateNames,
  queryFirstTemplateNames,
} from '#lib/store/template-names.ts';

export type CampaignTemplate = Pick<Campaign, 'id' | 'template_id'>;

/**
 * Reads template names, keyed by campaign id, in one query.
 * @param currentNames the current template names, keyed by template id
 * @param storeNew whether to store current names for campaigns without a stored name. True only for members,
 * so that a guest's page view doesn't write to the database.
 */
export async function resolveTemplateNames(
  db: Database,
  campaigns: readonly CampaignTemplate[],
  currentNames: ReadonlyMap<number, string>,
  { storeNew = false }: { readonly storeNew?: boolean } = {},
): Promise<ReadonlyMap<number, TemplateName>> {
  const ids = campaigns.map(({ id }) => id);
  const stored = await queryFirstTemplateNames(db, ids);
  const names = new Map<number, TemplateName>();
  const unstored: FirstTemplateName[] = [];
  for (const { id, template_id: templateId } of campaigns) {
    const current = templateId === undefined ? undefined : currentNames.get(templateId)?.trim() || undefined;
    names.set(id, { first: stored.get(id) ?? current, current });
    if (templateId === undefined || current === undefined || stored.has(id)) continue;
    unstored.push({ campaignId: id, templateId, name: current });
  }
  if (storeNew) await insertFirstTemplateNames(db, unstored);
  return names;
}
