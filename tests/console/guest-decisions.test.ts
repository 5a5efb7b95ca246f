/** Guest decisions: about exactly the content that was shown, recorded once, and only while the link allows it. */
import { getTableName } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAction } from '#app/(public)/share/[token]/actions.ts';
import GuestReviewPage from '#app/(public)/share/[token]/page.tsx';
import { type GuestDecisionInput, recordGuestDecision } from '#lib/data/guest/actions.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { fingerprintPrintedContent, readPrintedContent } from '#lib/share-links/fingerprints.ts';
import { store } from '#lib/store/open.ts';
import { guestDecisions, shareLinks } from '#lib/store/schema.ts';
import { markShareLinkRevoked } from '#lib/store/share-links.ts';
import { readFromService } from '#lib/upstream/client.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { type ReviewedCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { ORIGIN } from './support/settings.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
const next = vi.hoisted(() => ({ refresh: vi.fn() }));
vi.mock('next/cache', () => next);
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

async function currentFingerprint(): Promise<string> {
  const campaign = await readFromService('getCampaign', { id }, { fresh: true });
  if (!campaign.ok) throw new Error('The content could not be read.');
  const printed = await readPrintedContent(campaign.value, { fresh: true });
  if (!printed.ok) throw new Error('The content could not be read.');
  return fingerprintPrintedContent(printed.value);
}

const createApproval = async (overrides: Partial<GuestDecisionInput> = {}): Promise<GuestDecisionInput> => ({
  decision: 'approved',
  name: 'Ann',
  email: 'Ann@Maple.example',
  fingerprint: await currentFingerprint(),
  ...overrides,
});

const readDecisions = async () => (await store()).select().from(guestDecisions);

async function readShownDecisions(token: string) {
  const view = await newGuest().run(() => readGuestReview(token, callImmediately));
  return view.state === 'open' && view.page.ok ? view.page.value.decisions : [];
}

describe('a decision', () => {
  it('is stored in full, and other guests see only the name and the decision', async () => {
    const shareLink = await createShareLink({ campaignId: id });
    const decision = await createApproval({ decision: 'changes', comment: 'A larger heart.' });
    expect(
      await newGuest().run(() => recordGuestDecision(shareLink.token, decision, callImmediately)),
    ).toMatchObject({ ok: true });
    expect(await readDecisions()).toMatchObject([
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
      { decision: 'changes', name: 'Ann', at: expect.any(Number), isCurrent: true },
    ]);
  });

  it('is recorded once when its form is submitted several times', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await createApproval();
    const submit = () => newGuest().run(() => recordGuestDecision(token, decision, callImmediately));
    await Promise.all([submit(), submit(), submit()]);
    await submit();
    expect(await readDecisions()).toHaveLength(1);
  });

  it('can be changed later: the last one counts and all are stored', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decide = async (overrides: Partial<GuestDecisionInput>) =>
      newGuest().run(async () =>
        recordGuestDecision(token, await createApproval(overrides), callImmediately),
      );
    await decide({});
    await decide({ decision: 'changes', comment: 'Wait.' });
    await decide({ name: 'Bob', email: 'bob@maple.example' });
    await decide({});
    expect(await readDecisions()).toHaveLength(4);
    expect((await readShownDecisions(token)).map(({ name, decision }) => [name, decision])).toEqual([
      ['Ann', 'approved'],
      ['Bob', 'approved'],
    ]);
  });

  it('is no longer current after the content changes', async () => {
    const { token } = await createShareLink({ campaignId: id });
    await newGuest().run(async () => recordGuestDecision(token, await createApproval(), callImmediately));
    reviewed.campaign = { ...reviewed.campaign, recipient_count: 9 };
    expect(await readShownDecisions(token)).toMatchObject([{ name: 'Ann', isCurrent: false }]);
  });

  it.each<[string, () => unknown]>([
    ['the recipients', () => (reviewed.campaign = { ...reviewed.campaign, recipient_count: 9 })],
    ['the proof at the same URL', () => reviewed.files.set('/kept/proof.pdf', Buffer.from('%PDF-2'))],
    ['a design', () => reviewed.files.set('/kept/back.html', Buffer.from('<p>new'))],
  ])('is refused if %s changed after the page was shown', async (_, change) => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await createApproval();
    change();
    expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      failure: { code: 'content_changed' },
    });
    expect(await readDecisions()).toEqual([]);
    const view = await newGuest().run(() => readGuestReview(token, callImmediately));
    const fingerprint = view.state === 'open' && view.page.ok ? view.page.value.fingerprint : null;
    expect(fingerprint, 'the page shows the current content').toBe(await currentFingerprint());
    expect(fingerprint).not.toBe(decision.fingerprint);
  });

  it('is refused if guests can’t decide, the campaign is not a draft, or it has no proof', async () => {
    const readRefusal = async (options: Parameters<typeof createShareLink>[0]) => {
      const { token } = await createShareLink(options);
      const outcome = await newGuest().run(async () =>
        recordGuestDecision(token, await createApproval(), callImmediately),
      );
      return !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.code;
    };
    expect(await readRefusal({ campaignId: id, guestsDecide: false })).toBe('not_asked');
    for (const status of ['queued', 'processing', 'sent', 'mailed', 'no_such_status']) {
      reviewed.campaign = { ...reviewed.campaign, status };
      expect(await readRefusal({ campaignId: id }), status).toBe('no_draft');
    }
    reviewed.campaign = { ...reviewed.campaign, status: 'draft', proof: null };
    expect(await readRefusal({ campaignId: id })).toBe('not_drawn');
    expect(await readDecisions()).toEqual([]);
  });

  it('is refused while the content can’t be read', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await createApproval();
    reviewed.campaign = { ...reviewed.campaign, proof: 'http://127.0.0.1:9/gone.pdf' };
    expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      ok: false,
    });
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      ok: false,
    });
    harness.applySettings({});
    expect(await readDecisions()).toEqual([]);
  });

  it('is refused through a link that is locked or was revoked in the meantime', async () => {
    const decision = await createApproval();
    const locked = await createShareLink({ campaignId: id, password: 'between us only' });
    const open = await createShareLink({ campaignId: id });
    reviewed.beforeResponse.file = async () => markShareLinkRevoked(await store(), open.id, id);
    for (const { token } of [locked, open]) {
      expect(await newGuest().run(() => recordGuestDecision(token, decision, callImmediately))).toEqual({
        ok: false,
        failure: { kind: 'missing' },
      });
    }
    expect(await readDecisions()).toEqual([]);
  });
});

describe('the decision form', () => {
  const submitDecision = (fields: Record<string, string>, runAs = newGuest().run) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return runAs(() => decideAction({}, form));
  };

  it('reports errors by field and keeps the entered values', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fingerprint = await currentFingerprint();
    const entered = {
      token,
      fingerprint,
      decision: 'changes',
      name: 'Ann',
      email: 'ann',
      comment: 'x'.repeat(2_001),
    };
    const { fields, values } = await submitDecision(entered);
    expect(Object.keys(fields ?? {})).toEqual(['email', 'comment']);
    expect(values).toEqual(entered);
    const withoutComment = { ...entered, email: 'ann@maple.example', comment: '' };
    expect(await submitDecision(withoutComment)).toMatchObject({
      fields: { comment: 'Describe the change.' },
      values: withoutComment,
    });
    expect((await submitDecision({ ...withoutComment, decision: 'approved', more: '1' })).fields).toEqual({
      more: 'is not a field of this form',
    });
    expect((await submitDecision({ ...withoutComment, decision: 'maybe' })).fields).toHaveProperty(
      'decision',
    );
    expect(await readDecisions()).toEqual([]);
    expect(await submitDecision({ ...withoutComment, decision: 'approved' })).toMatchObject({ ok: true });
    expect(await readDecisions()).toHaveLength(1);
  });

  it('keeps the entered values and records nothing while the service can’t be reached', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const entered = {
      token,
      decision: 'approved',
      name: 'Ann',
      email: 'ann@maple.example',
      fingerprint: await currentFingerprint(),
    };
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    next.refresh.mockClear();
    const result = await submitDecision(entered);
    harness.applySettings({});
    expect(result).toMatchObject({
      message: expect.stringMatching(/nothing was recorded/i),
      values: entered,
    });
    expect(next.refresh).not.toHaveBeenCalled();
    expect(await readDecisions()).toEqual([]);
  });

  it('must come from a page of the console', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fields = { token, decision: 'approved', name: 'Ann', email: 'ann@maple.example' };
    const result = await submitDecision({ ...fields, fingerprint: await currentFingerprint() }, signedOut);
    expect(result).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await readDecisions()).toEqual([]);
  });
});

it('limits decisions per link, whatever the name or address, and sends no request for more', async () => {
  const { token } = await createShareLink({ campaignId: id });
  const fingerprint = await currentFingerprint();
  const decideAs = async (n: number) => {
    const decision = await createApproval({ email: `${n}@maple.example`, fingerprint });
    return newGuest(`198.51.100.${n}`).run(() => recordGuestDecision(token, decision, callImmediately));
  };
  for (let n = 0; n < 30; n++) expect(await decideAs(n)).toMatchObject({ ok: true });
  const decision = await createApproval({ email: 'more@maple.example', fingerprint });
  harness.service.requests.length = 0;
  expect(
    await newGuest('198.51.100.99').run(() => recordGuestDecision(token, decision, callImmediately)),
  ).toMatchObject({
    failure: { code: 'too_many_attempts' },
  });
  expect(harness.service.requests).toEqual([]);
});

describe('a request that records a decision', () => {
  /** The request headers after the middleware. */
  async function forwardedHeaders(token: string): Promise<Record<string, string>> {
    const clientHeaders = { origin: ORIGIN, 'x-forwarded-for': '203.0.113.7' };
    const request = new NextRequest(`${ORIGIN}/share/${token}`, { method: 'POST', headers: clientHeaders });
    const { headers } = await middleware(request);
    const overridden = (headers.get('x-middleware-override-headers') ?? '').split(',');
    const added = overridden.map((name) => [name, headers.get(`x-middleware-request-${name}`) ?? '']);
    return { ...clientHeaders, ...Object.fromEntries(added) };
  }

  const renderPage = (token: string) =>
    GuestReviewPage({ params: Promise.resolve({ token }), searchParams: Promise.resolve({}) });

  function approvalForm(token: string, fingerprint: string): FormData {
    const form = new FormData();
    const fields = { token, fingerprint, decision: 'approved', name: 'Ann', email: 'ann@maple.example' };
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  }

  it('reads the share link’s row at most twice', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const form = approvalForm(token, await currentFingerprint());
    const logged = vi.spyOn(NoopLogger.prototype, 'logQuery');
    await inRequest({ headers: await forwardedHeaders(token) }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ ok: true });
      await renderPage(token);
    });
    const statements = logged.mock.calls.map((args: readonly unknown[]) => String(args[0]));
    logged.mockRestore();
    expect(statements.length).toBeGreaterThan(4);
    const reads = statements.filter((text) => text.includes(`from "${getTableName(shareLinks)}"`));
    expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(2);
  });

  it('records nothing if the link is revoked after the middleware accepted it', async () => {
    const shareLink = await createShareLink({ campaignId: id });
    const form = approvalForm(shareLink.token, await currentFingerprint());
    const headers = await forwardedHeaders(shareLink.token);
    await markShareLinkRevoked(await store(), shareLink.id, id);
    await inRequest({ headers }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ failure: { kind: 'missing' } });
      await expect(renderPage(shareLink.token)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
    });
    expect(await readDecisions()).toEqual([]);
  });

  it('shows nothing if the link is revoked and the page renders longer than revoking waits', async () => {
    const shareLink = await createShareLink({ campaignId: id });
    const form = approvalForm(shareLink.token, await currentFingerprint());
    await inRequest({ headers: await forwardedHeaders(shareLink.token) }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ ok: true });
      await markShareLinkRevoked(await store(), shareLink.id, id);
      const later = performance.now() + 1_500;
      vi.spyOn(performance, 'now').mockImplementation(() => later);
      await expect(renderPage(shareLink.token)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
      vi.mocked(performance.now).mockRestore();
    });
  });
});
