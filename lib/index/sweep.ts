/**
 * Backfills the owner index. Reads the first page of every customer's campaigns, then the remaining pages of
 * long lists.
 */
import 'server-only';
import { LRUCache } from 'lru-cache';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { singleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { findOwners } from '#lib/store/owners.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, orTimeout } from '#lib/upstream/deadline.ts';
import { readAllCustomers } from './names.ts';
import { readScopedCampaign, recordOwner } from './scoped-read.ts';

const CONCURRENCY = 8;
const PER_PAGE = 100;
/** The maximum number of pages to read per customer, even if total_pages is higher. */
const MAX_PAGES = 1_000;
const PROGRESS_TTL_MS = 5 * MINUTE_MS;

interface ListPage {
  readonly customerId: number;
  readonly page: number;
}

/**
 * The progress of the current scan. An interrupted scan can resume, and each page is read only once even if
 * there are concurrent callers.
 */
const progress = singleton('ownerScan', () => ({
  /** The number of pages in each customer's list, as returned with the list's first page. */
  pageCounts: new LRUCache<number, number>({ max: 10_000, ttl: PROGRESS_TTL_MS }),
  /** The pages that have been read, except first pages. Each entry is "<customer id> <page>". */
  laterPages: new LRUCache<string, true>({ max: 20_000, ttl: PROGRESS_TTL_MS }),
  running: undefined as Promise<boolean> | undefined,
}));

/**
 * Scans the customers' lists until the owners of these campaigns are found, all lists are read, or the
 * deadline passes. One scan runs at a time.
 * @returns true if the scan was complete, which means that another scan would find no additional owners
 */
export async function scanCustomerLists(ids: readonly number[], deadline: Deadline): Promise<boolean> {
  while (progress.running) {
    // Ignore whether the other scan failed, because every owner that it found is already in the index.
    // Also ignore a timeout, because the next line checks the deadline.
    await orTimeout(progress.running, deadline).catch(() => undefined);
    if (deadline.left() === 0) return false;
  }
  progress.running = scan(ids, deadline).finally(() => {
    progress.running = undefined;
  });
  return progress.running;
}

async function scan(ids: readonly number[], deadline: Deadline): Promise<boolean> {
  const known = await findOwners(await store(), ids);
  const missing = new Set(ids.filter((id) => !known.has(id)));
  if (missing.size === 0) return true;
  const listed = await readAllCustomers(deadline);
  if (!listed.ok) return false;
  const customers = listed.value.map(({ id }) => id);
  const firstPages = customers.map((customerId) => ({ customerId, page: 1 }));
  await readPages(
    firstPages.filter(({ customerId }) => !progress.pageCounts.has(customerId)),
    missing,
    deadline,
  );
  if (!customers.every((id) => progress.pageCounts.has(id))) return missing.size === 0;
  const longLists = customers.filter((id) => pageCountOf(id) > 1);
  const unreadPages = () => longLists.flatMap(unreadPagesOf);
  let isComplete: boolean;
  if (missing.size * longLists.length < unreadPages().length) {
    isComplete = await readOneByOne(missing, longLists, deadline);
  } else {
    await readPages(unreadPages(), missing, deadline);
    isComplete = unreadPages().length === 0;
  }
  // The next scan must start over to find campaigns that were created during this scan.
  if (deadline.left() > 0 && (missing.size > 0 || unreadPages().length === 0)) resetProgress();
  return isComplete || missing.size === 0;
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
    if (page === 1) progress.pageCounts.set(customerId, Math.min(list.value.total_pages, MAX_PAGES));
    else progress.laterPages.set(`${customerId} ${page}`, true);
  };
  await mapInParallel(pages, CONCURRENCY, readPage, () => missing.size === 0 || deadline.left() === 0);
}

const pageCountOf = (customerId: number): number => progress.pageCounts.get(customerId) ?? 0;

function unreadPagesOf(customerId: number): ListPage[] {
  const later = Array.from({ length: pageCountOf(customerId) - 1 }, (_, i) => ({ customerId, page: i + 2 }));
  return later.filter(({ page }) => !progress.laterPages.has(`${customerId} ${page}`));
}

/**
 * For each campaign without a known owner, tries to read the campaign through every customer's path. For a few
 * campaigns, these reads are cheaper than reading long lists.
 * @returns true if all reads were made and none failed
 */
async function readOneByOne(
  missing: Set<number>,
  customers: readonly number[],
  deadline: Deadline,
): Promise<boolean> {
  let answered = 0;
  const pairs = [...missing].flatMap((id) => customers.map((customerId) => ({ id, customerId })));
  await mapInParallel(
    pairs,
    CONCURRENCY,
    async ({ id, customerId }) => {
      const owned = missing.has(id) ? await readScopedCampaign(customerId, id, deadline) : undefined;
      if (owned?.ok) missing.delete(id);
      if (!owned || owned.ok || owned.failure.kind === 'missing') answered++;
    },
    () => missing.size === 0 || deadline.left() === 0,
  );
  return answered === pairs.length;
}

function resetProgress(): void {
  progress.pageCounts.clear();
  progress.laterPages.clear();
}
