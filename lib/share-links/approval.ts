/**
 * Checks whether guests' decisions are still valid, and whether the decisions allow a campaign to be paid for
 * and sent.
 */
import 'server-only';
import type { Database } from '#lib/database/open.ts';
import { approvalOf, type GuestDecision } from '#lib/domain/approval.ts';
import type { AttemptOperation } from '#lib/domain/attempt.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { type LabeledDecisionRow, queryDecisions } from '#lib/store/share-links.ts';
import { readTeamSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import type { Deadline } from '#lib/upstream/deadline.ts';
import { fingerprintPrintedContent, readPrintedContent } from './fingerprints.ts';

/** Only operations that pay for printing or start it can need an approval. */
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
  isCurrent: current === null ? null : row.fingerprint === current,
});

/**
 * Fails with `not_approved` if the operation requires an approval and the current content isn't approved or
 * can't be read. The team's settings determine whether approvals are required. Always reads the campaign and
 * its current files. The caller must authorize the member first.
 */
export async function checkApproval(
  db: Database,
  operation: AttemptOperation,
  campaignId: number,
  deadline: Deadline,
): Promise<Outcome<null>> {
  if (!NEEDS_APPROVAL[operation] || !(await readTeamSettings(db)).approvalRequired) return ok(null);
  const campaign = await readFromService('getCampaign', { id: campaignId }, { deadline, fresh: true });
  const printed = campaign.ok
    ? await readPrintedContent(campaign.value, { deadline, fresh: true })
    : campaign;
  if (!printed.ok) return fail({ kind: 'not_approved', why: 'unread' });
  const current = fingerprintPrintedContent(printed.value);
  const decisions = await queryDecisions(db, [campaignId]);
  const { kind } = approvalOf(decisions.map((row) => toGuestDecision(row, current)));
  return kind === 'approved' ? ok(null) : fail({ kind: 'not_approved', why: 'missing' });
}
