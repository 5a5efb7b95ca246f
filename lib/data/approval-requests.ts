/** Members' requests for another member to approve a campaign. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import { approvalOf } from '#lib/domain/approval.ts';
import { applicableRule, missingApproval, needsMember } from '#lib/domain/approval-rule.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { toMemberDecision } from '#lib/share-links/approval.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { insertApprovalRequest } from '#lib/store/approval-requests.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { store } from '#lib/store/open.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
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
  const [campaign, checkout] = await Promise.all([
    readFromService('getCampaign', { id: campaignId }, { fresh: true }),
    readFromService('checkOutCampaign', { id: campaignId }, { fresh: true }),
  ]);
  if (!campaign.ok) return campaign;
  const notDraft = refuseUnlessDraft(campaign.value);
  if (notDraft) return fail(notDraft);
  const content = await readPrintedContent(campaign.value, { fresh: true });
  if (!content.ok) return refused('proof_unread');
  if (content.value.proof === null) return refused('no_proof_to_approve');
  const fingerprint = fingerprintPrintedContent(content.value);
  const db = await store();
  const [settings, rows] = await Promise.all([
    readApprovalSettings(db),
    queryMemberDecisions(db, [campaignId]),
  ]);
  const rule = applicableRule(settings, checkout.ok ? checkout.value : undefined);
  const members = rows.map((row) => toMemberDecision(row, fingerprint));
  const missing = missingApproval(rule, { guests: approvalOf([]), members }, member.id);
  if (!needsMember(missing)) return refused('no_approval_needed');
  await changeAndRecord(async (tx, record) => {
    const by = { campaignId, memberId: member.id, by: member.email };
    const id = await insertApprovalRequest(tx, { ...by, comment, fingerprint });
    if (id !== undefined)
      await record({ name: 'approval.requested', by: member, campaignId, details: { id } });
  });
  return ok(null);
}

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });
