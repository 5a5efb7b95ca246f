/** Members' requests for another member to approve a campaign. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { readApprovalNeed, retryUnreadProof } from '#lib/share-links/approval-request.ts';
import { insertApprovalRequest, notifyApprovers } from '#lib/store/approval-requests.ts';
import { beginItem, settleItem } from '#lib/store/job-work.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';
import { authorize } from './authorize.ts';

/**
 * Asks every other member who can approve campaigns to review a draft. Asking again for the same content does nothing,
 * so that members aren't emailed twice. Fails with `refused` if the campaign doesn't need another member's approval, or
 * if its content can't be read.
 */
export async function requestApproval(campaignId: number, comment: string | null): Promise<Outcome<null>> {
  const allowed = await authorize('sendCampaign');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const need = await readApprovalNeed(await store(), campaignId, member.id);
  if (!need.ok) return need;
  const { state, fingerprint } = need.value;
  if (state !== 'needed') return fail(refused('no_approval_needed'));
  await changeAndRecord(async (tx, record) => {
    const by = { campaignId, memberId: member.id, by: member.email };
    const id = await insertApprovalRequest(tx, { ...by, comment, fingerprint });
    if (id === undefined) return;
    await notifyApprovers(tx, 'approval.requested', id, member.id);
    await record({ name: 'approval.requested', by: member, campaignId, details: { id } });
  });
  return ok(null);
}

/** An item of a bulk job that asks for approvals. */
interface RequestItem {
  readonly jobId: number;
  /** The item's key. */
  readonly attemptKey: string;
}

/**
 * Records the request for a job's item, in the same transaction as the item's result. Notifies no one:
 * members get one notification about all of the job's requests when the job ends or stops. Fails with
 * `refused` if no approval is needed, or if a member has already asked, and with `in_progress` if the job was
 * stopped or another server is working on the item.
 */
export async function requestApprovalInJob(
  campaignId: number,
  comment: string | null,
  { jobId, attemptKey }: RequestItem,
): Promise<Outcome<null>> {
  const allowed = await authorize('sendCampaign');
  if (!allowed.ok) return allowed;
  const member = allowed.value;
  const need = await readApprovalNeed(await store(), campaignId, member.id, deadlineIn(ACTION_MS));
  if (!need.ok) return fail(retryUnreadProof(need.failure));
  const { state, fingerprint } = need.value;
  if (state !== 'needed') return fail(refused('no_approval_needed'));
  return changeAndRecord<Outcome<null>>(async (tx, record) => {
    // The member may have lost permission while the files were read.
    if (!(await lockMemberWithPermission(tx, member.id, 'sendCampaign'))) return fail({ kind: 'forbidden' });
    if (!(await beginItem(tx, attemptKey))) return fail({ kind: 'in_progress' });
    const by = { campaignId, memberId: member.id, by: member.email, jobId };
    const id = await insertApprovalRequest(tx, { ...by, comment, fingerprint });
    if (id === undefined) {
      const failure = refused('already_asked');
      await settleItem(tx, attemptKey, { state: 'refused', failure });
      return fail(failure);
    }
    await settleItem(tx, attemptKey, { state: 'done' });
    await record({ name: 'approval.requested', by: member, campaignId, details: { id } });
    return ok(null);
  });
}

const refused = (code: string): Failure => ({ kind: 'refused', status: 409, code });
