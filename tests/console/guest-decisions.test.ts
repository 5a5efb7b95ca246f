/**
 * Tests that a guest's decision applies only to the content that the guest saw, and is recorded only once.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type GuestDecisionInput, recordGuestDecision } from '#lib/data/guest/actions.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { store } from '#lib/store/open.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { markShareLinkRevoked } from '#lib/store/share-links.ts';
import {
  createDecisionInput,
  readCurrentFingerprint,
  readStoredDecisions,
} from './support/guest-decisions.ts';
import { setUpHarness } from './support/harness.ts';
import { type ReviewedCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/server', async (actual) => ({
  ...(await actual<object>()),
  after: (callback: () => void) => callback(),
}));

const harness = setUpHarness();
let reviewed: ReviewedCampaign;
let id = 200;
beforeEach(async () => {
  reviewed = await setUpReviewedCampaign(harness.service, ++id);
  await (await store()).delete(guestDecisions);
});

async function readShownDecisions(token: string) {
  const view = await newGuest().run(() => readGuestReview(token, callImmediately));
  return view.state === 'open' && view.page.ok ? view.page.value.decisions : [];
}

describe('a decision', () => {
  it('is stored with all fields, but other guests see only the guest’s name and whether the guest approved', async () => {
    const shareLink = await createShareLink({ campaignId: id });
    const decision = await createDecisionInput(id, { decision: 'changes', comment: 'A larger heart.' });
    expect(
      await newGuest().run(() => recordGuestDecision(shareLink.token, decision, callImmediately)),
    ).toMatchObject({ ok: true });
    expect(await readStoredDecisions()).toMatchObject([
      {
        shareLinkId: shareLink.id,
        campaignId: id,
        decision: 'changes',
        name: 'Ann',
        email: 'ann@maple.example',
        comment: 'A larger heart.',
        fingerprint: decision.fingerprint,
      },
    ]);
    expect(await readShownDecisions(shareLink.token)).toEqual([
      { decision: 'changes', name: 'Ann', at: expect.any(Number), isCurrent: true, isVerified: false },
    ]);
  });

  it('is recorded only once when the form is submitted several times', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await createDecisionInput(id);
    const guest = newGuest();
    const submit = () => guest.run(() => recordGuestDecision(token, decision, callImmediately));
    await submit();
    await Promise.all([submit(), submit(), submit()]);
    expect(await readStoredDecisions()).toHaveLength(1);
  });

  it('can be changed later, and only the last decision counts', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const guest = newGuest();
    const submitDecision = async (overrides: Partial<GuestDecisionInput>) =>
      guest.run(async () =>
        recordGuestDecision(token, await createDecisionInput(id, overrides), callImmediately),
      );
    await submitDecision({});
    await submitDecision({ decision: 'changes', comment: 'Wait.' });
    await submitDecision({ name: 'Bob', email: 'bob@maple.example' });
    await submitDecision({});
    expect(await readStoredDecisions()).toHaveLength(4);
    expect((await readShownDecisions(token)).map(({ name, decision }) => [name, decision])).toEqual([
      ['Ann', 'approved'],
      ['Bob', 'approved'],
    ]);
  });

  it('is no longer current after the content changes', async () => {
    const { token } = await createShareLink({ campaignId: id });
    await newGuest().run(async () =>
      recordGuestDecision(token, await createDecisionInput(id), callImmediately),
    );
    reviewed.campaign = { ...reviewed.campaign, recipient_count: 9 };
    expect(await readShownDecisions(token)).toMatchObject([{ name: 'Ann', isCurrent: false }]);
  });

  it.each<[string, () => unknown]>([
    ['the recipients', () => (reviewed.campaign = { ...reviewed.campaign, recipient_count: 9 })],
    ['the proof at the same URL', () => reviewed.files.set('/kept/proof.pdf', Buffer.from('%PDF-2'))],
    ['a design', () => reviewed.files.set('/kept/back.html', Buffer.from('<p>new'))],
  ])('is refused if %s changed after the page was shown', async (_, change) => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await createDecisionInput(id);
    change();
    expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      failure: { code: 'content_changed' },
    });
    expect(await readStoredDecisions()).toEqual([]);
    const view = await newGuest().run(() => readGuestReview(token, callImmediately));
    const fingerprint = view.state === 'open' && view.page.ok ? view.page.value.fingerprint : null;
    expect(fingerprint, 'the page shows the current content').toBe(await readCurrentFingerprint(id));
    expect(fingerprint).not.toBe(decision.fingerprint);
  });

  it('is refused if the link doesn’t let guests decide, the campaign isn’t a draft, or the campaign has no proof', async () => {
    const readRefusal = async (options: Parameters<typeof createShareLink>[0]) => {
      const { token } = await createShareLink(options);
      const outcome = await newGuest().run(async () =>
        recordGuestDecision(token, await createDecisionInput(id), callImmediately),
      );
      return !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.code;
    };
    expect(await readRefusal({ campaignId: id, guestsDecide: false })).toBe('not_asked');
    for (const status of ['queued', 'processing', 'sent', 'mailed', 'no_such_status']) {
      reviewed.campaign = { ...reviewed.campaign, status };
      expect(await readRefusal({ campaignId: id }), status).toBe('no_draft');
    }
    reviewed.campaign = { ...reviewed.campaign, status: 'draft', proof: null };
    expect(await readRefusal({ campaignId: id })).toBe('no_proof');
    expect(await readStoredDecisions()).toEqual([]);
  });

  it('is refused while the content can’t be read', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await createDecisionInput(id);
    reviewed.campaign = { ...reviewed.campaign, proof: 'http://127.0.0.1:9/gone.pdf' };
    expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      ok: false,
    });
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      ok: false,
    });
    harness.applySettings({});
    expect(await readStoredDecisions()).toEqual([]);
  });

  it('is refused if the link is locked, or is revoked before the decision is saved', async () => {
    const decision = await createDecisionInput(id);
    const locked = await createShareLink({ campaignId: id, password: 'between us only' });
    const open = await createShareLink({ campaignId: id });
    reviewed.beforeResponse.file = async () => markShareLinkRevoked(await store(), open.id, id);
    for (const { token } of [locked, open]) {
      expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toEqual({
        ok: false,
        failure: { kind: 'missing' },
      });
    }
    expect(await readStoredDecisions()).toEqual([]);
  });
});

it('the number of decisions is limited per link, no matter what name or address the guests enter', async () => {
  const { token } = await createShareLink({ campaignId: id });
  const fingerprint = await readCurrentFingerprint(id);
  const decideAs = async (n: number) => {
    const decision = await createDecisionInput(id, { email: `${n}@maple.example`, fingerprint });
    return newGuest(`198.51.100.${n}`).run(() => recordGuestDecision(token, decision, callImmediately));
  };
  for (let n = 0; n < 100; n++) expect(await decideAs(n)).toMatchObject({ ok: true });
  const decision = await createDecisionInput(id, { email: 'more@maple.example', fingerprint });
  harness.service.requests.length = 0;
  expect(
    await newGuest('192.0.2.99').run(() => recordGuestDecision(token, decision, callImmediately)),
  ).toMatchObject({
    failure: { code: 'too_many_attempts' },
  });
  expect(harness.service.requests).toEqual([]);
});
