/** What guests' decisions are worth now, and whether a campaign may be paid and sent by them. */
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

/** Whether it pays for printing, or has something printed. */
const NEEDS_APPROVAL: Readonly<Record<AttemptOperation, boolean>> = {
  payCampaign: true,
  payAndSendCampaign: true,
  sendCampaign: true,
  sendCampaignOnInvoice: true,
  cancelCampaign: false,
  cloneCampaign: false,
  deleteCampaign: false,
};

/** @param print what would be printed now; null when it can't be read */
export const toGuestDecision = (row: LabeledDecisionRow, print: string | null): GuestDecision => ({
  id: row.id,
  campaignId: row.campaignId,
  decision: row.decision,
  name: row.name,
  email: row.email,
  comment: row.comment,
  at: row.at.getTime(),
  linkLabel: row.linkLabel,
  isCurrent: print === null ? null : row.fingerprint === print,
});

/**
 * Fails with `not_approved` when the team wants an approval for this operation and the campaign has none as it is in this
 * moment: everything that it is about is read anew. The caller has authorised the member.
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
  const print = fingerprintPrintedContent(printed.value);
  const decisions = await queryDecisions(db, [campaignId]);
  const { kind } = approvalOf(decisions.map((row) => toGuestDecision(row, print)));
  return kind === 'approved' ? ok(null) : fail({ kind: 'not_approved', why: 'missing' });
}
