/** What guests decided lately, and whether the team waits for that before it pays and sends. */
import 'server-only';
import { DAY_MS } from '#lib/contract/limits.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Approval, approvalOf } from '#lib/domain/approval.ts';
import { type Outcome, ok } from '#lib/domain/outcome.ts';
import { log } from '#lib/log.ts';
import { toGuestDecision } from '#lib/share-links/approval.ts';
import { readPrintedContent, fingerprintPrintedContent } from '#lib/share-links/fingerprints.ts';
import { store } from '#lib/store/open.ts';
import { decisionsThrough, lastDecided } from '#lib/store/share-links.ts';
import { changeTeamSettings, readTeamSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { authorize } from './authorize.ts';

/** Each costs a reading of its campaign and of its files. */
const MOST = 8;
const LATELY_MS = 7 * DAY_MS;
const READ_MS = 3_000;

export interface DecidedCampaign {
  readonly campaign: Campaign;
  readonly approval: Exclude<Approval, { readonly kind: 'none' }>;
}

/** Campaigns that guests decided about lately, what needs somebody first. Empty for non-members. */
export async function listRecentDecisions(): Promise<DecidedCampaign[]> {
  if (!(await authorize('readShares')).ok) return [];
  const db = await store();
  const ids = await lastDecided(db, new Date(Date.now() - LATELY_MS), MOST);
  if (ids.length === 0) return [];
  const rows = await decisionsThrough(db, ids);
  const read = await Promise.all(
    ids.map((id) =>
      decided(
        id,
        rows.filter(({ campaignId }) => campaignId === id),
      ),
    ),
  );
  return read.flatMap((each) => each ?? []).toSorted((a, b) => rank(a) - rank(b));
}

/** Undefined when it is gone, or can't be read: the overview does without. */
async function decided(
  id: number,
  rows: Awaited<ReturnType<typeof decisionsThrough>>,
): Promise<DecidedCampaign | undefined> {
  const deadline = deadlineIn(READ_MS);
  const campaign = await readFromService('getCampaign', { id }, { deadline });
  if (!campaign.ok) return undefined;
  const printed = await readPrintedContent(campaign.value, { deadline });
  const print = printed.ok ? fingerprintPrintedContent(printed.value) : null;
  const approval = approvalOf(rows.map((row) => toGuestDecision(row, print)));
  return approval.kind === 'none' ? undefined : { campaign: campaign.value, approval };
}

/** Whatever can still be changed and isn't approved waits for somebody. Otherwise they stay in order. */
const rank = ({ campaign, approval }: DecidedCampaign): number =>
  campaign.status === 'draft' && approval.kind !== 'approved' ? 0 : 1;

/** Whether nothing is paid or sent without a guest's approval. */
export async function isApprovalRequired(): Promise<Outcome<boolean>> {
  const member = await authorize('readShares');
  return member.ok ? ok((await readTeamSettings(await store())).approvalRequired) : member;
}

export async function setApprovalRequired(required: boolean): Promise<Outcome<null>> {
  const member = await authorize('manageTeam');
  if (!member.ok) return member;
  await changeTeamSettings(await store(), { approvalRequired: required });
  log().info({ by: member.value.email, required }, 'whether approvals are required was changed');
  return ok(null);
}
