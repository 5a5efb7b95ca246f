import 'server-only';
import { keptNames } from '#lib/owners/listings.ts';
import { lookUpOwners } from '#lib/owners/owner-index.ts';
import { pageDeadline } from '#lib/upstream/responsiveness.ts';
import { authorize } from './authorize.ts';

export interface Owner {
  readonly customerId: number;
  readonly email: string | undefined;
}

const PATIENCE_MS = 2_000;

/** Whose campaigns these are, as far as it is known or found within two seconds; the others are left out. */
export async function ownersOf(ids: readonly number[]): Promise<ReadonlyMap<number, Owner>> {
  if (!(await authorize('getCustomerCampaign')).ok) return new Map();
  const [owners, emails] = await Promise.all([
    lookUpOwners(ids, pageDeadline().within(PATIENCE_MS)),
    keptNames('customers'),
  ]);
  return new Map([...owners].map(([id, customerId]) => [id, { customerId, email: emails.get(customerId) }]));
}
