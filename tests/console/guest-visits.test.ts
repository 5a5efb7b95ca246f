/** Tests that the console counts people's visits to guest review pages, but not requests from programs. */
import { NextRequest } from 'next/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as fileRoute } from '#app/(public)/share/[token]/files/[file]/route.ts';
import GuestReviewPage, { generateMetadata } from '#app/(public)/share/[token]/page.tsx';
import { POST as visitRoute } from '#app/(public)/share/[token]/visit/route.ts';
import { recordGuestDecision, unlockGuestReview } from '#lib/data/guest/actions.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { shareVisits } from '#lib/store/schema/share-links.ts';
import { listenToResponses } from '#lib/upstream/response-listener.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { ORIGIN } from './support/settings.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';
import { dumpTables } from './support/tables.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/server', async (actual) => ({
  ...(await actual<object>()),
  after: (callback: () => void) => callback(),
}));

const harness = setUpHarness();
let id = 300;
beforeEach(async () => {
  await setUpReviewedCampaign(harness.service, ++id);
  await (await store()).delete(shareVisits);
  dropSingleton('countedVisits');
});

const readVisits = async () => (await store()).select().from(shareVisits);

describe('a visit', () => {
  const sendVisit = (
    token: string,
    address?: string,
    headers: Record<string, string> = { origin: ORIGIN },
  ) => {
    const request = new Request(`${ORIGIN}/share/${token}/visit`, { method: 'POST', headers });
    return newGuest(address).run(() => visitRoute(request, { params: Promise.resolve({ token }) }));
  };

  it('is counted at most once a minute per network, and the full IP address isn’t stored', async () => {
    const { token } = await createShareLink({ campaignId: id });
    for (const address of ['203.0.113.7', '203.0.113.250', '2001:db8:1:2::3', '2001:db8:1:9::4']) {
      expect((await sendVisit(token, address)).status).toBe(204);
    }
    dropSingleton('countedVisits');
    await sendVisit(token, '203.0.113.9');
    const rows = await readVisits();
    expect(rows.map(({ visitor, times }) => [visitor, times]).sort()).toEqual([
      ['2001:db8:1::/48', 1],
      ['203.0.113.0/24', 2],
    ]);
  });

  it('is counted when a guest enters the password or makes a decision', async () => {
    const locked = await createShareLink({ campaignId: id, password: 'between us only' });
    await newGuest().run(() => unlockGuestReview(locked.token, 'between us only', callImmediately));
    expect(await readVisits()).toMatchObject([{ shareLinkId: locked.id, times: 1 }]);
    const open = await createShareLink({ campaignId: id });
    const view = await newGuest().run(() => readGuestReview(open.token, callImmediately));
    const fingerprint = (view.state === 'open' && view.page.ok && view.page.value.fingerprint) || '';
    const approval = { decision: 'approved', name: 'Ann', email: 'ann@maple.example', fingerprint } as const;
    expect(
      await newGuest().run(() => recordGuestDecision(open.token, approval, callImmediately)),
    ).toMatchObject({ ok: true });
    expect(await readVisits()).toHaveLength(2);
  });

  it('isn’t counted for a locked link, an invalid link, or a request from another site', async () => {
    const locked = await createShareLink({ campaignId: id, password: 'between us only' });
    const open = await createShareLink({ campaignId: id });
    await sendVisit(locked.token);
    await sendVisit('no-token');
    const foreignHeaders: Record<string, string>[] = [
      {},
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreignHeaders) {
      expect((await sendVisit(open.token, undefined, headers)).status).toBe(403);
    }
    expect(await readVisits()).toEqual([]);
  });
});

describe('a program that only fetches a link', () => {
  it('doesn’t change any database table, even if the link is valid', async () => {
    // The campaign index records what the mail service says about the campaign.
    listenToResponses(undefined);
    const shareLinks = [
      await createShareLink({ campaignId: id }),
      await createShareLink({ campaignId: id, password: 'between us only' }),
      await createShareLink({ campaignId: id, expiresAt: new Date(0) }),
      { token: 'no-token' },
    ];
    const before = await dumpTables();
    expect(before).toContain('mailroom.test');
    for (const { token } of shareLinks) {
      for (const method of ['GET', 'HEAD']) {
        for (const path of ['', '/files/front', '/files/proof', '/visit']) {
          await middleware(new NextRequest(`${ORIGIN}/share/${token}${path}`, { method }));
        }
      }
      const params = Promise.resolve({ token, file: 'front' });
      await newGuest().run(async () => {
        generateMetadata();
        await GuestReviewPage({ params, searchParams: Promise.resolve({}) }).catch(() => undefined);
        await fileRoute(new NextRequest(`${ORIGIN}/x`), { params });
      });
    }
    expect(await dumpTables()).toBe(before);
  });
});
