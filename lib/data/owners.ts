import 'server-only';
import { cachedNames } from '#lib/owners/listings.ts';
import { lookUpOwners } from '#lib/owners/owner-index.ts';
import { pageDeadline } from '#lib/upstream/responsiveness.ts';
import { authorize } from './authorize.ts';

export interface CampaignOwner {
  readonly customerId: number;
  readonly email: string | undefined;
}

const PATIENCE_MS = 2_000;

/** Whose campaigns these are, as far as it is known or found within two seconds; the others are left out. */
export async function findCampaignOwners(ids: readonly number[]): Promise<ReadonlyMap<number, CampaignOwner>> {
  if (!(await authorize('getCustomerCampaign')).ok) return new Map();
  const [owners, emails] = await Promise.all([
    lookUpOwners(ids, pageDeadline().within(PATIENCE_MS)),
    cachedNames('customers'),
  ]);
  return new Map([...owners].map(([id, customerId]) => [id, { customerId, email: emails.get(customerId) }]));
}
