/**
 * Names that pages show instead of ids. Each function omits unknown names, returns an empty map for
 * non-members, and never throws.
 */
import 'server-only';
import { cachedNames } from '#lib/index/names.ts';
import { lookUpOwner, lookUpOwners } from '#lib/index/owners.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';
import { authorize } from './authorize.ts';

export interface CampaignOwner {
  readonly customerId: number;
  readonly email: string | undefined;
}

/** How long a campaign's page waits while all customers are searched for the campaign. */
const MAX_WAIT_MS = 2_000;

export async function listTemplateNames(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listTemplates')).ok ? cachedNames('templates') : new Map();
}

export async function listCustomerEmails(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listCustomers')).ok ? cachedNames('customers') : new Map();
}

/** Returns the customers of those campaigns that are in the campaign index. */
export async function findCampaignOwners(
  ids: readonly number[],
): Promise<ReadonlyMap<number, CampaignOwner>> {
  if (!(await authorize('getCustomerCampaign')).ok) return new Map();
  const [owners, emails] = await Promise.all([lookUpOwners(ids), cachedNames('customers')]);
  return new Map([...owners].map(([id, customerId]) => [id, { customerId, email: emails.get(customerId) }]));
}

/** Returns the campaign's customer. Searches all customers if the campaign index doesn't contain the customer. */
export async function findCampaignOwner(id: number): Promise<CampaignOwner | undefined> {
  if (!(await authorize('getCustomerCampaign')).ok) return undefined;
  const [customerId, emails] = await Promise.all([
    lookUpOwner(id, pageReadDeadline().within(MAX_WAIT_MS)),
    cachedNames('customers'),
  ]);
  return customerId === undefined ? undefined : { customerId, email: emails.get(customerId) };
}
