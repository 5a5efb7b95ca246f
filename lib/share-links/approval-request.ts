/** Finds out whether another member has to approve a draft, before members are asked to approve it. */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { approvalOf } from '#lib/domain/approval.ts';
import { applicableRule, missingApproval, needsMember } from '#lib/domain/approval-rule.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { refuseUnlessDraft } from '#lib/domain/preconditions.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { toMemberDecision } from './approval.ts';
import { fingerprintPrintedContent, readPrintedContent } from './fingerprints.ts';

export interface ApprovalNeed {
  readonly campaign: Campaign;
  /** Undefined if it can't be read. The team's rule then applies regardless of the price. */
  readonly checkout: Checkout | undefined;
  /** The fingerprint of the content that has to be approved. */
  readonly fingerprint: string;
  /**
   * - needed: another member has to approve the content.
   * - approved: another member has approved it.
   * - not_required: the team's rule doesn't require it.
   */
  readonly state: 'needed' | 'approved' | 'not_required';
}

/**
 * Reads a draft and its files, and determines whether a member other than `memberId` has to approve it. Fails
 * with `refused` and the code `not_draft`, `proof_unread`, or `no_proof_to_approve`. The caller must
 * authorize the member first.
 * @param memberId the member who wants to ask for an approval. Null if the member was deleted.
 */
export async function readApprovalNeed(
  db: Database,
  campaignId: number,
  memberId: string | null,
  deadline?: Deadline,
): Promise<Outcome<ApprovalNeed>> {
  const options = { fresh: true, ...(deadline && { deadline }) };
  const [read, checkout] = await Promise.all([
    readFromService('getCampaign', { id: campaignId }, options),
    readFromService('checkOutCampaign', { id: campaignId }, options),
  ]);
  if (!read.ok) return read;
  const campaign = read.value;
  if (campaign.id !== campaignId) return fail({ kind: 'garbled' });
  const notDraft = refuseUnlessDraft(campaign);
  if (notDraft) return fail(notDraft);
  const content = await readPrintedContent(campaign, options);
  if (!content.ok) return refused('proof_unread');
  if (content.value.proof === null) return refused('no_proof_to_approve');
  const fingerprint = fingerprintPrintedContent(content.value);
  const [settings, rows] = await Promise.all([
    readApprovalSettings(db),
    queryMemberDecisions(db, [campaignId]),
  ]);
  const order = checkout.ok ? checkout.value : undefined;
  const rule = applicableRule(settings, order);
  const members = rows.map((row) => toMemberDecision(row, fingerprint));
  const missing = missingApproval(rule, { guests: approvalOf([]), members }, memberId);
  const state = needsMember(missing) ? 'needed' : needsMember(rule) ? 'approved' : 'not_required';
  return ok({ campaign, checkout: order, fingerprint, state });
}

/**
 * Converts a failure to read a proof into a failure that jobs retry, because a file might be only temporarily
 * unreadable.
 */
export const retryUnreadProof = (failure: Failure): Failure =>
  failure.kind === 'refused' && failure.code === 'proof_unread' ? { kind: 'garbled' } : failure;

const refused = (code: string) => fail({ kind: 'refused', status: 409, code });
