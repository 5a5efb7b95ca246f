/** Members' decisions about a draft. A member approves campaigns that another member pays for or sends. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Decision } from '#lib/domain/approval.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { saveMemberDecision } from '#lib/store/member-decisions.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { authorize } from './authorize.ts';

export interface MemberDecisionInput {
  readonly decision: Decision;
  readonly comment?: string | undefined;
  /** The fingerprint of the content that the member saw. */
  readonly fingerprint: string;
}

/**
 * Records the signed-in member's decision. Fails if the content that would be printed has changed since the
 * member opened the page.
 */
export async function recordMemberDecision(
  campaignId: number,
  { decision, comment, fingerprint }: MemberDecisionInput,
): Promise<Outcome<null>> {
  const member = await authorize('approve');
  if (!member.ok) return member;
  if (decision === 'changes' && !comment) {
    return fail({ kind: 'invalid', fields: { comment: 'Describe the change.' } });
  }
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) return fail(campaign.failure);
  const notDraft = refuseUnlessDraft(campaign.value);
  if (notDraft) return fail(notDraft);
  const content = await readPrintedContent(campaign.value, { fresh: true });
  if (!content.ok) return refused('proof_unread');
  if (content.value.proof === null) return refused('no_proof_to_approve');
  if (fingerprintPrintedContent(content.value) !== fingerprint) return refused('content_changed');
  const { id, email } = member.value;
  await changeAndRecord(async (tx, record) => {
    const isNew = await saveMemberDecision(tx, {
      campaignId,
      memberId: id,
      by: email,
      decision,
      comment: comment || null,
      fingerprint,
    });
    const event = {
      name: 'member_decision.made',
      by: member.value,
      campaignId,
      details: { decision },
    } as const;
    if (isNew) await record(event);
  });
  return ok(null);
}

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });
