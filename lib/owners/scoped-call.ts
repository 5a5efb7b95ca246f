/** What answers under a customer's path prove, and how the index learns it. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { deleteOwner, saveOwners } from '#lib/store/owners.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';

export interface OwnedCampaign {
  readonly customerId: number;
  readonly campaign: Campaign;
}

/**
 * What this process wrote to the index lately, so that a list seen again writes nothing. Not for long: another server may
 * have written something else since.
 */
const written = singleton(
  'writtenOwners',
  () => new LRUCache<number, number>({ max: 20_000, ttl: MINUTE_MS }),
);

/** Remembers a scoped answer, over whatever was known. */
export async function recordOwner(customerId: number, campaigns: readonly { id: number }[]): Promise<void> {
  const news = campaigns.map(({ id }) => id).filter((id) => written.get(id) !== customerId);
  if (news.length === 0) return;
  await saveOwners(await store(), customerId, news);
  for (const id of news) written.set(id, customerId);
}

/** The index is wrong about it, or it is gone. */
export async function forgetOwner(id: number): Promise<void> {
  await deleteOwner(await store(), id);
  written.delete(id);
}

/** The campaign as its customer's path shows it now, which is the proof that it is that customer's. */
export async function readScopedCampaign(
  customerId: number,
  id: number,
  deadline: Deadline,
): Promise<Outcome<OwnedCampaign>> {
  const input = { customer_id: customerId, id };
  const answer = await readFromService('getCustomerCampaign', input, { deadline, fresh: true });
  if (!answer.ok) return fail(answer.failure);
  if (answer.value.id !== id) return fail({ kind: 'garbled' });
  await recordOwner(customerId, [answer.value]);
  return ok({ customerId, campaign: answer.value });
}
