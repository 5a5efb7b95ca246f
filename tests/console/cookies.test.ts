/** Tests that no other host can set the console's cookies over HTTPS. */
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { GET, POST } from '#app/api/auth/[...nextauth]/route.ts';
import { readDateSettings } from '#lib/auth/date-settings.ts';
import { unlockGuestReview } from '#lib/data/guest/actions.ts';
import { identifyGuestBrowser } from '#lib/data/guest/browser.ts';
import { readGuestReview } from '#lib/data/guest/review.ts';
import { middleware } from '#middleware.ts';
import { type IdentityProvider, planProvider, startIdentityProvider } from '../support/oidc.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { callImmediately, createShareLink, newGuest } from './support/share-links.ts';
import { PASSWORD, passwordHash, submitSignInForm } from './support/sign-in.ts';
import {
  type CookieJar,
  completeAtIssuer,
  readMember,
  requestAuth,
  startSignIn,
} from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const HTTPS = 'https://console.test';
const HOST_ONLY = { httpOnly: true, secure: true, path: '/' };
const harness = setUpHarness();
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(await planProvider(), HTTPS);
  await addMember('ann@mailroom.test', 'viewer', await passwordHash());
});
afterAll(() => provider.stop());
beforeEach(() => harness.applySettings({ ...provider.settings, NEXTAUTH_URL: HTTPS }));

/**
 * Signs in with a password, opens a password-protected link, and makes a decision as a guest. Returns the
 * cookies.
 */
async function collectCookies(origin: string) {
  const { cookies } = await submitSignInForm({ email: 'ann@mailroom.test', password: PASSWORD }, { origin });
  const { token } = await createShareLink({ campaignId: 1, password: 'between us' });
  const written = await inRequest({}, async (request) => {
    await unlockGuestReview(token, 'between us', callImmediately);
    await identifyGuestBrowser();
    return request.cookies.written;
  });
  return [...cookies, ...written];
}

it('over HTTPS, all members’ and guests’ cookies have the __Host- prefix', async () => {
  const cookies = await collectCookies(HTTPS);
  expect(cookies.map(({ name }) => name)).toEqual([
    '__Host-next-auth.session-token',
    '__Host-mailroom-device',
    '__Host-mailroom-share',
    '__Host-mailroom-guest',
  ]);
  for (const { options } of cookies) {
    expect(options).toMatchObject(HOST_ONLY);
    expect(options).not.toHaveProperty('domain');
  }
});

it('over HTTP, cookies have plain names, because browsers refuse the __Host- prefix', async () => {
  harness.applySettings({});
  const cookies = await collectCookies(ORIGIN);
  expect(cookies.map(({ name }) => name)).toEqual([
    'next-auth.session-token',
    'mailroom-device',
    'mailroom-share',
    'mailroom-guest',
  ]);
  for (const { options } of cookies) expect(options).toMatchObject({ ...HOST_ONLY, secure: false });
});

it('single sign-on succeeds over HTTPS and sets only cookies with the __Host- prefix', async () => {
  provider.accounts.set('ann', { email: 'ann@mailroom.test', email_verified: true });
  const jar: CookieJar = new Map();
  const start = await startSignIn(jar, { callbackUrl: '/templates' }, '', HTTPS);
  const callback = await completeAtIssuer(provider.issuer, start, { username: 'ann' });
  const response = await requestAuth(`callback/oidc${callback.search}`, jar);
  expect(response.headers.get('location')).toBe(`${HTTPS}/templates`);
  expect(await readMember(jar)).toMatchObject({ email: 'ann@mailroom.test' });
  expect([...jar.keys()].filter((name) => !name.startsWith('__Host-'))).toEqual([]);
});

it('over HTTPS, every cookie that the sign-in API sets is secure, applies to all paths, and has no domain', async () => {
  const context = (path: string) => ({ params: Promise.resolve({ nextauth: path.split('/') }) });
  const url = (path: string) => new URL(`/api/auth/${path}`, 'http://inner.example');
  const responses = [
    await GET(new NextRequest(url('csrf')), context('csrf')),
    await POST(
      new NextRequest(url('signin/oidc'), {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: HTTPS },
        body: 'callbackUrl=/',
      }),
      context('signin/oidc'),
    ),
  ];
  const lines = responses.flatMap((response) => response.headers.getSetCookie());
  expect(lines.length).toBeGreaterThanOrEqual(5);
  for (const line of lines) {
    expect(line).toMatch(/^__Host-/);
    expect(line).toMatch(/; Path=\/;/);
    expect(line).toMatch(/; Secure/);
    expect(line).not.toMatch(/Domain/i);
  }
});

it('over HTTPS, a cookie without the __Host- prefix can’t sign a member in, unlock a link, or set a time zone', async () => {
  const { token } = await createShareLink({ campaignId: 1, password: 'between us' });
  const guest = newGuest();
  await guest.run(() => unlockGuestReview(token, 'between us', callImmediately));
  const sealed = guest.cookies['__Host-mailroom-share'] ?? '';
  expect(sealed).not.toBe('');
  for (const name of ['mailroom-share', '__Secure-mailroom-share']) {
    const cookies = { [name]: sealed };
    expect(await inRequest({ cookies }, () => readGuestReview(token, callImmediately))).toEqual({
      state: 'locked',
    });
  }
  const readZone = (name: string) =>
    inRequest({ cookies: { [name]: 'America/New_York' } }, async () => (await readDateSettings()).zone);
  expect(await readZone('mailroom-zone')).toBe('UTC');
  expect(await readZone('__Host-mailroom-zone')).toBe('America/New_York');
  const open = (cookie: string) => middleware(new NextRequest(`${HTTPS}/team`, { headers: { cookie } }));
  for (const name of ['next-auth.session-token', '__Secure-next-auth.session-token']) {
    expect((await open(`${name}=x`)).headers.get('location')).toContain('/login');
  }
  expect((await open('__Host-next-auth.session-token=x')).headers.get('location')).toBeNull();
});
