import 'server-only';
import type { CampaignBrowserProps } from '#components/campaigns/campaign-browser.tsx';
import type { CampaignListData } from '#components/campaigns/campaign-list.tsx';
import { countCampaigns, listCampaigns } from '#lib/data/campaigns.ts';
import { listTemplateNames } from '#lib/data/names.ts';
import { type CampaignOwner, findCampaignOwners } from '#lib/data/owners.ts';
import { serviceNow } from '#lib/data/service.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';

/** A page of the list and how many there are in each status, unless the filters can't be asked as they are. */
export async function loadCampaigns(query: CampaignQuery, zone: string): Promise<CampaignBrowserProps> {
  if (Object.keys(query.errors).length > 0) return { query, list: undefined, counts: {} };
  const [list, counts] = await Promise.all([loadList(query, zone), countCampaigns(query.filters)]);
  return { query, list, counts: counts.ok ? counts.value : {} };
}

/** With the names of its templates and customers; of one customer, whose they are is said above the list. */
async function loadList({ filters }: CampaignQuery, zone: string): Promise<Outcome<CampaignListData>> {
  const [list, templates] = await Promise.all([listCampaigns(filters), listTemplateNames()]);
  if (!list.ok) return list;
  const ids = list.value.items.map(({ id }) => id);
  const owners = await (filters.customer_id === undefined ? findCampaignOwners(ids) : new Map<number, CampaignOwner>());
  const customers = new Map(
    [...owners].flatMap(([id, { email }]) => (email === undefined ? [] : [[id, email]])),
  );
  return ok({ page: list.value, templates, customers, zone, now: serviceNow() });
}
