/** The shared page for people without an account: what they see, and nothing else. */
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
import { type ShownCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { callImmediately, createShareLink, newGuest, PROOF_ONLY } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let shown: ShownCampaign;
let id = 100;
beforeEach(async () => {
  shown = await setUpReviewedCampaign(harness.service, ++id);
});

/** What the campaign is in this moment. */
async function contentOf(campaignId: number) {
  const campaign = await readFromService('getCampaign', { id: campaignId }, { fresh: true });
  if (!campaign.ok) throw new Error('no campaign');
  const content = await readContentFingerprints(campaign.value, { fresh: true });
  if (!content.ok) throw new Error('no content');
  return content.value;
}

async function pageOf(token: string, guest = newGuest()): Promise<GuestReview> {
  const view = await guest.in(() => readGuestReview(token, callImmediately));
  if (view.state !== 'open' || !view.page.ok) throw new Error(`no page: ${JSON.stringify(view)}`);
  return view.page.value;
}

const combinations: VisibleParts[] = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => ({
  price: (bits & 1) > 0,
  recipients: (bits & 2) > 0,
  metadata: (bits & 4) > 0,
}));

describe('what a guest is shown', () => {
  it.each(combinations)('is the proof, and to the byte what was ticked: %j', async (shows) => {
    const content = await contentOf(id);
    const share = await createShareLink({ campaignId: id, visibleParts: shows, fingerprints: content });
    const expected = {
      by: 'sender@mailroom.test',
      title: 'Open house',
      size: 'postcard_4x6',
      sides: 2,
      pdf: true,
      sharedAt: share.createdAt.getTime(),
      until: share.expiresAt.getTime(),
      changed: [],
      decisionStatus: 'open',
      fingerprint: fingerprintPrintedContent(content),
      decisions: [],
      ...(shows.price && { price: { calculation: '2 × $1.50', total: '$3.00' } }),
      ...(shows.recipients && { recipients: { count: 2, addresses: shown.addresses } }),
      ...(shows.metadata && { metadata: { order: 'PO-1' } }),
    };
    const page = JSON.stringify(await pageOf(share.token));
    expect(page).toBe(JSON.stringify(expected));
    expect(page).not.toContain('canary');
  });

  it('names the member by the name they gave themselves', async () => {
    const { id: memberId } = await addMember('named@mailroom.test', 'sender');
    const db = await store();
    await db.execute(`update members set name = 'Sam Sender' where id = '${memberId}'`);
    expect(await pageOf((await createShareLink({ campaignId: id, memberId })).token)).toMatchObject({
      by: 'Sam Sender',
    });
  });

  it('is the proof while price and files can’t be read, with no word of changes', async () => {
    const content = await contentOf(id);
    const share = await createShareLink({
      campaignId: id,
      fingerprints: content,
      visibleParts: { ...PROOF_ONLY, price: true },
    });
    shown.campaign = { ...shown.campaign, proof: 'http://127.0.0.1:9/gone.pdf' };
    shown.checkout = {};
    expect(await pageOf(share.token)).toMatchObject({
      sides: 2,
      price: null,
      changed: [],
      decisionStatus: 'unreadable',
      fingerprint: null,
    });
  });

  it('is nothing but that it can’t be had while the service is down', async () => {
    const { token } = await createShareLink({ campaignId: id });
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await newGuest().in(() => readGuestReview(token, callImmediately))).toEqual({
      state: 'open',
      page: { ok: false, failure: { kind: 'unreachable' } },
    });
    harness.settings({});
  });
});

describe('what changed since it was shared', () => {
  it('is said of what the link shows, and of nothing else', async () => {
    const content = await contentOf(id);
    const all = { price: true, recipients: true, metadata: true };
    const [proofOnly, everything] = [
      await createShareLink({ campaignId: id, fingerprints: content }),
      await createShareLink({ campaignId: id, fingerprints: content, visibleParts: all }),
    ];
    const changed = async () =>
      Promise.all([proofOnly, everything].map(async ({ token }) => (await pageOf(token)).changed));
    expect(await changed()).toEqual([[], []]);

    const { without_sender: order } = shown.checkout;
    shown.checkout = { ...shown.checkout, without_sender: { ...(order as object), price: '$4.00' } };
    shown.campaign = { ...shown.campaign, recipient_count: 3 };
    expect(await changed()).toEqual([[], ['recipients', 'price']]);

    shown.files.set('/kept/other.pdf', Buffer.from('%PDF-1.7\nother\n'));
    shown.campaign = { ...shown.campaign, proof: `${harness.service.origin}/kept/other.pdf` };
    expect(await changed()).toEqual([['proof'], ['proof', 'recipients', 'price']]);
  });
});

describe('the files of a link', () => {
  it('are front, back and PDF of its campaign, as they are now', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const get = (file: 'front' | 'back' | 'proof') =>
      newGuest().in(() => readGuestReviewFile(token, file, 160, 'v', callImmediately));
    for (const file of ['front', 'back'] as const) {
      expect(await get(file)).toMatchObject({ ok: true, value: { type: 'image/webp' } });
    }
    expect(await get('proof')).toMatchObject({ ok: true, value: { type: 'application/pdf' } });
    shown.campaign = { ...shown.campaign, thumbnails: [], proof: null };
    for (const file of ['front', 'back', 'proof'] as const) {
      expect(await get(file)).toEqual({ ok: false, failure: { kind: 'missing' } });
    }
  });
});

it('a picture is as new as what the page says is there, also where its address stays', async () => {
  const { token } = await createShareLink({ campaignId: id });
  const [address = ''] = shown.campaign.thumbnails as string[];
  const picture = async (print: string) => {
    const got = await newGuest().in(() => readGuestReviewFile(token, 'front', 160, print, callImmediately));
    if (!got.ok) throw new Error('There is no picture.');
    return got.value.etag;
  };
  const before = await picture('then');
  const other = sharp({ create: { width: 900, height: 600, channels: 3, background: '#802020' } });
  shown.files.set(new URL(address).pathname, await other.png().toBuffer());
  expect(await picture('now')).not.toBe(before);
});

describe('a link that ends while its page is made', () => {
  it.each(['campaign', 'file'] as const)('shows nothing (during the reading of its %s)', async (during) => {
    const share = await createShareLink({ campaignId: id });
    shown.before[during] = async () => markShareLinkRevoked(await store(), share.id, id);
    const file = during === 'file' ? ('proof' as const) : ('front' as const);
    const answer = await newGuest().in(() =>
      readGuestReviewFile(share.token, file, 160, 'v', callImmediately),
    );
    expect(answer).toEqual({ ok: false, failure: { kind: 'missing' } });
    const other = await createShareLink({ campaignId: id });
    shown.files.set(`/kept/${during}.pdf`, Buffer.from('%PDF-'));
    shown.campaign = { ...shown.campaign, proof: `${harness.service.origin}/kept/${during}.pdf` };
    shown.before[during] = async () => markShareLinkRevoked(await store(), other.id, id);
    expect(await newGuest().in(() => readGuestReview(other.token, callImmediately))).toEqual({
      state: 'closed',
    });
  });
});

it('is told to be revoked when what was on its way has left', async () => {
  const share = await createShareLink({ campaignId: id });
  const left: (() => void)[] = [];
  const keep = (call: () => void) => left.push(call);
  await newGuest().in(() => readGuestReview(share.token, keep));
  await newGuest().in(() => readGuestReviewFile(share.token, 'proof', 160, 'v', keep));
  // However long the machine takes, patience doesn't end here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isTold = false;
  const revoking = harness
    .sender(() => revokeCampaignShareLink(id, share.id))
    .then(() => {
      isTold = true;
    });
  while (await findLiveShareLink(await store(), hashShareToken(share.token))) await new Promise(setImmediate);
  expect(await newGuest().in(() => readGuestReview(share.token, keep))).toEqual({ state: 'closed' });
  left[0]?.();
  await new Promise(setImmediate);
  expect(isTold).toBe(false);
  left[1]?.();
  await revoking;
  vi.useRealTimers();
});
