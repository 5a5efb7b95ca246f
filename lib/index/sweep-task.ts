/** The task that reads all campaigns in turn, to find what changed unannounced and whose campaigns they are. */
import 'server-only';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import {
  advanceTask,
  completeTask,
  listUnreadBySweep,
  readTask,
  startTask,
  type TaskRun,
} from '#lib/store/index-sync.ts';
import { listCustomerIds } from '#lib/store/indexed-names.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import {
  call,
  isDue,
  isLastPage,
  isOnlyThis,
  type Page,
  PER_PAGE,
  pause,
  readPosition,
  type SyncTaskContext,
} from './sync-task.ts';

/** Templates contain entire designs, so their pages are small. */
const TEMPLATES_PER_PAGE = 20;
/** How often a list is read again if its pages shifted. */
const MAX_PASSES = 4;
const SWEEP_MS = 5 * MINUTE_MS;
/** The step that reads each customer's campaigns. */
const CAMPAIGNS_STEP = 2;

/** A sweep that is under way. */
interface SweepContext extends SyncTaskContext {
  readonly run: TaskRun | null;
}

/**
 * Where a sweep continues. The steps are the templates, the customers, each customer's campaigns, and the
 * campaigns that no list contained. `page` is the next page of a list. `from` is the customer whose list is being
 * read, or, in the last step, the last campaign that was read.
 */
type Position = Readonly<Record<'step' | 'from' | 'page', number>>;

const START: Position = { step: 0, from: 0, page: 1 };

/**
 * Reads the lists of all customers in turn, which also shows whose campaigns they are. Then reads one by one
 * what the lists didn't contain, and finds out what doesn't exist anymore.
 */
export async function syncSweep(context: SyncTaskContext): Promise<void> {
  const state = await readTask(context.db, 'sweep');
  if (!isDue(state, SWEEP_MS)) return;
  const stored = readPosition(state.position, ['step', 'from', 'page']);
  const run = stored ? state.run : await startTask(context.db, 'sweep', START);
  const sweep = { ...context, run };
  const position = stored ?? START;
  const steps = [readTemplates, readCustomers, readCampaigns, readUnread];
  for (let step = position.step; step < steps.length; step++) {
    const isRead = await steps[step]?.(sweep, step === position.step ? position : { ...START, step });
    if (!isRead) return;
    await moveTo(sweep, { ...START, step: step + 1 });
  }
  await completeTask(context.db, 'sweep', run);
}

const moveTo = ({ db, run }: SweepContext, position: Position, added = 0): Promise<void> =>
  advanceTask(db, 'sweep', run, { position, added });

/** A step of a sweep. Continues at the position, and returns whether the step has read everything. */
type Step = (context: SweepContext, position: Position) => Promise<boolean>;

/** Reads all templates for their names. */
const readTemplates: Step = (context, position) =>
  readList(context, position, (page) =>
    call(context, 'listTemplates', { page, per_page: TEMPLATES_PER_PAGE }),
  );

/** Reads all customers, whose ids are then in the database. */
const readCustomers: Step = (context, position) =>
  readList(context, position, (page) => call(context, 'listCustomers', { page, per_page: PER_PAGE }));

async function readList(
  context: SweepContext,
  position: Position,
  readPage: (page: number) => Promise<Outcome<Page<unknown>> | null>,
): Promise<boolean> {
  for (let { page } = position; ; page++) {
    const list = await readPage(page);
    if (list === null) return false;
    if (!list.ok) return pauseSweep(context, list.failure);
    if (isLastPage(list.value, page)) return true;
    await moveTo(context, { ...position, page: page + 1 });
  }
}

/** Reads each customer's campaigns, in the order of the customers' ids. */
const readCampaigns: Step = async (context, { from, page, step }) => {
  for (const customer of await listCustomerIds(context.db, from)) {
    await moveTo(context, { step, from: customer, page: customer === from ? page : 1 });
    if (!(await sweepCustomer(context, customer, customer === from ? page : 1))) return false;
  }
  return true;
};

/**
 * Reads a customer's list. If campaigns are added or deleted in the meantime, the pages shift, and a task can
 * skip some campaigns. The list is then read again. A sweep that was interrupted continues at the page where it
 * stopped, without knowing what was read before, so its last step or the next sweep finds what it missed.
 * @returns whether the whole list was read
 */
async function sweepCustomer(context: SweepContext, customer: number, start: number): Promise<boolean> {
  const seen = new Set<number>();
  for (let pass = 1, page = start; pass <= MAX_PASSES; page++) {
    const input = { customer_id: customer, page, per_page: PER_PAGE };
    const list = await call(context, 'listCustomerCampaigns', input);
    if (list === null) return false;
    // The customer was deleted after the list of customers was read.
    if (!list.ok && list.failure.kind === 'missing') return true;
    if (!list.ok) return pauseSweep(context, list.failure);
    const { items, total_count: total } = list.value;
    const added = items.filter(({ id }) => !seen.has(id)).length;
    for (const { id } of items) seen.add(id);
    await moveTo(context, { step: CAMPAIGNS_STEP, from: customer, page: page + 1 }, added);
    if (!isLastPage(list.value, page)) continue;
    if (start > 1 || seen.size >= total) return true;
    pass++;
    page = 0;
  }
  return true;
}

/** Reads the campaigns that the sweep's lists didn't contain. */
const readUnread: Step = async (context, { from, step }) => {
  // Each campaign is read once, even if the index doesn't accept the reading.
  for (let after = from; ; ) {
    const { ids, last } = await listUnreadBySweep(context.db, after);
    for (const id of ids) {
      const campaign = await call(context, 'getCampaign', { id });
      if (campaign === null) return false;
      if (!campaign.ok && !isOnlyThis(campaign.failure)) return pauseSweep(context, campaign.failure);
      await moveTo(context, { step, from: id, page: 1 });
    }
    if (last === null) return true;
    after = last;
  }
};

async function pauseSweep(context: SweepContext, failure: Failure): Promise<false> {
  await pause(context, 'sweep', context.run, failure);
  return false;
}
