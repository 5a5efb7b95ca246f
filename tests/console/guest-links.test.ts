/**
 * Tests that all invalid share links get the same response, so visitors can't learn why a link is invalid.
 */
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
let validToken: string;
let invalidTokens: Readonly<Record<string, string>>;
beforeAll(async () => {
  await setUpReviewedCampaign(harness.service, 1);
  validToken = (await createShareLink({ campaignId: 1 })).token;
  invalidTokens = {
    expired: (await createShareLink({ campaignId: 1, expiresAt: new Date(Date.now() - 1_000) })).token,
    revoked: (await createShareLink({ campaignId: 1, revokedAt: new Date() })).token,
    unknown: 'A'.repeat(43),
    altered: validToken.startsWith('A') ? `B${validToken.slice(1)}` : `A${validToken.slice(1)}`,
    'cut short': validToken.slice(0, -1),
    'too long': `${validToken}A`,
    'far too long': 'A'.repeat(5_000),
    encoded: [...validToken].map((character) => `%${character.charCodeAt(0).toString(16)}`).join(''),
    malformed: '%zz',
    'a null byte': '%00',
    empty: '',
  };
});
beforeEach(() => dropSingleton('shareLinkCallers'));

const PATHS = ['', '/files/front', '/files/back', '/files/proof', '/files/front?w=160', '/visit', '/nowhere'];

async function requestLink(
  token: string,
  path = '',
  init: ConstructorParameters<typeof NextRequest>[1] = {},
) {
  const response = await middleware(new NextRequest(`${ORIGIN}/share/${token}${path}`, init));
  return {
    status: response.status,
    headers: [...response.headers],
    body: Buffer.from(await response.arrayBuffer()).toString('utf8'),
  };
}

const isAccepted = ({ headers }: Awaited<ReturnType<typeof requestLink>>) =>
  headers.some(([name]) => name === 'x-middleware-next');

describe('an invalid link', () => {
  it('gets the same response on every path, no matter why it is invalid', async () => {
    const expected = await requestLink(invalidTokens.unknown ?? '');
    expect(expected.status).toBe(404);
    expect(expected.body).toContain('This link isn’t valid');
    for (const [why, token] of Object.entries(invalidTokens)) {
      for (const path of PATHS) expect(await requestLink(token, path), `${why}${path}`).toEqual(expected);
    }
    const otherRequests: ConstructorParameters<typeof NextRequest>[1][] = [
      { method: 'POST', headers: { origin: ORIGIN } },
      { method: 'POST', headers: { origin: 'https://evil.example' } },
      { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'cut' },
      { method: 'GET', headers: { rsc: '1', cookie: 'mailroom-share=x' } },
    ];
    for (const init of otherRequests)
      expect(await requestLink(invalidTokens.unknown ?? '', '', init)).toEqual(expected);
    expect(await requestLink(validToken, '/nowhere'), 'an unknown path of a valid link').toEqual(expected);
    for (const path of PATHS.slice(0, -1))
      expect(isAccepted(await requestLink(validToken, path)), path).toBe(true);
  });

  it('gets a response that contains neither the token nor scripts, and that can’t be cached or indexed', async () => {
    const { headers, body } = await requestLink(invalidTokens.expired ?? '');
    expect(body).not.toContain(invalidTokens.expired);
    expect(body).not.toMatch(/<script|src=|href=|url\(/);
    const byName = new Map(headers);
    expect(byName.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; /,
    );
    expect(byName.get('cache-control')).toBe('private, no-store');
    expect(byName.get('referrer-policy')).toBe('no-referrer');
    expect(byName.get('x-robots-tag')).toMatch(/^noindex/);
  });

  it('requires exactly one database query, just as a valid link does', async () => {
    const db = await store();
    const queries = ['select', 'insert', 'update', 'delete', 'execute', 'transaction'] as const;
    const spies = queries.map((query) => vi.spyOn(db, query));
    for (const [why, token] of Object.entries({ ...invalidTokens, validToken })) {
      for (const spy of spies) spy.mockClear();
      await requestLink(token);
      expect(
        spies.map(({ mock }) => mock.calls.length),
        why,
      ).toEqual([1, 0, 0, 0, 0, 0]);
    }
    for (const spy of spies) spy.mockRestore();
  });

  it('gets the same response for a file as for the page', async () => {
    const expected = await requestLink(invalidTokens.unknown ?? '');
    for (const [why, token] of Object.entries(invalidTokens)) {
      const params = Promise.resolve({ token, file: 'front' });
      const response = await newGuest().run(() => fileRoute(new NextRequest(`${ORIGIN}/x`), { params }));
      expect(await response.text(), why).toBe(expected.body);
      expect(response.status).toBe(404);
    }
  });
});

describe('a valid link', () => {
  it('gets responses that have a strict content security policy and forbid referrers, caching, and indexing', async () => {
    const { headers } = await requestLink(validToken);
    const byName = new Map(headers);
    expect(byName.get('content-security-policy')).toContain("form-action 'self';");
    expect(byName.get('content-security-policy')).not.toContain(harness.service.origin);
    for (const path of ['', '/files/front', '/visit']) {
      const byPath = new Map((await requestLink(validToken, path)).headers);
      expect(byPath.get('cache-control')).toBe('private, no-store');
      expect(byPath.get('referrer-policy')).toBe('no-referrer');
      expect(byPath.get('x-robots-tag')).toBe('noindex, nofollow, noarchive');
      expect(byPath.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('is still accepted from an address that requests hundreds of invalid links', async () => {
    const requestFrom = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    for (let i = 0; i < 100; i++) await requestLink(`guess-${i}`, '', requestFrom('203.0.113.1'));
    const select = vi.spyOn(await store(), 'select');
    const flood = Array.from({ length: 300 }, (_, i) =>
      requestLink(`flood-${i}`, '', requestFrom('203.0.113.1')),
    );
    const elsewhere = await requestLink(validToken, '', requestFrom('203.0.113.2'));
    await Promise.all(flood);
    expect(isAccepted(elsewhere)).toBe(true);
    expect(select.mock.calls.length, 'most of the flood causes no lookup').toBeLessThan(150);
    select.mockRestore();
    expect(isAccepted(await requestLink(validToken, '', requestFrom('203.0.113.1')))).toBe(true);
  });

  it('never counts as invalid, however often guests open the link', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.3' };
    for (let i = 0; i < 120; i++) await requestLink(validToken, '', { headers });
    expect(isAccepted(await requestLink(validToken, '', { headers }))).toBe(true);
  });
});

it('the old URL of the link preview image redirects to the new URL', async () => {
  const response = await middleware(new NextRequest(`${ORIGIN}/share/picture.png`));
  expect(response.status).toBe(308);
  expect(response.headers.get('location')).toBe(`${ORIGIN}/share/preview.png`);
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
