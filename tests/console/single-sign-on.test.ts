/** Tests how members sign in through a real identity provider. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInAction } from '#app/login/actions.ts';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { findMemberByEmail, type MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { provisionMember } from '#lib/store/provisioning.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { members } from '#lib/store/schema/members.ts';
import { planProvider, startIdentityProvider } from '../support/oidc.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { readMember, requestAuth, setUpSingleSignOn } from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);
const { signIn, addAccount } = sso;

const readMemberRow = async (email: string): Promise<MemberRow | undefined> =>
  findMemberByEmail(await store(), email);

async function invite(email: string, role: 'viewer' | 'sender' | 'admin', overrides = {}): Promise<void> {
  const expiresAt = new Date(Date.now() + 60_000);
  await (await store()).insert(invitations).values({ tokenHash: 'x', email, role, expiresAt, ...overrides });
}

describe('the first sign-in', () => {
  it('adds a member whose address is in an allowed domain and redirects to the callback URL', async () => {
    addAccount('ann', 'Ann@Allowed.example');
    const { location, member } = await signIn('ann', { callbackUrl: '/campaigns?status=draft&page=2' });
    expect(location).toBe('/campaigns?status=draft&page=2');
    expect(member).toMatchObject({ email: 'ann@allowed.example', role: 'viewer' });
    expect(await readMemberRow('ann@allowed.example')).toMatchObject({
      name: 'Name of ann',
      passwordHash: null,
      identity: `${sso.provider.issuer} ann`,
    });
  });

  it('assigns the default role from the settings', async () => {
    harness.applySettings({ ...sso.provider.settings, OIDC_DEFAULT_ROLE: 'sender' });
    addAccount('bea', 'bea@allowed.example');
    expect((await signIn('bea')).member).toMatchObject({ role: 'sender' });
  });

  it('accepts an email address that is only in the userinfo response', async () => {
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
    ['in another domain', 'stranger', 'eve@evil.example', {}],
    ['in a domain that only looks allowed', 'stranger', 'eve@allowed.example.evil.example', {}],
    ['in a subdomain of an allowed domain', 'stranger', 'eve@sub.allowed.example', {}],
    ['that isn’t verified', 'unverified', 'eve@allowed.example', { email_verified: false }],
    ['that isn’t reported as verified', 'unverified', 'eve@allowed.example', { email_verified: undefined }],
    ['whose verification is a string', 'unverified', 'eve@allowed.example', { email_verified: 'true' }],
    ['that is missing', 'no_email', 'eve@allowed.example', { email: undefined }],
    ['that is invalid', 'no_email', 'eve@allowed.example', { email: 'x@allowed.example y@allowed.example' }],
  ])('doesn’t add a member with an email address %s', async (_, why, email, overrides) => {
    addAccount('eve', email, overrides);
    const { location, member } = await signIn('eve', { callbackUrl: '/templates' });
    expect(location).toBe(`/login?error=${why}&callbackUrl=%2Ftemplates`);
    expect(member).toBeNull();
    expect(await readMemberRow(email)).toBeUndefined();
  });

  it('accepts an invitation, assigns the invitation’s role, and marks the invitation as used', async () => {
    await invite('dan@elsewhere.example', 'admin');
    addAccount('dan', 'dan@elsewhere.example');
    expect((await signIn('dan')).member).toMatchObject({ role: 'admin' });
    const rows = await (await store()).select().from(invitations);
    expect(rows.filter(({ acceptedAt }) => acceptedAt === null)).toEqual([]);
  });

  it.each([
    ['expired', { expiresAt: new Date(Date.now() - 1_000) }],
    ['revoked', { revokedAt: new Date() }],
    ['used', { acceptedAt: new Date() }],
  ])('is refused if the invitation is %s', async (state, overrides) => {
    const email = `${state}@elsewhere.example`;
    await invite(email, 'admin', overrides);
    addAccount(state, email);
    expect((await signIn(state)).location).toBe('/login?error=stranger');
  });

  it('links an existing member to one account at the provider, and refuses a second account', async () => {
    await addMember('fay@elsewhere.example', 'sender', await hashPassword('correct horse'));
    addAccount('fay', 'fay@elsewhere.example');
    addAccount('other-fay', 'fay@elsewhere.example');
    expect((await signIn('fay')).member).toMatchObject({ email: 'fay@elsewhere.example', role: 'sender' });
    expect(await readMemberRow('fay@elsewhere.example')).toMatchObject({
      identity: `${sso.provider.issuer} fay`,
    });
    expect((await signIn('other-fay')).location).toBe('/login?error=other_identity');
  });

  it('adds only one member when the same account signs in six times simultaneously', async () => {
    addAccount('gil', 'gil@allowed.example');
    const signIns = await Promise.all(Array.from({ length: 6 }, () => signIn('gil')));
    expect(new Set(signIns.map(({ member }) => member?.id)).size).toBe(1);
    expect(signIns.every(({ location }) => location === '/')).toBe(true);
  });
});

describe('a member who has signed in through the provider before', () => {
  it('is recognized after the member’s email address changes at the provider', async () => {
    addAccount('ida', 'ida@allowed.example');
    const first = await signIn('ida');
    addAccount('ida', 'ida@renamed.example');
    expect((await signIn('ida')).member).toEqual(first.member);
  });

  it('is refused after an admin disables the member', async () => {
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

  it('can’t sign in with a password', async () => {
    addAccount('lea', 'lea@allowed.example');
    await signIn('lea');
    for (const password of ['', 'null', 'undefined'])
      expect(await checkCredentials('lea@allowed.example', password, randomUUID())).toEqual({
        ok: false,
        why: 'wrong',
      });
  });
});

describe('the console without password sign-in', () => {
  it('refuses passwords and allows only single sign-on', async () => {
    await addMember('pat@allowed.example', 'admin', await hashPassword('correct horse'));
    expect((await checkCredentials('pat@allowed.example', 'correct horse', randomUUID())).ok).toBe(true);
    harness.applySettings({ ...sso.provider.settings, PASSWORD_SIGN_IN: 'false' });
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

describe('provisioning members on two servers', () => {
  it('adds only one member for 20 simultaneous first sign-ins, with or without an invitation', {
    timeout: 60_000,
  }, async () => {
    const servers = await openOnTwoServers();
    const [first] = servers;
    const expiresAt = new Date(Date.now() + 60_000);
    await first.db
      .insert(invitations)
      .values({ tokenHash: 'x', email: 'rob@elsewhere.example', role: 'admin', expiresAt });
    for (const [email, roleByDomain, role] of [
      ['quin@allowed.example', 'viewer', 'viewer'],
      ['rob@elsewhere.example', null, 'admin'],
    ] as const) {
      const identity = {
        identity: `https://login.example ${email}`,
        email,
        name: null,
        roleByDomain,
        roleByProvider: null,
      };
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, i) => provisionMember((servers[i % 2] ?? first).db, identity)),
      );
      const ids = results.map((result) => (result.ok ? result.member.id : result.why));
      expect(new Set(ids).size).toBe(1);
      expect(results[0]).toMatchObject({ ok: true, member: { email, role } });
    }
    expect(await first.db.select().from(members)).toHaveLength(2);
  });
});
