/** Signing in through an identity provider: a real one, with next-auth's routes called as Next calls them. */
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

type Jar = Map<string, string>;

function keep(jar: Jar, response: Response): Response {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';', 1);
    jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  return response;
}
const cookieHeader = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

/** Next's part: one request to next-auth's routes. */
async function ask(path: string, jar: Jar, form?: Record<string, string>, origin = ORIGIN) {
  const url = new URL(`/api/auth/${path}`, 'http://inner.example');
  const request = new NextRequest(url, {
    method: form ? 'POST' : 'GET',
    headers: {
      cookie: cookieHeader(jar),
      ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin }),
    },
    body: form ? new URLSearchParams(form).toString() : null,
  });
  const nextauth = url.pathname.split('/').slice(3);
  return keep(jar, await (form ? POST : GET)(request, { params: Promise.resolve({ nextauth }) }));
}

/** The button on the sign-in page; answers where it leads. */
async function begin(jar: Jar, form: Record<string, string> = {}, query = ''): Promise<URL> {
  const response = await ask(`signin/oidc${query}`, jar, form);
  expect(response.status).toBe(302);
  return new URL(response.headers.get('location') ?? '');
}

/** What a person does at the provider; answers where it sends them back to. */
async function atProvider(begun: URL, form: Record<string, string>, { issuer } = provider): Promise<URL> {
  const jar: Jar = new Map();
  let at = begun;
  while (at.origin === issuer) {
    const post = at.pathname.startsWith('/interaction/');
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: cookieHeader(jar) },
      ...(post && { method: 'POST', body: new URLSearchParams(form) }),
    });
    keep(jar, response);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${at.pathname}: ${response.status} ${await response.text()}`);
    at = new URL(location, at);
  }
  return at;
}

/** All of it. */
async function signIn(who: string, wanted: Record<string, string> = {}, through = provider) {
  const jar: Jar = new Map();
  const back = await atProvider(await begin(jar, wanted), { username: who }, through);
  return comeBack(back, jar);
}

async function comeBack(back: URL, jar: Jar) {
  const response = await ask(`callback/oidc${back.search}`, jar);
  return { location: locationOf(response), member: await memberIn(jar), jar };
}

function locationOf(response: Response): string {
  expect(response.status).toBe(302);
  const url = new URL(response.headers.get('location') ?? '', ORIGIN);
  expect(url.origin).toBe(ORIGIN);
  return `${url.pathname}${url.search}`;
}

const memberIn = (jar: Jar) =>
  inRequest({ cookies: { [sessionCookie()]: jar.get(sessionCookie()) ?? '' } }, getMember);

const rowOf = async (email: string): Promise<MemberRow | undefined> =>
  findMemberByEmail(await store(), email);

const known = (who: string, email: string, over = {}) =>
  provider.accounts.set(who, { email, email_verified: true, name: `Name of ${who}`, ...over });

async function invite(email: string, role: 'viewer' | 'sender' | 'admin', over = {}): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  await (await store()).insert(invitations).values({ tokenHash: 'x', email, role, expiresAt, ...over });
}

describe('the first sign-in', () => {
  it('makes a member of whoever has an address in an allowed domain, and leads where they wanted to go', async () => {
    known('ann', 'Ann@Allowed.example');
    const { location, member } = await signIn('ann', { callbackUrl: '/campaigns?status=draft&page=2' });
    expect(location).toBe('/campaigns?status=draft&page=2');
    expect(member).toMatchObject({ email: 'ann@allowed.example', role: 'viewer' });
    expect(await rowOf('ann@allowed.example')).toMatchObject({
      name: 'Name of ann',
      passwordHash: null,
      identity: `${provider.issuer} ann`,
    });
  });

  it('gives the role of the settings', async () => {
    harness.applySettings({ ...provider.settings, OIDC_DEFAULT_ROLE: 'sender' });
    known('bea', 'bea@allowed.example');
    expect((await signIn('bea')).member).toMatchObject({ role: 'sender' });
  });

  it('takes an address that only an access token shows', async () => {
    const shy = await startIdentityProvider(await planProvider(), ORIGIN, { emailIn: 'userinfo' });
    onTestFinished(shy.stop);
    harness.applySettings(shy.settings);
    shy.accounts.set('cas', { email: 'cas@allowed.example', email_verified: true });
    expect((await signIn('cas', {}, shy)).member).toMatchObject({ email: 'cas@allowed.example' });
  });

  it.each([
    ['of another domain', 'stranger', 'eve@evil.example', {}],
    ['of a domain that only looks allowed', 'stranger', 'eve@allowed.example.evil.example', {}],
    ['of a domain below an allowed one', 'stranger', 'eve@sub.allowed.example', {}],
    ['that isn’t verified', 'unverified', 'eve@allowed.example', { email_verified: false }],
    ['that nobody says is verified', 'unverified', 'eve@allowed.example', { email_verified: undefined }],
    ['that is verified as a text', 'unverified', 'eve@allowed.example', { email_verified: 'true' }],
    ['that is missing', 'unverified', 'eve@allowed.example', { email: undefined }],
    ['that is none', 'unverified', 'eve@allowed.example', { email: 'x@allowed.example y@allowed.example' }],
  ])('makes nobody of an address %s', async (_, why, email, over) => {
    known('eve', email, over);
    const { location, member } = await signIn('eve', { callbackUrl: '/templates' });
    expect(location).toBe(`/login?error=${why}&callbackUrl=%2Ftemplates`);
    expect(member).toBeNull();
    expect(await rowOf(email)).toBeUndefined();
  });

  it('lets in whoever was invited, as what they were invited as, once', async () => {
    await invite('dan@elsewhere.example', 'admin');
    known('dan', 'dan@elsewhere.example');
    expect((await signIn('dan')).member).toMatchObject({ role: 'admin' });
    const rows = await (await store()).select().from(invitations);
    expect(rows.filter(({ acceptedAt }) => acceptedAt === null)).toEqual([]);
  });

  it.each([
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['withdrawn', { revokedAt: new Date() }],
    ['used', { acceptedAt: new Date() }],
  ])('is not helped by an invitation that is %s', async (what, over) => {
    const email = `${what}@elsewhere.example`;
    await invite(email, 'admin', over);
    known(what, email);
    expect((await signIn(what)).location).toBe('/login?error=stranger');
  });

  it('links a member who had a password until then, and no second account to them', async () => {
    await addMember('fay@elsewhere.example', 'sender', await hashPassword('correct horse'));
    known('fay', 'fay@elsewhere.example');
    known('other-fay', 'fay@elsewhere.example');
    expect((await signIn('fay')).member).toMatchObject({ email: 'fay@elsewhere.example', role: 'sender' });
    expect(await rowOf('fay@elsewhere.example')).toMatchObject({ identity: `${provider.issuer} fay` });
    expect((await signIn('other-fay')).location).toBe('/login?error=other_identity');
  });

  it('makes one member, whoever comes at the same time', async () => {
    known('gil', 'gil@allowed.example');
    const arrived = await Promise.all(Array.from({ length: 6 }, () => signIn('gil')));
    expect(new Set(arrived.map(({ member }) => member?.id)).size).toBe(1);
    expect(arrived.every(({ location }) => location === '/')).toBe(true);
  });
});

describe('a member who came before', () => {
  it('stays the same one when their address changes at the provider', async () => {
    known('ida', 'ida@allowed.example');
    const first = await signIn('ida');
    known('ida', 'ida@renamed.example');
    expect((await signIn('ida')).member).toEqual(first.member);
  });

  it('stays out when disabled', async () => {
    known('joe', 'joe@allowed.example');
    const { jar } = await signIn('joe');
    await (await store()).execute(
      "update members set disabled_at = now() where email = 'joe@allowed.example'",
    );
    expect(await memberIn(jar)).toBeNull();
    expect((await signIn('joe')).location).toBe('/login?error=disabled');
    await addMember('kim@allowed.example', 'viewer');
    await (await store()).execute(
      "update members set disabled_at = now() where email = 'kim@allowed.example'",
    );
    known('kim', 'kim@allowed.example');
    expect((await signIn('kim')).location).toBe('/login?error=disabled');
    expect(await rowOf('kim@allowed.example')).toMatchObject({ identity: null });
  });

  it('has no password that could be guessed', async () => {
    known('lea', 'lea@allowed.example');
    await signIn('lea');
    for (const password of ['', 'null', 'undefined'])
      expect(await checkCredentials('lea@allowed.example', password, randomUUID())).toEqual({
        ok: false,
        why: 'wrong',
      });
  });
});

describe('what comes back altered', () => {
  const begun = async () => {
    known('mia', 'mia@allowed.example');
    const jar: Jar = new Map();
    return {
      jar,
      back: await atProvider(await begin(jar, { callbackUrl: '/templates' }), { username: 'mia' }),
    };
  };
  const refused = async (back: URL, jar: Jar) => {
    const { location, member } = await comeBack(back, jar);
    expect(location).toMatch(/^\/login\?error=failed/);
    expect(member).toBeNull();
  };

  it.each(['state', 'code'])('with another %s is refused', async (name) => {
    const { jar, back } = await begun();
    back.searchParams.set(name, `${back.searchParams.get(name)}x`);
    await refused(back, jar);
  });

  it.each(['state', 'code', 'iss'])('without its %s is refused', async (name) => {
    const { jar, back } = await begun();
    back.searchParams.delete(name);
    await refused(back, jar);
  });

  it('in another browser is refused: no state, no verifier, no nonce', async () => {
    const { back } = await begun();
    await refused(back, new Map());
  });

  it.each(['next-auth.state', 'next-auth.pkce.code_verifier', 'next-auth.nonce'])(
    'with the %s of another sign-in is refused',
    async (name) => {
      const [one, other] = [await begun(), await begun()];
      expect(other.jar.get(name)).toBeTruthy();
      one.jar.set(name, other.jar.get(name) ?? '');
      await refused(one.back, one.jar);
      const broken = await begun();
      broken.jar.set(name, 'nonsense');
      await refused(broken.back, broken.jar);
    },
  );

  it('a second time is refused', async () => {
    const { jar, back } = await begun();
    const before = new Map(jar);
    expect((await comeBack(back, jar)).location).toBe('/templates');
    await refused(back, before);
  });

  it('is nonsense, and never a 500', async () => {
    for (const query of [
      '',
      '?state=x',
      '?code=x&state=y',
      '?error=%3Cscript%3E',
      `?code=${'x'.repeat(5_000)}`,
    ])
      await refused(new URL(`/x${query}`, ORIGIN), new Map());
  });

  it('says that the person canceled', async () => {
    const jar: Jar = new Map();
    const back = await atProvider(await begin(jar, { callbackUrl: '/team' }), { cancel: '1' });
    expect((await comeBack(back, jar)).location).toBe('/login?error=canceled&callbackUrl=%2Fteam');
  });
});

describe('beginning', () => {
  it('is for pages of ours alone', async () => {
    expect((await ask('signin/oidc', new Map(), {}, 'https://evil.example')).status).toBe(403);
    const bare = new NextRequest('http://inner.example/api/auth/signin/oidc', { method: 'POST', body: '' });
    const params = Promise.resolve({ nextauth: ['signin', 'oidc'] });
    expect((await POST(bare, { params })).status).toBe(403);
    expect(locationOf(await ask('signin/oidc', new Map()))).toMatch(/^\/login/);
  });

  it('asks for a code with a verifier, state and nonce, whatever the address says', async () => {
    const query = '?scope=everything&redirect_uri=https%3A%2F%2Fevil.example&response_type=token';
    const { origin, searchParams } = await begin(new Map(), {}, query);
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
    'leads to the start page and not to %s',
    async (callbackUrl) => {
      known('nat', 'nat@allowed.example');
      expect((await signIn('nat', { callbackUrl })).location).toBe('/');
      const jar: Jar = new Map();
      const back = await atProvider(await begin(jar), { username: 'nat' });
      jar.set('next-auth.callback-url', encodeURIComponent(callbackUrl));
      expect((await comeBack(back, jar)).location).toBe('/');
    },
  );

  it('says so when the provider is away', async () => {
    const { settings } = await planProvider();
    harness.applySettings(settings);
    const away = await begin(new Map(), { callbackUrl: '/team' });
    expect(`${away.pathname}${away.search}`).toBe('/login?error=unavailable&callbackUrl=%2Fteam');
  });

  it('trusts no provider that calls itself another one', async () => {
    const OIDC_ISSUER = provider.issuer.replace('127.0.0.1', 'localhost');
    harness.applySettings({ ...provider.settings, OIDC_ISSUER });
    known('oda', 'oda@allowed.example');
    expect((await signIn('oda')).location).toBe('/login?error=failed');
    expect(await rowOf('oda@allowed.example')).toBeUndefined();
  });
});

describe('where passwords are switched off', () => {
  it('they open nothing', async () => {
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
    expect((await ask('callback/credentials', new Map(), { email: 'x' })).status).toBe(404);
    expect(Object.keys(await (await ask('providers', new Map())).json())).toEqual(['oidc']);
    known('pat', 'pat@allowed.example');
    expect((await signIn('pat')).member).toMatchObject({ role: 'admin' });
  });
});

describe('over two servers', () => {
  it('one member comes of twenty first sign-ins at once, and of one invitation', {
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
    const [one] = stores;
    if (!one) throw new Error('There is no store.');
    const expiresAt = new Date(Date.now() + 60_000);
    await one.db
      .insert(invitations)
      .values({ tokenHash: 'x', email: 'rob@elsewhere.example', role: 'admin', expiresAt });
    for (const [email, roleByDomain, role] of [
      ['quin@allowed.example', 'viewer', 'viewer'],
      ['rob@elsewhere.example', null, 'admin'],
    ] as const) {
      const vouched = { identity: `https://login.example ${email}`, email, name: null, roleByDomain };
      const admitted = await Promise.all(
        Array.from({ length: 20 }, (_, at) => provisionMember((stores[at % 2] ?? one).db, vouched)),
      );
      const ids = admitted.map((admission) => (admission.ok ? admission.member.id : admission.why));
      expect(new Set(ids).size).toBe(1);
      expect(admitted[0]).toMatchObject({ ok: true, member: { email, role } });
    }
    expect(await one.db.select().from(members)).toHaveLength(2);
  });
});
