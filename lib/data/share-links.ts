/** The team's side of share links. A share link shows a campaign to people without an account. */
import 'server-only';
import { hashPassword } from '#lib/auth/password.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Approval, approvalOf, type GuestDecision, type MemberDecision } from '#lib/domain/approval.ts';
import {
  type ApprovalRule,
  applicableRule,
  missingApproval,
  needsMember,
} from '#lib/domain/approval-rule.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import type {
  ContentFingerprints,
  ShareLink,
  VisibleParts,
  VisitHour,
  Visits,
} from '#lib/domain/share-link.ts';
import { env } from '#lib/env/env.ts';
import { waitForPendingResponses } from '#lib/guest-review/pending-responses.ts';
import { toGuestDecision, toMemberDecision } from '#lib/share-links/approval.ts';
import {
  changedParts,
  fingerprintPrintedContent,
  readContentFingerprints,
} from '#lib/share-links/fingerprints.ts';
import { createNonce, deriveToken, hashShareToken } from '#lib/share-links/token.ts';
import { queryMemberDecisions } from '#lib/store/member-decisions.ts';
import { queryMemberEmails } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import {
  findShareLink,
  insertShareLink,
  markShareLinkRevoked,
  queryDecisions,
  queryShareLinks,
  queryVisits,
  queryVisitTotals,
  type ShareLinkRow,
} from '#lib/store/share-links.ts';
import { readApprovalSettings } from '#lib/store/team-settings.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { authorize } from './authorize.ts';

/** How long a page waits for a campaign's files after reading the campaign. */
const FILES_MS = 2_500;
const MAX_VISITS = 100;

export interface CampaignSharing {
  /** The approval state that results from guests' decisions. */
  readonly approval: Approval;
  /** Guests' decisions, newest first. */
  readonly decisions: readonly GuestDecision[];
  /** Members' decisions, newest first. */
  readonly memberDecisions: readonly MemberDecision[];
  /** The id of the signed-in member's latest decision. */
  readonly ownDecisionId: string | undefined;
  /** The id of the latest decision. */
  readonly latestDecisionId: string | undefined;
  /** Who must approve the campaign before members can pay for it and send it. */
  readonly rule: ApprovalRule;
  /** The approvals that are missing before the signed-in member can pay for the campaign and send it. */
  readonly missing: ApprovalRule;
  /**
   * The fingerprint of the content that the signed-in member can approve or request changes to. Null if the
   * member can't decide, or the content can't be read.
   */
  readonly decidable: string | null;
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
  const content = needsContent ? await readContentInTime(campaign, checkout) : null;
  const current = content && fingerprintPrintedContent(content);
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
    links: isAllowed(role, 'shareCampaign') ? await toShareLinks(rows, content) : undefined,
  });
}

interface DatedDecision {
  readonly id: string;
  readonly at: number;
}

/** Sorts in the same order as findLatestDecisionId, so that a page recognizes its own latest decision. */
const byNewest = (a: DatedDecision, b: DatedDecision): number => b.at - a.at || (a.id < b.id ? 1 : -1);

export interface ShareLinkOptions {
  readonly label: string;
  readonly days: number;
  readonly password?: string | undefined;
  readonly visibleParts: VisibleParts;
  readonly guestsDecide: boolean;
}

/**
 * Creates a share link, and stores the current content's fingerprints with the link. Returns the link's id.
 * Fails with `refused` and the code `no_proof_yet` if there is no proof yet.
 */
export async function createCampaignShareLink(
  campaignId: number,
  wanted: ShareLinkOptions,
): Promise<Outcome<{ id: string }>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) return fail(campaign.failure);
  const content = await readContentFingerprints(campaign.value, { fresh: true });
  if (!content.ok) return fail(toFileFailure(content.failure));
  if (content.value.proof === null) return fail({ kind: 'refused', status: 409, code: 'no_proof_yet' });
  const { label, days, password, visibleParts, guestsDecide } = wanted;
  const nonce = createNonce();
  const link = {
    campaignId,
    nonce,
    tokenHash: hashShareToken(deriveToken(nonce)),
    label,
    memberId: member.value.id,
    by: member.value.email,
    passwordHash: password === undefined ? null : await hashPassword(password),
    visibleParts,
    guestsDecide,
    fingerprints: content.value,
    expiresAt: new Date(Date.now() + days * DAY_MS),
  };
  return changeAndRecord<Outcome<{ id: string }>>(async (tx, record) => {
    // The member may have lost the permission while the files were read.
    if (!(await lockMemberWithPermission(tx, member.value.id, 'shareCampaign')))
      return fail({ kind: 'forbidden' });
    const { id } = await insertShareLink(tx, link);
    await record({ name: 'share_link.created', by: member.value, campaignId, details: { id, label } });
    return ok({ id });
  });
}

export interface ShareLinkDetails {
  readonly link: ShareLink;
  /** The link's visits by network and hour, newest first. Contains at most 100 entries. */
  readonly visits: readonly VisitHour[];
}

export async function readCampaignShareLink(
  campaign: Campaign,
  id: string,
): Promise<Outcome<ShareLinkDetails>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const db = await store();
  const row = isUuid(id) ? await findShareLink(db, id, campaign.id) : undefined;
  if (!row) return fail({ kind: 'missing' });
  const content = linkState(row) === 'open' ? await readContentInTime(campaign) : null;
  const [[link], visits] = await Promise.all([toShareLinks([row], content), queryVisits(db, id, MAX_VISITS)]);
  if (!link) return fail({ kind: 'missing' });
  return ok({
    link,
    visits: visits.map(({ visitor, times, lastAt }) => ({
      network: visitor,
      times,
      lastAt: lastAt.getTime(),
    })),
  });
}

/** Revokes a share link. Succeeds even if the link was already revoked. */
export async function revokeCampaignShareLink(campaignId: number, id: string): Promise<Outcome<null>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const db = await store();
  const link = isUuid(id) ? await findShareLink(db, id, campaignId) : undefined;
  if (!link) return fail({ kind: 'missing' });
  await changeAndRecord(async (tx, record) => {
    const isRevoked = await markShareLinkRevoked(tx, id, campaignId);
    const details = { id, label: link.label };
    if (isRevoked) await record({ name: 'share_link.revoked', by: member.value, campaignId, details });
  });
  await waitForPendingResponses(id);
  return ok(null);
}

async function toShareLinks(
  rows: readonly ShareLinkRow[],
  now: ContentFingerprints | null,
): Promise<ShareLink[]> {
  const ids = rows.map(({ id }) => id);
  const db = await store();
  const [totals, emails] = await Promise.all([
    ids.length > 0 ? queryVisitTotals(db, ids) : [],
    queryMemberEmails(
      db,
      rows.flatMap(({ memberId }) => memberId ?? []),
    ),
  ]);
  const visits = new Map(
    totals.map(({ shareLinkId, times, networks, lastAt }): [string, Visits] => [
      shareLinkId,
      { times, networks, lastAt: lastAt?.getTime() ?? 0 },
    ]),
  );
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    by: row.by,
    notifies: emails.get(row.memberId ?? '') ?? null,
    url: linkState(row) === 'open' ? linkUrl(row) : null,
    visibleParts: row.visibleParts,
    guestsDecide: row.guestsDecide,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    revokedAt: row.revokedAt?.getTime() ?? null,
    state: linkState(row),
    changed: linkState(row) === 'open' && now ? changedParts(row.fingerprints, now) : null,
    visits: visits.get(row.id) ?? null,
  }));
}

function linkState({ revokedAt, expiresAt }: ShareLinkRow): ShareLink['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}

/**
 * Returns a share link's URL. Returns null if the console's secret has changed since the link was created.
 * Guests who already have the URL can still open it.
 */
function linkUrl({ nonce, tokenHash }: ShareLinkRow): string | null {
  const token = deriveToken(nonce);
  return hashShareToken(token) === tokenHash ? `${env().origin}/share/${token}` : null;
}

async function readContentInTime(
  campaign: Campaign,
  checkout?: Checkout,
): Promise<ContentFingerprints | null> {
  const content = await readContentFingerprints(campaign, { checkout, deadline: deadlineIn(FILES_MS) });
  return content.ok ? content.value : null;
}

/** Replaces the failure `missing`, because a missing file doesn't mean that the campaign is missing. */
const toFileFailure = (failure: Failure): Failure =>
  failure.kind === 'missing' ? { kind: 'garbled' } : failure;

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
