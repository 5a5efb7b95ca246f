/** The tasks of the index sync that read parts of the lists or make no calls. */
import 'server-only';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { compactTotals, maintainIndex } from '#lib/store/campaign-totals.ts';
import {
  advanceTask,
  completeTask,
  countChangedSince,
  isConsoleInUse,
  listPaymentsToRead,
  listUnreadSince,
  readTask,
  startTask,
} from '#lib/store/index-sync.ts';
import { copyCustomerNames, copyTemplateNames } from '#lib/store/name-copies.ts';
import { listUnreadPayments, recordMissingCheckout } from '#lib/store/unread-payments.ts';
import { takeRefreshRequests } from '#lib/store/wanted-readings.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { isItemFailure } from './item-failures.ts';
import { LIST_POSITION_KEYS, readListPart, START_OF_LIST } from './list-position.ts';
import {
  call,
  isDue,
  PER_PAGE,
  pause,
  readPosition,
  type StoreTaskContext,
  type SyncTaskContext,
} from './sync-task.ts';

/** New campaigns seem to be at the beginning of the list, but the interface doesn't define the order. */
const MAX_HEAD_CAMPAIGNS = 20 * PER_PAGE;
const ACTIVE_STATUSES = ['queued', 'processing', 'sent'] as const;
/** The maximum number of campaigns that one pass reads because they left production. */
const FORMERLY_ACTIVE_AT_A_TIME = 200;
/** How many campaigns on open pages the task reads before it looks up the latest requests again. */
const SHOWN_AT_A_TIME = 12;
const SHOWN_CALLS = 4;
/**
 * After this time, the campaign probably isn't on an open page anymore. Open pages repeat their requests.
 */
const SHOWN_SECONDS = 60;
const HEAD_MS = 15_000;
const IDLE_HEAD_MS = 2 * MINUTE_MS;
/** How long after a member's last request the console counts as in use. */
const IN_USE_MINUTES = 2;
const ACTIVE_MS = 30_000;
const PAYMENTS_MS = 15_000;
const PAYMENT_STALE_MINUTES = 30;
const PAYMENTS_AT_A_TIME = 50;
/** The part of `PAYMENTS_AT_A_TIME` that is reserved for sent campaigns. */
const SENT_PAYMENTS = 10;
/** The number of campaigns that are looked up together to change a name in them. */
const COPIES_AT_A_TIME = 5_000;
/** How often the stored totals are merged. Each merge reads all of them. */
const MERGE_MS = MINUTE_MS;
/** How often the database's statistics are updated. */
const MAINTENANCE_MS = DAY_MS;

/**
 * Reads the campaigns that members see on pages. Makes several calls at once, so that this task gets more of the budget
 * than the other tasks.
 */
export async function syncVisible(context: SyncTaskContext): Promise<void> {
  const { db, isOver } = context;
  while (!isOver()) {
    const ids = await takeRefreshRequests(db, SHOWN_AT_A_TIME, SHOWN_SECONDS);
    if (ids.length === 0) return;
    let hasFailed = false;
    await mapInParallel(
      ids,
      SHOWN_CALLS,
      async (id) => {
        const campaign = await call(context, 'getCampaign', { id });
        hasFailed ||= campaign !== null && !campaign.ok && !isItemFailure(campaign.failure);
      },
      () => hasFailed || isOver(),
    );
    if (hasFailed) return;
  }
}

/** Reads the first pages of the list of all campaigns, until a page contains nothing new. */
export async function syncHead(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const everyMs = (await isConsoleInUse(db, IN_USE_MINUTES)) ? HEAD_MS : IDLE_HEAD_MS;
  const state = await readTask(db, 'head');
  if (!isDue(state, everyMs)) return;
  const stored = readPosition(state, LIST_POSITION_KEYS);
  const run = stored ? state.run : await startTask(db, 'head', START_OF_LIST);
  let position = stored ?? START_OF_LIST;
  while (position.offset < MAX_HEAD_CAMPAIGNS) {
    const part = await readListPart(position, PER_PAGE, (page) => call(context, 'listCampaigns', page, 1));
    if (part === null) return;
    if (!part.ok) return pause(context, 'head', run, part.failure);
    const { page, next } = part.value;
    const { items = [], total_count: total } = page ?? {};
    await advanceTask(db, 'head', run, { position: next ?? position, added: items.length, total });
    const ids = items.map(({ id }) => id);
    // One campaign that isn't new doesn't prove that the following campaigns aren't new, either.
    const isKnown = page !== null && position.level < 2 && (await countChangedSince(db, 'head', ids)) === 0;
    if (next === null || isKnown) break;
    position = next;
  }
  await completeTask(db, 'head', run);
}

/**
 * Reads all campaigns in production, so that their progress shows soon. Then reads, one by one, the campaigns that have
 * left production because they were canceled or mailed.
 */
export async function syncActive(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const state = await readTask(db, 'active');
  if (!isDue(state, ACTIVE_MS)) return;
  const stored = readPosition(state, ['status', ...LIST_POSITION_KEYS]);
  const run = stored ? state.run : await startTask(db, 'active', { status: 0, ...START_OF_LIST });
  let { status, ...position } = stored ?? { status: 0, ...START_OF_LIST };
  while (status < ACTIVE_STATUSES.length) {
    const filter = { status: ACTIVE_STATUSES[status] ?? 'queued' };
    const part = await readListPart(position, PER_PAGE, (page) =>
      call(context, 'listCampaigns', { ...filter, ...page }, 1),
    );
    if (part === null) return;
    if (!part.ok) return pause(context, 'active', run, part.failure);
    const { page, next } = part.value;
    [status, position] = next === null ? [status + 1, START_OF_LIST] : [status, next];
    const added = page?.items.length ?? 0;
    await advanceTask(db, 'active', run, { position: { status, ...position }, added });
  }
  for (const id of await listUnreadSince(db, run, ACTIVE_STATUSES, FORMERLY_ACTIVE_AT_A_TIME)) {
    const campaign = await call(context, 'getCampaign', { id });
    if (campaign === null) return;
    if (!campaign.ok && !isItemFailure(campaign.failure))
      return pause(context, 'active', run, campaign.failure);
  }
  await completeTask(db, 'active', run);
}

/**
 * Reads the checkouts of drafts: first those that have never been read, then those that have changed. Then
 * reads the checkouts of sent campaigns that have changed since their checkout was last read, so that their
 * payments are known.
 */
export async function syncPayments(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  // Finding the drafts to read means reading all drafts in the index, so it isn't done in every round.
  if (!isDue(await readTask(db, 'payments'), PAYMENTS_MS)) return;
  const drafts = await listPaymentsToRead(db, PAYMENT_STALE_MINUTES, PAYMENTS_AT_A_TIME - SENT_PAYMENTS);
  const sent = await listUnreadPayments(db, PAYMENTS_AT_A_TIME - drafts.length);
  const due = [...drafts, ...sent];
  const run = await startTask(db, 'payments');
  for (const id of due) {
    const checkout = await call(context, 'checkOutCampaign', { id });
    if (checkout === null) return;
    const failure = checkout.ok ? undefined : checkout.failure;
    if (failure !== undefined && !isItemFailure(failure)) return pause(context, 'payments', run, failure);
    // If the campaign was deleted, reading the campaign itself records that.
    if (failure?.kind === 'missing') await call(context, 'getCampaign', { id });
    // The mail service has no checkout for the campaign, so the next round must not ask again.
    if (failure !== undefined) await recordMissingCheckout(db, id);
    await advanceTask(db, 'payments', run, { added: 1 });
  }
  // If there might be more campaigns, the next round continues.
  if (due.length === 0) await completeTask(db, 'payments', run);
}

/** If a customer or template with very many campaigns was renamed, copies the new name to the campaigns. */
export async function copyNames({ db, advance, isOver }: StoreTaskContext): Promise<void> {
  for (const copy of [copyCustomerNames, copyTemplateNames]) {
    while (!isOver() && (await copy(db, COPIES_AT_A_TIME))) advance();
  }
}

/** Merges the stored totals. */
export async function mergeTotals({ db, advance }: StoreTaskContext): Promise<void> {
  if (!isDue(await readTask(db, 'totals'), MERGE_MS)) return;
  const run = await startTask(db, 'totals');
  await compactTotals(db);
  advance();
  await completeTask(db, 'totals', run);
}

/** Updates the database's statistics after the first sweep, and then once a day. */
export async function maintainDaily({ db, advance }: SyncTaskContext): Promise<void> {
  const isFilled = (await readTask(db, 'sweep')).freshMsAgo !== null;
  if (!isFilled || !isDue(await readTask(db, 'maintenance'), MAINTENANCE_MS)) return;
  const run = await startTask(db, 'maintenance');
  await maintainIndex(db);
  advance();
  await completeTask(db, 'maintenance', run);
}
