/**
 * Names that pages show instead of ids. Each function omits unknown names, returns an empty map for
 * non-members, and never throws.
 */
import 'server-only';
import { cachedNames } from '#lib/index/names.ts';
import { lookUpOwners } from '#lib/index/owners.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';
import { authorize } from './authorize.ts';

export interface CampaignOwner {
  readonly customerId: number;
  readonly email: string | undefined;
}

/** How long a page waits while owners that aren't in the owner index are looked up. */
const MAX_WAIT_MS = 2_000;

export async function listTemplateNames(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listTemplates')).ok ? cachedNames('templates') : new Map();
}

export async function listCustomerEmails(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listCustomers')).ok ? cachedNames('customers') : new Map();
}

/** Returns a map of the given campaign ids to the campaigns' owners. */
export async function findCampaignOwners(
  ids: readonly number[],
): Promise<ReadonlyMap<number, CampaignOwner>> {
  if (!(await authorize('getCustomerCampaign')).ok) return new Map();
  const [owners, emails] = await Promise.all([
    lookUpOwners(ids, pageReadDeadline().within(MAX_WAIT_MS)),
    cachedNames('customers'),
  ]);
  return new Map([...owners].map(([id, customerId]) => [id, { customerId, email: emails.get(customerId) }]));
}
