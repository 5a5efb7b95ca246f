/** Signing in through a real identity provider. next-auth's routes are called as Next calls them. */
import { randomUUID } from 'node:crypto';
import { NextRequest } from 'next/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GET, POST } from '#app/api/auth/[...nextauth]/route.ts';
import { signInAction } from '#app/login/actions.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { openStore, store } from '#lib/store/open.ts';
import { provisionMember } from '#lib/store/provisioning.ts';
import { invitations, members } from '#lib/store/schema.ts';
import { type IdentityProvider, planProvider, startIdentityProvider } from '../support/oidc.ts';
import { startPostgres } from '../support/postgres.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let provider: IdentityProvider;
beforeAll(async () => {
  provider = await startIdentityProvider(await planProvider(), ORIGIN);
});
beforeEach(() => {
  harness.applySettings(provider.settings);
  provider.accounts.clear();
});
afterAll(() => provider.stop());

type CookieJar = Map<string, string>;

function storeCookies(jar: CookieJar, response: Response): Response {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1);
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return response;
}
const formatCookies = (jar: CookieJar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Calls next-auth's route handlers. */
async function requestAuth(path: string, jar: CookieJar, form?: Record<string, string>, origin = ORIGIN) {
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

/** Submits the button on the sign-in page and returns its redirect. */
async function startSignIn(jar: CookieJar, form: Record<string, string> = {}, query = ''): Promise<URL> {
  const response = await requestAuth(`signin/oidc${query}`, jar, form);
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

/** Submits `form` at the provider and returns the callback URL that it redirects to. */
async function completeAtProvider(
  start: URL,
  form: Record<string, string>,
  { issuer } = provider,
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

/** Signs in with an account of the provider, from the sign-in page to the callback. */
async function signIn(username: string, form: Record<string, string> = {}, identityProvider = provider) {
  const jar: CookieJar = new Map();
  const callback = await completeAtProvider(await startSignIn(jar, form), { username }, identityProvider);
  return openCallback(callback, jar);
}

async function openCallback(callback: URL, jar: CookieJar) {
  const response = await requestAuth(`callback/oidc${callback.search}`, jar);
  return { location: readLocation(response), member: await readMember(jar), jar };
}

/** Expects a redirect within the console and returns its path. */
function readLocation(response: Response): string {
  expect(response.status).toBe(302);
  const url = new URL(response.headers.get('location') ?? '', ORIGIN);
  expect(url.origin).toBe(ORIGIN);
  return `${url.pathname}${url.search}`;
}

const readMember = (jar: CookieJar) =>
  inRequest({ cookies: { [sessionCookie()]: jar.get(sessionCookie()) ?? '' } }, getMember);

const readMemberRow = async (email: string): Promise<MemberRow | undefined> =>
  findMemberByEmail(await store(), email);

const addAccount = (username: string, email: string, overrides = {}) =>
  provider.accounts.set(username, { email, email_verified: true, name: `Name of ${username}`, ...overrides });

async function invite(email: string, role: 'viewer' | 'sender' | 'admin', overrides = {}): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  await (await store()).insert(invitations).values({ tokenHash: 'x', email, role, expiresAt, ...overrides });
}

describe('the first sign-in', () => {
  it('adds a member with an address in an allowed domain and redirects to the callback URL', async () => {
    addAccount('ann', 'Ann@Allowed.example');
    const { location, member } = await signIn('ann', { callbackUrl: '/campaigns?status=draft&page=2' });
    expect(location).toBe('/campaigns?status=draft&page=2');
    expect(member).toMatchObject({ email: 'ann@allowed.example', role: 'viewer' });
    expect(await readMemberRow('ann@allowed.example')).toMatchObject({
      name: 'Name of ann',
      passwordHash: null,
      identity: `${provider.issuer} ann`,
    });
  });

  it('assigns the default role from the settings', async () => {
    harness.applySettings({ ...provider.settings, OIDC_DEFAULT_ROLE: 'sender' });
    addAccount('bea', 'bea@allowed.example');
    expect((await signIn('bea')).member).toMatchObject({ role: 'sender' });
  });

  it('accepts an address that is only in the userinfo response', async () => {
    const userinfoProvider = await startIdentityProvider(await planProvider(), ORIGIN, {
      emailIn: 'userinfo',
    });
    onTestFinished(userinfoProvider.stop);
    harness.applySettings(userinfoProvider.settings);
    userinfoProvider.accounts.set('cas', { email: 'cas@allowed.example', email_verified: true });
    expect((await signIn('cas', {}, userinfoProvider)).member).toMatchObject({
      email: 'cas@allowed.example',
    });
  });

  it.each([
    ['of another domain', 'stranger', 'eve@evil.example', {}],
    ['of a domain that only looks allowed', 'stranger', 'eve@allowed.example.evil.example', {}],
    ['of a domain below an allowed one', 'stranger', 'eve@sub.allowed.example', {}],
    ['that isn’t verified', 'unverified', 'eve@allowed.example', { email_verified: false }],
    ['that isn’t reported as verified', 'unverified', 'eve@allowed.example', { email_verified: undefined }],
    ['whose verification is a string', 'unverified', 'eve@allowed.example', { email_verified: 'true' }],
    ['that is missing', 'unverified', 'eve@allowed.example', { email: undefined }],
    [
      'that is invalid',
      'unverified',
      'eve@allowed.example',
      { email: 'x@allowed.example y@allowed.example' },
    ],
  ])('adds no member with an address %s', async (_, why, email, overrides) => {
    addAccount('eve', email, overrides);
    const { location, member } = await signIn('eve', { callbackUrl: '/templates' });
    expect(location).toBe(`/login?error=${why}&callbackUrl=%2Ftemplates`);
    expect(member).toBeNull();
    expect(await readMemberRow(email)).toBeUndefined();
  });

  it('accepts an invitation with its role, once', async () => {
    await invite('dan@elsewhere.example', 'admin');
    addAccount('dan', 'dan@elsewhere.example');
    expect((await signIn('dan')).member).toMatchObject({ role: 'admin' });
    const rows = await (await store()).select().from(invitations);
    expect(rows.filter(({ acceptedAt }) => acceptedAt === null)).toEqual([]);
  });

  it.each([
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['withdrawn', { revokedAt: new Date() }],
    ['used', { acceptedAt: new Date() }],
  ])('is refused with an invitation that is %s', async (state, overrides) => {
    const email = `${state}@elsewhere.example`;
    await invite(email, 'admin', overrides);
    addAccount(state, email);
    expect((await signIn(state)).location).toBe('/login?error=stranger');
  });

  it('links an existing member to one account at the provider, and refuses a second', async () => {
    await addMember('fay@elsewhere.example', 'sender', await hashPassword('correct horse'));
    addAccount('fay', 'fay@elsewhere.example');
    addAccount('other-fay', 'fay@elsewhere.example');
    expect((await signIn('fay')).member).toMatchObject({ email: 'fay@elsewhere.example', role: 'sender' });
    expect(await readMemberRow('fay@elsewhere.example')).toMatchObject({
      identity: `${provider.issuer} fay`,
    });
    expect((await signIn('other-fay')).location).toBe('/login?error=other_identity');
  });

  it('adds one member when the same account signs in six times at once', async () => {
    addAccount('gil', 'gil@allowed.example');
    const signIns = await Promise.all(Array.from({ length: 6 }, () => signIn('gil')));
    expect(new Set(signIns.map(({ member }) => member?.id)).size).toBe(1);
    expect(signIns.every(({ location }) => location === '/')).toBe(true);
  });
});

describe('a member who has signed in before', () => {
  it('is recognized after their address changes at the provider', async () => {
    addAccount('ida', 'ida@allowed.example');
    const first = await signIn('ida');
    addAccount('ida', 'ida@renamed.example');
    expect((await signIn('ida')).member).toEqual(first.member);
  });

  it('is refused once disabled', async () => {
    addAccount('joe', 'joe@allowed.example');
    const { jar } = await signIn('joe');
    await (await store()).execute(
      "update members set disabled_at = now() where email = 'joe@allowed.example'",
    );
    expect(await readMember(jar)).toBeNull();
    expect((await signIn('joe')).location).toBe('/login?error=disabled');
    await addMember('kim@allowed.example', 'viewer');
    await (await store()).execute(
      "update members set disabled_at = now() where email = 'kim@allowed.example'",
    );
    addAccount('kim', 'kim@allowed.example');
    expect((await signIn('kim')).location).toBe('/login?error=disabled');
    expect(await readMemberRow('kim@allowed.example')).toMatchObject({ identity: null });
  });

  it('has no password', async () => {
    addAccount('lea', 'lea@allowed.example');
    await signIn('lea');
    for (const password of ['', 'null', 'undefined'])
      expect(await checkCredentials('lea@allowed.example', password, randomUUID())).toEqual({
        ok: false,
        why: 'wrong',
      });
  });
});

describe('a callback', () => {
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
  const expectRefused = async (callback: URL, jar: CookieJar) => {
    const { location, member } = await openCallback(callback, jar);
    expect(location).toMatch(/^\/login\?error=failed/);
    expect(member).toBeNull();
  };

  it.each(['state', 'code'])('with an altered %s is refused', async (name) => {
    const { jar, callback } = await createCallback();
    callback.searchParams.set(name, `${callback.searchParams.get(name)}x`);
    await expectRefused(callback, jar);
  });

  it.each(['state', 'code', 'iss'])('without its %s is refused', async (name) => {
    const { jar, callback } = await createCallback();
    callback.searchParams.delete(name);
    await expectRefused(callback, jar);
  });

  it('in another browser is refused, because it has no state, verifier or nonce', async () => {
    const { callback } = await createCallback();
    await expectRefused(callback, new Map());
  });

  it.each(['next-auth.state', 'next-auth.pkce.code_verifier', 'next-auth.nonce'])(
    'with the %s of another sign-in is refused',
    async (name) => {
      const [first, second] = [await createCallback(), await createCallback()];
      expect(second.jar.get(name)).toBeTruthy();
      first.jar.set(name, second.jar.get(name) ?? '');
      await expectRefused(first.callback, first.jar);
      const broken = await createCallback();
      broken.jar.set(name, 'nonsense');
      await expectRefused(broken.callback, broken.jar);
    },
  );

  it('is refused the second time', async () => {
    const { jar, callback } = await createCallback();
    const jarBefore = new Map(jar);
    expect((await openCallback(callback, jar)).location).toBe('/templates');
    await expectRefused(callback, jarBefore);
  });

  it('with a malformed query is refused, without a 500', async () => {
    for (const query of [
      '',
      '?state=x',
      '?code=x&state=y',
      '?error=%3Cscript%3E',
      `?code=${'x'.repeat(5_000)}`,
    ])
      await expectRefused(new URL(`/x${query}`, ORIGIN), new Map());
  });

  it('reports a sign-in that was canceled at the provider', async () => {
    const jar: CookieJar = new Map();
    const callback = await completeAtProvider(await startSignIn(jar, { callbackUrl: '/team' }), {
      cancel: '1',
    });
    expect((await openCallback(callback, jar)).location).toBe('/login?error=canceled&callbackUrl=%2Fteam');
  });
});

describe('starting the sign-in', () => {
  it('is allowed only from the console’s own pages', async () => {
    expect((await requestAuth('signin/oidc', new Map(), {}, 'https://evil.example')).status).toBe(403);
    const withoutOrigin = new NextRequest('http://inner.example/api/auth/signin/oidc', {
      method: 'POST',
      body: '',
    });
    const params = Promise.resolve({ nextauth: ['signin', 'oidc'] });
    expect((await POST(withoutOrigin, { params })).status).toBe(403);
    expect(readLocation(await requestAuth('signin/oidc', new Map()))).toMatch(/^\/login/);
  });

  it('requests a code with a verifier, state and nonce, and ignores the query', async () => {
    const query = '?scope=everything&redirect_uri=https%3A%2F%2Fevil.example&response_type=token';
    const { origin, searchParams } = await startSignIn(new Map(), {}, query);
    expect(origin).toBe(provider.issuer);
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

  it('reports an unavailable provider', async () => {
    const { settings } = await planProvider();
    harness.applySettings(settings);
    const redirect = await startSignIn(new Map(), { callbackUrl: '/team' });
    expect(`${redirect.pathname}${redirect.search}`).toBe('/login?error=unavailable&callbackUrl=%2Fteam');
  });

  it('trusts no provider with a different issuer', async () => {
    const OIDC_ISSUER = provider.issuer.replace('127.0.0.1', 'localhost');
    harness.applySettings({ ...provider.settings, OIDC_ISSUER });
    addAccount('oda', 'oda@allowed.example');
    expect((await signIn('oda')).location).toBe('/login?error=failed');
    expect(await readMemberRow('oda@allowed.example')).toBeUndefined();
  });
});

describe('while password sign-in is off', () => {
  it('refuses passwords and allows only the provider', async () => {
    await addMember('pat@allowed.example', 'admin', await hashPassword('correct horse'));
    expect((await checkCredentials('pat@allowed.example', 'correct horse', randomUUID())).ok).toBe(true);
    harness.applySettings({ ...provider.settings, PASSWORD_SIGN_IN: 'false' });
    expect(await checkCredentials('pat@allowed.example', 'correct horse', randomUUID())).toEqual({
      ok: false,
      why: 'off',
    });
    const form = new FormData();
    form.set('email', 'pat@allowed.example');
    form.set('password', 'correct horse');
    const state = await inRequest({ headers: { origin: ORIGIN } }, () => signInAction({}, form));
    expect(state.message).toContain('turned off');
    expect((await requestAuth('callback/credentials', new Map(), { email: 'x' })).status).toBe(404);
    expect(Object.keys(await (await requestAuth('providers', new Map())).json())).toEqual(['oidc']);
    addAccount('pat', 'pat@allowed.example');
    expect((await signIn('pat')).member).toMatchObject({ role: 'admin' });
  });
});

describe('on two servers', () => {
  it('adds one member for twenty simultaneous first sign-ins, also with one invitation', {
    timeout: 60_000,
  }, async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const stores = await Promise.all(
      [0, 1].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' })),
    );
    onTestFinished(async () => {
      await Promise.all(stores.map(({ close }) => close()));
    });
    const [first] = stores;
    if (!first) throw new Error('No store was opened.');
    const expiresAt = new Date(Date.now() + 60_000);
    await first.db
      .insert(invitations)
      .values({ tokenHash: 'x', email: 'rob@elsewhere.example', role: 'admin', expiresAt });
    for (const [email, roleByDomain, role] of [
      ['quin@allowed.example', 'viewer', 'viewer'],
      ['rob@elsewhere.example', null, 'admin'],
    ] as const) {
      const identity = { identity: `https://login.example ${email}`, email, name: null, roleByDomain };
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => provisionMember((stores[i % 2] ?? first).db, identity)),
      );
      const ids = results.map((result) => (result.ok ? result.member.id : result.why));
      expect(new Set(ids).size).toBe(1);
      expect(results[0]).toMatchObject({ ok: true, member: { email, role } });
    }
    expect(await first.db.select().from(members)).toHaveLength(2);
  });
});
