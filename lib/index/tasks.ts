/** The tasks of the index's sync that read parts of the lists, and the tasks that read nothing. */
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
import { listUnreadPayments, recordMissingCheckout } from '#lib/store/unread-payments.ts';
import { takeWantedReadings } from '#lib/store/wanted-readings.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import {
  call,
  isDue,
  isLastPage,
  isOnlyThis,
  PER_PAGE,
  pause,
  readPosition,
  type SyncTaskContext,
} from './sync-task.ts';

/** New campaigns are at the beginning of the list, as far as the interface lets anyone know. */
const MAX_HEAD_PAGES = 20;
const ACTIVE_STATUSES = ['queued', 'processing', 'sent'] as const;
/** The largest number of campaigns that one pass reads because they left production. */
const FORMERLY_ACTIVE_AT_A_TIME = 200;
/** The number of shown campaigns that are read before the latest requests are looked up again. */
const SHOWN_AT_A_TIME = 12;
const SHOWN_CALLS = 4;
/** After this time, members probably don't see the campaign anymore. Pages ask again while they are open. */
const SHOWN_SECONDS = 60;
const HEAD_MS = 15_000;
const IDLE_HEAD_MS = 2 * MINUTE_MS;
/** How long after the last request of a member the console counts as in use. */
const IN_USE_MINUTES = 2;
const ACTIVE_MS = 30_000;
const PAYMENTS_MS = 15_000;
const PAYMENT_STALE_MINUTES = 30;
const PAYMENTS_AT_A_TIME = 50;
/** How many of the payments that are read at a time can always be those of sent campaigns. */
const SENT_PAYMENTS = 10;
/** How often the stored sums are merged, which reads all of them. */
const MERGE_MS = MINUTE_MS;
/** How often the database's statistics are updated. */
const MAINTENANCE_MS = DAY_MS;

/**
 * Reads the campaigns that members see on pages. Makes several calls at once, so that these campaigns get a larger
 * part of the budget than the other tasks.
 */
export async function syncShown(context: SyncTaskContext): Promise<void> {
  const { db, isOver } = context;
  while (!isOver()) {
    const ids = await takeWantedReadings(db, SHOWN_AT_A_TIME, SHOWN_SECONDS);
    if (ids.length === 0) return;
    let hasFailed = false;
    await mapInParallel(
      ids,
      SHOWN_CALLS,
      async (id) => {
        const campaign = await call(context, 'getCampaign', { id });
        hasFailed ||= campaign !== null && !campaign.ok && !isOnlyThis(campaign.failure);
      },
      () => hasFailed || isOver(),
    );
    if (hasFailed) return;
  }
}

/** Reads the first pages of the list of all campaigns, until a page brings nothing new. */
export async function syncHead(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const everyMs = (await isConsoleInUse(db, IN_USE_MINUTES)) ? HEAD_MS : IDLE_HEAD_MS;
  if (!isDue(await readTask(db, 'head'), everyMs)) return;
  const run = await startTask(db, 'head');
  for (let page = 1; page <= MAX_HEAD_PAGES; page++) {
    const list = await call(context, 'listCampaigns', { page, per_page: PER_PAGE });
    if (list === null) return;
    if (!list.ok) return pause(context, 'head', run, list.failure);
    const { items, total_count: total, total_pages: pages } = list.value;
    await advanceTask(db, 'head', run, { added: items.length, total });
    const ids = items.map(({ id }) => id);
    if (items.length === 0 || page >= pages || (await countChangedSince(db, 'head', ids)) === 0) break;
  }
  await completeTask(db, 'head', run);
}

/**
 * Reads all campaigns in production, so that their progress shows soon. Then reads one by one the campaigns that
 * were in production until now, because they were canceled or mailed.
 */
export async function syncActive(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  const state = await readTask(db, 'active');
  if (!isDue(state, ACTIVE_MS)) return;
  const from = readPosition(state.position, ['status', 'page']);
  const run = from ? state.run : await startTask(db, 'active', { status: 0, page: 1 });
  let { status = 0, page = 1 } = from ?? {};
  while (status < ACTIVE_STATUSES.length) {
    const filter = { status: ACTIVE_STATUSES[status] ?? 'queued', page, per_page: PER_PAGE };
    const list = await call(context, 'listCampaigns', filter);
    if (list === null) return;
    if (!list.ok) return pause(context, 'active', run, list.failure);
    const isLast = isLastPage(list.value, page);
    [status, page] = isLast ? [status + 1, 1] : [status, page + 1];
    await advanceTask(db, 'active', run, { position: { status, page }, added: list.value.items.length });
  }
  for (const id of await listUnreadSince(db, run, ACTIVE_STATUSES, FORMERLY_ACTIVE_AT_A_TIME)) {
    const campaign = await call(context, 'getCampaign', { id });
    if (campaign === null) return;
    if (!campaign.ok && !isOnlyThis(campaign.failure)) return pause(context, 'active', run, campaign.failure);
  }
  await completeTask(db, 'active', run);
}

/**
 * Reads the checkout of drafts: first of those that were never read, then of those that changed. Then reads the
 * checkout of the sent campaigns that have changed since it was last read, so that their payments are known.
 */
export async function syncPayments(context: SyncTaskContext): Promise<void> {
  const { db } = context;
  // Looking for campaigns reads all drafts in the index, so it isn't done in every round.
  if (!isDue(await readTask(db, 'payments'), PAYMENTS_MS)) return;
  const drafts = await listPaymentsToRead(db, PAYMENT_STALE_MINUTES, PAYMENTS_AT_A_TIME - SENT_PAYMENTS);
  const sent = await listUnreadPayments(db, PAYMENTS_AT_A_TIME - drafts.length);
  const due = [...drafts, ...sent];
  const run = await startTask(db, 'payments');
  for (const id of due) {
    const checkout = await call(context, 'checkOutCampaign', { id });
    if (checkout === null) return;
    const failure = checkout.ok ? undefined : checkout.failure;
    if (failure !== undefined && !isOnlyThis(failure)) return pause(context, 'payments', run, failure);
    // If the campaign was deleted, reading the campaign itself records that.
    if (failure?.kind === 'missing') await call(context, 'getCampaign', { id });
    // The mail service has no checkout for the campaign, so the next round must not ask again.
    if (failure !== undefined) await recordMissingCheckout(db, id);
    await advanceTask(db, 'payments', run, { added: 1 });
  }
  // If there may be more campaigns, the next round continues.
  if (due.length === 0) await completeTask(db, 'payments', run);
}

/** Merges the stored sums. */
export async function mergeTotals({ db, advance }: SyncTaskContext): Promise<void> {
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
