/**
 * Whose campaign is it? A Campaign carries no customer's number, and some operations exist only under a customer's path.
 * The index is learnt from every scoped answer; an unknown owner is looked for among the customers.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../contract/limits.ts';
import type { Campaign } from '../contract/resources.ts';
import { inParallel } from '../in-parallel.ts';
import { type Failure, fail, type Outcome, ok } from '../outcome.ts';
import { singleton } from '../singleton.ts';
import { store } from '../store/open.ts';
import { findOwners, forgetOwner, putOwners } from '../store/owners.ts';
import { call } from '../upstream/client.ts';
import type { Deadline } from '../upstream/deadline.ts';
import { readCustomers } from './listings.ts';

const AT_ONCE = 8;

export interface Owned {
  readonly customerId: number;
  readonly campaign: Campaign;
}

/** What was written to the index lately, so that a list seen again writes nothing. */
const written = singleton('writtenOwners', () => new LRUCache<number, number>({ max: 20_000 }));

/** Remembers a scoped answer. */
export async function learnOwner(customerId: number, campaigns: readonly { id: number }[]): Promise<void> {
  const news = campaigns.map(({ id }) => id).filter((id) => written.get(id) !== customerId);
  if (news.length === 0) return;
  await putOwners(await store(), customerId, news);
  for (const id of news) written.set(id, customerId);
}

/** The campaign as its customer's path shows it now, which is the proof that it is that customer's. */
async function readScoped(customerId: number, id: number, deadline: Deadline): Promise<Outcome<Owned>> {
  const answer = await call(
    'getCustomerCampaign',
    { customer_id: customerId, id },
    { deadline, fresh: true },
  );
  if (!answer.ok) return fail(answer.failure);
  return answer.value.id === id ? ok({ customerId, campaign: answer.value }) : fail({ kind: 'garbled' });
}

/**
 * A campaign with its customer, verified by a scoped read just now: what send, clone and delete rely on. The caller has
 * authorised the member.
 */
export async function ownedCampaign(id: number, deadline: Deadline): Promise<Outcome<Owned>> {
  const db = await store();
  const known = (await findOwners(db, [id])).get(id);
  if (known !== undefined) {
    const owned = await readScoped(known, id, deadline);
    if (owned.ok || owned.failure.kind !== 'missing') return owned;
    await forget(id);
  }
  return findOwner(id, known, deadline);
}

/**
 * A campaign read just now, under its customer's path where the index knows whose it is, so that what is done next can go
 * there too; by its own number otherwise. Nothing is looked for. The caller has authorised the member.
 */
export async function campaignInPlace(
  id: number,
  deadline: Deadline,
): Promise<Outcome<{ readonly customerId: number | undefined; readonly campaign: Campaign }>> {
  const known = (await findOwners(await store(), [id])).get(id);
  if (known !== undefined) {
    const owned = await readScoped(known, id, deadline);
    if (owned.ok || owned.failure.kind !== 'missing') return owned;
    await forget(id);
  }
  const campaign = await call('getCampaign', { id }, { deadline, fresh: true });
  return campaign.ok ? ok({ customerId: undefined, campaign: campaign.value }) : fail(campaign.failure);
}

/** The index is wrong about it, or it is gone. */
async function forget(id: number): Promise<void> {
  await forgetOwner(await store(), id);
  written.delete(id);
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

/** Goes on where the last try stopped, so that several find what one had no time for. */
async function findOwner(id: number, not: number | undefined, deadline: Deadline): Promise<Outcome<Owned>> {
  const list = await readCustomers(deadline);
  if (!list.ok) return fail(list.failure);
  const asked = new Set(ruledOut.get(id));
  if (not !== undefined) asked.add(not);
  let found: Owned | undefined;
  let problem: Failure | undefined;
  await inParallel(
    list.value.filter((customer) => !asked.has(customer.id)),
    AT_ONCE,
    async (customer) => {
      const owned = await readScoped(customer.id, id, deadline);
      if (owned.ok) found = owned.value;
      else if (owned.failure.kind === 'missing') asked.add(customer.id);
      else problem = owned.failure;
    },
    () => found !== undefined || deadline.left() === 0,
  );
  const isDone = found !== undefined || list.value.every((customer) => asked.has(customer.id));
  if (isDone) ruledOut.delete(id);
  else ruledOut.set(id, asked);
  if (found) {
    await learnOwner(found.customerId, [found.campaign]);
    return ok(found);
  }
  return fail(isDone ? { kind: 'missing' } : (problem ?? { kind: 'slow' }));
}

/** Campaigns whose owner was looked for in vain a moment ago. */
const inVain = singleton('ownersInVain', () => new LRUCache<number, true>({ max: 20_000, ttl: 60_000 }));

/** Customers' numbers of these campaigns, as far as they are known or found in time; the others are left out. */
export async function lookUpOwners(
  ids: readonly number[],
  deadline: Deadline,
): Promise<ReadonlyMap<number, number>> {
  const db = await store();
  const known = await findOwners(db, ids);
  const unknown = ids.filter((id) => !known.has(id) && !inVain.has(id));
  if (unknown.length === 0) return known;
  await lookFor(unknown, deadline);
  const now = await findOwners(db, ids);
  for (const id of unknown) if (!now.has(id)) inVain.set(id, true);
  return now;
}

/** First each customer's newest hundred, which most pages show; then one by one. */
async function lookFor(ids: readonly number[], deadline: Deadline): Promise<void> {
  const list = await readCustomers(deadline);
  if (!list.ok) return;
  const missing = new Set(ids);
  const enough = () => missing.size === 0 || deadline.left() === 0;
  const found = async (customerId: number, campaigns: readonly Campaign[]) => {
    await learnOwner(customerId, campaigns);
    for (const { id } of campaigns) missing.delete(id);
  };
  await inParallel(
    list.value,
    AT_ONCE,
    async ({ id: customer_id }) => {
      const page = await call('listCustomerCampaigns', { customer_id, per_page: 100 }, { deadline });
      if (page.ok) await found(customer_id, page.value.items);
    },
    enough,
  );
  const pairs = [...missing].flatMap((id) => list.value.map((customer) => ({ id, customerId: customer.id })));
  await inParallel(
    pairs,
    AT_ONCE,
    async ({ id, customerId }) => {
      if (!missing.has(id)) return;
      const owned = await readScoped(customerId, id, deadline);
      if (owned.ok) await found(customerId, [owned.value.campaign]);
    },
    enough,
  );
}
