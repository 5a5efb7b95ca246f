/** Guests' recent decisions, and the team setting that requires an approval before members pay and send. */
import 'server-only';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Approval, approvalOf } from '#lib/domain/approval.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { log } from '#lib/log.ts';
import { toGuestDecision } from '#lib/share-links/approval.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { store } from '#lib/store/open.ts';
import {
  type LabeledDecisionRow,
  queryDecisions,
  queryLastDecidedCampaigns,
} from '#lib/store/share-links.ts';
import { readTeamSettings, updateTeamSettings } from '#lib/store/team-settings.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { authorize } from './authorize.ts';

/**
 * The maximum number of campaigns to list. The limit is low because the overview reads each campaign and its
 * files.
 */
const MAX_CAMPAIGNS = 8;
const RECENT_MS = 7 * DAY_MS;
const READ_MS = 3_000;
/** How long a page waits for a campaign's files after reading the campaign. */
const FILES_MS = 2_500;

export interface DecidedCampaign {
  readonly campaign: Campaign;
  readonly approval: Exclude<Approval, { readonly kind: 'none' }>;
}

/**
 * Lists campaigns with a decision in the last week. Campaigns that need attention come first. Returns an
 * empty list for non-members.
 */
export async function listRecentDecisions(): Promise<DecidedCampaign[]> {
  if (!(await authorize('viewShareLinks')).ok) return [];
  const db = await store();
  const ids = await queryLastDecidedCampaigns(db, new Date(Date.now() - RECENT_MS), MAX_CAMPAIGNS);
  if (ids.length === 0) return [];
  const rows = await queryDecisions(db, ids);
  const decided = await Promise.all(
    ids.map((id) =>
      readDecidedCampaign(
        id,
        rows.filter(({ campaignId }) => campaignId === id),
      ),
    ),
  );
  return decided.flatMap((each) => each ?? []).toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Reads a campaign and its approval. Returns undefined if the campaign can't be read. The overview omits
 * campaigns that can't be read.
 */
async function readDecidedCampaign(
  id: number,
  rows: readonly LabeledDecisionRow[],
): Promise<DecidedCampaign | undefined> {
  const deadline = deadlineIn(READ_MS);
  const campaign = await readFromService('getCampaign', { id }, { deadline });
  if (!campaign.ok) return undefined;
  const approval = await readApproval(rows, campaign.value, deadline);
  return approval.kind === 'none' ? undefined : { campaign: campaign.value, approval };
}

/** Determines whether a campaign is approved, based on the campaign's current files. */
async function readApproval(
  rows: readonly LabeledDecisionRow[],
  campaign: Campaign,
  deadline: Deadline,
): Promise<Approval> {
  const printed = await readPrintedContent(campaign, { deadline });
  const current = printed.ok ? fingerprintPrintedContent(printed.value) : null;
  return approvalOf(rows.map((row) => toGuestDecision(row, current)));
}

/**
 * Ranks drafts without a valid approval before all other campaigns. The sort is stable, so the order within
 * each rank stays the same.
 */
const rank = ({ campaign, approval }: DecidedCampaign): number =>
  campaign.status === 'draft' && approval.kind !== 'approved' ? 0 : 1;

/** Whether the team requires a guest's approval before members pay and send. */
export async function isApprovalRequired(): Promise<Outcome<boolean>> {
  const member = await authorize('viewShareLinks');
  return member.ok ? ok((await readTeamSettings(await store())).approvalRequired) : member;
}

/**
 * True if members can't pay for or send a campaign because an approval is missing. Reads files only if the
 * team requires approvals and there is a decision to check. Returns false if the approval can't be checked.
 * In that case, paying or sending fails.
 */
export async function isWaitingForApproval(campaign: Campaign): Promise<boolean> {
  const required = await isApprovalRequired();
  if (!required.ok || !required.value) return false;
  const rows = await queryDecisions(await store(), [campaign.id]);
  if (rows.length === 0) return true;
  const { kind } = await readApproval(rows, campaign, deadlineIn(FILES_MS));
  return kind !== 'approved' && kind !== 'unread';
}

export async function setApprovalRequired(required: boolean): Promise<Outcome<null>> {
  const member = await authorize('manageTeam');
  if (!member.ok) return member;
  await updateTeamSettings(await store(), { approvalRequired: required });
  log().info({ by: member.value.email, required }, 'approval requirement changed');
  return ok(null);
}
