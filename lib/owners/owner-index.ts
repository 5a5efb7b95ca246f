/**
 * Whose campaign is it? A Campaign carries no customer's number, and some operations exist only under a customer's path.
 * The index is learnt from every scoped answer; an unknown owner is looked for among the customers.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { inParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { findOwners } from '#lib/store/owners.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { readAllCustomers } from './listings.ts';
import { scanCustomerLists } from './scan.ts';
import { forgetOwner, type OwnedCampaign, readScopedCampaign } from './scoped-call.ts';

const AT_ONCE = 8;

/** A campaign, and whose it is where that is known or was said. */
export interface Place {
  readonly customerId: number | undefined;
  readonly campaign: Campaign;
}

/**
 * A campaign with its customer, verified by a scoped read just now: what send, clone and delete rely on. The caller has
 * authorised the member.
 */
export async function findOwnedCampaign(id: number, deadline: Deadline): Promise<Outcome<OwnedCampaign>> {
  const known = (await findOwners(await store(), [id])).get(id);
  if (known !== undefined) {
    const owned = await readScopedCampaign(known, id, deadline);
    if (owned.ok || owned.failure.kind !== 'missing') return owned;
    await forgetOwner(id);
  }
  return findOwner(id, known, deadline);
}

/**
 * A campaign read just now, under its customer's path where the index knows whose it is, so that what is done next can go
 * there too; by its own number otherwise. Nothing is looked for. The caller has authorised the member.
 */
export async function campaignInPlace(id: number, deadline: Deadline): Promise<Outcome<Place>> {
  const known = (await findOwners(await store(), [id])).get(id);
  if (known !== undefined) {
    const owned = await readScopedCampaign(known, id, deadline);
    if (owned.ok || owned.failure.kind !== 'missing') return owned;
    await forgetOwner(id);
  }
  return campaignAt(undefined, id, deadline);
}

/**
 * A campaign read just now where somebody says it is: under that customer's path, `missing` when it isn't theirs, or by
 * its own number. The caller has authorised the member.
 */
export async function campaignAt(
  customerId: number | undefined,
  id: number,
  deadline: Deadline,
): Promise<Outcome<Place>> {
  if (customerId !== undefined) return readScopedCampaign(customerId, id, deadline);
  const campaign = await readFromService('getCampaign', { id }, { deadline, fresh: true });
  return campaign.ok ? ok({ customerId, campaign: campaign.value }) : fail(campaign.failure);
}

/** Customers who are known not to have a campaign, while there was no time yet to ask about all of them. */
const ruledOut = singleton(
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
 * Asks whether there is such a campaign at all, which spares the rest when there isn't, then one question a customer,
 * however many campaigns each has. Goes on where the last try stopped, so that several find what one had no time for.
 * `refused` with code owner_unknown when it belongs to none of those who can be asked about.
 */
async function findOwner(id: number, not: number | undefined, deadline: Deadline): Promise<Outcome<OwnedCampaign>> {
  const before = ruledOut.get(id);
  const there = before ? undefined : await campaignAt(undefined, id, deadline);
  if (there?.ok === false) return there;
  const list = await readAllCustomers(deadline);
  if (!list.ok) return fail(list.failure);
  const customers = list.value.items;
  const asked = new Set(before);
  if (not !== undefined) asked.add(not);
  let found: OwnedCampaign | undefined;
  let problem: Failure | undefined;
  await inParallel(
    customers.filter((customer) => !asked.has(customer.id)),
    AT_ONCE,
    async (customer) => {
      const owned = await readScopedCampaign(customer.id, id, deadline);
      if (owned.ok) found = owned.value;
      else if (owned.failure.kind === 'missing') asked.add(customer.id);
      else problem = owned.failure;
    },
    () => found !== undefined || deadline.left() === 0,
  );
  const isDone = found !== undefined || customers.every((customer) => asked.has(customer.id));
  if (isDone) ruledOut.delete(id);
  else ruledOut.set(id, asked);
  if (found) return ok(found);
  if (isDone) return fail({ kind: 'refused', status: 409, code: 'owner_unknown' });
  return fail(problem ?? { kind: 'slow' });
}

/** Campaigns whose owner was looked for everywhere a moment ago, in vain. */
const inVain = singleton('ownersInVain', () => new LRUCache<number, true>({ max: 20_000, ttl: MINUTE_MS }));

/** Customers' numbers of these campaigns, as far as they are known or found in time; the others are left out. */
export async function lookUpOwners(
  ids: readonly number[],
  deadline: Deadline,
): Promise<ReadonlyMap<number, number>> {
  const db = await store();
  const known = await findOwners(db, ids);
  const unknown = ids.filter((id) => !known.has(id) && !inVain.has(id));
  if (unknown.length === 0) return known;
  const isWhole = await scanCustomerLists(unknown, deadline);
  const now = await findOwners(db, ids);
  if (isWhole) for (const id of unknown) if (!now.has(id)) inVain.set(id, true);
  return now;
}
