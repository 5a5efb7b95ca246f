/** Checks whether decisions are still valid, and whether they allow a member to pay for and send a campaign. */
import 'server-only';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import type { Database } from '#lib/database/open.ts';
import { approvalOf, type GuestDecision, type MemberDecision } from '#lib/domain/approval.ts';
import { applicableRule, missingApproval } from '#lib/domain/approval-rule.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type { AttemptRow } from '#lib/store/attempts.ts';
import { findJobTotal } from '#lib/store/jobs.ts';
import { type MemberDecisionRow, queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { type LabeledDecisionRow, queryDecisions } from '#lib/store/share-links.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { fingerprintPrintedContent, type PrintedContent, readPrintedContent } from './fingerprints.ts';

/**
 * Whether an operation can require an approval. Only operations that pay, send, or reschedule can require
 * one.
 */
const NEEDS_APPROVAL: Readonly<Record<AttemptOperation, boolean>> = {
  payCampaign: true,
  payAndSendCampaign: true,
  sendCampaign: true,
  sendCampaignOnInvoice: true,
  rescheduleCampaign: true,
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

/** A campaign and its checkout, as read just before the call. */
interface OrderReading {
  readonly campaign: Campaign;
  /** Undefined if checkout couldn't be read. */
  readonly checkout: Checkout | undefined;
}

/**
 * Checks whether the team's rule allows paying for and sending a campaign with the content in a reading.
 * Reads the content's current files, and then the rule and the decisions, so that the latest decision counts.
 * An approval by the attempt's member doesn't count, because that member is the one who pays or sends. The
 * caller must authorize the member first.
 * @param reading the reading that the call is based on
 * @param knownTotal the total cost of all campaigns in the bulk job, in minor units. Null if it isn't known. By
 * default, the total is looked up for attempts that are made for a job.
 * @returns the approved content, or null if no approval is required. Fails with `not_approved` if an approval
 * is missing or the content can't be read.
 */
export async function checkApproval(
  db: Database,
  attempt: Pick<AttemptRow, 'operation' | 'campaignId' | 'memberId' | 'itemKey' | 'itemKind'>,
  reading: OrderReading | undefined,
  deadline: Deadline,
  knownTotal?: number | null,
): Promise<Outcome<PrintedContent | null>> {
  const { operation, campaignId, memberId, itemKey, itemKind } = attempt;
  if (!NEEDS_APPROVAL[operation]) return ok(null);
  const isOfJob = itemKind === 'job' && itemKey !== null;
  const jobTotal = isOfJob ? await findJobTotal(db, itemKey) : knownTotal;
  const early = applicableRule(await readApprovalSettings(db), reading?.checkout, jobTotal);
  if (early === 'none') return ok(null);
  const printed = reading && (await readPrintedContent(reading.campaign, { deadline, fresh: true }));
  if (!printed?.ok) return fail({ kind: 'not_approved', why: 'unread' });
  const current = fingerprintPrintedContent(printed.value);
  const [settings, guestRows, memberRows] = await Promise.all([
    readApprovalSettings(db),
    queryDecisions(db, [campaignId]),
    queryMemberDecisions(db, [campaignId]),
  ]);
  const rule = applicableRule(settings, reading?.checkout, jobTotal);
  const guests = approvalOf(guestRows.map((row) => toGuestDecision(row, current)));
  const members = memberRows.map((row) => toMemberDecision(row, current));
  const missing = missingApproval(rule, { guests, members }, memberId);
  return missing === 'none' ? printed : fail({ kind: 'not_approved', why: missing });
}
