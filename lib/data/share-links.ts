/** Links that show a campaign to people without an account, as the team makes them and looks at them. */
import 'server-only';
import { hashPassword } from '#lib/auth/password.ts';
import { DAY_MS } from '#lib/contract/limits.ts';
import type { Campaign, Checkout } from '#lib/contract/resources.ts';
import { type Approval, approvalOf, type GuestDecision } from '#lib/domain/approval.ts';
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
import { log } from '#lib/log.ts';
import { toGuestDecision } from '#lib/share-links/approval.ts';
import { changedParts, readContentFingerprints, fingerprintPrintedContent } from '#lib/share-links/fingerprints.ts';
import { createNonce, hashShareToken, deriveToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import {
  addShare,
  decisionsThrough,
  findShare,
  revokeShare,
  type ShareRow,
  sharesOf,
  visitsOf,
  visitTotals,
} from '#lib/store/share-links.ts';
import { readTeamSettings } from '#lib/store/team-settings.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { authorize } from './authorize.ts';

/** A page that has the campaign already waits no longer for its files. */
const FILES_MS = 2_500;
const VISITS = 100;

export interface CampaignSharing {
  readonly approval: Approval;
  /** Newest first. */
  readonly decisions: readonly GuestDecision[];
  /** Whether the team wants an approval before anything is paid or sent. */
  readonly isRequired: boolean;
  /** Newest first. Undefined for who may not share. */
  readonly links: readonly ShareLink[] | undefined;
}

/** What a campaign was shown as, and what guests say. @param campaign and order, as the service just told them */
export async function readCampaignSharing(campaign: Campaign, checkout?: Checkout): Promise<Outcome<CampaignSharing>> {
  const member = await authorize('readShares');
  if (!member.ok) return member;
  const db = await store();
  const [rows, decided, { approvalRequired }] = await Promise.all([
    sharesOf(db, campaign.id),
    decisionsThrough(db, [campaign.id]),
    readTeamSettings(db),
  ]);
  const isAsked = decided.length > 0 || rows.some((row) => stateOf(row) === 'open');
  const content = isAsked ? await contentSoon(campaign, checkout) : null;
  const decisions = decided.map((row) => toGuestDecision(row, content && fingerprintPrintedContent(content)));
  return ok({
    approval: approvalOf(decisions),
    decisions,
    isRequired: approvalRequired,
    links: isAllowed(member.value.role, 'shareCampaign') ? await linksOf(rows, content) : undefined,
  });
}

/** Whether the team's own rule keeps this campaign from being paid and sent now. Where that can't be told it is tried, and the deed refuses. */
export async function isWaitingForApproval(campaign: Campaign): Promise<boolean> {
  const sharing = await readCampaignSharing(campaign);
  if (!sharing.ok || !sharing.value.isRequired) return false;
  return !['approved', 'unread'].includes(sharing.value.approval.kind);
}

export interface ShareLinkOptions {
  readonly label: string;
  /** How long it opens. */
  readonly days: number;
  readonly password?: string | undefined;
  readonly shows: VisibleParts;
  readonly guestsDecide: boolean;
}

/**
 * Makes a link, pinned to what the campaign is in this moment. The value is the link's id. `refused` with code
 * no_proof_yet while there is nothing to show.
 */
export async function createShareLink(campaignId: number, wanted: ShareLinkOptions): Promise<Outcome<{ id: string }>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) return fail(campaign.failure);
  const content = await readContentFingerprints(campaign.value, { fresh: true });
  if (!content.ok) return fail(unreadable(content.failure));
  if (content.value.proof === null) return fail({ kind: 'refused', status: 409, code: 'no_proof_yet' });
  const { label, days, password, shows, guestsDecide } = wanted;
  const nonce = createNonce();
  const { id } = await addShare(await store(), {
    campaignId,
    nonce,
    tokenHash: hashShareToken(deriveToken(nonce)),
    label,
    memberId: member.value.id,
    by: member.value.email,
    passwordHash: password === undefined ? null : await hashPassword(password),
    visibleParts: shows,
    guestsDecide,
    fingerprints: content.value,
    expiresAt: new Date(Date.now() + days * DAY_MS),
  });
  log().info({ by: member.value.email, campaign: campaignId, share: id }, 'a campaign was shared');
  return ok({ id });
}

export interface ShareLinkDetails {
  readonly link: ShareLink;
  /** Newest first, as many as are of use. */
  readonly visits: readonly VisitHour[];
}

/** One link of a campaign. */
export async function readShareLink(campaign: Campaign, id: string): Promise<Outcome<ShareLinkDetails>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const db = await store();
  const row = isUuid(id) ? await findShare(db, id, campaign.id) : undefined;
  if (!row) return fail({ kind: 'missing' });
  const content = stateOf(row) === 'open' ? await contentSoon(campaign) : null;
  const [[link], visits] = await Promise.all([linksOf([row], content), visitsOf(db, id, VISITS)]);
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

/** From then on it opens nothing. Also when it was revoked already. */
export async function revokeShareLink(campaignId: number, id: string): Promise<Outcome<null>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const db = await store();
  if (!isUuid(id) || !(await findShare(db, id, campaignId))) return fail({ kind: 'missing' });
  const isNews = await revokeShare(db, id, campaignId);
  if (isNews) log().info({ by: member.value.email, campaign: campaignId, share: id }, 'a share was revoked');
  await waitForPendingResponses(id);
  return ok(null);
}

async function linksOf(rows: readonly ShareRow[], now: ContentFingerprints | null): Promise<ShareLink[]> {
  const ids = rows.map(({ id }) => id);
  const totals = ids.length > 0 ? await visitTotals(await store(), ids) : [];
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
    url: stateOf(row) === 'open' ? urlOf(row) : null,
    shows: row.visibleParts,
    guestsDecide: row.guestsDecide,
    hasPassword: row.passwordHash !== null,
    createdAt: row.createdAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
    revokedAt: row.revokedAt?.getTime() ?? null,
    state: stateOf(row),
    changed: stateOf(row) === 'open' && now ? changedParts(row.fingerprints, now) : null,
    visits: visits.get(row.id) ?? null,
  }));
}

function stateOf({ revokedAt, expiresAt }: ShareRow): ShareLink['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt.getTime() <= Date.now() ? 'expired' : 'open';
}

/** Null when the console's secret is another one than when it was made: then nobody has the link any more. */
function urlOf({ nonce, tokenHash: hash }: ShareRow): string | null {
  const token = deriveToken(nonce);
  return hashShareToken(token) === hash ? `${env().origin}/share/${token}` : null;
}

async function contentSoon(campaign: Campaign, checkout?: Checkout): Promise<ContentFingerprints | null> {
  const content = await readContentFingerprints(campaign, { checkout, deadline: deadlineIn(FILES_MS) });
  return content.ok ? content.value : null;
}

/** The campaign is there; it is only a file of it that isn't. */
const unreadable = (failure: Failure): Failure =>
  failure.kind === 'missing' ? { kind: 'garbled' } : failure;

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
