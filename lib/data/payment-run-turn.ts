/** Finds the campaign whose turn it is in a payment run, and pays for it or skips it. */
import 'server-only';
import type { AgreedPrice } from '#lib/attempts/payments.ts';
import type { Member } from '#lib/auth/session.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice, paymentStatus } from '#lib/domain/payment.ts';
import {
  type PaymentRun,
  payableItems,
  type RunItem,
  type RunOutcome,
  runItemState,
  runProgress,
} from '#lib/domain/payment-run.ts';
import { mapInParallel } from '#lib/runtime/parallel.ts';
import { store } from '#lib/store/open.ts';
import { queryRunItems, saveRunLink, setRunOutcome, skipRunItem } from '#lib/store/payment-run-items.ts';
import { findPaymentRun, lockPaymentRun } from '#lib/store/payment-runs.ts';
import { authorize } from './authorize.ts';
import { getCampaign, readCheckout } from './campaigns.ts';
import { isInvoiced } from './invoicing.ts';
import { startPayment } from './paying.ts';
import { readPaymentRun } from './payment-run-views.ts';

/** The number of campaigns to read in parallel if the first one can't be paid for. */
const CONCURRENCY = 4;
/**
 * The maximum number of campaigns that a page reads to find one that can be paid for. The next page load continues the
 * search.
 */
const MAX_READ = 24;
/** The maximum number of payments awaiting confirmation that a page checks. The reconciler checks the others. */
const MAX_CONFIRMING = 4;

/** The campaign whose turn it is, just read from the service. */
export interface RunTurn {
  readonly item: RunItem;
  /** The failure if the campaign or its checkout couldn't be read. */
  readonly order: Outcome<{
    readonly campaign: Campaign;
    readonly checkout: Checkout;
    /** When checkout was read, in milliseconds on the service's clock. */
    readonly readAt: number;
  }>;
}

/**
 * Reads a run and the campaign whose turn it is. Records campaigns that were paid for elsewhere, deleted, or sent, and
 * moves on to the next one. Also checks the payments that are being confirmed. Reads no campaigns if the signed-in
 * member can't pay in the run, or if the run was stopped.
 */
export async function readRunTurn(
  id: number,
): Promise<Outcome<{ readonly run: PaymentRun; readonly turn: RunTurn | undefined }>> {
  const run = await readPaymentRun(id);
  if (!run.ok) return run;
  const { isOwn, canPay, stoppedAt, items } = run.value;
  if (!isOwn || !canPay || stoppedAt !== null) return ok({ run: run.value, turn: undefined });
  const [turn] = await Promise.all([findTurn(id, items), checkConfirming(items)]);
  const current = await readPaymentRun(id);
  return current.ok ? ok({ run: current.value, turn }) : current;
}

/**
 * Reads a run's progress, which the run's open pages poll for. Also checks the payments that are being
 * confirmed.
 * @param known the signed-in member, if already loaded
 */
export async function readRunProgress(
  id: number,
  known?: Member,
): Promise<Outcome<{ readonly progress: string }>> {
  const run = await readPaymentRun(id, known);
  if (!run.ok) return run;
  await checkConfirming(run.value.items, known);
  const current = await readPaymentRun(id, known);
  return current.ok ? ok({ progress: runProgress(current.value) }) : current;
}

/**
 * Checks whether payments from payers who have just returned have arrived. `readCheckout` records the
 * payments that have arrived.
 */
async function checkConfirming(items: readonly RunItem[], known?: Member): Promise<void> {
  const confirming = items.filter(({ state }) => state === 'confirming').slice(0, MAX_CONFIRMING);
  await Promise.all(confirming.map(({ campaignId }) => readCheckout(campaignId, known)));
}

async function findTurn(runId: number, items: readonly RunItem[]): Promise<RunTurn | undefined> {
  const payable = payableItems(items).slice(0, MAX_READ);
  let read = 0;
  while (read < payable.length) {
    // Usually, the first campaign can be paid for, so read the others only if it can't.
    const batch = payable.slice(read, read + (read === 0 ? 1 : CONCURRENCY));
    const turns = await mapInParallel(batch, CONCURRENCY, (item) => readTurn(runId, item));
    const turn = turns.find((each) => each !== undefined);
    if (turn) return turn;
    read += batch.length;
  }
  return undefined;
}

/** If the campaign can't be paid for in this run, records why and returns undefined. */
async function readTurn(runId: number, item: RunItem): Promise<RunTurn | undefined> {
  const id = item.campaignId;
  const [campaign, order] = await Promise.all([getCampaign(id), readCheckout(id)]);
  const leaveOut = async (outcome: RunOutcome, amount?: string) => {
    await setRunOutcome(await store(), runId, id, outcome, amount);
    return undefined;
  };
  if (!campaign.ok)
    return campaign.failure.kind === 'missing' ? leaveOut('missing') : { item, order: campaign };
  if (campaign.value.status !== 'draft') return leaveOut('not_draft');
  if (!order.ok) return { item, order };
  const price = applicablePrice(order.value.checkout);
  switch (paymentStatus(price)) {
    case 'credits':
      return leaveOut('credits');
    case 'paid':
      // If someone paid through a payment link from this run, the console recorded the payment when it read
      // checkout just now.
      return (await readItemState(runId, id)) === 'paid'
        ? undefined
        : leaveOut('paid_elsewhere', price.already_paid);
    case 'due':
      return { item, order: ok({ campaign: campaign.value, ...order.value }) };
  }
}

async function readItemState(runId: number, campaignId: number) {
  const [row] = await queryRunItems(await store(), runId, campaignId);
  return row && runItemState(row);
}

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/** Returns why the member can't pay for the campaign in this run now, or null. */
async function refuseOutOfTurn(member: Member, runId: number, campaignId: number): Promise<Failure | null> {
  const db = await store();
  const [run, [item]] = await Promise.all([findPaymentRun(db, runId), queryRunItems(db, runId, campaignId)]);
  if (!run || !item) return { kind: 'missing' };
  if (run.memberId !== member.id) return refused('other_members_run');
  if (run.stoppedAt !== null) return refused('run_stopped');
  const state = runItemState(item);
  if (state === 'starting' || state === 'unknown') return { kind: 'in_progress' };
  return state === 'waiting' || state === 'unconfirmed' ? null : refused('not_in_turn');
}

/**
 * Starts a campaign's payment in a run, exactly as checkout does. Fails like `startPayment`. Fails with
 * `refused` and the code `other_members_run`, `run_stopped`, or `not_in_turn` if the campaign can't be paid
 * for in the run, for example because the campaign's payment is being confirmed.
 */
export async function payInRun(
  runId: number,
  campaignId: number,
  agreed: AgreedPrice,
): Promise<Outcome<{ readonly link: string }>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  if (isInvoiced()) return fail(refused('run_on_invoice'));
  const member = allowed.value;
  const outOfTurn = await refuseOutOfTurn(member, runId, campaignId);
  if (outOfTurn) return fail(outOfTurn);
  const recordLink = async (attemptId: string) =>
    saveRunLink(await store(), { attemptId, runId, campaignId }, member.id);
  return startPayment(campaignId, {
    agreed,
    beforeCall: async (attemptId) => {
      // While this attempt waited for the lock, another tab may have paid, or another member may have taken over the
      // run.
      const refusal = await refuseOutOfTurn(member, runId, campaignId);
      if (!refusal) await recordLink(attemptId);
      return refusal;
    },
    onReuse: recordLink,
  });
}

/**
 * Skips a campaign. The member can still pay for it later by resuming the run. If the campaign's open payment
 * link is used anyway, the campaign isn't scheduled.
 */
export async function skipInRun(runId: number, campaignId: number): Promise<Outcome<null>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  const outOfTurn = await refuseOutOfTurn(allowed.value, runId, campaignId);
  if (outOfTurn) return fail(outOfTurn);
  const db = await store();
  await db.transaction(async (tx) => {
    await lockPaymentRun(tx, runId);
    await skipRunItem(tx, runId, campaignId);
  });
  return ok(null);
}
