/** Tests how the OpenID Connect flow for single sign-on starts, and which callbacks the console accepts. */
import { NextRequest } from 'next/server';
import { describe, expect, it, vi } from 'vitest';
import { POST } from '#app/api/auth/[...nextauth]/route.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { planProvider } from '../support/oidc.ts';
import { setUpHarness } from './support/harness.ts';
import { ORIGIN } from './support/settings.ts';
import {
  type CookieJar,
  openCallback,
  readLocation,
  requestAuth,
  setUpSingleSignOn,
  startSignIn,
} from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);
const { addAccount, completeAtProvider, signIn } = sso;

describe('a single sign-on callback', () => {
  const createCallback = async () => {
    addAccount('mia', 'mia@allowed.example');
    const jar: CookieJar = new Map();
    return {
      jar,
      callback: await completeAtProvider(await startSignIn(jar, { callbackUrl: '/templates' }), {
        username: 'mia',
      }),
    };
  };
  const expectRefused = async (callback: URL, jar: CookieJar, code = 'failed') => {
    const { location, member } = await openCallback(callback, jar);
    expect(new URL(location, ORIGIN).searchParams.get('error')).toBe(code);
    expect(member).toBeNull();
  };

  it.each(['state', 'code'])('is refused if the %s parameter was altered', async (name) => {
    const { jar, callback } = await createCallback();
    callback.searchParams.set(name, `${callback.searchParams.get(name)}x`);
    await expectRefused(callback, jar);
  });

  it.each([
    ['state', 'failed'],
    ['code', 'unverifiable'],
    ['iss', 'unverifiable'],
  ])('is refused without the %s parameter', async (name, code) => {
    const { jar, callback } = await createCallback();
    callback.searchParams.delete(name);
    await expectRefused(callback, jar, code);
  });

  it('is refused in another browser, because that browser has no state, verifier, or nonce', async () => {
    const { callback } = await createCallback();
    await expectRefused(callback, new Map());
  });

  it.each([
    ['next-auth.state', 'failed'],
    ['next-auth.pkce.code_verifier', 'failed'],
    ['next-auth.nonce', 'unverifiable'],
  ])('is refused with the %s cookie from another sign-in', async (name, code) => {
    const [first, second] = [await createCallback(), await createCallback()];
    expect(second.jar.get(name)).toBeTruthy();
    first.jar.set(name, second.jar.get(name) ?? '');
    await expectRefused(first.callback, first.jar, code);
    const broken = await createCallback();
    broken.jar.set(name, 'nonsense');
    await expectRefused(broken.callback, broken.jar);
  });

  it('is refused if the callback URL is opened again', async () => {
    const { jar, callback } = await createCallback();
    const jarBefore = new Map(jar);
    expect((await openCallback(callback, jar)).location).toBe('/templates');
    await expectRefused(callback, jarBefore);
  });

  it('is refused without a server error if the query is malformed', async () => {
    for (const query of [
      '',
      '?state=x',
      '?code=x&state=y',
      '?error=%3Cscript%3E',
      `?code=${'x'.repeat(5_000)}`,
    ])
      await expectRefused(new URL(`/x${query}`, ORIGIN), new Map());
  });

  it('reports that the user canceled the sign-in at the provider', async () => {
    const jar: CookieJar = new Map();
    const callback = await completeAtProvider(await startSignIn(jar, { callbackUrl: '/team' }), {
      cancel: '1',
    });
    expect((await openCallback(callback, jar)).location).toBe('/login?error=canceled&callbackUrl=%2Fteam');
  });
});

describe('single sign-on', () => {
  it('starts only from the console’s pages', async () => {
    expect((await requestAuth('signin/oidc', new Map(), {}, 'https://evil.example')).status).toBe(403);
    const withoutOrigin = new NextRequest('http://inner.example/api/auth/signin/oidc', {
      method: 'POST',
      body: '',
    });
    const params = Promise.resolve({ nextauth: ['signin', 'oidc'] });
    expect((await POST(withoutOrigin, { params })).status).toBe(403);
    expect(readLocation(await requestAuth('signin/oidc', new Map()))).toMatch(/^\/login/);
  });

  it('opens the provider through a page instead of a redirect if the form is submitted without JavaScript', async () => {
    const start = (mode: string) => {
      const headers = { origin: ORIGIN, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': mode };
      const request = new NextRequest('http://inner.example/api/auth/signin/oidc', {
        method: 'POST',
        headers,
        body: '',
      });
      return POST(request, { params: Promise.resolve({ nextauth: ['signin', 'oidc'] }) });
    };
    expect((await start('cors')).status).toBe(302);
    const page = await start('navigate');
    expect([page.status, page.headers.get('location')]).toEqual([200, null]);
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none';/);
    expect(page.headers.getSetCookie().join()).toContain('next-auth.state');
    expect(await page.text()).toContain(`<meta http-equiv="refresh" content="0; url=${sso.provider.issuer}/`);
  });

  it('requests a code with a PKCE challenge, state, and nonce, and ignores the request’s query', async () => {
    const query = '?scope=everything&redirect_uri=https%3A%2F%2Fevil.example&response_type=token';
    const { origin, searchParams } = await startSignIn(new Map(), {}, query);
    expect(origin).toBe(sso.provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'mailroom',
      scope: 'openid email profile',
      response_type: 'code',
      redirect_uri: `${ORIGIN}/api/auth/callback/oidc`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.any(String),
      nonce: expect.any(String),
    });
  });

  it.each(['//evil.example', 'https://evil.example/', '/\\evil.example', '/%zz', 'javascript:alert(1)'])(
    'redirects to the start page instead of %s',
    async (callbackUrl) => {
      addAccount('nat', 'nat@allowed.example');
      expect((await signIn('nat', { callbackUrl })).location).toBe('/');
      const jar: CookieJar = new Map();
      const callback = await completeAtProvider(await startSignIn(jar), { username: 'nat' });
      jar.set('next-auth.callback-url', encodeURIComponent(callbackUrl));
      expect((await openCallback(callback, jar)).location).toBe('/');
    },
  );

  it('reports that the provider is unavailable', async () => {
    const { settings } = await planProvider();
    harness.applySettings(settings);
    const redirect = await startSignIn(new Map(), { callbackUrl: '/team' });
    expect(`${redirect.pathname}${redirect.search}`).toBe('/login?error=unavailable&callbackUrl=%2Fteam');
  });

  it('rejects a provider with a different issuer', async () => {
    const OIDC_ISSUER = sso.provider.issuer.replace('127.0.0.1', 'localhost');
    harness.applySettings({ ...sso.provider.settings, OIDC_ISSUER });
    addAccount('oda', 'oda@allowed.example');
    const provider = { ...sso.provider, issuer: OIDC_ISSUER };
    expect((await signIn('oda', {}, provider)).location).toBe('/login?error=misconfigured');
    expect(await findMemberByEmail(await store(), 'oda@allowed.example')).toBeUndefined();
  });
});
