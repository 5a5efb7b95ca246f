/**
 * Tests that every console page sends signed-out visitors to the sign-in page, which redirects them back
 * after sign-in.
 */
import { scryptSync } from 'node:crypto';
import { globSync } from 'node:fs';
import { NextRequest } from 'next/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { signInAction } from '#app/login/actions.ts';
import { requireMember } from '#lib/auth/session.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const MEMBER = { email: 'linked@mailroom.test', password: 'correct horse battery' };
setUpHarness();
beforeAll(async () => {
  // A password hash that is cheap to verify keeps the tests fast.
  const key = scryptSync(MEMBER.password, 'salt', 32, { N: 1024, r: 1, p: 1 }).toString('base64url');
  const salt = Buffer.from('salt').toString('base64url');
  await addMember(MEMBER.email, 'admin', `scrypt$1024$1$1$${salt}$${key}`);
});

/** The URL path of each route, with values for bracketed segments and without parenthesized segments. */
const routes = globSync('app/(console)/**/{page.tsx,route.ts}').map((file) => {
  const path = file
    .replace(/^app/, '')
    .replace(/\/(page\.tsx|route\.ts)$/, '')
    .replaceAll(/\/\([^)]*\)/g, '');
  return path.replace('[action]', 'cancel').replaceAll(/\[\w+\]/g, '41') || '/';
});

const QUERIES = [
  '',
  '?status=draft&page=2',
  '?by=a%2Bb%40c.example&meta=x%26y%3D1&q=%C3%A4+%23',
  '?a&a=%zz&=',
];

/** Returns the URL that the sign-in page redirects back to. */
function readCallbackUrl(login: string | null): string {
  const url = new URL(login ?? '', ORIGIN);
  expect(url.origin + url.pathname).toBe(`${ORIGIN}/login`);
  return url.searchParams.get('callbackUrl') ?? '/';
}

async function signInTo(callbackUrl: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...MEMBER, callbackUrl })) form.set(name, value);
  return inRequest({ headers: { origin: ORIGIN } }, () => redirectOrResult(() => signInAction({}, form)));
}

describe('a console page', () => {
  it('is covered by these tests', () => {
    for (const path of [
      '/',
      '/campaigns',
      '/campaigns/41/checkout',
      '/activity',
      '/team',
      '/profile',
      '/docs',
    ])
      expect(routes).toContain(path);
  });

  it.each(routes)('redirects from %s to sign-in and back with the same query and fragment', async (path) => {
    for (const query of QUERIES) {
      const pageUrl = path + query;
      const request = new NextRequest(new URL(pageUrl, 'http://inner.example'));
      const callbackUrl = readCallbackUrl((await middleware(request)).headers.get('location'));
      expect(callbackUrl).toBe(pageUrl);
      // If a request has no valid session, the page itself also redirects to the sign-in page.
      const redirected = await inRequest({ headers: { 'x-mailroom-path': pageUrl } }, () =>
        redirectOrResult(requireMember),
      );
      expect(readCallbackUrl((redirected as { to: string }).to)).toBe(pageUrl);
    }
    const withFragment = `${path}?status=draft&q=%C3%A4+%23#place`;
    expect(await signInTo(withFragment)).toEqual({ to: withFragment });
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/..//evil.example',
    'https://evil.example/campaigns',
    `${ORIGIN}.evil.example/`,
    `${ORIGIN}@evil.example/`,
    'javascript:alert(1)',
    '/%zz',
    '/\t/evil.example',
    '/login?callbackUrl=//evil.example',
    '/api/auth/signout',
  ])('redirects to the start page after sign-in instead of %j', async (callbackUrl) => {
    expect(await signInTo(callbackUrl)).toEqual({ to: '/' });
  });
});
