import 'server-only';
import type { ListView } from '#components/campaigns/campaign-list.tsx';
import { listCampaigns } from '#lib/data/campaigns.ts';
import { customers, templateNames } from '#lib/data/names.ts';
import { ownersOf } from '#lib/data/owners.ts';
import { serviceNow } from '#lib/data/service.ts';
import type { CampaignQuery } from '#lib/format/campaign-query.ts';
import { type Outcome, ok } from '#lib/outcome.ts';

/** A page of the list with the names of its templates and customers. */
export async function readList({ filters }: CampaignQuery, zone: string): Promise<Outcome<ListView>> {
  const [list, templates] = await Promise.all([listCampaigns(filters), templateNames()]);
  if (!list.ok) return list;
  const ids = list.value.items.map(({ id }) => id);
  const { customer_id } = filters;
  const emails = customer_id === undefined ? await emailsOf(ids) : await emailOfAll(ids, customer_id);
  return ok({ page: list.value, templates, customers: emails, zone, now: serviceNow() });
}

async function emailsOf(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const owners = await ownersOf(ids);
  return new Map([...owners].flatMap(([id, { email }]) => (email === undefined ? [] : [[id, email]])));
}

async function emailOfAll(ids: readonly number[], customerId: number): Promise<ReadonlyMap<number, string>> {
  const email = (await customers()).get(customerId);
  return new Map(email === undefined ? [] : ids.map((id) => [id, email]));
}
