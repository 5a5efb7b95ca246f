/** Carries out a bulk job's action on one campaign, as the member who created the job. */
import 'server-only';
import { runInBackground } from '#lib/auth/background-caller.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { requestApprovalInJob } from '#lib/data/approval-requests.ts';
import { shareWithCustomer } from '#lib/data/customer-sharing.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign } from '#lib/data/sending.ts';
import { labelCampaign } from '#lib/data/titles-and-notes.ts';
import type { Database } from '#lib/database/open.ts';
import { type JobAction, permissionFor, type StopReason } from '#lib/domain/job.ts';
import { meaningOf } from '#lib/domain/job-check.ts';
import type { Failure, Outcome } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { NOT_RESCHEDULED } from '#lib/domain/reschedule.ts';
import { hasEndedUnscheduled, isItemUnscheduled } from '#lib/store/job-reschedules.ts';
import {
  explainRefusal,
  finishItem,
  type JobItemRow,
  putBack,
  putBackRefused,
  refuseItem,
} from '#lib/store/job-work.ts';
import { type JobRow, setStopping } from '#lib/store/jobs.ts';
import { findMember, type MemberRow } from '#lib/store/members.ts';
import { queueStoppedNotifications } from '#lib/store/notifications.ts';
import { findCause, rescheduleItem, scheduleItem } from './schedule.ts';
import { catchErrors, MAX_RETRIES, retryDelay, type ServiceState } from './service-state.ts';

/** How long an item waits before a retry if another attempt blocks it. */
const LATER_MS = 2_000;

/** An earlier attempt's outcome isn't known, so no call was made for this item. */
const EARLIER_UNKNOWN: Failure = { kind: 'refused', status: 409, code: 'earlier_unknown' };

/** Processes an item that this server has claimed, and records the result. */
export async function workOnItem(
  db: Database,
  job: JobRow,
  item: JobItemRow,
  service: ServiceState,
): Promise<void> {
  const member = await findAllowedMember(db, job);
  if (!member) {
    await putBack(db, item.attemptKey, 0, item.retries);
    return stopJobOf(job, 'lost_permission');
  }
  const caller = { itemKind: 'job', itemKey: item.attemptKey, member, address: job.from } as const;
  const outcome = await catchErrors(job.id, () =>
    runInBackground(caller, () => performItem(db, job.action, item)),
  );
  if (!outcome.ok) {
    await recordFailure(db, item, outcome.failure, service);
    // The same could happen to the other campaigns.
    if (await hasEndedUnscheduled(db, item)) await stopJobOf(job, 'unscheduled');
    return;
  }
  service.reportAnswer();
  // Other items get their state in the transaction that settles the attempt, the email, or the request for approval.
  await finishItem(db, item.attemptKey);
}

/** Returns the job's member if the member is still allowed to perform the action. */
async function findAllowedMember(db: Database, { memberId, action }: JobRow): Promise<MemberRow | undefined> {
  const member = memberId === null ? undefined : await findMember(db, memberId);
  const isStillAllowed = member?.disabledAt === null && isAllowed(member.role, permissionFor(action));
  return isStillAllowed ? member : undefined;
}

const stopJobOf = ({ id, by, from }: JobRow, reason: StopReason): Promise<void> =>
  changeAndRecord(async (tx, record) => {
    if (!(await setStopping(tx, id, reason, null))) return;
    // Members get an email about each campaign that isn't scheduled.
    if (reason === 'lost_permission') await queueStoppedNotifications(tx, [id]);
    const details = { id, reason };
    await record({ name: 'job.stopped', about: { email: by }, from, details });
  });

function performItem(db: Database, action: JobAction, item: JobItemRow): Promise<Outcome<unknown>> {
  const { campaignId: id, reviewed } = item;
  switch (action.kind) {
    case 'schedule':
      return scheduleItem(item, action.payment);
    case 'reschedule':
      return rescheduleItem(db, item);
    case 'cancel':
      return cancelCampaign(id, { reason: action.reason, reviewed: reviewed ?? undefined });
    case 'copy':
      return cloneCampaign(id);
    case 'delete':
      return deleteCampaign(id, undefined, { reviewed: reviewed ?? undefined });
    case 'label':
      return labelCampaign(id, action);
    case 'share':
      return shareItem(action, item);
    case 'ask_approval':
      return requestApprovalInJob(id, action.comment ?? null, item);
  }
}

function shareItem(
  action: JobAction & { kind: 'share' },
  { campaignId, email, attemptKey }: JobItemRow,
): Promise<Outcome<unknown>> {
  if (email === null) throw new Error('A shared item has no address.');
  return shareWithCustomer(campaignId, action, email, attemptKey);
}

/**
 * Records why an item's action wasn't performed. Changes nothing if the item's call has started, because then
 * the attempt's outcome counts.
 */
async function recordFailure(
  db: Database,
  item: JobItemRow,
  given: Failure,
  service: ServiceState,
): Promise<void> {
  const { attemptKey, retries } = item;
  const failure = await findCause(db, item, given);
  if (failure.kind === 'unknown') return refuseItem(db, attemptKey, EARLIER_UNKNOWN);
  const meaning = failure.kind === 'forbidden' ? 'later' : meaningOf(failure);
  if (meaning === 'later') {
    await putBack(db, attemptKey, LATER_MS, retries);
    return;
  }
  if (meaning === 'wait') {
    const isUp = await service.isUpAfter(failure);
    const next = { ms: isUp ? retryDelay(retries) : 0, retries: isUp ? retries + 1 : retries };
    if (next.retries < MAX_RETRIES && (await isPutBack(db, attemptKey, next))) return;
  } else service.reportAnswer();
  const reason = (await isItemUnscheduled(db, item)) ? NOT_RESCHEDULED : failure;
  await refuseItem(db, attemptKey, reason);
  await explainRefusal(db, attemptKey, reason);
}

const isPutBack = async (
  db: Database,
  attemptKey: string,
  { ms, retries }: { readonly ms: number; readonly retries: number },
): Promise<boolean> =>
  (await putBack(db, attemptKey, ms, retries)) || putBackRefused(db, attemptKey, ms, retries);
