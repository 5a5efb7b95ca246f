import type { DateSettings } from '#lib/format/dates.ts';
import 'server-only';
import type { CampaignBrowserProps } from '#components/campaigns/campaign-browser.tsx';
import type { CampaignListData } from '#components/campaigns/campaign-list.tsx';
import { countCampaigns, listCampaigns } from '#lib/data/campaigns.ts';
import { type CampaignOwner, findCampaignOwners, listTemplateNames } from '#lib/data/names.ts';
import { serviceNow } from '#lib/data/service.ts';
import { readTemplateNames } from '#lib/data/template-names.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';

/**
 * Loads one page of campaigns and the number of campaigns per status. Makes no calls if a filter is invalid.
 */
export async function loadCampaigns(
  query: CampaignQuery,
  dateSettings: DateSettings,
): Promise<CampaignBrowserProps> {
  if (Object.keys(query.errors).length > 0) return { query, list: undefined, counts: {} };
  const [list, counts] = await Promise.all([loadList(query, dateSettings), countCampaigns(query.filters)]);
  return { query, list, counts: counts.ok ? counts.value : {} };
}

/**
 * Loads one page of campaigns. Doesn't look up customers if the list is filtered by customer, because the
 * customer already appears above the list.
 */
async function loadList(
  { filters }: CampaignQuery,
  dateSettings: DateSettings,
): Promise<Outcome<CampaignListData>> {
  const [list, currentNames] = await Promise.all([listCampaigns(filters), listTemplateNames()]);
  if (!list.ok) return list;
  const ids = list.value.items.map(({ id }) => id);
  const [templateNames, owners] = await Promise.all([
    readTemplateNames(list.value.items, currentNames),
    filters.customer_id === undefined ? findCampaignOwners(ids) : new Map<number, CampaignOwner>(),
  ]);
  const customers = new Map(
    [...owners].flatMap(([id, { email }]) => (email === undefined ? [] : [[id, email]])),
  );
  return ok({ page: list.value, templateNames, customers, dateSettings, now: serviceNow() });
}
