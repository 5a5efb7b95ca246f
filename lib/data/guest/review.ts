/**
 * A guest review's page and files. The share link determines the guest's access, because guests don't have
 * roles.
 */
import 'server-only';
import { getMember } from '#lib/auth/session.ts';
import type { Address, Campaign, Checkout } from '#lib/contract/resources.ts';
import {
  decisionStatusOf,
  type GuestReview,
  type ReviewAddress,
  visibleChanges,
} from '#lib/domain/guest-review.ts';
import { fail, type Outcome, ok } from '#lib/domain/outcome.ts';
import { applicablePrice } from '#lib/domain/payment.ts';
import type { ContentFingerprints } from '#lib/domain/share-link.ts';
import { type Asset, loadPdf, loadThumbnail } from '#lib/files/assets.ts';
import { campaignFile, type FileSource } from '#lib/files/file-store.ts';
import { cachedNames } from '#lib/index/names.ts';
import { resolveTemplateNames } from '#lib/index/template-names.ts';
import {
  changedParts,
  fingerprintPrintedContent,
  readContentFingerprints,
  readPrintedContent,
} from '#lib/share-links/fingerprints.ts';
import { findUnconfirmedDecision } from '#lib/store/guest-codes.ts';
import { queryLatestDecisions } from '#lib/store/guest-decisions.ts';
import { findMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import type { ShareLinkRow } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { checkGuestAccess, confirmGuestAccess, type OnResponseSent } from './access.ts';
import { readGuestBrowser } from './browser.ts';

export type GuestReviewView =
  | { readonly state: 'closed' }
  | { readonly state: 'locked' }
  | { readonly state: 'open'; readonly page: Outcome<GuestReview> };

export async function readGuestReview(
  token: string,
  onResponseSent: OnResponseSent,
): Promise<GuestReviewView> {
  const access = await checkGuestAccess(token);
  if (access.state !== 'open') return { state: access.state };
  const page = await readReviewPage(access.link);
  const isOpen = await confirmGuestAccess(access.link, onResponseSent);
  return isOpen ? { state: 'open', page } : { state: 'closed' };
}

export type GuestReviewFile = 'front' | 'back' | 'proof';

/**
 * Reads one of the current files of the link's campaign. Fails with `missing` if the file doesn't exist or
 * access is denied.
 */
export async function readGuestReviewFile(
  token: string,
  file: GuestReviewFile,
  width: number,
  onResponseSent: OnResponseSent,
): Promise<Outcome<Asset>> {
  const found = await findGuestReviewFile(token, file);
  if (!found.ok) return found;
  const { link, campaign, url } = found.value;
  const asset =
    file === 'proof'
      ? await loadPdf(campaignFile(campaign.id, 'proof', 0, url))
      : await loadThumbnail(await guestThumbnail(campaign, file, url), width);
  return (await confirmGuestAccess(link, onResponseSent)) ? asset : fail({ kind: 'missing' });
}

/** Checks whether a file exists, without downloading it. Fails like readGuestReviewFile. */
export async function checkGuestReviewFile(
  token: string,
  file: GuestReviewFile,
  onResponseSent: OnResponseSent,
): Promise<Outcome<Asset['type']>> {
  const found = await findGuestReviewFile(token, file);
  if (!found.ok) return found;
  const isOpen = await confirmGuestAccess(found.value.link, onResponseSent);
  return isOpen ? ok(file === 'proof' ? 'application/pdf' : 'image/webp') : fail({ kind: 'missing' });
}

async function findGuestReviewFile(
  token: string,
  file: GuestReviewFile,
): Promise<Outcome<{ readonly link: ShareLinkRow; readonly campaign: Campaign; readonly url: string }>> {
  const access = await checkGuestAccess(token);
  if (access.state !== 'open') return fail({ kind: 'missing' });
  const campaign = await readFromService('getCampaign', { id: access.link.campaignId });
  if (!campaign.ok) return fail(campaign.failure);
  const { thumbnails = [], proof } = campaign.value;
  const url = file === 'proof' ? proof : thumbnails[file === 'front' ? 0 : 1];
  return url === undefined
    ? fail({ kind: 'missing' })
    : ok({ link: access.link, campaign: campaign.value, url });
}

/**
 * Describes a thumbnail of the content that the page shows. An image can change while its URL stays the same, so the
 * image is downloaded again whenever the campaign's content changes.
 */
async function guestThumbnail(campaign: Campaign, side: 'front' | 'back', url: string): Promise<FileSource> {
  const content = await readPrintedContent(campaign);
  const version = content.ok ? fingerprintPrintedContent(content.value) : 'unread';
  return campaignFile(campaign.id, 'thumbnail', side === 'front' ? 0 : 1, url, version);
}

async function readReviewPage(link: ShareLinkRow): Promise<Outcome<GuestReview>> {
  const id = link.campaignId;
  const db = await store();
  const browser = await readGuestBrowser();
  const [campaign, checkout, names, member, decisions, unconfirmed, signedIn] = await Promise.all([
    readFromService('getCampaign', { id }),
    link.visibleParts.price ? readFromService('checkOutCampaign', { id }) : null,
    cachedNames('templates'),
    link.memberId === null ? undefined : findMember(db, link.memberId),
    queryLatestDecisions(db, link.id),
    browser === undefined ? undefined : findUnconfirmedDecision(db, link.id, browser),
    getMember(),
  ]);
  if (!campaign.ok) return fail(campaign.failure);
  const templateName = (await resolveTemplateNames(db, [campaign.value], names)).get(id);
  const content = await readVisibleFingerprints(
    link,
    campaign.value,
    checkout?.ok ? checkout.value : undefined,
  );
  const fingerprint = content.ok ? fingerprintPrintedContent(content.value) : null;
  const { size, thumbnails = [], proof } = campaign.value;
  return ok({
    by: member?.name ?? link.by,
    title: templateName?.first,
    size,
    sides: Math.min(thumbnails.length, 2),
    pdf: proof !== undefined,
    sharedAt: link.createdAt.getTime(),
    until: link.expiresAt.getTime(),
    changed: content.ok
      ? visibleChanges(changedParts(link.fingerprints, content.value), link.visibleParts)
      : [],
    decisionStatus: decisionStatusOf({
      isSignedIn: signedIn !== null,
      guestsDecide: link.guestsDecide,
      status: campaign.value.status,
      hasProof: content.ok ? content.value.proof !== null : undefined,
    }),
    fingerprint,
    codeSentTo: unconfirmed?.email,
    decisions: decisions.map((row) => ({
      decision: row.decision,
      name: row.name,
      at: row.at.getTime(),
      isCurrent: fingerprint === null ? null : row.fingerprint === fingerprint,
      isVerified: row.verifiedAt !== null,
    })),
    ...(checkout && { price: checkout.ok ? toReviewPrice(applicablePrice(checkout.value)) : null }),
    ...(link.visibleParts.recipients && { recipients: toReviewRecipients(campaign.value) }),
    ...(link.visibleParts.metadata && { metadata: campaign.value.meta_data ?? {} }),
  });
}

/**
 * Reads the content's fingerprints. If the link hides the price, uses the stored fingerprint of the price, so
 * that price changes stay hidden from the guest.
 */
async function readVisibleFingerprints(
  { visibleParts, fingerprints }: ShareLinkRow,
  campaign: Campaign,
  checkout: Checkout | undefined,
): Promise<Outcome<ContentFingerprints>> {
  if (visibleParts.price) return readContentFingerprints(campaign, { checkout });
  const printed = await readPrintedContent(campaign);
  return printed.ok ? ok({ ...printed.value, price: fingerprints.price }) : printed;
}

const toReviewPrice = ({ price_calculation, price }: { price_calculation: string; price: string }) => ({
  calculation: price_calculation,
  total: price,
});

const toReviewRecipients = ({ recipient_count, exposed_addresses = [] }: Campaign) => ({
  count: recipient_count,
  addresses: exposed_addresses.map(toReviewAddress),
});

/**
 * Copies only the listed fields, because guests must not see any other fields that an address may contain.
 */
function toReviewAddress(address: Address): ReviewAddress {
  const { name, company, address_line1, address_city, address_state, address_zip } = address;
  return { name, company, address_line1, address_city, address_state, address_zip };
}
