/** Tests that the guest review page shows only the selected parts of a campaign. */
import sharp from 'sharp';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readGuestReview, readGuestReviewFile } from '#lib/data/guest/review.ts';
import { revokeCampaignShareLink } from '#lib/data/share-links.ts';
import type { GuestReview } from '#lib/domain/guest-review.ts';
import type { VisibleParts } from '#lib/domain/share-link.ts';
import { fingerprintPrintedContent, readContentFingerprints } from '#lib/share-links/fingerprints.ts';
import { hashShareToken } from '#lib/share-links/token.ts';
import { store } from '#lib/store/open.ts';
import { findLiveShareLink, markShareLinkRevoked } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { type ReviewedCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { callImmediately, createShareLink, newGuest, PROOF_ONLY } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let reviewed: ReviewedCampaign;
let id = 100;
beforeEach(async () => {
  reviewed = await setUpReviewedCampaign(harness.service, ++id);
});

async function readContent(campaignId: number) {
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) throw new Error('The campaign could not be read.');
  const content = await readContentFingerprints(campaign.value, { fresh: true });
  if (!content.ok) throw new Error('The content could not be read.');
  return content.value;
}

async function readPage(token: string, guest = newGuest()): Promise<GuestReview> {
  const view = await guest.run(() => readGuestReview(token, callImmediately));
  if (view.state !== 'open' || !view.page.ok)
    throw new Error(`The page is not open: ${JSON.stringify(view)}`);
  return view.page.value;
}

const combinations: VisibleParts[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  price: (bits & 1) > 0,
  recipients: (bits & 2) > 0,
  metadata: (bits & 4) > 0,
}));

describe('the guest review page', () => {
  it.each(combinations)('shows only the proof and the selected parts: %j', async (visibleParts) => {
    const content = await readContent(id);
    const shareLink = await createShareLink({ campaignId: id, visibleParts, fingerprints: content });
    const expected = {
      by: 'sender@mailroom.test',
      title: 'Open house',
      size: 'postcard_4x6',
      sides: 2,
      pdf: true,
      sharedAt: shareLink.createdAt.getTime(),
      until: shareLink.expiresAt.getTime(),
      changed: [],
      decisionStatus: 'open',
      fingerprint: fingerprintPrintedContent(content),
      decisions: [],
      ...(visibleParts.price && { price: { calculation: '2 × $1.50', total: '$3.00' } }),
      ...(visibleParts.recipients && { recipients: { count: 2, addresses: reviewed.addresses } }),
      ...(visibleParts.metadata && { metadata: { order: 'PO-1' } }),
    };
    const page = JSON.stringify(await readPage(shareLink.token));
    expect(page).toBe(JSON.stringify(expected));
    expect(page).not.toContain('canary');
  });

  it('shows the name of the member who shared the campaign', async () => {
    const { id: memberId } = await addMember('named@mailroom.test', 'sender');
    const db = await store();
    await db.execute(`update members set name = 'Sam Sender' where id = '${memberId}'`);
    expect(await readPage((await createShareLink({ campaignId: id, memberId })).token)).toMatchObject({
      by: 'Sam Sender',
    });
  });

  it('shows both sides, but no changes, while the price and the PDF can’t be read', async () => {
    const content = await readContent(id);
    const shareLink = await createShareLink({
      campaignId: id,
      fingerprints: content,
      visibleParts: { ...PROOF_ONLY, price: true },
    });
    reviewed.campaign = { ...reviewed.campaign, proof: 'http://127.0.0.1:9/gone.pdf' };
    reviewed.checkout = {};
    expect(await readPage(shareLink.token)).toMatchObject({
      sides: 2,
      price: null,
      changed: [],
      decisionStatus: 'unreadable',
      fingerprint: null,
    });
  });

  it('shows only an error message while the service is down', async () => {
    const { token } = await createShareLink({ campaignId: id });
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await newGuest().run(() => readGuestReview(token, callImmediately))).toEqual({
      state: 'open',
      page: { ok: false, failure: { kind: 'unreachable' } },
    });
    harness.applySettings({});
  });
});

describe('a change since sharing', () => {
  it('is shown only if it is in a visible part of the campaign', async () => {
    const content = await readContent(id);
    const allParts = { price: true, recipients: true, metadata: true };
    const [proofOnly, everything] = [
      await createShareLink({ campaignId: id, fingerprints: content }),
      await createShareLink({ campaignId: id, fingerprints: content, visibleParts: allParts }),
    ];
    const readChanges = async () =>
      Promise.all([proofOnly, everything].map(async ({ token }) => (await readPage(token)).changed));
    expect(await readChanges()).toEqual([[], []]);

    const { without_sender: price } = reviewed.checkout;
    reviewed.checkout = { ...reviewed.checkout, without_sender: { ...(price as object), price: '$4.00' } };
    reviewed.campaign = { ...reviewed.campaign, recipient_count: 3 };
    expect(await readChanges()).toEqual([[], ['recipients', 'price']]);

    reviewed.files.set('/kept/other.pdf', Buffer.from('%PDF-1.7\nother\n'));
    reviewed.campaign = { ...reviewed.campaign, proof: `${harness.service.origin}/kept/other.pdf` };
    expect(await readChanges()).toEqual([['proof'], ['proof', 'recipients', 'price']]);
  });
});

describe('a link’s file', () => {
  it('is the campaign’s current front, back, or PDF', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const get = (file: 'front' | 'back' | 'proof') =>
      newGuest().run(() => readGuestReviewFile(token, file, 160, callImmediately));
    for (const file of ['front', 'back'] as const) {
      expect(await get(file)).toMatchObject({ ok: true, value: { type: 'image/webp' } });
    }
    expect(await get('proof')).toMatchObject({ ok: true, value: { type: 'application/pdf' } });
    reviewed.campaign = { ...reviewed.campaign, thumbnails: [], proof: null };
    for (const file of ['front', 'back', 'proof'] as const) {
      expect(await get(file)).toEqual({ ok: false, failure: { kind: 'missing' } });
    }
  });
});

it('the guest review page loads a new thumbnail when the content changes, even if the thumbnail’s URL doesn’t', async () => {
  const { token } = await createShareLink({ campaignId: id });
  const [url = ''] = reviewed.campaign.thumbnails as string[];
  const readEtag = async () => {
    const file = await newGuest().run(() => readGuestReviewFile(token, 'front', 160, callImmediately));
    if (!file.ok) throw new Error('The thumbnail could not be read.');
    return file.value.etag;
  };
  const before = await readEtag();
  const other = sharp({ create: { width: 900, height: 600, channels: 3, background: '#802020' } });
  reviewed.files.set(new URL(url).pathname, await other.png().toBuffer());
  expect(await readEtag()).toBe(before);
  reviewed.files.set('/kept/front.html', Buffer.from('<p>another front'));
  // When a guest makes a decision, the console reads every file again.
  await readContent(id);
  expect(await readEtag()).not.toBe(before);
});

describe('a link revoked during a request', () => {
  it.each(['campaign', 'file'] as const)(
    'shows no content if the member revokes the link while the %s is read',
    async (during) => {
      const shareLink = await createShareLink({ campaignId: id });
      reviewed.beforeResponse[during] = async () => markShareLinkRevoked(await store(), shareLink.id, id);
      const file = during === 'file' ? ('proof' as const) : ('front' as const);
      const result = await newGuest().run(() =>
        readGuestReviewFile(shareLink.token, file, 160, callImmediately),
      );
      expect(result).toEqual({ ok: false, failure: { kind: 'missing' } });
      const other = await createShareLink({ campaignId: id });
      reviewed.files.set(`/kept/${during}.pdf`, Buffer.from('%PDF-'));
      reviewed.campaign = { ...reviewed.campaign, proof: `${harness.service.origin}/kept/${during}.pdf` };
      reviewed.beforeResponse[during] = async () => markShareLinkRevoked(await store(), other.id, id);
      expect(await newGuest().run(() => readGuestReview(other.token, callImmediately))).toEqual({
        state: 'closed',
      });
    },
  );
});

it('revoking a link completes only after all responses in progress have been sent', async () => {
  const shareLink = await createShareLink({ campaignId: id });
  const pendingCallbacks: (() => void)[] = [];
  const keepPending = (callback: () => void) => pendingCallbacks.push(callback);
  await newGuest().run(() => readGuestReview(shareLink.token, keepPending));
  await newGuest().run(() => readGuestReviewFile(shareLink.token, 'proof', 160, keepPending));
  // With fake timers, the revocation can't time out on a slow machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isRevoked = false;
  const revoking = harness
    .sender(() => revokeCampaignShareLink(id, shareLink.id))
    .then(() => {
      isRevoked = true;
    });
  while (await findLiveShareLink(await store(), hashShareToken(shareLink.token)))
    await new Promise(setImmediate);
  expect(await newGuest().run(() => readGuestReview(shareLink.token, keepPending))).toEqual({
    state: 'closed',
  });
  pendingCallbacks[0]?.();
  await new Promise(setImmediate);
  expect(isRevoked).toBe(false);
  pendingCallbacks[1]?.();
  await revoking;
  vi.useRealTimers();
});
