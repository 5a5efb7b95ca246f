import 'server-only';
import type { TemplateName } from '#lib/domain/template-name.ts';
import { type CampaignTemplate, resolveTemplateNames } from '#lib/index/template-names.ts';
import { store } from '#lib/store/open.ts';
import { authorize } from './authorize.ts';

/**
 * Returns the names of the campaigns' templates, by campaign id. Returns an empty map for non-members.
 * @param currentNames the names from listTemplateNames
 */
export async function readTemplateNames(
  campaigns: readonly CampaignTemplate[],
  currentNames: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, TemplateName>> {
  if (!(await authorize('listTemplates')).ok) return new Map();
  return resolveTemplateNames(await store(), campaigns, currentNames);
}
