/**
 * Reads that are scoped to one customer (4.3). A campaign found through a customer's path belongs to that
 * customer.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Campaign } from '#lib/contract/resources.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { deleteOwner, saveOwners } from '#lib/store/owners.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';

export interface OwnedCampaign {
  readonly customerId: number;
  readonly campaign: Campaign;
}

/**
 * The owners that this process saved in the last minute. An owner that was saved recently isn't saved again.
 * Entries expire, because another server might save a different owner.
 */
const recentlySaved = singleton(
  'savedOwners',
  () => new LRUCache<number, number>({ max: 20_000, ttl: MINUTE_MS }),
);

/** Saves the customer as the owner of these campaigns, replacing any other owner in the index. */
export async function recordOwner(customerId: number, campaigns: readonly { id: number }[]): Promise<void> {
  const ids = campaigns.map(({ id }) => id).filter((id) => recentlySaved.get(id) !== customerId);
  if (ids.length === 0) return;
  await saveOwners(await store(), customerId, ids);
  for (const id of ids) recentlySaved.set(id, customerId);
}

/**
 * Removes a campaign's customer from the index. Used if the entry is wrong.
 */
export async function forgetOwner(id: number): Promise<void> {
  await deleteOwner(await store(), id);
  recentlySaved.delete(id);
}

/**
 * Reads a campaign through a customer's path. If the response contains the campaign, the campaign belongs to
 * the customer.
 */
export async function readScopedCampaign(
  customerId: number,
  id: number,
  deadline: Deadline,
): Promise<Outcome<OwnedCampaign>> {
  const input = { customer_id: customerId, id };
  const campaign = await readFromService('getCustomerCampaign', input, { deadline, fresh: true });
  if (!campaign.ok) return campaign;
  if (campaign.value.id !== id) return fail({ kind: 'garbled' });
  await recordOwner(customerId, [campaign.value]);
  return ok({ customerId, campaign: campaign.value });
}
