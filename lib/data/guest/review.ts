/** A shared campaign, for whoever has the link: its own authority, because guests have no role. */
import 'server-only';
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
import { trackPendingResponse } from '#lib/guest-review/pending-responses.ts';
import { cachedNames } from '#lib/owners/listings.ts';
import { changedParts, readContentFingerprints, readPrintedContent, fingerprintPrintedContent } from '#lib/share-links/fingerprints.ts';
import { latestDecisions } from '#lib/store/guest-decisions.ts';
import { memberById } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import type { ShareRow } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { checkGuestAccess } from './access.ts';

export type GuestReviewView =
  | { readonly state: 'closed' }
  | { readonly state: 'locked' }
  | { readonly state: 'open'; readonly page: Outcome<GuestReview> };

/** Calls it when the answer to this request has left. */
export type OnResponseSent = (call: () => void) => void;

/** What the page of this link shows. */
export async function readGuestReview(token: string, whenAnswered: OnResponseSent): Promise<GuestReviewView> {
  const entry = await checkGuestAccess(token);
  if (entry.state !== 'open') return { state: entry.state };
  const page = await pageOf(entry.share);
  return (await mayLeave(token, entry.share, whenAnswered)) ? { state: 'open', page } : { state: 'closed' };
}

export type GuestReviewFile = 'front' | 'back' | 'proof';

/**
 * A file of this link's campaign, as it is now. Missing is also what nobody may see.
 * @param print of what would be printed, as the page that shows it has it
 */
export async function readGuestReviewFile(
  token: string,
  file: GuestReviewFile,
  width: number,
  print: string,
  whenAnswered: OnResponseSent,
): Promise<Outcome<Asset>> {
  const entry = await checkGuestAccess(token);
  if (entry.state !== 'open') return fail({ kind: 'missing' });
  const campaign = await readFromService('getCampaign', { id: entry.share.campaignId });
  if (!campaign.ok) return fail(campaign.failure);
  const { thumbnails = [], proof } = campaign.value;
  const address = file === 'proof' ? proof : thumbnails[file === 'front' ? 0 : 1];
  if (address === undefined) return fail({ kind: 'missing' });
  const asset = file === 'proof' ? await loadPdf(address) : await loadThumbnail(address, width, print);
  return (await mayLeave(token, entry.share, whenAnswered)) ? asset : fail({ kind: 'missing' });
}

/** The last look: revoked while the work was done, it shows nothing. Who revokes it later waits until this has left. */
async function mayLeave(token: string, { id }: ShareRow, whenAnswered: OnResponseSent): Promise<boolean> {
  const left = trackPendingResponse(id);
  whenAnswered(left);
  const isOpen = (await checkGuestAccess(token)).state === 'open';
  if (!isOpen) left();
  return isOpen;
}

async function pageOf(share: ShareRow): Promise<Outcome<GuestReview>> {
  const id = share.campaignId;
  const db = await store();
  const [campaign, checkout, names, member, decisions] = await Promise.all([
    readFromService('getCampaign', { id }),
    share.visibleParts.price ? readFromService('checkOutCampaign', { id }) : null,
    cachedNames('templates'),
    share.memberId === null ? undefined : memberById(db, share.memberId),
    latestDecisions(db, share.id),
  ]);
  if (!campaign.ok) return fail(campaign.failure);
  const content = await contentOf(share, campaign.value, checkout?.ok ? checkout.value : undefined);
  const print = content.ok ? fingerprintPrintedContent(content.value) : null;
  const { template_id, size, thumbnails = [], proof } = campaign.value;
  return ok({
    by: member?.name ?? share.by,
    title: template_id === undefined ? undefined : names.get(template_id),
    size,
    sides: Math.min(thumbnails.length, 2),
    pdf: proof !== undefined,
    sharedAt: share.createdAt.getTime(),
    until: share.expiresAt.getTime(),
    changed: content.ok
      ? visibleChanges(changedParts(share.fingerprints, content.value), share.visibleParts)
      : [],
    decisionStatus: decisionStatusOf({
      guestsDecide: share.guestsDecide,
      status: campaign.value.status,
      isDrawn: content.ok ? content.value.proof !== null : undefined,
    }),
    fingerprint: print,
    decisions: decisions.map(({ decision, name, at, fingerprint }) => ({
      decision,
      name,
      at: at.getTime(),
      isCurrent: print === null ? null : fingerprint === print,
    })),
    ...(checkout && { price: checkout.ok ? priceOf(applicablePrice(checkout.value)) : null }),
    ...(share.visibleParts.recipients && { recipients: recipientsOf(campaign.value) }),
    ...(share.visibleParts.metadata && { metadata: campaign.value.meta_data ?? {} }),
  });
}

/** The price is only looked at where it is shown. */
async function contentOf(
  { visibleParts: shows, fingerprints: content }: ShareRow,
  campaign: Campaign,
  checkout: Checkout | undefined,
): Promise<Outcome<ContentFingerprints>> {
  if (shows.price) return readContentFingerprints(campaign, { checkout });
  const printed = await readPrintedContent(campaign);
  return printed.ok ? ok({ ...printed.value, price: content.price }) : printed;
}

const priceOf = ({ price_calculation, price }: { price_calculation: string; price: string }) => ({
  calculation: price_calculation,
  total: price,
});

const recipientsOf = ({ recipient_count, exposed_addresses = [] }: Campaign) => ({
  count: recipient_count,
  addresses: exposed_addresses.map(envelopeOf),
});

/** Field by field: whatever else an address holds is not for guests. */
function envelopeOf(address: Address): ReviewAddress {
  const { name, company, address_line1, address_city, address_state, address_zip } = address;
  return { name, company, address_line1, address_city, address_state, address_zip };
}
