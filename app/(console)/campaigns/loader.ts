import 'server-only';
import type { ListView } from '#components/campaigns/campaign-list.tsx';
import type { CampaignsProps } from '#components/campaigns/campaigns.tsx';
import { countCampaigns, listCampaigns } from '#lib/data/campaigns.ts';
import { templateNames } from '#lib/data/names.ts';
import { type Owner, ownersOf } from '#lib/data/owners.ts';
import { serviceNow } from '#lib/data/service.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import type { CampaignQuery } from '#lib/forms/campaign-query.ts';

/** A page of the list and how many there are in each status, unless the filters can't be asked as they are. */
export async function loadCampaigns(query: CampaignQuery, zone: string): Promise<CampaignsProps> {
  if (Object.keys(query.errors).length > 0) return { query, list: undefined, counts: {} };
  const [list, counts] = await Promise.all([readList(query, zone), countCampaigns(query.filters)]);
  return { query, list, counts: counts.ok ? counts.value : {} };
}

/** With the names of its templates and customers; of one customer, whose they are is said above the list. */
async function readList({ filters }: CampaignQuery, zone: string): Promise<Outcome<ListView>> {
  const [list, templates] = await Promise.all([listCampaigns(filters), templateNames()]);
  if (!list.ok) return list;
  const ids = list.value.items.map(({ id }) => id);
  const owners = await (filters.customer_id === undefined ? ownersOf(ids) : new Map<number, Owner>());
  const customers = new Map(
    [...owners].flatMap(([id, { email }]) => (email === undefined ? [] : [[id, email]])),
  );
  return ok({ page: list.value, templates, customers, zone, now: serviceNow() });
}
