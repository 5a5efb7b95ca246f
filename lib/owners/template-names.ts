/** Titles of campaigns: a campaign keeps the template name that it was first seen under. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import type { TemplateName } from '#lib/domain/template-name.ts';
import { insertFirstTemplateNames, queryFirstTemplateNames } from '#lib/store/template-names.ts';

export type CampaignTemplate = Pick<Campaign, 'id' | 'template_id'>;

/**
 * Template names by campaign id. Reads the stored names in one query, and stores those of campaigns that have none yet.
 * @param currentNames names of the listed templates by template id
 */
export async function resolveTemplateNames(
  db: Database,
  campaigns: readonly CampaignTemplate[],
  currentNames: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, TemplateName>> {
  const stored = await queryFirstTemplateNames(
    db,
    campaigns.map(({ id }) => id),
  );
  const resolved = campaigns.map(({ id, template_id: templateId }) => {
    const current = templateId === undefined ? undefined : currentNames.get(templateId)?.trim() || undefined;
    const isNew = !stored.has(id) && templateId !== undefined && current !== undefined;
    return {
      id,
      name: { first: stored.get(id) ?? current, current },
      toStore: isNew ? [{ campaignId: id, templateId, name: current }] : [],
    };
  });
  await insertFirstTemplateNames(
    db,
    resolved.flatMap(({ toStore }) => toStore),
  );
  return new Map(resolved.map(({ id, name }) => [id, name]));
}
