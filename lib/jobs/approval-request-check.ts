/** Reads a draft so that a job that asks for approvals can be reviewed. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import type { LeftOutReason } from '#lib/domain/job.ts';
import { describeForReview, type ReviewFacts } from '#lib/domain/job-check.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { type ApprovalNeed, readApprovalNeed, retryUnreadProof } from '#lib/share-links/approval-request.ts';
import { findApprovalRequest } from '#lib/store/approval-requests.ts';
import type { JobRow } from '#lib/store/jobs.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { ACTION_MS } from '#lib/upstream/time-limits.ts';

interface RequestCheck {
  readonly facts: Partial<ReviewFacts>;
  readonly reason: LeftOutReason | null;
}

/** Why a campaign is left out, by the failure code from reading it. */
const REASONS: Readonly<Record<string, LeftOutReason>> = {
  not_draft: 'not_draft',
  no_proof_to_approve: 'no_proof',
};

/** Reads the draft and its files, and decides whether another member has to be asked. */
export async function checkApprovalRequest(
  db: Database,
  { action, memberId }: JobRow,
  campaignId: number,
): Promise<Outcome<RequestCheck>> {
  const need = await readApprovalNeed(db, campaignId, memberId, deadlineIn(ACTION_MS));
  if (need.ok)
    return ok({ facts: describeForReview(action, need.value), reason: await findReason(db, need.value) });
  const failure = retryUnreadProof(need.failure);
  const reason = failure.kind === 'refused' ? REASONS[failure.code ?? ''] : undefined;
  return reason === undefined ? fail(failure) : ok({ facts: {}, reason });
}

async function findReason(
  db: Database,
  { campaign, fingerprint, state }: ApprovalNeed,
): Promise<LeftOutReason | null> {
  if (state === 'not_required') return 'no_approval_needed';
  if (state === 'approved') return 'approved_already';
  return (await findApprovalRequest(db, campaign.id, fingerprint)) ? 'asked_already' : null;
}
