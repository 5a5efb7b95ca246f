/** Reads a campaign for a bulk job's review, and decides whether the job's action applies to it. */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { isInvoiced } from '#lib/data/invoicing.ts';
import type { Database } from '#lib/database/open.ts';
import { type MissingApproval, needsGuest, needsMember } from '#lib/domain/approval-rule.ts';
import { type AttemptOperation, lockScopeOf } from '#lib/domain/attempt.ts';
import { hasCancelableStatus } from '#lib/domain/cancellation-window.ts';
import { hasSendPlan, type JobAction, type LeftOutReason } from '#lib/domain/job.ts';
import {
  describeForReview,
  findLeftOutReason,
  meaningOf,
  missingApprovalReason,
  operationOf,
  type RescheduleReading,
  type ReviewFacts,
} from '#lib/domain/job-check.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { chooseResend } from '#lib/domain/reschedule.ts';
import { checkApproval } from '#lib/share-links/approval.ts';
import { findUnsettledAttempt, listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { type CustomerFacts, type JobItemRow, postponeCheck, saveCheck } from '#lib/store/job-work.ts';
import type { JobRow } from '#lib/store/jobs.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { queryDecisions } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';
import { checkApprovalRequest } from './approval-request-check.ts';
import { catchErrors, MAX_RETRIES, retryDelay, type ServiceState } from './service-state.ts';
import { checkSharing } from './share-check.ts';

/**
 * Whether campaigns are read for the job's review. They aren't read if the job changes titles and notes:
 * these exist only in Mailroom, so the prices and recipients in the campaign index are good enough.
 */
export const readsCampaigns = ({ action }: Pick<JobRow, 'action'>): boolean => action.kind !== 'label';

/** Reads one campaign and records the review's findings. Makes only reads. */
export async function checkItem(
  db: Database,
  job: JobRow,
  item: JobItemRow,
  service: ServiceState,
): Promise<void> {
  const check = findCheck(db, job, item.campaignId);
  if (check === null) return saveCheck(db, item, {}, null);
  const checked = await catchErrors(job.id, check);
  if (!checked.ok) return recordUnread(db, item, checked.failure, service);
  service.reportAnswer();
  return saveCheck(db, item, checked.value.facts, checked.value.reason);
}

/** Returns a function that checks a campaign, or null if nothing has to be read. */
function findCheck(db: Database, job: JobRow, campaignId: number): (() => Promise<Outcome<Checked>>) | null {
  if (job.action.kind === 'share') return () => checkSharing(db, job, campaignId);
  if (job.action.kind === 'ask_approval') return () => checkApprovalRequest(db, job, campaignId);
  const operation = operationOf(job.action);
  return operation && (() => readAndDecide(db, job, campaignId, operation));
}

interface Checked {
  readonly facts: Partial<ReviewFacts & CustomerFacts>;
  readonly reason: LeftOutReason | null;
}

async function readAndDecide(
  db: Database,
  job: JobRow,
  campaignId: number,
  operation: AttemptOperation,
): Promise<Outcome<Checked>> {
  const deadline = deadlineIn(ACTION_MS);
  const read = await readForReview(job.action, campaignId, deadline);
  if (!read.ok) return read;
  const pending = await findUnsettledAttempt(db, campaignId, lockScopeOf(operation));
  const reading =
    job.action.kind === 'reschedule'
      ? { ...read.value, reschedule: await readReschedule(db, campaignId, read.value) }
      : read.value;
  const reason =
    findLeftOutReason(job.action, { ...reading, pending: pending?.state }) ??
    (await findApprovalReason(db, job, campaignId, operation, reading, deadline));
  return ok({ facts: describeForReview(job.action, reading), reason });
}

async function readReschedule(
  db: Database,
  campaignId: number,
  { checkout }: Reading,
): Promise<RescheduleReading> {
  const attempts = await listCampaignAttempts(db, campaignId);
  return { option: chooseResend(checkout, attempts, isInvoiced()), now: serviceClock() };
}

interface Reading {
  readonly campaign: Campaign;
  readonly checkout: Checkout | undefined;
}

async function readForReview(action: JobAction, id: number, deadline: Deadline): Promise<Outcome<Reading>> {
  const options = { deadline, fresh: true };
  const needsCheckout = hasSendPlan(action) || action.kind === 'delete';
  const [campaign, checkout] = await Promise.all([
    readFromService('getCampaign', { id }, options),
    needsCheckout ? readFromService('checkOutCampaign', { id }, options) : undefined,
  ]);
  if (!campaign.ok) return campaign;
  if (campaign.value.id !== id) return fail({ kind: 'garbled' });
  // Only campaigns that the action might apply to need a readable checkout.
  const isNeeded =
    action.kind === 'schedule' ? campaign.value.status === 'draft' : hasCancelableStatus(campaign.value);
  if (checkout?.ok === false && hasSendPlan(action) && isNeeded) return checkout;
  return ok({ campaign: campaign.value, checkout: checkout?.ok ? checkout.value : undefined });
}

/**
 * Records that a campaign couldn't be read. It is read again later, or left out if reading it fails several
 * times while the service responds for other campaigns.
 */
async function recordUnread(
  db: Database,
  item: JobItemRow,
  failure: Failure,
  service: ServiceState,
): Promise<void> {
  if (failure.kind === 'missing') return saveCheck(db, item, {}, 'missing');
  if (meaningOf(failure) !== 'wait') return saveCheck(db, item, {}, 'unread');
  const isUp = await service.isUpAfter(failure);
  const retries = isUp ? item.retries + 1 : item.retries;
  if (retries >= MAX_RETRIES) return saveCheck(db, item, {}, 'unread');
  return postponeCheck(db, item, isUp ? retryDelay(item.retries) : 0, retries);
}

/**
 * Returns why a campaign is left out if the team's rule requires an approval that the campaign doesn't have.
 */
async function findApprovalReason(
  db: Database,
  { memberId, total, isTotalChecked }: JobRow,
  campaignId: number,
  operation: AttemptOperation,
  reading: Reading,
  deadline: Deadline,
): Promise<LeftOutReason | null> {
  const attempt = { operation, campaignId, memberId, itemKey: null, itemKind: null };
  // The total is known only after all campaigns have been read once.
  const approval = await checkApproval(db, attempt, reading, deadline, isTotalChecked ? total : undefined);
  if (approval.ok || approval.failure.kind !== 'not_approved') return null;
  const { why } = approval.failure;
  const isVoid = why !== 'unread' && (await wasApproved(db, campaignId, why, memberId));
  return missingApprovalReason(approval.failure, isVoid);
}

/**
 * Whether the campaign had the required approval before the campaign changed. An approval by the member who
 * created the job doesn't count as a second member's.
 */
async function wasApproved(
  db: Database,
  campaignId: number,
  missing: MissingApproval,
  creatorId: string | null,
): Promise<boolean> {
  const [guests, members] = await Promise.all([
    queryDecisions(db, [campaignId]),
    queryMemberDecisions(db, [campaignId]),
  ]);
  const byGuest = guests.some(({ decision, verifiedAt }) => decision === 'approved' && verifiedAt !== null);
  const byOther = members.some(({ decision, memberId }) => decision === 'approved' && memberId !== creatorId);
  return (needsGuest(missing) && byGuest) || (needsMember(missing) && byOther);
}
