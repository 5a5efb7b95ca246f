/**
 * Tests the routes that next-auth provides. The console checks each request before next-auth handles the
 * request.
 */
import { NextRequest } from 'next/server';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GET, POST } from '#app/api/auth/[...nextauth]/route.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { readSignInFactors } from '#lib/data/second-factor-sign-in.ts';
import { store } from '#lib/store/open.ts';
import { authenticatorApps } from '#lib/store/schema/second-factors.ts';
import { sessions } from '#lib/store/schema/sessions.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN, SECRET } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const PASSWORD = 'correct horse battery';
setUpHarness();
let hash: string;
beforeAll(async () => {
  // next-auth reads NEXTAUTH_URL directly from the environment.
  expect(process.env.NEXTAUTH_URL).toBe(ORIGIN);
  hash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  await (await store()).delete(sessions);
  await addMember('member@mailroom.test', 'sender', hash);
});

interface AuthRequest {
  readonly method?: 'GET' | 'POST';
  readonly form?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

function requestAuth(
  path: string,
  { method = 'GET', form, cookies = {}, headers = {} }: AuthRequest = {},
): Promise<Response> {
  const url = new URL(`/api/auth/${path}`, 'http://forged.example');
  const request = new NextRequest(url, {
    method,
    headers: {
      cookie: Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; '),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(form ? { body: new URLSearchParams(form).toString() } : {}),
  });
  const nextauth = url.pathname.split('/').slice(3);
  return (method === 'GET' ? GET : POST)(request, { params: Promise.resolve({ nextauth }) });
}

function parseCookies(response: Response): Record<string, string> {
  const pairs = response.headers.getSetCookie().map((line) => line.split(';', 1)[0]?.split('=') ?? []);
  return Object.fromEntries(
    pairs.map(([name = '', ...value]) => [name, decodeURIComponent(value.join('='))]),
  );
}

async function signIn(
  overrides: Readonly<Record<string, string>> = {},
  headers: Record<string, string> = {},
  path = 'callback/credentials',
) {
  const csrf = await requestAuth('csrf');
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  return requestAuth(path, {
    method: 'POST',
    form: { csrfToken, email: 'member@mailroom.test', password: PASSWORD, ...overrides },
    cookies: Object.fromEntries(
      Object.entries(parseCookies(csrf)).map(([name, value]) => [name, encodeURIComponent(value)]),
    ),
    headers,
  });
}

describe('signing in through next-auth', () => {
  it('starts the same kind of session as the sign-in form and redirects to the callback URL', async () => {
    const response = await signIn({ callbackUrl: '/campaigns' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/campaigns`);
    const cookie = parseCookies(response)[sessionCookie()] ?? '';
    const member = await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember);
    expect(member).toMatchObject({ email: 'member@mailroom.test', role: 'sender' });

    const session = await requestAuth('session', { cookies: { [sessionCookie()]: cookie } });
    expect(await session.json()).toEqual({
      user: { email: 'member@mailroom.test', role: 'sender' },
      expires: expect.any(String),
    });
    await (await store()).execute(
      "update members set disabled_at = now() where email = 'member@mailroom.test'",
    );
    expect(await (await requestAuth('session', { cookies: { [sessionCookie()]: cookie } })).json()).toEqual(
      {},
    );
  });

  it('starts no session for a member with a second factor, and asks for the factor', async () => {
    const member = await addMember('two-factor@mailroom.test', 'sender', hash);
    const db = await store();
    await db
      .insert(authenticatorApps)
      .values({ memberId: member.id, sealedSecret: 'a seal', confirmedAt: new Date() });
    const response = await signIn({ email: member.email, callbackUrl: '/campaigns' });
    expect(response.headers.get('location')).toBe(`${ORIGIN}/login/second-factor?callbackUrl=%2Fcampaigns`);
    const cookies = parseCookies(response);
    expect(cookies[sessionCookie()]).toBeUndefined();
    expect(await db.select().from(sessions)).toEqual([]);
    expect(await inRequest({ cookies }, readSignInFactors)).toMatchObject({ email: member.email });
  });

  it('records the browser and the IP address, and ends the session when the member signs out', async () => {
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
      'x-forwarded-for': '203.0.113.9',
    };
    const response = await signIn({}, headers);
    const cookies = { [sessionCookie()]: parseCookies(response)[sessionCookie()] ?? '' };
    const rows = await (await store()).select().from(sessions);
    expect(rows).toMatchObject([{ device: 'Firefox on Linux', address: '203.0.113.9' }]);
    const csrf = await requestAuth('csrf');
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    await requestAuth('signout', {
      method: 'POST',
      form: { csrfToken },
      cookies: {
        ...cookies,
        ...Object.fromEntries(
          Object.entries(parseCookies(csrf)).map(([name, value]) => [name, encodeURIComponent(value)]),
        ),
      },
    });
    expect(await inRequest({ cookies }, getMember)).toBeNull();
    expect(await (await store()).select().from(sessions)).toEqual([]);
  });

  it('responds to a wrong password and an unknown email address in the same way', async () => {
    const wrongCredentials: Record<string, string>[] = [
      { password: 'wrong password' },
      { email: 'stranger@mailroom.test' },
    ];
    const responses = await Promise.all(wrongCredentials.map((credentials) => signIn(credentials)));
    const locations = responses.map(({ headers }) => headers.get('location'));
    expect(new Set(locations).size).toBe(1);
    expect(locations[0]).toContain('error=CredentialsSignin');
  });

  it('requires next-auth’s CSRF token and refuses other origins', async () => {
    const responseWithoutToken = await requestAuth('callback/credentials', {
      method: 'POST',
      form: { email: 'member@mailroom.test', password: PASSWORD },
    });
    expect(parseCookies(responseWithoutToken)).not.toHaveProperty([sessionCookie()]);
    expect((await signIn({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await signIn({}, { origin: ORIGIN })).status).toBe(302);
  });

  it('never redirects to another site', async () => {
    expect((await signIn({ callbackUrl: '//evil.example' })).headers.get('location')).toBe(`${ORIGIN}/`);
    const foreignUrls = [
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/%zz',
      '\t//evil.example',
    ];
    for (const callbackUrl of foreignUrls) {
      const page = await requestAuth(`signin?${new URLSearchParams({ callbackUrl })}`);
      expect(page.status).toBe(302);
      expect(page.headers.get('location')).toBe(`/login?callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`);
    }
  });

  it('ignores forged host headers and a callback cookie with a foreign URL', async () => {
    for (const value of ['https%3A%2F%2Fevil.example', 'nonsense', '%zz']) {
      const page = await requestAuth('signin', {
        cookies: { 'next-auth.callback-url': value },
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      });
      expect(page.status).toBe(302);
      expect(page.headers.get('location')).toBe(`/login?callbackUrl=${encodeURIComponent(ORIGIN)}`);
    }
  });
});

describe('other next-auth routes', () => {
  it.each(['_log', 'unknown', '__proto__', 'callback/github', 'callback/credentials/more', 'verify-request'])(
    'respond with 404 to %s',
    async (path) => {
      expect((await requestAuth(path)).status).toBe(404);
      expect((await requestAuth(path, { method: 'POST', form: {} })).status).toBe(404);
    },
  );

  it('respond to malformed requests without a server error', async () => {
    const malformedRequests: [string, AuthRequest][] = [
      ['csrf?callbackUrl=%25%25', {}],
      ['session', { cookies: { 'next-auth.session-token': 'x' } }],
      ['callback/credentials', { method: 'POST' }],
      [
        'callback/credentials',
        { method: 'POST', headers: { 'content-type': 'application/json' }, form: undefined },
      ],
      ['signout', { method: 'POST', form: { callbackUrl: '//evil.example' } }],
      ['callback/credentials', { method: 'POST', form: { password: 'x'.repeat(20_000) } }],
      ['error?error=%3Cscript%3E%0d%0a', {}],
      ['callback/credentials', { method: 'POST', form: { email: 'a\0', password: 'b\0' } }],
    ];
    for (const [path, request] of malformedRequests)
      expect((await requestAuth(path, request)).status, path).toBeLessThan(500);
  });

  it('don’t reveal secrets', async () => {
    const response = await requestAuth('providers');
    expect(await response.text()).not.toContain(SECRET);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
  });

  it('responds with 405 to a GET request for the password form’s URL', async () => {
    const response = await requestAuth('callback/credentials');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });
});

it.each(['GET', 'POST'] as const)(
  'never responds with 500 to a %s request for any URL of next-auth',
  async (method) => {
    const statuses: Record<string, number> = {};
    const actions = [
      'csrf',
      'session',
      'providers',
      'signin',
      'signout',
      'callback',
      'error',
      'verify-request',
      '_log',
    ];
    for (const action of actions) {
      for (const suffix of ['', '/credentials', '/oidc', '/email', '/__proto__', '/credentials/more']) {
        const path = `${action}${suffix}`;
        const withToken = method === 'POST' ? await signIn({}, {}, path) : await requestAuth(path);
        statuses[`${method} ${path}`] = withToken.status;
        expect(await withToken.text(), path).not.toMatch(/\bat .*:\d+/);
      }
    }
    expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
  },
);
