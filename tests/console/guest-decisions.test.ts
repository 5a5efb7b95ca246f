/** What guests decide: about exactly what they saw, once, and as long as their link lets them. */
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
import { asGuest } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { type ShownCampaign, setUpReviewedCampaign } from './support/reviewed-campaign.ts';
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
let shown: ShownCampaign;
let id = 200;
beforeEach(async () => {
  shown = await setUpReviewedCampaign(harness.service, ++id);
  await (await store()).delete(guestDecisions);
});

async function currentFingerprint(): Promise<string> {
  const campaign = await readFromService('getCampaign', { id }, { fresh: true });
  if (!campaign.ok) throw new Error('It could not be read.');
  const printed = await readPrintedContent(campaign.value, { fresh: true });
  if (!printed.ok) throw new Error('It could not be read.');
  return fingerprintPrintedContent(printed.value);
}

const approval = async (over: Partial<GuestDecisionInput> = {}): Promise<GuestDecisionInput> => ({
  decision: 'approved',
  name: 'Ann',
  email: 'Ann@Maple.example',
  fingerprint: await currentFingerprint(),
  ...over,
});

const decisions = async () => (await store()).select().from(guestDecisions);

async function shownDecisions(token: string) {
  const view = await newGuest().in(() => readGuestReview(token, callImmediately));
  return view.state === 'open' && view.page.ok ? view.page.value.decisions : [];
}

describe('a decision', () => {
  it('is kept with all that the guest said, and what it was about; others see only whose it is', async () => {
    const share = await createShareLink({ campaignId: id });
    const decision = await approval({ decision: 'changes', comment: 'A larger heart.' });
    expect(
      await newGuest().in(() => recordGuestDecision(share.token, decision, callImmediately)),
    ).toMatchObject({ ok: true });
    expect(await decisions()).toMatchObject([
      {
        shareLinkId: share.id,
        campaignId: id,
        decision: 'changes',
        name: 'Ann',
        email: 'ann@maple.example',
        comment: 'A larger heart.',
        fingerprint: decision.fingerprint,
      },
    ]);
    expect(await shownDecisions(share.token)).toEqual([
      { decision: 'changes', name: 'Ann', at: expect.any(Number), isCurrent: true },
    ]);
  });

  it('is one, however often its form is sent', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await approval();
    const twice = () => newGuest().in(() => recordGuestDecision(token, decision, callImmediately));
    await Promise.all([twice(), twice(), twice()]);
    await twice();
    expect(await decisions()).toHaveLength(1);
  });

  it('may be another one later: the last counts, and all are kept', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decide = async (over: Partial<GuestDecisionInput>) =>
      newGuest().in(async () => recordGuestDecision(token, await approval(over), callImmediately));
    await decide({});
    await decide({ decision: 'changes', comment: 'Wait.' });
    await decide({ name: 'Bob', email: 'bob@maple.example' });
    await decide({});
    expect(await decisions()).toHaveLength(4);
    expect((await shownDecisions(token)).map(({ name, decision }) => [name, decision])).toEqual([
      ['Ann', 'approved'],
      ['Bob', 'approved'],
    ]);
  });

  it('no longer holds when the content is another one', async () => {
    const { token } = await createShareLink({ campaignId: id });
    await newGuest().in(async () => recordGuestDecision(token, await approval(), callImmediately));
    shown.campaign = { ...shown.campaign, recipient_count: 9 };
    expect(await shownDecisions(token)).toMatchObject([{ name: 'Ann', isCurrent: false }]);
  });

  it.each<[string, () => unknown]>([
    ['of other recipients', () => (shown.campaign = { ...shown.campaign, recipient_count: 9 })],
    ['of another proof at the same address', () => shown.files.set('/kept/proof.pdf', Buffer.from('%PDF-2'))],
    ['of another design', () => shown.files.set('/kept/back.html', Buffer.from('<p>new'))],
  ])('about what is there no longer is asked for again (because %s)', async (_, change) => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await approval();
    change();
    expect(await newGuest().in(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      failure: { code: 'content_changed' },
    });
    expect(await decisions()).toEqual([]);
    const view = await newGuest().in(() => readGuestReview(token, callImmediately));
    const fingerprint = view.state === 'open' && view.page.ok ? view.page.value.fingerprint : null;
    expect(fingerprint, 'the page shows what is there now').toBe(await currentFingerprint());
    expect(fingerprint).not.toBe(decision.fingerprint);
  });

  it('is not taken where none is asked for, where nothing can be changed, or where nothing is drawn', async () => {
    const refusal = async (over: Parameters<typeof createShareLink>[0]) => {
      const { token } = await createShareLink(over);
      const answer = await newGuest().in(async () =>
        recordGuestDecision(token, await approval(), callImmediately),
      );
      return !answer.ok && answer.failure.kind === 'refused' && answer.failure.code;
    };
    expect(await refusal({ campaignId: id, guestsDecide: false })).toBe('not_asked');
    for (const status of ['queued', 'processing', 'sent', 'mailed', 'whatever']) {
      shown.campaign = { ...shown.campaign, status };
      expect(await refusal({ campaignId: id }), status).toBe('no_draft');
    }
    shown.campaign = { ...shown.campaign, status: 'draft', proof: null };
    expect(await refusal({ campaignId: id })).toBe('not_drawn');
    expect(await decisions()).toEqual([]);
  });

  it('is not taken while nobody can tell what is there', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const decision = await approval();
    shown.campaign = { ...shown.campaign, proof: 'http://127.0.0.1:9/gone.pdf' };
    expect(await newGuest().in(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      ok: false,
    });
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await newGuest().in(() => recordGuestDecision(token, decision, callImmediately))).toMatchObject({
      ok: false,
    });
    harness.settings({});
    expect(await decisions()).toEqual([]);
  });

  it('is not taken through a link that is locked, or ended meanwhile', async () => {
    const decision = await approval();
    const locked = await createShareLink({ campaignId: id, password: 'between us only' });
    const open = await createShareLink({ campaignId: id });
    shown.before.file = async () => markShareLinkRevoked(await store(), open.id, id);
    for (const { token } of [locked, open]) {
      expect(await newGuest().in(() => recordGuestDecision(token, decision, callImmediately))).toEqual({
        ok: false,
        failure: { kind: 'missing' },
      });
    }
    expect(await decisions()).toEqual([]);
  });
});

describe('the form of a decision', () => {
  const send = (fields: Record<string, string>, who = newGuest().in) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return who(() => decideAction({}, form));
  };

  it('says beside each field what is wrong, and loses nothing', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fingerprint = await currentFingerprint();
    const typed = {
      token,
      fingerprint,
      decision: 'changes',
      name: 'Ann',
      email: 'ann',
      comment: 'x'.repeat(2_001),
    };
    const { fields, values } = await send(typed);
    expect(Object.keys(fields ?? {})).toEqual(['email', 'comment']);
    expect(values).toEqual(typed);
    const whole = { ...typed, email: 'ann@maple.example', comment: '' };
    expect(await send(whole)).toMatchObject({
      fields: { comment: 'Describe the change.' },
      values: whole,
    });
    expect((await send({ ...whole, decision: 'approved', more: '1' })).fields).toEqual({
      more: 'is not a field of this form',
    });
    expect((await send({ ...whole, decision: 'maybe' })).fields).toHaveProperty('decision');
    expect(await decisions()).toEqual([]);
    expect(await send({ ...whole, decision: 'approved' })).toMatchObject({ ok: true });
    expect(await decisions()).toHaveLength(1);
  });

  it('stays, with all that was typed, where the service doesn’t answer; nothing was recorded', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const typed = {
      token,
      decision: 'approved',
      name: 'Ann',
      email: 'ann@maple.example',
      fingerprint: await currentFingerprint(),
    };
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    next.refresh.mockClear();
    const answer = await send(typed);
    harness.settings({});
    expect(answer).toMatchObject({ message: expect.stringMatching(/nothing was recorded/i), values: typed });
    expect(next.refresh).not.toHaveBeenCalled();
    expect(await decisions()).toEqual([]);
  });

  it('has to come from a page of ours', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fields = { token, decision: 'approved', name: 'Ann', email: 'ann@maple.example' };
    const refused = await send({ ...fields, fingerprint: await currentFingerprint() }, asGuest);
    expect(refused).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await decisions()).toEqual([]);
  });
});

it('a link takes only so many decisions, whatever names they are given in, and reads nothing for more', async () => {
  const { token } = await createShareLink({ campaignId: id });
  const fingerprint = await currentFingerprint();
  const decideAs = async (n: number) => {
    const decision = await approval({ email: `${n}@maple.example`, fingerprint });
    return newGuest(`198.51.100.${n}`).in(() => recordGuestDecision(token, decision, callImmediately));
  };
  for (let n = 0; n < 30; n++) expect(await decideAs(n)).toMatchObject({ ok: true });
  const decision = await approval({ email: 'more@maple.example', fingerprint });
  harness.service.requests.length = 0;
  expect(
    await newGuest('198.51.100.99').in(() => recordGuestDecision(token, decision, callImmediately)),
  ).toMatchObject({
    failure: { code: 'too_many_tries' },
  });
  expect(harness.service.requests).toEqual([]);
});

describe('a request that records a decision', () => {
  /** The request as the middleware passes it on. */
  async function passedOn(token: string): Promise<Record<string, string>> {
    const sent = { origin: ORIGIN, 'x-forwarded-for': '203.0.113.7' };
    const request = new NextRequest(`${ORIGIN}/share/${token}`, { method: 'POST', headers: sent });
    const { headers } = await middleware(request);
    const overridden = (headers.get('x-middleware-override-headers') ?? '').split(',');
    const given = overridden.map((name) => [name, headers.get(`x-middleware-request-${name}`) ?? '']);
    return { ...sent, ...Object.fromEntries(given) };
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
    await inRequest({ headers: await passedOn(token) }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ ok: true });
      await renderPage(token);
    });
    const statements = logged.mock.calls.map((args: readonly unknown[]) => String(args[0]));
    logged.mockRestore();
    expect(statements.length).toBeGreaterThan(4);
    const reads = statements.filter((text) => text.includes(`from "${getTableName(shareLinks)}"`));
    expect(reads.length, reads.join('\n')).toBeLessThanOrEqual(2);
  });

  it('records nothing when the link is revoked after the middleware let it through', async () => {
    const share = await createShareLink({ campaignId: id });
    const form = approvalForm(share.token, await currentFingerprint());
    const headers = await passedOn(share.token);
    await markShareLinkRevoked(await store(), share.id, id);
    await inRequest({ headers }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ failure: { kind: 'missing' } });
      await expect(renderPage(share.token)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
    });
    expect(await decisions()).toEqual([]);
  });

  it('shows nothing when the link is revoked and the page takes longer than revoking waits', async () => {
    const share = await createShareLink({ campaignId: id });
    const form = approvalForm(share.token, await currentFingerprint());
    await inRequest({ headers: await passedOn(share.token) }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ ok: true });
      await markShareLinkRevoked(await store(), share.id, id);
      const later = performance.now() + 1_500;
      vi.spyOn(performance, 'now').mockImplementation(() => later);
      await expect(renderPage(share.token)).rejects.toThrow('NEXT_HTTP_ERROR_FALLBACK;404');
      vi.mocked(performance.now).mockRestore();
    });
  });
});
