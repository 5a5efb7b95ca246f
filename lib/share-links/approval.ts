/** Checks whether decisions are still valid, and whether they allow a member to pay for and send a campaign. */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { approvalOf, type GuestDecision, type MemberDecision } from '#lib/domain/approval.ts';
import { type ApprovalRule, applicableRule, missingApproval } from '#lib/domain/approval-rule.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type { AttemptRow } from '#lib/store/attempts.ts';
import { type MemberDecisionRow, queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { type LabeledDecisionRow, queryDecisions } from '#lib/store/share-links.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { fingerprintPrintedContent, readPrintedContent } from './fingerprints.ts';

/** Whether an operation can require an approval, which is true only for paying and sending. */
const NEEDS_APPROVAL: Readonly<Record<AttemptOperation, boolean>> = {
  payCampaign: true,
  payAndSendCampaign: true,
  sendCampaign: true,
  sendCampaignOnInvoice: true,
  cancelCampaign: false,
  cloneCampaign: false,
  deleteCampaign: false,
};

/** @param current the fingerprint of the content that would be printed now, or null if the content can't be read */
export const toGuestDecision = (row: LabeledDecisionRow, current: string | null): GuestDecision => ({
  id: row.id,
  campaignId: row.campaignId,
  decision: row.decision,
  name: row.name,
  email: row.email,
  comment: row.comment,
  at: row.at.getTime(),
  linkLabel: row.linkLabel,
  isVerified: row.verifiedAt !== null,
  isCurrent: current === null ? null : row.fingerprint === current,
});

/** @param current the fingerprint of the content that would be printed now, or null if the content can't be read */
export const toMemberDecision = (row: MemberDecisionRow, current: string | null): MemberDecision => ({
  id: row.id,
  campaignId: row.campaignId,
  decision: row.decision,
  memberId: row.memberId,
  by: row.by,
  comment: row.comment,
  at: row.at.getTime(),
  mayApprove: row.role !== null && row.disabledAt === null && isAllowed(row.role, 'approve'),
  isCurrent: current === null ? null : row.fingerprint === current,
});

/**
 * Fails with `not_approved` if the team's rule requires an approval of the current content and the approval is
 * missing, or if the content can't be read. An approval by the member who pays or sends doesn't count. Always
 * reads the campaign and its current files. The caller must authorize the member first.
 */
export async function checkApproval(
  db: Database,
  { operation, campaignId, memberId }: Pick<AttemptRow, 'operation' | 'campaignId' | 'memberId'>,
  deadline: Deadline,
): Promise<Outcome<null>> {
  if (!NEEDS_APPROVAL[operation]) return ok(null);
  const rule = await readApplicableRule(db, campaignId, deadline);
  if (rule === 'none') return ok(null);
  const campaign = await readFromService('getCampaign', { id: campaignId }, { deadline, fresh: true });
  const printed = campaign.ok
    ? await readPrintedContent(campaign.value, { deadline, fresh: true })
    : campaign;
  if (!printed.ok) return fail({ kind: 'not_approved', why: 'unread' });
  const current = fingerprintPrintedContent(printed.value);
  const [guestRows, memberRows] = await Promise.all([
    queryDecisions(db, [campaignId]),
    queryMemberDecisions(db, [campaignId]),
  ]);
  const guests = approvalOf(guestRows.map((row) => toGuestDecision(row, current)));
  const members = memberRows.map((row) => toMemberDecision(row, current));
  const missing = missingApproval(rule, { guests, members }, memberId);
  return missing === 'none' ? ok(null) : fail({ kind: 'not_approved', why: missing });
}

/** Reads the price only if the rule depends on the price. If the price can't be read, the rule applies. */
async function readApplicableRule(
  db: Database,
  campaignId: number,
  deadline: Deadline,
): Promise<ApprovalRule> {
  const settings = await readApprovalSettings(db);
  if (settings.rule === 'none' || settings.minimum === null) return settings.rule;
  const checkout = await readFromService('checkOutCampaign', { id: campaignId }, { deadline, fresh: true });
  return applicableRule(settings, checkout.ok ? checkout.value : undefined);
}
