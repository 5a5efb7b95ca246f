/** Carries out a bulk job's action on one campaign, as the member who made the job. */
import 'server-only';
import { runInBackground } from '#lib/auth/background-caller.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { sendTimeProblem } from '#lib/contract/service-limits.ts';
import { sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { cancelCampaign, cloneCampaign, deleteCampaign, sendCampaign } from '#lib/data/sending.ts';
import { labelCampaign } from '#lib/data/titles-and-notes.ts';
import type { Database } from '#lib/database/open.ts';
import { type JobAction, permissionFor } from '#lib/domain/job.ts';
import { meaningOf } from '#lib/domain/job-check.ts';
import { type Failure, fail, type Outcome } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
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
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { catchErrors, MAX_RETRIES, retryDelay, type ServiceState } from './service-state.ts';

/** An item that another attempt keeps from being worked on is tried again after this time. */
const LATER_MS = 2_000;

/** An earlier attempt's outcome isn't known, so nothing was called for this item. */
const EARLIER_UNKNOWN: Failure = { kind: 'refused', status: 409, code: 'earlier_unknown' };

/** Works on an item that this server has claimed, and records what came of it. */
export async function workOnItem(
  db: Database,
  job: JobRow,
  item: JobItemRow,
  service: ServiceState,
): Promise<void> {
  const member = await findAllowedMember(db, job);
  if (!member) {
    await putBack(db, item.attemptKey, 0, item.retries);
    return stopJobOf(job);
  }
  const caller = { itemKind: 'job', itemKey: item.attemptKey, member, address: job.from } as const;
  const outcome = await catchErrors(job.id, () =>
    runInBackground(caller, () => performItem(job.action, item)),
  );
  if (!outcome.ok) return recordFailure(db, item, outcome.failure, service);
  service.reportAnswer();
  // The item of an attempt gets its state in the attempt's own transaction.
  await finishItem(db, item.attemptKey);
}

/** Returns the job's member, unless the member isn't allowed to do this anymore. */
async function findAllowedMember(db: Database, { memberId, action }: JobRow): Promise<MemberRow | undefined> {
  const member = memberId === null ? undefined : await findMember(db, memberId);
  const isStillAllowed = member?.disabledAt === null && isAllowed(member.role, permissionFor(action));
  return isStillAllowed ? member : undefined;
}

/** Stops a job whose member isn't allowed to do this anymore. */
const stopJobOf = ({ id, by, from }: JobRow): Promise<void> =>
  changeAndRecord(async (tx, record) => {
    if (!(await setStopping(tx, id, 'lost_permission', null))) return;
    await queueStoppedNotifications(tx, [id]);
    const details = { id, reason: 'lost_permission' };
    await record({ name: 'job.stopped', about: { email: by }, from, details });
  });

function performItem(action: JobAction, item: JobItemRow): Promise<Outcome<unknown>> {
  const { campaignId: id, reviewed } = item;
  switch (action.kind) {
    case 'schedule':
      return scheduleItem(action, item);
    case 'cancel':
      return cancelCampaign(id, { reason: action.reason, reviewed: reviewed ?? undefined });
    case 'copy':
      return cloneCampaign(id);
    case 'delete':
      return deleteCampaign(id, undefined, { reviewed: reviewed ?? undefined });
    case 'label':
      return labelCampaign(id, action);
  }
}

async function scheduleItem(
  { payment }: JobAction & { kind: 'schedule' },
  { campaignId: id, sendAt, reviewed }: JobItemRow,
): Promise<Outcome<unknown>> {
  const { price, already_paid } = reviewed ?? {};
  if (sendAt === null || !reviewed || price === undefined || already_paid === undefined)
    throw new Error('A scheduled item has no review.');
  const version = payment === 'invoice' ? 'v2' : 'v1';
  const problem = sendTimeProblem(sendAt.getTime(), serviceClock(), version);
  // The field messages of single campaigns name a field that a job doesn't have.
  if (problem) return fail({ kind: 'refused', status: 422, code: `date_${problem}` });
  const date = sendAt.toISOString();
  return payment === 'invoice'
    ? sendCampaignOnInvoice(id, { agreed: { price, already_paid }, scheduled_at: date, reviewed })
    : sendCampaign(id, { date, reviewed });
}

/**
 * Records why an item wasn't carried out. Each of these changes does nothing if the item's call has begun, because
 * then the attempt's outcome counts.
 */
async function recordFailure(
  db: Database,
  { attemptKey, retries }: JobItemRow,
  failure: Failure,
  service: ServiceState,
): Promise<void> {
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
  await refuseItem(db, attemptKey, failure);
  await explainRefusal(db, attemptKey, failure);
}

const isPutBack = async (
  db: Database,
  attemptKey: string,
  { ms, retries }: { readonly ms: number; readonly retries: number },
): Promise<boolean> =>
  (await putBack(db, attemptKey, ms, retries)) || putBackRefused(db, attemptKey, ms, retries);
