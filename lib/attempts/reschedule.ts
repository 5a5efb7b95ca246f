/**
 * Makes the two calls of a reschedule: cancels the campaign, and then sends it again at another time. A
 * reschedule is a single attempt, so that no other attempt can begin between the two calls. The attempt's
 * current part is stored before each call, so that a reading can prove how the call ended if the response is
 * lost.
 */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { type CampaignSnapshot, type Reschedule, snapshotCampaign } from '#lib/domain/attempt.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { NOT_RESCHEDULED, reasonOf } from '#lib/domain/reschedule.ts';
import { checkApproval } from '#lib/share-links/approval.ts';
import { type AttemptRow, saveReschedule } from '#lib/store/attempts.ts';
import { type CallResult, readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { callFailure } from '#lib/upstream/failures.ts';
import type { CallContext } from './perform.ts';

/**
 * The time limit for a reschedule, in milliseconds. Longer than for other attempts, because a canceled campaign must
 * still be sent again, even if the cancellation was slow. Shorter than EXPIRES_AFTER_MS.
 */
export const RESCHEDULE_MS = 20_000;
/** The time limit for the cancellation. */
const CANCEL_MS = 5_000;
/** The time limit for reading the campaign between the two calls. */
const REREAD_MS = 2_500;
/** The second call isn't made if less time than this is left, because its outcome would probably be unknown. */
const MIN_SEND_MS = 1_000;

/** A campaign and its checkout, as read between the two calls. */
export interface CanceledOrder {
  readonly campaign: Campaign;
  readonly checkout: Outcome<Checkout>;
}

export interface RescheduleCalls {
  readonly plan: Reschedule;
  readonly cancel: (deadline: Deadline) => Promise<CallResult<Campaign>>;
  /** Reads the campaign and its checkout after the cancellation. */
  readonly reread: (deadline: Deadline) => Promise<Outcome<CanceledOrder>>;
  /** Returns a failure if the canceled campaign must not be sent again. */
  readonly refuse: (order: CanceledOrder) => Failure | null;
  readonly send: (context: CallContext) => Promise<CallResult<Campaign>>;
}

/**
 * Cancels a campaign and sends it again.
 *
 * - If the cancellation is refused, returns its failure. Nothing has changed.
 * - If the outcome of the cancellation can't be determined, returns a failure that might have had an effect,
 *   and doesn't send. The attempt stays in the part `cancel`.
 * - If a check after the cancellation fails, or the service refuses to send the campaign, returns NOT_RESCHEDULED,
 *   and stores why. The attempt is in the part `send`, and the campaign is a draft.
 * - If the outcome of the second call is unknown, returns a failure that might have had an effect. The
 *   attempt stays in its second part, `send`.
 */
export async function cancelAndSend(
  db: Database,
  { plan, cancel, reread, refuse, send }: RescheduleCalls,
  context: CallContext,
): Promise<CallResult<Campaign>> {
  const { attempt, deadline } = context;
  const response = await cancel(deadline.within(CANCEL_MS));
  const canceled = await confirmCancellation(attempt.campaignId, response, deadline);
  if (!canceled.ok) return canceled;
  const next = { ...plan, part: 'send', canceled: snapshotCampaign(canceled.value) } as const;
  const stop = (failure: Failure) => stopAfterCancellation(db, attempt, next, failure);
  const order = await reread(deadline.within(REREAD_MS));
  if (!order.ok || !order.value.checkout.ok) return stop(NOT_READ);
  const current = { ...order.value, campaign: newest(canceled.value, order.value.campaign) };
  const refusal =
    refuseUnlessDraft(current.campaign) ?? refuse(current) ?? (await recheckRules(db, current, context));
  if (refusal) return stop(refusal);
  if (deadline.left() < MIN_SEND_MS) return stop(NOT_READ);
  // If this process stalled, another server may have expired the attempt, so the second call must not be made.
  if (!(await saveReschedule(db, attempt.id, next))) return callFailure({ kind: 'slow' }, 'possible');
  if (deadline.left() === 0) return stop(NOT_READ);
  const sent = await send(context);
  return sent.ok || sent.effect === 'possible' ? sent : stop(sent.failure);
}

/** The failure if the campaign can't be read in time between the two calls. */
const NOT_READ: Failure = { kind: 'slow' };

/** Checks the team's approval rule and the member's permission again. */
async function recheckRules(
  db: Database,
  { campaign, checkout }: CanceledOrder,
  { attempt, deadline, recheckPermission }: CallContext,
): Promise<Failure | null> {
  const reading = { campaign, checkout: checkout.ok ? checkout.value : undefined };
  const approval = await checkApproval(db, attempt, reading, deadline.within(REREAD_MS));
  return approval.ok ? recheckPermission() : approval.failure;
}

/**
 * Determines whether the campaign was canceled. If the response was lost, reads the campaign back once. A draft
 * proves that the service has carried out the cancellation. A response that doesn't show a draft proves nothing.
 */
async function confirmCancellation(
  id: number,
  response: CallResult<Campaign>,
  deadline: Deadline,
): Promise<CallResult<Campaign>> {
  if (!response.ok && response.effect === 'none') return response;
  if (response.ok && response.value.status === 'draft') return response;
  const reading = await readFromService(
    'getCampaign',
    { id },
    { deadline: deadline.within(REREAD_MS), fresh: true },
  );
  if (reading.ok && reading.value.status === 'draft') return reading;
  return response.ok ? callFailure({ kind: 'garbled' }, 'possible') : response;
}

/**
 * Returns the campaign as canceled. Reads may lag behind writes, so the response to the cancellation overrides a
 * reading that doesn't show a draft.
 */
const newest = (canceled: Campaign, reading: Campaign): Campaign =>
  reading.status === 'draft' ? reading : { ...reading, ...canceled };

async function stopAfterCancellation(
  db: Database,
  { id }: AttemptRow,
  reschedule: Reschedule & { readonly canceled: CampaignSnapshot },
  failure: Failure,
): Promise<CallResult<never>> {
  const isSaved = await saveReschedule(db, id, { ...reschedule, reason: reasonOf(failure) });
  return isSaved ? callFailure(NOT_RESCHEDULED, 'none') : callFailure({ kind: 'slow' }, 'possible');
}
