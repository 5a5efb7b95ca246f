/** Moves bulk jobs to their next state once no work on their campaigns is in progress. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Database } from '#lib/database/open.ts';
import { hasSendPlan } from '#lib/domain/job.ts';
import { announceJobRequests } from '#lib/store/approval-requests.ts';
import {
  assignSlot,
  countItems,
  leaveOutUnmoved,
  queryReadyPositions,
  sumHighestTotals,
} from '#lib/store/job-items.ts';
import { refuseUnscheduled } from '#lib/store/job-reschedules.ts';
import {
  countItemsToCheck,
  countSentByTime,
  resetChecks,
  setReadyForReview,
  setTotalChecked,
} from '#lib/store/job-reviews.ts';
import { type JobRow, lockJob, setEndedIfDone, setStoppedIfIdle } from '#lib/store/jobs.ts';
import { queueNotification } from '#lib/store/notifications.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { serviceClock } from '#lib/upstream/service-clock.ts';
import { assignSendTimes } from './send-times.ts';

/** Ends a job's check, or a running or stopping job, if no work is left. */
export async function finishJob(db: Database, job: JobRow): Promise<void> {
  switch (job.state) {
    case 'checking':
      return finishCheck(db, job);
    case 'running':
      return endJob(job);
    case 'stopping':
      if (job.action.kind === 'reschedule') await refuseUnscheduled(db, job.id);
      await endJob(job);
      return stopIfIdle(db, job);
    default:
      return undefined;
  }
}

/** Ends a job whose campaigns are all done, refused, or unknown. */
const endJob = ({ id, by, from, memberId }: JobRow): Promise<void> =>
  changeAndRecord(async (tx, record) => {
    if (!(await setEndedIfDone(tx, id))) return;
    await queueNotification(tx, 'job.ended', String(id), memberId);
    await announceJobRequests(tx, { id, memberId });
    const counts = (await countItems(tx, [id])).get(id);
    const { done = 0, refused = 0, unknown = 0 } = counts ?? {};
    const person = { ...(memberId !== null && { id: memberId }), email: by };
    await record({ name: 'job.ended', by: person, from, details: { id, done, refused, unknown } });
  });

/**
 * The requests for approval that a job made before it stopped are announced, because the job might never be
 * resumed.
 */
const stopIfIdle = (db: Database, job: JobRow): Promise<void> =>
  db.transaction(async (tx) => {
    if (await setStoppedIfIdle(tx, job.id)) await announceJobRequests(tx, job);
  });

/**
 * Once all campaigns have been read, assigns the send times and makes the job ready for review. If the campaigns' total
 * price makes the team's approval rule apply, first rechecks the approvals of all campaigns.
 */
const finishCheck = (db: Database, { id }: JobRow): Promise<void> =>
  db.transaction(async (tx) => {
    const job = await lockJob(tx, id);
    if (job?.state !== 'checking' || (await countItemsToCheck(tx, id)) > 0) return;
    const total = await sumHighestTotals(tx, id);
    if (await needsTotalCheck(tx, job, total)) {
      await setTotalChecked(tx, id, total);
      return resetChecks(tx, id);
    }
    await assignTimes(tx, job);
    await setReadyForReview(tx, id, await sumHighestTotals(tx, id));
  });

async function needsTotalCheck(
  tx: Database,
  { action, isTotalChecked }: JobRow,
  total: number | null,
): Promise<boolean> {
  if (!hasSendPlan(action) || isTotalChecked) return false;
  const { rule, minimum } = await readApprovalSettings(tx);
  return rule !== 'none' && minimum !== null && (total === null || total >= minimum);
}

async function assignTimes(tx: Database, { id, action }: JobRow): Promise<void> {
  if (!hasSendPlan(action)) return;
  const positions = await queryReadyPositions(tx, id);
  const taken = await countSentByTime(tx, id);
  // Rescheduled campaigns can be sent with either version, so the stricter limits apply.
  const version = action.kind === 'schedule' && action.payment === 'paid' ? 'v1' : 'v2';
  let next = 0;
  for (const slot of assignSendTimes(action.plan, positions.length, serviceClock(), version, taken)) {
    const [from, to] = [positions[next], positions[next + slot.count - 1]];
    next += slot.count;
    if (from !== undefined && to !== undefined) await assignSlot(tx, id, { from, to }, slot);
  }
  if (action.kind === 'reschedule') await leaveOutUnmoved(tx, id);
}
