/**
 * Names that pages show instead of ids. The functions leave out unknown names, return an empty map for
 * non-members, and never throw.
 */
import 'server-only';
import { cachedNames } from '#lib/owners/listings.ts';
import { lookUpOwners } from '#lib/owners/owner-index.ts';
import { pageReadDeadline } from '#lib/upstream/responsiveness.ts';
import { authorize } from './authorize.ts';

export interface CampaignOwner {
  readonly customerId: number;
  readonly email: string | undefined;
}

/** How long to wait for owners that aren't in the index. */
const MAX_WAIT_MS = 2_000;

/** Lists template names by id. */
export async function listTemplateNames(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listTemplates')).ok ? cachedNames('templates') : new Map();
}

/** Lists customers' email addresses by id. */
export async function listCustomerEmails(): Promise<ReadonlyMap<number, string>> {
  return (await authorize('listCustomers')).ok ? cachedNames('customers') : new Map();
}

/** Finds these campaigns' owners, by campaign id. */
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
