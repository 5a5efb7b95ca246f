/** A campaign's share links and the decisions about the campaign, as members see them. */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Approval, approvalOf, type GuestDecision, type MemberDecision } from '#lib/domain/approval.ts';
import {
  type ApprovalRule,
  applicableRule,
  missingApproval,
  needsMember,
} from '#lib/domain/approval-rule.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type { ShareLink } from '#lib/domain/share-link.ts';
import { toGuestDecision, toMemberDecision } from '#lib/share-links/approval.ts';
import { fingerprintPrintedContent, readContentInTime } from '#lib/share-links/fingerprints.ts';
import { linkState, toShareLinks } from '#lib/share-links/listed-links.ts';
import { findApprovalRequest } from '#lib/store/approval-requests.ts';
import { recordContent } from '#lib/store/decided-contents.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { store } from '#lib/store/open.ts';
import { queryDecisions, queryShareLinks } from '#lib/store/share-links.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { authorize } from './authorize.ts';

export interface CampaignSharing {
  /** The approval state that results from guests' decisions. */
  readonly approval: Approval;
  /** Guests' decisions, newest first. */
  readonly decisions: readonly GuestDecision[];
  /** Members' decisions, newest first. */
  readonly memberDecisions: readonly MemberDecision[];
  /** The id of the signed-in member's latest decision. */
  readonly ownDecisionId: string | undefined;
  readonly latestDecisionId: string | undefined;
  /** Who must approve the campaign before members can pay for it and send it. */
  readonly rule: ApprovalRule;
  /** The approvals that the campaign still needs before the signed-in member can pay for it and send it. */
  readonly missing: ApprovalRule;
  /**
   * The fingerprint of the content that the signed-in member can approve or request changes to. Null if the
   * member can't decide, or the content can't be read.
   */
  readonly decidable: string | null;
  /** The request for another member to approve the current content. Undefined if no member asked. */
  readonly approvalRequest: { readonly by: string; readonly at: number } | undefined;
  /** The campaign's share links, newest first. Undefined if the member can't share campaigns. */
  readonly links: readonly ShareLink[] | undefined;
}

/**
 * Reads a campaign's share links and decisions.
 * @param campaign the campaign that was just read
 * @param checkout the checkout that was just read, if any
 */
export async function readCampaignSharing(
  campaign: Campaign,
  checkout?: Checkout,
): Promise<Outcome<CampaignSharing>> {
  const member = await authorize('viewShareLinks');
  if (!member.ok) return member;
  const db = await store();
  const [rows, decisionRows, memberRows, settings] = await Promise.all([
    queryShareLinks(db, campaign.id),
    queryDecisions(db, [campaign.id]),
    queryMemberDecisions(db, [campaign.id]),
    readApprovalSettings(db),
  ]);
  const { id, role } = member.value;
  const rule = applicableRule(settings, checkout);
  const canDecide =
    campaign.status === 'draft' &&
    campaign.proof !== undefined &&
    needsMember(rule) &&
    isAllowed(role, 'approve');
  const hasDecisions = decisionRows.length > 0 || memberRows.length > 0;
  const needsContent = hasDecisions || canDecide || rows.some((row) => linkState(row) === 'open');
  const startedAt = performance.now();
  const content = needsContent ? await readContentInTime(campaign, checkout) : null;
  const current = content && fingerprintPrintedContent(content);
  if (current && hasDecisions)
    await recordContent(db, { campaignId: campaign.id, fingerprint: current }, performance.now() - startedAt);
  const request = canDecide && current ? await findApprovalRequest(db, campaign.id, current) : undefined;
  const decisions = decisionRows.map((row) => toGuestDecision(row, current));
  const memberDecisions = memberRows.map((row) => toMemberDecision(row, current));
  const approval = approvalOf(decisions);
  const [latest] = [...decisions.slice(0, 1), ...memberDecisions.slice(0, 1)].sort(byNewest);
  return ok({
    approval,
    decisions,
    memberDecisions,
    ownDecisionId: memberDecisions.find(({ memberId }) => memberId === id)?.id,
    latestDecisionId: latest?.id,
    rule,
    missing: missingApproval(rule, { guests: approval, members: memberDecisions }, id),
    decidable: canDecide ? current : null,
    approvalRequest: request && { by: request.by, at: request.at.getTime() },
    links: isAllowed(role, 'shareCampaign') ? await toShareLinks(rows, content) : undefined,
  });
}

interface DatedDecision {
  readonly id: string;
  readonly at: number;
}

/** Sorts in the same order as findLatestDecisionId, so that both find the same latest decision. */
const byNewest = (a: DatedDecision, b: DatedDecision): number => b.at - a.at || (a.id < b.id ? 1 : -1);
