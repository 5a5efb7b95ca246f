/** Recent decisions, and the team's approval rule for paying and sending. */
import 'server-only';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Approval, approvalOf, type MemberDecision, needsAttention } from '#lib/domain/approval.ts';
import {
  type ApprovalRule,
  type ApprovalSettings,
  applicableRule,
  isWeakerApprovalRule,
  missingApproval,
} from '#lib/domain/approval-rule.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { toGuestDecision, toMemberDecision } from '#lib/share-links/approval.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { recordContent } from '#lib/store/decided-contents.ts';
import { type MemberDecisionRow, queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { store } from '#lib/store/open.ts';
import {
  type LabeledDecisionRow,
  queryDecisions,
  queryLastDecidedCampaigns,
} from '#lib/store/share-links.ts';
import { lockTeamSettings, readApprovalSettings, updateApprovalSettings } from '#lib/store/team-settings.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { type Deadline, deadlineIn } from '#lib/upstream/deadline.ts';
import { authorize, authorizeRecentAccount } from './authorize.ts';

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
  /** The approval state that results from guests' decisions. */
  readonly approval: Approval;
  /** Newest first. */
  readonly memberDecisions: readonly MemberDecision[];
}

interface DecisionRows {
  readonly guests: readonly LabeledDecisionRow[];
  readonly members: readonly MemberDecisionRow[];
}

/**
 * Lists campaigns that received a decision in the last week. Campaigns that need attention come first. Returns an empty
 * list for non-members.
 */
export async function listRecentDecisions(): Promise<DecidedCampaign[]> {
  if (!(await authorize('viewShareLinks')).ok) return [];
  const db = await store();
  // Rounded to the minute, so that the query's parameters repeat and its result can be cached.
  const since = new Date(Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - RECENT_MS);
  const ids = await queryLastDecidedCampaigns(db, since, MAX_CAMPAIGNS);
  if (ids.length === 0) return [];
  const [guests, members] = await Promise.all([queryDecisions(db, ids), queryMemberDecisions(db, ids)]);
  const decided = await Promise.all(
    ids.map((id) =>
      readDecidedCampaign(id, {
        guests: guests.filter(({ campaignId }) => campaignId === id),
        members: members.filter(({ campaignId }) => campaignId === id),
      }),
    ),
  );
  return decided.flatMap((each) => each ?? []).toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Reads a campaign and its approval. Returns undefined if the campaign can't be read, so that the overview
 * omits it.
 */
async function readDecidedCampaign(id: number, rows: DecisionRows): Promise<DecidedCampaign | undefined> {
  const deadline = deadlineIn(READ_MS);
  const campaign = await readFromService('getCampaign', { id }, { deadline });
  if (!campaign.ok) return undefined;
  return { campaign: campaign.value, ...(await readDecisions(rows, campaign.value, deadline)) };
}

/** Determines from the current files which decisions cover the campaign's current content. */
async function readDecisions(
  { guests, members }: DecisionRows,
  campaign: Campaign,
  deadline: Deadline,
): Promise<Omit<DecidedCampaign, 'campaign'>> {
  const startedAt = performance.now();
  const printed = await readPrintedContent(campaign, { deadline });
  const current = printed.ok ? fingerprintPrintedContent(printed.value) : null;
  if (current !== null)
    await recordContent(
      await store(),
      { campaignId: campaign.id, fingerprint: current },
      performance.now() - startedAt,
    );
  return {
    approval: approvalOf(guests.map((row) => toGuestDecision(row, current))),
    memberDecisions: members.map((row) => toMemberDecision(row, current)),
  };
}

/**
 * Ranks drafts without a valid approval ahead of all other campaigns. The sort is stable, so the order within each rank
 * stays the same.
 */
const rank = ({ campaign, approval }: DecidedCampaign): number =>
  campaign.status === 'draft' && needsAttention(approval) ? 0 : 1;

export async function readApprovalRule(): Promise<Outcome<ApprovalSettings>> {
  const member = await authorize('viewShareLinks');
  return member.ok ? ok(await readApprovalSettings(await store())) : member;
}

/**
 * Returns the approvals that a campaign still needs before the signed-in member can pay for it or send it. Reads files
 * only if the team's rule applies and there is a decision to check. If the console can't tell whether the decisions
 * cover the current content, returns `none`, even though paying and sending will fail.
 */
export async function findMissingApproval(
  campaign: Campaign,
  checkout: Checkout | undefined,
): Promise<ApprovalRule> {
  const member = await authorize('viewShareLinks');
  if (!member.ok) return 'none';
  const db = await store();
  const rule = applicableRule(await readApprovalSettings(db), checkout);
  if (rule === 'none') return rule;
  const [guests, members] = await Promise.all([
    queryDecisions(db, [campaign.id]),
    queryMemberDecisions(db, [campaign.id]),
  ]);
  if (guests.length === 0 && members.length === 0) return rule;
  const { approval, memberDecisions } = await readDecisions(
    { guests, members },
    campaign,
    deadlineIn(FILES_MS),
  );
  if ([...memberDecisions, ...(approval.kind === 'unread' ? [approval.decision] : [])].some(isUnread))
    return 'none';
  return missingApproval(rule, { guests: approval, members: memberDecisions }, member.value.id);
}

const isUnread = ({ isCurrent }: { readonly isCurrent: boolean | null }): boolean => isCurrent === null;

/**
 * Saves the team's approval rule. To weaken the rule, the admin must have signed in or confirmed their identity
 * in the last ten minutes.
 */
export async function saveApprovalRule(settings: ApprovalSettings): Promise<Outcome<null>> {
  const member = await authorize('manageTeam');
  if (!member.ok) return member;
  const recent = await authorizeRecentAccount();
  const { rule, minimum } = settings;
  const details = { rule, ...(minimum !== null && { minimum }) };
  return changeAndRecord(async (tx, record) => {
    await lockTeamSettings(tx);
    if (!recent.ok && isWeakerApprovalRule(await readApprovalSettings(tx), settings)) return recent;
    await updateApprovalSettings(tx, settings);
    await record({ name: 'approval_rule.changed', by: member.value, details });
    return ok(null);
  });
}
