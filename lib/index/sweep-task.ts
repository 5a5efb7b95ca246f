/**
 * The task that reads all campaigns in turn, to find each campaign's customer and any changes that Mailroom
 * hasn't seen.
 */
import 'server-only';
import type { Failure } from '#lib/domain/outcome.ts';
import { log } from '#lib/log.ts';
import {
  advanceTask,
  completeTask,
  listUnreadBySweep,
  readTask,
  startTask,
  type TaskRun,
} from '#lib/store/index-sync.ts';
import { listCustomerIds } from '#lib/store/record-names.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import { isItemFailure } from './item-failures.ts';
import { LIST_POSITION_KEYS, type ListPosition, readListPart, START_OF_LIST } from './list-position.ts';
import { call, isDue, PER_PAGE, pause, readPosition, type SyncTaskContext } from './sync-task.ts';

/** Templates contain entire designs, so each page of the list contains only a few. */
const TEMPLATES_PER_PAGE = 20;
/** The maximum number of times that a list is read if its pages shift. */
const MAX_PASSES = 4;
const SWEEP_MS = 5 * MINUTE_MS;

/** A sweep that is under way. */
interface SweepContext extends SyncTaskContext {
  readonly run: TaskRun | null;
}

/**
 * The position at which a sweep continues. The steps are the templates, the customers, each customer's campaigns, and
 * the campaigns that no list contained. `resumeId` is the customer whose list is being read, or, in the last step, the
 * last campaign that was read.
 */
type Position = ListPosition & Readonly<Record<'step' | 'resumeId', number>>;

const START: Position = { step: 0, resumeId: 0, ...START_OF_LIST };

/**
 * Reads each customer's list of campaigns in turn, which also shows which customer owns each campaign. Then
 * reads the campaigns that weren't in any list, one by one, to find out which of them no longer exist.
 */
export async function syncSweep(context: SyncTaskContext): Promise<void> {
  const state = await readTask(context.db, 'sweep');
  if (!isDue(state, SWEEP_MS)) return;
  const stored = readPosition(state, ['step', 'resumeId', ...LIST_POSITION_KEYS]);
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

/** Reads all templates to get their names. Nothing else in the sweep depends on the names. */
const readTemplates: Step = async (context, position) => {
  const end = await readList(context, position, TEMPLATES_PER_PAGE, (page) =>
    call(context, 'listTemplates', page, 1),
  );
  if (typeof end === 'object' && isItemFailure(end)) return skipList(end, { list: 'templates' });
  return isComplete(context, end);
};

/** Reads all customers, so that their ids are in the database. */
const readCustomers: Step = async (context, position) =>
  isComplete(
    context,
    await readList(context, position, PER_PAGE, (page) => call(context, 'listCustomers', page, 1)),
  );

/** Why reading a list ended: the whole list was read, the task had to stop, or a call failed. */
type ListEnd = 'complete' | 'stopped' | Failure;

async function readList(
  context: SweepContext,
  start: Position,
  perPage: number,
  readPage: Parameters<typeof readListPart<unknown>>[2],
): Promise<ListEnd> {
  for (let position: Position = start; ; ) {
    const part = await readListPart(position, perPage, readPage);
    if (part === null) return 'stopped';
    if (!part.ok) return part.failure;
    if (part.value.next === null) return 'complete';
    position = { ...position, ...part.value.next };
    await moveTo(context, position);
  }
}

async function isComplete(context: SweepContext, end: ListEnd): Promise<boolean> {
  return typeof end === 'object' ? pauseSweep(context, end) : end === 'complete';
}

/** Reads each customer's campaigns, in the order of the customers' ids. */
const readCampaigns: Step = async (context, position) => {
  const { step, resumeId } = position;
  for (const customer of await listCustomerIds(context.db, resumeId)) {
    const start = customer === resumeId ? position : { ...START, step, resumeId: customer };
    await moveTo(context, start);
    if (!(await sweepCustomer(context, start))) return false;
  }
  return true;
};

/**
 * Reads a customer's list. If campaigns are added or deleted during the read, the pages shift, and the task
 * can skip some campaigns. The list is then read again. An interrupted sweep continues at the page where it
 * stopped, without knowing what it read before, so the sweep's last step or the next sweep finds any missed
 * campaigns.
 * @returns whether the whole list was read
 */
async function sweepCustomer(context: SweepContext, start: Position): Promise<boolean> {
  const customer = start.resumeId;
  const seen = new Set<number>();
  let isPartial = start.offset > 0 || start.level > 0;
  let position = start;
  for (let pass = 1; pass <= MAX_PASSES; ) {
    const part = await readListPart(position, PER_PAGE, (page) =>
      call(context, 'listCustomerCampaigns', { customer_id: customer, ...page }, 1),
    );
    if (part === null) return false;
    if (!part.ok) return skipCustomer(context, customer, part.failure);
    const { page, next } = part.value;
    const { items = [], total_count: total = 0 } = page ?? {};
    const added = items.filter(({ id }) => !seen.has(id)).length;
    for (const { id } of items) seen.add(id);
    isPartial ||= page === null;
    position = { ...position, ...next };
    await moveTo(context, position, added);
    if (next !== null) continue;
    if (isPartial || seen.size >= total) return true;
    pass++;
    position = { ...position, ...START_OF_LIST };
  }
  return true;
}

/**
 * @returns whether the failure affects only this customer's list, so that the sweep continues with the next
 *   customer
 */
async function skipCustomer(context: SweepContext, customer: number, failure: Failure): Promise<boolean> {
  // The customer was deleted after the list of customers was read.
  if (failure.kind === 'missing') return true;
  if (!isItemFailure(failure)) return pauseSweep(context, failure);
  const others = await call(context, 'listCustomers', { page: 1, per_page: 1 });
  if (others === null) return false;
  return others.ok ? skipList(failure, { customer }) : pauseSweep(context, others.failure);
}

/** If the index contains campaigns from the list, the last step reads them. */
function skipList({ kind }: Failure, list: object): true {
  log().warn({ ...list, failure: kind }, 'the index sync skipped a list');
  return true;
}

/** Reads the campaigns that the sweep's lists didn't contain. */
const readUnread: Step = async (context, { resumeId, step }) => {
  // Each campaign is read once, even if the index doesn't accept the reading.
  for (let after = resumeId; ; ) {
    const { ids, last } = await listUnreadBySweep(context.db, after);
    for (const id of ids) {
      const campaign = await call(context, 'getCampaign', { id });
      if (campaign === null) return false;
      if (!campaign.ok && !isItemFailure(campaign.failure)) return pauseSweep(context, campaign.failure);
      await moveTo(context, { ...START, step, resumeId: id });
    }
    if (last === null) return true;
    after = last;
  }
};

async function pauseSweep(context: SweepContext, failure: Failure): Promise<false> {
  await pause(context, 'sweep', context.run, failure);
  return false;
}
