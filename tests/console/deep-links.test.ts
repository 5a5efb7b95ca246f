/** Every address of the console leads a visitor who is signed out through sign-in, and back to exactly there. */
import { scryptSync } from 'node:crypto';
import { globSync } from 'node:fs';
import { NextRequest } from 'next/server';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { signInAction } from '#app/login/actions.ts';
import { requireMember } from '#lib/auth/session.ts';
import { middleware } from '#middleware.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { outcome } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const MEMBER = { email: 'linked@mailroom.test', password: 'correct horse battery' };
setUpHarness();
beforeAll(async () => {
  // A hash that costs nothing to check, because nothing here is about guessing.
  const key = scryptSync(MEMBER.password, 'salt', 32, { N: 1024, r: 1, p: 1 }).toString('base64url');
  const salt = Buffer.from('salt').toString('base64url');
  await addMember(MEMBER.email, 'admin', `scrypt$1024$1$1$${salt}$${key}`);
});

/** As Next reads them: what stands in brackets is any id, what stands in parentheses is not part of the address. */
const routes = globSync('app/(console)/**/{page.tsx,route.ts}').map((file) => {
  const path = file
    .replace(/^app/, '')
    .replace(/\/(page\.tsx|route\.ts)$/, '')
    .replaceAll(/\/\([^)]*\)/g, '');
  return path.replace('[deed]', 'cancel').replaceAll(/\[\w+\]/g, '41') || '/';
});

const QUERIES = [
  '',
  '?status=draft&page=2',
  '?by=a%2Bb%40c.example&meta=x%26y%3D1&q=%C3%A4+%23',
  '?a&a=%zz&=',
];

/** Where the sign-in page would lead. */
function wantedOf(login: string | null): string {
  const url = new URL(login ?? '', ORIGIN);
  expect(url.origin + url.pathname).toBe(`${ORIGIN}/login`);
  return url.searchParams.get('callbackUrl') ?? '/';
}

async function signInTo(callbackUrl: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...MEMBER, callbackUrl })) form.set(name, value);
  return inRequest({ headers: { origin: ORIGIN } }, () => outcome(() => signInAction({}, form)));
}

describe('an address of the console', () => {
  it('is one of many', () => {
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

  it.each(routes)('%s leads through sign-in back to itself, with all that follows it', async (path) => {
    for (const query of QUERIES) {
      const address = path + query;
      const visit = new NextRequest(new URL(address, 'http://inner.example'));
      const wanted = wantedOf((await middleware(visit)).headers.get('location'));
      expect(wanted).toBe(address);
      // And where a cookie is there, but worth nothing any more.
      const stale = await inRequest({ headers: { 'x-mailroom-path': address } }, () =>
        outcome(requireMember),
      );
      expect(wantedOf((stale as { to: string }).to)).toBe(address);
    }
    const inFull = `${path}?status=draft&q=%C3%A4+%23#place`;
    expect(await signInTo(inFull)).toEqual({ to: inFull });
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
  ])('that is %j leads to the start page', async (callbackUrl) => {
    expect(await signInTo(callbackUrl)).toEqual({ to: '/' });
  });
});
