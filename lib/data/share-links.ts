/** Creates, reads, and revokes share links. A share link shows a campaign to people without an account. */
import 'server-only';
import { hashPassword } from '#lib/auth/password.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { type Failure, fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { ShareLink, VisibleParts, VisitHour } from '#lib/domain/share-link.ts';
import { waitForPendingResponses } from '#lib/guest-review/pending-responses.ts';
import { readContentFingerprints, readContentInTime } from '#lib/share-links/fingerprints.ts';
import { linkState, toShareLinks } from '#lib/share-links/listed-links.ts';
import { createNonce, deriveToken, hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { findShareLink, insertShareLink, markShareLinkRevoked, queryVisits } from '#lib/store/share-links.ts';
import { DAY_MS } from '#lib/time-units.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { authorize } from './authorize.ts';

const MAX_VISITS = 100;

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

/** Succeeds even if the link was already revoked. */
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

/** Replaces a `missing` failure, because a missing file doesn't mean that the campaign is missing. */
const toFileFailure = (failure: Failure): Failure =>
  failure.kind === 'missing' ? { kind: 'garbled' } : failure;

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
