/** Tests the form that records a guest's decision. */
import { getTableName } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { decideAction } from '#app/(public)/share/[token]/actions.ts';
import GuestReviewPage from '#app/(public)/share/[token]/page.tsx';
import { PublicNotFound } from '#app/public-not-found.tsx';
import { OUTDATED_FORM } from '#lib/forms/action.ts';
import { store } from '#lib/store/open.ts';
import { guestDecisions } from '#lib/store/schema/decisions.ts';
import { shareLinks } from '#lib/store/schema/share-links.ts';
import { markShareLinkRevoked } from '#lib/store/share-links.ts';
import { middleware } from '#middleware.ts';
import { readCurrentFingerprint, readStoredDecisions } from './support/guest-decisions.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { ORIGIN } from './support/settings.ts';
import { createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
const next = vi.hoisted(() => ({ refresh: vi.fn() }));
vi.mock('next/cache', () => next);
vi.mock('next/server', async (actual) => ({
  ...(await actual<object>()),
  after: (callback: () => void) => callback(),
}));

const harness = setUpHarness();
let id = 600;
beforeEach(async () => {
  await setUpReviewedCampaign(harness.service, ++id);
  await (await store()).delete(guestDecisions);
});

describe('the decision form', () => {
  const submitDecision = (fields: Record<string, string>, runAs = newGuest().run) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return runAs(() => decideAction({}, form));
  };

  it('reports an error for each invalid field and keeps the entered values', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fingerprint = await readCurrentFingerprint(id);
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
    expect(await submitDecision({ ...withoutComment, decision: 'approved', more: '1' })).toMatchObject({
      message: OUTDATED_FORM,
      fields: { more: OUTDATED_FORM },
    });
    expect((await submitDecision({ ...withoutComment, decision: 'maybe' })).fields).toHaveProperty(
      'decision',
    );
    expect(await readStoredDecisions()).toEqual([]);
    expect(await submitDecision({ ...withoutComment, decision: 'approved' })).toMatchObject({ ok: true });
    expect(await readStoredDecisions()).toHaveLength(1);
  });

  it('keeps the entered values and doesn’t record a decision while the service can’t be reached', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const entered = {
      token,
      decision: 'approved',
      name: 'Ann',
      email: 'ann@maple.example',
      fingerprint: await readCurrentFingerprint(id),
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
    expect(await readStoredDecisions()).toEqual([]);
  });

  it('must be submitted from a console page', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const fields = { token, decision: 'approved', name: 'Ann', email: 'ann@maple.example' };
    const result = await submitDecision(
      { ...fields, fingerprint: await readCurrentFingerprint(id) },
      signedOut,
    );
    expect(result).toMatchObject({ failure: { kind: 'forbidden' } });
    expect(await readStoredDecisions()).toEqual([]);
  });
});

describe('a request that records a decision', () => {
  /** Returns the headers that the middleware forwards for a request. */
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

  it('reads the share link’s database row at most twice', async () => {
    const { token } = await createShareLink({ campaignId: id });
    const form = approvalForm(token, await readCurrentFingerprint(id));
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

  it('records no decision if the link is revoked after the middleware accepts the request', async () => {
    const shareLink = await createShareLink({ campaignId: id });
    const form = approvalForm(shareLink.token, await readCurrentFingerprint(id));
    const headers = await forwardedHeaders(shareLink.token);
    await markShareLinkRevoked(await store(), shareLink.id, id);
    await inRequest({ headers }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ failure: { kind: 'missing' } });
      expect(await renderPage(shareLink.token)).toMatchObject({ type: PublicNotFound });
    });
    expect(await readStoredDecisions()).toEqual([]);
  });

  it('shows a 404 page if the link is revoked before rendering ends', async () => {
    const shareLink = await createShareLink({ campaignId: id });
    const form = approvalForm(shareLink.token, await readCurrentFingerprint(id));
    await inRequest({ headers: await forwardedHeaders(shareLink.token) }, async () => {
      expect(await decideAction({}, form)).toMatchObject({ ok: true });
      await markShareLinkRevoked(await store(), shareLink.id, id);
      const later = performance.now() + 1_500;
      vi.spyOn(performance, 'now').mockImplementation(() => later);
      expect(await renderPage(shareLink.token)).toMatchObject({ type: PublicNotFound });
      vi.mocked(performance.now).mockRestore();
    });
  });
});
