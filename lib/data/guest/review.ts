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
import { type Asset, loadPdf, loadPicture } from '#lib/files/assets.ts';
import { beginLeaving } from '#lib/guest-review/leaving.ts';
import { keptNames } from '#lib/owners/listings.ts';
import { changedParts, contentNow, printedNow, printHash } from '#lib/share-links/content.ts';
import { latestDecisions } from '#lib/store/guest-decisions.ts';
import { memberById } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import type { ShareRow } from '#lib/store/share-links.ts';
import { call } from '#lib/upstream/client.ts';
import { enterShare } from './access.ts';

export type SharedView =
  | { readonly state: 'closed' }
  | { readonly state: 'locked' }
  | { readonly state: 'open'; readonly page: Outcome<GuestReview> };

/** Calls it when the answer to this request has left. */
export type WhenAnswered = (call: () => void) => void;

/** What the page of this link shows. */
export async function readShared(token: string, whenAnswered: WhenAnswered): Promise<SharedView> {
  const entry = await enterShare(token);
  if (entry.state !== 'open') return { state: entry.state };
  const page = await pageOf(entry.share);
  return (await mayLeave(token, entry.share, whenAnswered)) ? { state: 'open', page } : { state: 'closed' };
}

export type SharedFile = 'front' | 'back' | 'proof';

/**
 * A file of this link's campaign, as it is now. Missing is also what nobody may see.
 * @param print of what would be printed, as the page that shows it has it
 */
export async function sharedFile(
  token: string,
  file: SharedFile,
  width: number,
  print: string,
  whenAnswered: WhenAnswered,
): Promise<Outcome<Asset>> {
  const entry = await enterShare(token);
  if (entry.state !== 'open') return fail({ kind: 'missing' });
  const campaign = await call('getCampaign', { id: entry.share.campaignId });
  if (!campaign.ok) return fail(campaign.failure);
  const { thumbnails = [], proof } = campaign.value;
  const address = file === 'proof' ? proof : thumbnails[file === 'front' ? 0 : 1];
  if (address === undefined) return fail({ kind: 'missing' });
  const asset = file === 'proof' ? await loadPdf(address) : await loadPicture(address, width, print);
  return (await mayLeave(token, entry.share, whenAnswered)) ? asset : fail({ kind: 'missing' });
}

/** The last look: revoked while the work was done, it shows nothing. Who revokes it later waits until this has left. */
async function mayLeave(token: string, { id }: ShareRow, whenAnswered: WhenAnswered): Promise<boolean> {
  const left = beginLeaving(id);
  whenAnswered(left);
  const isOpen = (await enterShare(token)).state === 'open';
  if (!isOpen) left();
  return isOpen;
}

async function pageOf(share: ShareRow): Promise<Outcome<GuestReview>> {
  const id = share.campaignId;
  const db = await store();
  const [campaign, checkout, names, member, decisions] = await Promise.all([
    call('getCampaign', { id }),
    share.visibleParts.price ? call('checkOutCampaign', { id }) : null,
    keptNames('templates'),
    share.memberId === null ? undefined : memberById(db, share.memberId),
    latestDecisions(db, share.id),
  ]);
  if (!campaign.ok) return fail(campaign.failure);
  const content = await contentOf(share, campaign.value, checkout?.ok ? checkout.value : undefined);
  const print = content.ok ? printHash(content.value) : null;
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
  if (shows.price) return contentNow(campaign, { checkout });
  const printed = await printedNow(campaign);
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
