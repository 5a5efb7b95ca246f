/**
 * Finds the customer who owns a campaign. Campaigns from the service don't include a customer id, but some
 * operations exist only under a customer's path (4.3). The campaign index learns the customer from responses to
 * requests under that path. If the index doesn't contain a campaign's customer, all customers are searched.
 * Callers must authorize the member first.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { findOwners } from '#lib/store/owners.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { readAllCustomers } from './names.ts';
import { forgetOwner, type OwnedCampaign, readScopedCampaign } from './scoped-read.ts';

const CONCURRENCY = 8;

/** Which path to use for an operation that has both a customer's path (4.3) and an unscoped path (4.4). */
export type CampaignPath =
  | { readonly customerId: number }
  | 'unscoped'
  /** Uses the customer's path if the campaign's customer is in the index, and the unscoped path otherwise. */
  | 'indexed';

export interface LocatedCampaign {
  /** Undefined if the campaign was read through the unscoped path (4.4). */
  readonly customerId: number | undefined;
  readonly campaign: Campaign;
}

/**
 * Reads a campaign's current state. Fails with `missing` if the campaign doesn't belong to the given
 * customer.
 */
export async function readCampaignAt(
  id: number,
  path: CampaignPath,
  deadline: Deadline,
): Promise<Outcome<LocatedCampaign>> {
  if (typeof path === 'object') return readScopedCampaign(path.customerId, id, deadline);
  if (path === 'indexed') {
    const { owned } = await readIndexedCampaign(id, deadline);
    if (owned) return owned;
  }
  const campaign = await readFromService('getCampaign', { id }, { deadline, fresh: true });
  return campaign.ok ? ok({ customerId: undefined, campaign: campaign.value }) : campaign;
}

/**
 * Reads a campaign's current state through its customer's path. The send, clone, and delete operations
 * require that path.
 * @param customerId the campaign's customer, if known. Without a customer id, the owner is looked up in the
 * index or searched for.
 */
export async function findOwnedCampaign(
  id: number,
  deadline: Deadline,
  customerId?: number,
): Promise<Outcome<OwnedCampaign>> {
  if (customerId !== undefined) return readScopedCampaign(customerId, id, deadline);
  const { owned, formerOwner } = await readIndexedCampaign(id, deadline);
  return owned ?? searchOwner(id, formerOwner, deadline);
}

interface IndexedRead {
  /** Undefined if the index has no owner, or the wrong owner, for the campaign. */
  readonly owned?: Outcome<OwnedCampaign>;
  /** The wrong owner that the index contained until now. */
  readonly formerOwner?: number;
}

async function readIndexedCampaign(id: number, deadline: Deadline): Promise<IndexedRead> {
  const customerId = (await findOwners(await store(), [id])).get(id);
  if (customerId === undefined) return {};
  const owned = await readScopedCampaign(customerId, id, deadline);
  if (owned.ok || owned.failure.kind !== 'missing') return { owned };
  await forgetOwner(id);
  return { formerOwner: customerId };
}

/**
 * For each campaign id, the customers that are known not to own the campaign. Kept when a search runs out of
 * time, so that the next search can skip these customers.
 */
const ruledOutCustomers = singleton(
  'ruledOutOwners',
  () =>
    new LRUCache<number, Set<number>>({
      max: 1_000,
      maxSize: 100_000,
      sizeCalculation: ({ size }) => size + 1,
      ttl: 5 * MINUTE_MS,
    }),
);

/**
 * Searches all customers for a campaign, with one request per customer. First checks that the campaign
 * exists. If a search runs out of time, the next search continues with the remaining customers. Fails with
 * `refused` and the code owner_unknown if the campaign doesn't belong to any customer.
 */
async function searchOwner(
  id: number,
  formerOwner: number | undefined,
  deadline: Deadline,
): Promise<Outcome<OwnedCampaign>> {
  const resumed = ruledOutCustomers.get(id);
  const existing = resumed ? undefined : await readCampaignAt(id, 'unscoped', deadline);
  if (existing?.ok === false) return existing;
  const listed = await readAllCustomers(deadline);
  if (!listed.ok) return listed;
  const customers = listed.value;
  const ruledOut = new Set(resumed);
  if (formerOwner !== undefined) ruledOut.add(formerOwner);
  let found: OwnedCampaign | undefined;
  let problem: Failure | undefined;
  await mapInParallel(
    customers.filter((customer) => !ruledOut.has(customer.id)),
    CONCURRENCY,
    async (customer) => {
      const owned = await readScopedCampaign(customer.id, id, deadline);
      if (owned.ok) found = owned.value;
      else if (owned.failure.kind === 'missing') ruledOut.add(customer.id);
      else problem = owned.failure;
    },
    () => found !== undefined || deadline.left() === 0,
  );
  const isDone = found !== undefined || customers.every((customer) => ruledOut.has(customer.id));
  if (isDone) ruledOutCustomers.delete(id);
  else ruledOutCustomers.set(id, ruledOut);
  if (found) return ok(found);
  if (isDone) return fail({ kind: 'refused', status: 409, code: 'owner_unknown' });
  return fail(problem ?? { kind: 'slow' });
}

/** The campaigns whose customer wasn't found by a search in the last minute. */
const ownerless = singleton(
  'ownerlessCampaigns',
  () => new LRUCache<number, true>({ max: 20_000, ttl: MINUTE_MS }),
);

/**
 * Returns the campaign's customer, if the index contains the customer or a search finds the customer before the
 * deadline.
 */
export async function lookUpOwner(id: number, deadline: Deadline): Promise<number | undefined> {
  const known = (await findOwners(await store(), [id])).get(id);
  if (known !== undefined || ownerless.has(id)) return known;
  const found = await searchOwner(id, undefined, deadline);
  if (found.ok) return found.value.customerId;
  if (found.failure.kind === 'refused' && found.failure.code === 'owner_unknown') ownerless.set(id, true);
  return undefined;
}

/**
 * Returns the customers that the index contains, by campaign id. The index's sync finds the customers of other
 * campaigns.
 */
export const lookUpOwners = async (ids: readonly number[]): Promise<ReadonlyMap<number, number>> =>
  findOwners(await store(), ids);
