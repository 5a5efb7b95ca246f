/** Fills the index by walking the customers' lists: first everybody's newest hundred, then what some have more. */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '#lib/contract/limits.ts';
import { inParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { findOwners } from '#lib/store/owners.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, orTimeout } from '#lib/upstream/deadline.ts';
import { readAllCustomers } from './listings.ts';
import { recordOwner, readScopedCampaign } from './scoped-call.ts';

const AT_ONCE = 8;
const PER_PAGE = 100;
/** Of one customer's list: nobody's word makes us plan more. */
const MAX_PAGES = 1_000;
const REMEMBERED_MS = 5 * MINUTE_MS;

interface ListPage {
  readonly customerId: number;
  readonly page: number;
}

/** How far the walk has come. One that was broken off is gone on with, so that several together read each page once. */
const progress = singleton('ownerWalk', () => ({
  /** How many pages a customer's list has, by customer, where the first was read. */
  pages: new LRUCache<number, number>({ max: 10_000, ttl: REMEMBERED_MS }),
  /** "customer page" of further ones that were read. */
  further: new LRUCache<string, true>({ max: 20_000, ttl: REMEMBERED_MS }),
  underWay: undefined as Promise<boolean> | undefined,
}));

/**
 * Looks for the owners of these campaigns until all are found, everything was walked or time is up. One walk at a time.
 * @returns whether looking again at once would find no more: false when it was broken off, or something was not answered
 */
export async function scanCustomerLists(ids: readonly number[], deadline: Deadline): Promise<boolean> {
  while (progress.underWay) {
    // However the other walk ends: what it found is in the index, and time is looked at below.
    await orTimeout(progress.underWay, deadline).catch(() => undefined);
    if (deadline.left() === 0) return false;
  }
  progress.underWay = walk(ids, deadline).finally(() => {
    progress.underWay = undefined;
  });
  return progress.underWay;
}

async function walk(ids: readonly number[], deadline: Deadline): Promise<boolean> {
  const known = await findOwners(await store(), ids);
  const missing = new Set(ids.filter((id) => !known.has(id)));
  if (missing.size === 0) return true;
  const list = await readAllCustomers(deadline);
  if (!list.ok) return false;
  const customers = list.value.items.map(({ id }) => id);
  const firstPages = customers.map((customerId) => ({ customerId, page: 1 }));
  await readPages(
    firstPages.filter(({ customerId }) => !progress.pages.has(customerId)),
    missing,
    deadline,
  );
  if (!customers.every((id) => progress.pages.has(id))) return missing.size === 0;
  const longer = customers.filter((id) => pagesOf(id) > 1);
  const unread = () => longer.flatMap(unreadPages);
  let isWhole: boolean;
  if (missing.size * longer.length < unread().length) {
    isWhole = await askOneByOne(missing, longer, deadline);
  } else {
    await readPages(unread(), missing, deadline);
    isWhole = unread().length === 0;
  }
  // Whatever is new by now is found by a walk that begins anew.
  if (deadline.left() > 0 && (missing.size > 0 || unread().length === 0)) forgetProgress();
  return isWhole || missing.size === 0;
}

async function readPages(
  pages: readonly ListPage[],
  missing: Set<number>,
  deadline: Deadline,
): Promise<void> {
  const readPage = async ({ customerId, page }: ListPage) => {
    const input = { customer_id: customerId, page, per_page: PER_PAGE };
    const list = await readFromService('listCustomerCampaigns', input, { deadline });
    if (!list.ok) return;
    await recordOwner(customerId, list.value.items);
    for (const { id } of list.value.items) missing.delete(id);
    if (page === 1) progress.pages.set(customerId, Math.min(list.value.total_pages, MAX_PAGES));
    else progress.further.set(`${customerId} ${page}`, true);
  };
  await inParallel(pages, AT_ONCE, readPage, () => missing.size === 0 || deadline.left() === 0);
}

const pagesOf = (customerId: number): number => progress.pages.get(customerId) ?? 0;

function unreadPages(customerId: number): ListPage[] {
  const further = Array.from({ length: pagesOf(customerId) - 1 }, (_, i) => ({ customerId, page: i + 2 }));
  return further.filter(({ page }) => !progress.further.has(`${customerId} ${page}`));
}

/**
 * Shorter than walking on where few campaigns are looked for and lists are long.
 * @returns whether every question was answered
 */
async function askOneByOne(
  missing: Set<number>,
  customers: readonly number[],
  deadline: Deadline,
): Promise<boolean> {
  let answered = 0;
  const pairs = [...missing].flatMap((id) => customers.map((customerId) => ({ id, customerId })));
  await inParallel(
    pairs,
    AT_ONCE,
    async ({ id, customerId }) => {
      const owned = missing.has(id) ? await readScopedCampaign(customerId, id, deadline) : undefined;
      if (owned?.ok) missing.delete(id);
      if (!owned || owned.ok || owned.failure.kind === 'missing') answered++;
    },
    () => missing.size === 0 || deadline.left() === 0,
  );
  return answered === pairs.length;
}

function forgetProgress(): void {
  progress.pages.clear();
  progress.further.clear();
}
