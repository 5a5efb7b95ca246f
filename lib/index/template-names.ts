/**
 * Finds the template names to show in campaign titles. A campaign keeps the name that its template had when
 * Mailroom first saw the campaign.
 */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import type { TemplateName } from '#lib/domain/template-name.ts';
import { queryFirstTemplateNames } from '#lib/store/template-names.ts';

export type CampaignTemplate = Pick<Campaign, 'id' | 'template_id'>;

/**
 * Reads template names, keyed by campaign id, in one query.
 * @param currentNames the current template names, keyed by template id
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
  return new Map(
    campaigns.map(({ id, template_id: templateId }) => {
      const current =
        templateId === undefined ? undefined : currentNames.get(templateId)?.trim() || undefined;
      return [id, { first: stored.get(id) ?? current, current }];
    }),
  );
}
