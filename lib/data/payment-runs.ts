/** Starts, stops, resumes, and takes over payment runs, and changes when their campaigns are sent. */
import 'server-only';
import { refuseSendDate } from '#lib/attempts/send-date.ts';
import { changeAndRecord, type RecordEvent } from '#lib/auth/security-events.ts';
import type { Member } from '#lib/auth/session.ts';
import type { Database } from '#lib/database/open.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { MAX_RUN_CAMPAIGNS } from '#lib/domain/payment-run.ts';
import { retryFailedSends } from '#lib/store/payment-run-sends.ts';
import {
  insertPaymentRun,
  lockPaymentRun,
  markRunResumed,
  markRunStopped,
  type PaymentRunRow,
  setRunMember,
  setRunSendDate,
} from '#lib/store/payment-runs.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { authorize } from './authorize.ts';
import { isInvoiced } from './invoicing.ts';

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });

/**
 * Starts a run. Each campaign is read only when its turn comes. Fails with `invalid` if there are no
 * campaigns or more than `MAX_RUN_CAMPAIGNS`, or if the send date is outside the interface's limits (part 8).
 * @param sendDate when to send the run's paid campaigns, in ISO 8601 with an offset. Null if the run doesn't schedule
 * campaigns.
 * @returns the run's id
 */
export async function createPaymentRun(
  campaignIds: readonly number[],
  sendDate: string | null,
): Promise<Outcome<{ readonly id: number }>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  if (isInvoiced()) return fail(refused('run_on_invoice'));
  const ids = [...new Set(campaignIds)];
  if (ids.length === 0 || ids.length > MAX_RUN_CAMPAIGNS)
    return fail({ kind: 'invalid', fields: { campaigns: `Select 1 to ${MAX_RUN_CAMPAIGNS} campaigns.` } });
  const badDate = await refuseRunDate(sendDate);
  if (badDate) return fail(badDate);
  return changeAndRecord(async (tx, record) => {
    if (!(await lockMemberWithPermission(tx, member.id, 'payCampaign'))) return fail({ kind: 'forbidden' });
    const id = await insertPaymentRun(tx, { memberId: member.id, by: member.email, sendDate }, ids);
    const details = { run: id, campaigns: ids.length, ...(sendDate !== null && { send_date: sendDate }) };
    await record({ name: 'payment_run.started', by: member, details });
    return ok({ id });
  });
}

/** Scheduling needs its own permission, because it mails campaigns. */
async function refuseRunDate(sendDate: string | null): Promise<Failure | null> {
  if (sendDate === null) return null;
  const allowed = await authorize('sendCampaign');
  if (!allowed.ok) return allowed.failure;
  const tooEarlyOrLate = refuseSendDate(sendDate);
  return tooEarlyOrLate?.kind === 'invalid'
    ? { kind: 'invalid', fields: { at: tooEarlyOrLate.fields.date ?? '' } }
    : tooEarlyOrLate;
}

type Change = (tx: Database, run: PaymentRunRow, member: Member, record: RecordEvent) => Promise<void>;

/** Changes a run that belongs to the signed-in member. */
async function changeOwnRun(id: number, change: Change): Promise<Outcome<null>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  return changeAndRecord(async (tx, record) => {
    const run = await lockPaymentRun(tx, id);
    if (!run) return fail({ kind: 'missing' });
    if (run.memberId !== allowed.value.id) return fail(refused('other_members_run'));
    await change(tx, run, allowed.value, record);
    return ok(null);
  });
}

/**
 * Stops a run. Paid campaigns stay paid, and are still scheduled. Campaigns paid for after the run is stopped
 * aren't scheduled.
 */
export const stopPaymentRun = (id: number): Promise<Outcome<null>> =>
  changeOwnRun(id, async (tx, { stoppedAt }, member, record) => {
    if (stoppedAt !== null) return;
    await markRunStopped(tx, id);
    await record({ name: 'payment_run.stopped', by: member, details: { run: id } });
  });

/**
 * Resumes a run, and offers the skipped campaigns again. Campaigns that were paid for in the meantime aren't scheduled
 * until the member saves a send date.
 */
export const resumePaymentRun = (id: number): Promise<Outcome<null>> =>
  changeOwnRun(id, async (tx, _, member, record) => {
    await markRunResumed(tx, id);
    await record({ name: 'payment_run.resumed', by: member, details: { run: id } });
  });

/**
 * Changes the send date of the run's campaigns, including paid campaigns that aren't scheduled yet.
 * @param sendDate in ISO 8601 with an offset. Null to schedule no further campaigns.
 */
export async function saveRunSendDate(id: number, sendDate: string | null): Promise<Outcome<null>> {
  const badDate = await refuseRunDate(sendDate);
  if (badDate) return fail(badDate);
  return changeOwnRun(id, async (tx, _, member, record) => {
    await setRunSendDate(tx, id, sendDate);
    const details = { run: id, send_date: sendDate ?? '' };
    await record({ name: 'payment_run.schedule_changed', by: member, details });
  });
}

/**
 * Transfers a run to the signed-in member. From then on, campaigns are paid for and sent as this member.
 * Scheduling is attempted again for paid campaigns that couldn't be scheduled before.
 */
export async function takeOverPaymentRun(id: number): Promise<Outcome<null>> {
  const allowed = await authorize('payCampaign');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  return changeAndRecord(async (tx, record) => {
    if (!(await lockMemberWithPermission(tx, member.id, 'payCampaign'))) return fail({ kind: 'forbidden' });
    const run = await lockPaymentRun(tx, id);
    if (!run) return fail({ kind: 'missing' });
    if (run.memberId === member.id) return ok(null);
    await setRunMember(tx, id, member);
    // The former member may have lost permission before the campaigns were scheduled.
    await retryFailedSends(tx, id);
    const details = { run: id, transferred_from: run.by };
    await record({ name: 'payment_run.taken_over', by: member, details });
    return ok(null);
  });
}
