/** Campaign titles. A campaign keeps the template name that it was first seen under. */
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
 * Template names by campaign id. Reads the stored names in one query.
 * @param currentNames names of the listed templates by template id
 * @param storeNew whether campaigns without a stored name keep the current one from now on. Only for members, so that a
 * guest's page view writes nothing.
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
