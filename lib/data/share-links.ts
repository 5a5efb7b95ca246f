/** Creates, reads, and revokes share links. A share link shows a campaign to people without an account. */
import 'server-only';
import { hashPassword } from '#lib/auth/password.ts';
import { changeAndRecord } from '#lib/auth/security-events.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import type { ShareLink, VisibleParts, VisitHour } from '#lib/domain/share-link.ts';
import { waitForPendingResponses } from '#lib/guest-review/pending-responses.ts';
import { readContentInTime } from '#lib/share-links/fingerprints.ts';
import { linkState, toShareLinks } from '#lib/share-links/listed-links.ts';
import { prepareShareLink } from '#lib/share-links/new-link.ts';
import { store } from '#lib/store/open.ts';
import { lockMemberWithPermission } from '#lib/store/revoked-access.ts';
import { findShareLink, insertShareLink, markShareLinkRevoked, queryVisits } from '#lib/store/share-links.ts';
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
  { password, ...wanted }: ShareLinkOptions,
): Promise<Outcome<{ id: string }>> {
  const member = await authorize('shareCampaign');
  if (!member.ok) return member;
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) return fail(campaign.failure);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const link = await prepareShareLink(campaign.value, member.value, { ...wanted, passwordHash });
  if (!link.ok) return link;
  return changeAndRecord<Outcome<{ id: string }>>(async (tx, record) => {
    // The member may have lost permission while the files were read.
    if (!(await lockMemberWithPermission(tx, member.value.id, 'shareCampaign')))
      return fail({ kind: 'forbidden' });
    const { id } = await insertShareLink(tx, link.value);
    const details = { id, label: wanted.label };
    await record({ name: 'share_link.created', by: member.value, campaignId, details });
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

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
