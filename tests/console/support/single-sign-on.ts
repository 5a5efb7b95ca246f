/** Performs single sign-on through a real identity provider. */
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { GET, POST } from '#app/api/auth/[...nextauth]/route.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { type IdentityProvider, planProvider, startIdentityProvider } from '../../support/oidc.ts';
import type { Harness } from './harness.ts';
import { captureLog } from './log.ts';
import { inRequest } from './request.ts';
import { ORIGIN } from './settings.ts';

export type CookieJar = Map<string, string>;

function storeCookies(jar: CookieJar, response: Response): Response {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1);
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return response;
}
const formatCookies = (jar: CookieJar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Calls next-auth's route handlers the way Next does. */
export async function requestAuth(
  path: string,
  jar: CookieJar,
  form?: Record<string, string>,
  origin = ORIGIN,
) {
  const url = new URL(`/api/auth/${path}`, 'http://inner.example');
  const request = new NextRequest(url, {
    method: form ? 'POST' : 'GET',
    headers: {
      cookie: formatCookies(jar),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin }),
    },
    body: form ? new URLSearchParams(form).toString() : null,
  });
  const nextauth = url.pathname.split('/').slice(3);
  return storeCookies(jar, await (form ? POST : GET)(request, { params: Promise.resolve({ nextauth }) }));
}

/** Submits the single sign-on form on the sign-in page. Returns the URL of the redirect. */
export async function startSignIn(
  jar: CookieJar,
  form: Record<string, string> = {},
  query = '',
  origin = ORIGIN,
): Promise<URL> {
  const response = await requestAuth(`signin/oidc${query}`, jar, form, origin);
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

/** Submits `form` to the provider. Returns the callback URL that the provider redirects to. */
export async function completeAtIssuer(
  issuer: string,
  start: URL,
  form: Record<string, string>,
): Promise<URL> {
  const jar: CookieJar = new Map();
  let url = start;
  while (url.origin === issuer) {
    const isForm = url.pathname.startsWith('/interaction/');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: formatCookies(jar) },
      ...(isForm && { method: 'POST', body: new URLSearchParams(form) }),
    });
    storeCookies(jar, response);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${url.pathname}: ${response.status} ${await response.text()}`);
    url = new URL(location, url);
  }
  return url;
}

/** Opens the callback URL in a browser that has the cookies. */
export async function openCallback(callback: URL, jar: CookieJar) {
  const response = await requestAuth(`callback/oidc${callback.search}`, jar);
  return { location: readLocation(response), member: await readMember(jar), jar };
}

/** Expects a redirect within the console. Returns the path of the redirect. */
export function readLocation(response: Response): string {
  expect(response.status).toBe(302);
  const url = new URL(response.headers.get('location') ?? '', ORIGIN);
  expect(url.origin).toBe(ORIGIN);
  return `${url.pathname}${url.search}`;
}

export const readMember = (jar: CookieJar) =>
  inRequest({ cookies: { [sessionCookie()]: jar.get(sessionCookie()) ?? '' } }, getMember);

/**
 * Starts an identity provider for the calling test file. Before each test, applies the provider's settings
 * and removes all accounts.
 */
export function setUpSingleSignOn(harness: Harness) {
  let provider: IdentityProvider;
  beforeAll(async () => {
    provider = await startIdentityProvider(await planProvider(), ORIGIN);
  });
  beforeEach(() => {
    harness.applySettings(provider.settings);
    provider.accounts.clear();
    provider.setFaults({});
  });
  afterAll(() => provider.stop());

  const completeAtProvider = (start: URL, form: Record<string, string>) =>
    completeAtIssuer(provider.issuer, start, form);

  return {
    get provider() {
      return provider;
    },
    completeAtProvider,
    /** Completes sign-in with an account at the provider, from the sign-in page to the callback. */
    async signIn(username: string, form: Record<string, string> = {}, { issuer } = provider) {
      const jar: CookieJar = new Map();
      const callback = await completeAtIssuer(issuer, await startSignIn(jar, form), { username });
      return openCallback(callback, jar);
    },
    /** Adds an account with a verified email address to the provider. */
    addAccount: (username: string, email: string, overrides = {}) =>
      provider.accounts.set(username, {
        email,
        email_verified: true,
        name: `Name of ${username}`,
        ...overrides,
      }),
  };
}

/** Captures the log of each test. */
export function captureSignInLog() {
  const { readText, readEntries } = captureLog();
  const readFailures = () => readEntries().filter(({ msg }) => msg === 'single sign-on failed');
  return { readLog: readText, readFailures };
}
