/** Links that open nothing, whatever the reason: nobody can tell one from another. */
import { NextRequest } from 'next/server';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET as fileRoute } from '#app/(public)/share/[token]/files/[file]/route.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import { setUpReviewedCampaign } from './support/reviewed-campaign.ts';
import { ORIGIN } from './support/settings.ts';
import { createShareLink, newGuest } from './support/share-links.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let live: string;
let dead: Readonly<Record<string, string>>;
beforeAll(async () => {
  await setUpReviewedCampaign(harness.service, 1);
  live = (await createShareLink({ campaignId: 1 })).token;
  dead = {
    expired: (await createShareLink({ campaignId: 1, expiresAt: new Date(Date.now() - 1_000) })).token,
    revoked: (await createShareLink({ campaignId: 1, revokedAt: new Date() })).token,
    unknown: 'A'.repeat(43),
    altered: live.startsWith('A') ? `B${live.slice(1)}` : `A${live.slice(1)}`,
    'cut short': live.slice(0, -1),
    'too long': `${live}A`,
    'far too long': 'A'.repeat(5_000),
    encoded: [...live].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    malformed: '%zz',
    'a zero byte': '%00',
    empty: '',
  };
});
beforeEach(() => dropSingleton('shareLinkCallers'));

const PATHS = ['', '/files/front', '/files/back', '/files/proof', '/files/front?w=160', '/visit', '/nowhere'];

async function answerTo(token: string, path = '', init: ConstructorParameters<typeof NextRequest>[1] = {}) {
  const response = await middleware(new NextRequest(`${ORIGIN}/share/${token}${path}`, init));
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()).toString('utf8'),
  };
}

const isLetThrough = ({ headers }: Awaited<ReturnType<typeof answerTo>>) =>
  headers.some(([name]) => name === 'x-middleware-next');

describe('a link that opens nothing', () => {
  it('is answered with the same bytes, whatever is wrong with it and whatever of it is asked for', async () => {
    const first = await answerTo(dead.unknown ?? '');
    expect(first.status).toBe(404);
    expect(first.body).toContain('This link isn’t valid');
    for (const [why, token] of Object.entries(dead)) {
      for (const path of PATHS) expect(await answerTo(token, path), `${why}${path}`).toEqual(first);
    }
    const posted: ConstructorParameters<typeof NextRequest>[1][] = [
      { method: 'POST', headers: { origin: ORIGIN } },
      { method: 'POST', headers: { origin: 'https://evil.example' } },
      { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'cut' },
      { method: 'GET', headers: { rsc: '1', cookie: 'mailroom-share=x' } },
    ];
    for (const init of posted) expect(await answerTo(dead.unknown ?? '', '', init)).toEqual(first);
    expect(await answerTo(live, '/nowhere'), 'nor does it show what else there is').toEqual(first);
    for (const path of PATHS.slice(0, -1)) expect(isLetThrough(await answerTo(live, path)), path).toBe(true);
  });

  it('says nothing of the link, runs nothing, and is kept and listed nowhere', async () => {
    const { headers, body } = await answerTo(dead.expired ?? '');
    expect(body).not.toContain(dead.expired);
    expect(body).not.toMatch(/<script|src=|href=|url\(/);
    const sent = new Map(headers);
    expect(sent.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
    expect(sent.get('cache-control')).toBe('private, no-store');
    expect(sent.get('referrer-policy')).toBe('no-referrer');
    expect(sent.get('x-robots-tag')).toMatch(/^noindex/);
  });

  it('costs the same work as any other: one look for its hash', async () => {
    const db = await store();
    const queries = ['select', 'insert', 'update', 'delete', 'execute', 'transaction'] as const;
    const spies = queries.map((query) => vi.spyOn(db, query));
    for (const [why, token] of Object.entries({ ...dead, live })) {
      for (const spy of spies) spy.mockClear();
      await answerTo(token);
      expect(
        spies.map(({ mock }) => mock.calls.length),
        why,
      ).toEqual([1, 0, 0, 0, 0, 0]);
    }
    for (const spy of spies) spy.mockRestore();
  });

  it('gives no file either where nothing stands before the route', async () => {
    const first = await answerTo(dead.unknown ?? '');
    for (const [why, token] of Object.entries(dead)) {
      const params = Promise.resolve({ token, file: 'front' });
      const answer = await newGuest().in(() => fileRoute(new NextRequest(`${ORIGIN}/x`), { params }));
      expect(await answer.text(), why).toBe(first.body);
      expect(answer.status).toBe(404);
    }
  });
});

describe('a live link', () => {
  it('has a page of the strictest policy, and nothing may refer to it, keep it or list it', async () => {
    const { headers } = await answerTo(live);
    const sent = new Map(headers);
    expect(sent.get('content-security-policy')).toContain("form-action 'self';");
    expect(sent.get('content-security-policy')).not.toContain(harness.service.origin);
    for (const path of ['', '/files/front', '/visit']) {
      const of = new Map((await answerTo(live, path)).headers);
      expect(of.get('cache-control')).toBe('private, no-store');
      expect(of.get('referrer-policy')).toBe('no-referrer');
      expect(of.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
      expect(of.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('is looked for one after the other where somebody has missed a hundred times, and opens all the same', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 100; i++) await answerTo(`guess-${i}`, '', from('203.0.113.1'));
    const select = vi.spyOn(await store(), 'select');
    const flood = Array.from({ length: 300 }, (_, i) => answerTo(`flood-${i}`, '', from('203.0.113.1')));
    const elsewhere = await answerTo(live, '', from('203.0.113.2'));
    await Promise.all(flood);
    expect(isLetThrough(elsewhere)).toBe(true);
    expect(select.mock.calls.length, 'most of a flood is not looked for').toBeLessThan(150);
    select.mockRestore();
    expect(isLetThrough(await answerTo(live, '', from('203.0.113.1')))).toBe(true);
  });

  it('is not missed by being opened often', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    for (let i = 0; i < 120; i++) await answerTo(live, '', { headers });
    expect(isLetThrough(await answerTo(live, '', { headers }))).toBe(true);
  });
});

it('redirects the old URL of the link preview image, which posted previews still load', async () => {
  const response = await middleware(new NextRequest(`${ORIGIN}/share/picture.png`));
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe(`${ORIGIN}/share/preview.png`);
  expect(response.headers.get('cross-origin-resource-policy')).toBeNull();
});
