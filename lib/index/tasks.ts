/**
 * The tasks of the index's sync. Each task reads campaigns from the mail service, and the client's listener
 * records what the responses say (learn.ts). A task can stop at any call: its position is in the database, so
 * another server can continue it.
 */
import 'server-only';
import type { Input } from '#lib/contract/operations.ts';
import type { Database } from '#lib/database/open.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { maintainIndex } from '#lib/store/campaign-totals.ts';
import {
  advanceTask,
  completeTask,
  countChangedSince,
  isConsoleInUse,
  listPaymentsToRead,
  listUnreadBySweep,
  readTask,
  type SyncTaskName,
  type SyncTaskState,
  startTask,
} from '#lib/store/index-sync.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { type ReadOperation, readFromService } from '#lib/upstream/client.ts';
import type { CallBudget } from './call-budget.ts';
import { allRecorded } from './learn.ts';

const PER_PAGE = 100;
/** Templates contain entire designs, so their pages are small. */
const TEMPLATES_PER_PAGE = 20;
/** The largest number of pages in one list, so that a list that grows faster than the task ends. */
const MAX_PAGES = 20_000;
/** How often a list is read again if its pages shifted. */
const MAX_PASSES = 4;
/** New campaigns are at the beginning of the list, as far as the interface lets anyone know. */
const MAX_HEAD_PAGES = 20;
const ACTIVE_STATUSES = ['queued', 'processing', 'sent'] as const;
const HEAD_MS = 15_000;
const IDLE_HEAD_MS = 2 * MINUTE_MS;
/** How long after the last request of a member the console counts as in use. */
const IN_USE_MINUTES = 2;
const ACTIVE_MS = 30_000;
const SWEEP_MS = 5 * MINUTE_MS;
const PAYMENT_STALE_MINUTES = 30;
const PAYMENTS_AT_A_TIME = 50;
/** How often the database's statistics are updated. */
const MAINTENANCE_MS = DAY_MS;

export interface SyncTaskContext {
  readonly db: Database;
  readonly budget: CallBudget;
  /** Whether the task must stop, for example because the server has lost the lease. */
  readonly isOver: () => boolean;
  /** Reports that the task has finished a step. */
  readonly advance: () => void;
}

/** A read that the budget allowed. Null if the task must stop. */
async function call<N extends ReadOperation>(
  { budget, isOver, advance }: SyncTaskContext,
  operation: N,
  input: Input<N>,
) {
  if (!(await budget.take(isOver))) return null;
  const outcome = await readFromService(operation, input);
  budget.report(outcome.ok ? null : outcome.failure);
  advance();
  return outcome;
}

/** Ends a task for now after a failure. The next round continues at the same position. */
async function pause({ db }: SyncTaskContext, name: SyncTaskName, failure: Failure): Promise<void> {
  await advanceTask(db, name, { failure: failure.kind });
}

const isDue = ({ startedMsAgo, freshMsAgo }: SyncTaskState, everyMs: number): boolean =>
  startedMsAgo !== null || freshMsAgo === null || freshMsAgo >= everyMs;

/** Reads the first pages of the list of all campaigns, until a page brings nothing new. */
export async function syncHead(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const everyMs = (await isConsoleInUse(db, IN_USE_MINUTES)) ? HEAD_MS : IDLE_HEAD_MS;
  if (!isDue(await readTask(db, 'head'), everyMs)) return;
  await startTask(db, 'head');
  for (let page = 1; page <= MAX_HEAD_PAGES; page++) {
    const list = await call(context, 'listCampaigns', { page, per_page: PER_PAGE });
    if (list === null) return;
    if (!list.ok) return pause(context, 'head', list.failure);
    const { items, total_count: total, total_pages: pages } = list.value;
    await allRecorded();
    await advanceTask(db, 'head', { added: items.length, total });
    const ids = items.map(({ id }) => id);
    if (items.length === 0 || page >= pages || (await countChangedSince(db, 'head', ids)) === 0) break;
  }
  await completeTask(db, 'head');
}

/** Reads all campaigns in production, so that their progress shows soon. */
export async function syncActive(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const state = await readTask(db, 'active');
  if (!isDue(state, ACTIVE_MS)) return;
  const from = readPosition(state.position, ['status', 'page']);
  if (!from) await startTask(db, 'active', { status: 0, page: 1 });
  let { status = 0, page = 1 } = from ?? {};
  while (status < ACTIVE_STATUSES.length) {
    const filter = { status: ACTIVE_STATUSES[status] ?? 'queued', page, per_page: PER_PAGE };
    const list = await call(context, 'listCampaigns', filter);
    if (list === null) return;
    if (!list.ok) return pause(context, 'active', list.failure);
    const isLast = isLastPage(list.value, page);
    [status, page] = isLast ? [status + 1, 1] : [status, page + 1];
    await advanceTask(db, 'active', { position: { status, page }, added: list.value.items.length });
  }
  await completeTask(db, 'active');
}

/** Reads the checkout of drafts: first of those that were never read, then of those that changed. */
export async function syncPayments(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const due = await listPaymentsToRead(db, PAYMENT_STALE_MINUTES, PAYMENTS_AT_A_TIME);
  if (due.length === 0) return;
  await startTask(db, 'payments');
  for (const id of due) {
    const checkout = await call(context, 'checkOutCampaign', { id });
    if (checkout === null) return;
    if (!checkout.ok && checkout.failure.kind !== 'missing')
      return pause(context, 'payments', checkout.failure);
    // The campaign was deleted, which reading the campaign itself records.
    if (!checkout.ok) await call(context, 'getCampaign', { id });
    await advanceTask(db, 'payments', { added: 1 });
  }
  await allRecorded();
  await completeTask(db, 'payments');
}

/**
 * Reads the lists of all customers in turn, which also shows whose campaigns they are. Then reads one by one
 * what the lists didn't contain, and finds out what doesn't exist anymore.
 */
export async function syncSweep(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const state = await readTask(db, 'sweep');
  if (!isDue(state, SWEEP_MS)) return;
  const from = readPosition(state.position, ['customer', 'page']);
  if (!from) await startTask(db, 'sweep', { customer: 0, page: 1 });
  if (!(await readTemplates(context))) return;
  const customers = await readCustomers(context);
  if (!customers) return;
  const { customer: first = 0, page: firstPage = 1 } = from ?? {};
  for (const customer of customers.filter((id) => id >= first)) {
    const start = customer === first ? firstPage : 1;
    if (!(await sweepCustomer(context, customer, start))) return;
  }
  if (!(await readUnread(context))) return;
  await completeTask(db, 'sweep');
}

/** Updates the database's statistics after the first sweep, and then once a day. */
export async function maintainDaily({ db, advance }: SyncTaskContext): Promise<void> {
  const isFilled = (await readTask(db, 'sweep')).freshMsAgo !== null;
  if (!isFilled || !isDue(await readTask(db, 'maintenance'), MAINTENANCE_MS)) return;
  await startTask(db, 'maintenance');
  await maintainIndex(db);
  advance();
  await completeTask(db, 'maintenance');
}

/**
 * Reads a customer's list. If campaigns are added or deleted in the meantime, the pages shift, and a task can
 * skip some campaigns. The list is then read again. A sweep that another server interrupted continues at the
 * page where it stopped, without knowing what was read before, so the next sweep finds what it missed.
 * @returns whether the whole list was read
 */
async function sweepCustomer(context: SyncTaskContext, customer: number, start: number): Promise<boolean> {
  const seen = new Set<number>();
  for (let pass = 1, page = start; pass <= MAX_PASSES; page++) {
    const input = { customer_id: customer, page, per_page: PER_PAGE };
    const list = await call(context, 'listCustomerCampaigns', input);
    if (list === null) return false;
    // The customer was deleted after the list of customers was read.
    if (!list.ok && list.failure.kind === 'missing') return true;
    if (!list.ok) {
      await pause(context, 'sweep', list.failure);
      return false;
    }
    const { items, total_count: total } = list.value;
    const added = items.filter(({ id }) => !seen.has(id)).length;
    for (const { id } of items) seen.add(id);
    await advanceTask(context.db, 'sweep', { position: { customer, page: page + 1 }, added });
    if (!isLastPage(list.value, page)) continue;
    if (start > 1 || seen.size >= total) return true;
    pass++;
    page = 0;
  }
  return true;
}

/** Reads the campaigns that the sweep's lists didn't contain. @returns whether all of them were read */
async function readUnread(context: SyncTaskContext): Promise<boolean> {
  // Each campaign is read once, even if the index doesn't accept the reading.
  for (let after = 0; ; ) {
    await allRecorded();
    const { ids, last } = await listUnreadBySweep(context.db, after);
    for (const id of ids) {
      const campaign = await call(context, 'getCampaign', { id });
      if (campaign === null) return false;
      if (campaign.ok || campaign.failure.kind === 'missing') continue;
      await pause(context, 'sweep', campaign.failure);
      return false;
    }
    if (last === null) return true;
    after = last;
  }
}

/** Reads all templates for their names. @returns whether all of them were read */
async function readTemplates(context: SyncTaskContext): Promise<boolean> {
  const read = (page: number) => call(context, 'listTemplates', { page, per_page: TEMPLATES_PER_PAGE });
  return (await readPages(context, read)) !== null;
}

/** Reads all customers. @returns their ids in ascending order, or null if not all of them were read */
async function readCustomers(context: SyncTaskContext): Promise<readonly number[] | null> {
  const read = (page: number) => call(context, 'listCustomers', { page, per_page: PER_PAGE });
  const customers = await readPages(context, read);
  return customers && [...new Set(customers.map(({ id }) => id))].sort((a, b) => a - b);
}

interface Page<T> {
  readonly items: readonly T[];
  readonly total_pages: number;
}

/** An empty page is the end of a list, even if the list has grown shorter since `total_pages` was counted. */
const isLastPage = ({ items, total_pages: pages }: Page<unknown>, page: number): boolean =>
  items.length === 0 || page >= Math.min(pages, MAX_PAGES);

async function readPages<T>(
  context: SyncTaskContext,
  readPage: (page: number) => Promise<Outcome<Page<T>> | null>,
): Promise<readonly T[] | null> {
  const items: T[] = [];
  for (let page = 1; ; page++) {
    const list = await readPage(page);
    if (list === null) return null;
    if (!list.ok) {
      await pause(context, 'sweep', list.failure);
      return null;
    }
    items.push(...list.value.items);
    if (isLastPage(list.value, page)) break;
  }
  await allRecorded();
  return items;
}

/** Returns a task's stored position, if the release that stored it had the same fields. */
function readPosition<K extends string>(
  position: unknown,
  keys: readonly K[],
): Readonly<Record<K, number>> | null {
  if (typeof position !== 'object' || position === null) return null;
  const entries = keys.map((key) => [key, (position as Record<string, unknown>)[key]] as const);
  return entries.every(([, value]) => Number.isInteger(value))
    ? (Object.fromEntries(entries) as Record<K, number>)
    : null;
}
