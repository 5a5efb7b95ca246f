/**
 * Tests the settings that determine which email addresses the console trusts and which roles the provider
 * assigns.
 */
import { eq, ne } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { issueInvitation } from '#lib/auth/invitation-link.ts';
import { assignRole } from '#lib/store/member-changes.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { invitations } from '#lib/store/schema/invitations.ts';
import { members } from '#lib/store/schema/members.ts';
import { planProvider, startIdentityProvider } from '../support/oidc.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { setUpSingleSignOn } from './support/single-sign-on.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const sso = setUpSingleSignOn(harness);
const { signIn, addAccount } = sso;
const applySettings = (overrides: Readonly<Record<string, string>>) =>
  harness.applySettings({ ...sso.provider.settings, ...overrides });

const readRole = async (email: string) => (await findMemberByEmail(await store(), email))?.role;

describe('OIDC_TRUST_EMAIL', () => {
  it.each([
    ['doesn’t say whether the address is verified', undefined],
    ['reports the verification as text', 'true'],
    ['reports the verification as capitalized text', 'True'],
  ])('accepts an address from a provider that %s', async (_, email_verified) => {
    addAccount('ann', 'ann@allowed.example', { email_verified });
    expect((await signIn('ann')).location).toBe('/login?error=unverified');
    applySettings({ OIDC_TRUST_EMAIL: 'true' });
    const { location, member } = await signIn('ann');
    expect(location).toBe('/');
    expect(member).toMatchObject({ email: 'ann@allowed.example' });
    await (await store()).delete(members).where(eq(members.email, 'ann@allowed.example'));
  });

  it.each([
    ['says that the address isn’t verified', 'eve@allowed.example', false, 'unverified'],
    ['says so as text', 'eve@allowed.example', 'false', 'unverified'],
    ['sends a number', 'eve@allowed.example', 1, 'unverified'],
    ['sends no address', undefined, undefined, 'no_email'],
    ['sends an address in another domain', 'eve@evil.example', undefined, 'stranger'],
  ])('refuses a provider that %s', async (_, email, email_verified, code) => {
    applySettings({ OIDC_TRUST_EMAIL: 'true' });
    addAccount('eve', 'eve@allowed.example', { email, email_verified });
    const { location, member } = await signIn('eve');
    expect(location).toBe(`/login?error=${code}`);
    expect(member).toBeNull();
  });

  it('uses the address in the ID token, not the address in the userinfo response', async () => {
    applySettings({ OIDC_TRUST_EMAIL: 'true' });
    addAccount('bea', 'bea@allowed.example', { email_verified: undefined });
    const me = { sub: 'bea', email: 'viewer@mailroom.test', email_verified: true };
    sso.provider.setFaults({ responses: { '/me': { status: 200, body: me } } });
    expect((await signIn('bea')).member).toMatchObject({ email: 'bea@allowed.example' });
  });

  it('doesn’t link a member to a second provider account that has the same address', async () => {
    applySettings({ OIDC_TRUST_EMAIL: 'true' });
    addAccount('cas', 'cas@allowed.example', { email_verified: undefined });
    addAccount('impostor', 'cas@allowed.example', { email_verified: undefined });
    await signIn('cas');
    expect((await signIn('impostor')).location).toBe('/login?error=other_identity');
  });
});

describe('the role mapping (OIDC_ROLE_CLAIM and OIDC_ROLE_MAP)', () => {
  const mapping = {
    OIDC_ROLE_CLAIM: 'groups',
    OIDC_ROLE_MAP: 'mail-admins=admin, mail-senders=sender, staff=viewer',
  };
  const signInWithGroups = async (name: string, groups: unknown, email = `${name}@allowed.example`) => {
    addAccount(name, email, { groups });
    return (await signIn(name)).member?.role;
  };

  it.each([
    ['a group', ['mail-senders'], 'sender'],
    ['several groups, by the highest role', ['staff', 'mail-admins', 'mail-senders'], 'admin'],
    ['a single group as text', 'mail-senders', 'sender'],
    ['no group in the map', ['others', 'MAIL-ADMINS', 'mail-admins '], 'viewer'],
    ['no groups', [], 'viewer'],
    ['no claim', undefined, 'viewer'],
    ['a claim of another type', { 'mail-admins': true }, 'viewer'],
  ])('assigns the right role to a new member with %s', async (title, groups, role) => {
    applySettings(mapping);
    expect(await signInWithGroups(`new-${title.length}`, groups)).toBe(role);
  });

  it('supports nested claims, and claims that are only in the userinfo response', async () => {
    const provider = await startIdentityProvider(await planProvider(), ORIGIN, { emailIn: 'userinfo' });
    onTestFinished(provider.stop);
    harness.applySettings({ ...provider.settings, ...mapping, OIDC_ROLE_CLAIM: 'realm_access.roles' });
    provider.accounts.set('dan', {
      email: 'dan@allowed.example',
      email_verified: true,
      realm_access: { roles: ['mail-senders'] },
    });
    expect((await signIn('dan', {}, provider)).member).toMatchObject({ role: 'sender' });
  });

  it('prefers the claim in the signed ID token to the claim in the userinfo response', async () => {
    applySettings(mapping);
    addAccount('fay', 'fay@allowed.example', { groups: ['staff'] });
    const me = { sub: 'fay', email: 'fay@allowed.example', email_verified: true, groups: ['mail-admins'] };
    sso.provider.setFaults({ responses: { '/me': { status: 200, body: me } } });
    expect((await signIn('fay')).member).toMatchObject({ role: 'viewer' });
  });

  it('doesn’t grant access without an invitation or an allowed domain', async () => {
    applySettings(mapping);
    expect(await signInWithGroups('eve', ['mail-admins'], 'eve@evil.example')).toBeUndefined();
    expect(await readRole('eve@evil.example')).toBeUndefined();
  });

  it('replaces the role from an invitation', async () => {
    applySettings(mapping);
    await issueInvitation(await store(), { email: 'gil@elsewhere.example', role: 'admin', by: null });
    expect(await signInWithGroups('gil', ['mail-senders'], 'gil@elsewhere.example')).toBe('sender');
  });

  it('changes the role at each sign-in, and revokes a former admin’s invitations', async () => {
    applySettings(mapping);
    expect(await signInWithGroups('hal', ['mail-admins'])).toBe('admin');
    const db = await store();
    await issueInvitation(db, { email: 'x@elsewhere.example', role: 'admin', by: 'hal@allowed.example' });
    expect(await signInWithGroups('hal', ['mail-senders'])).toBe('sender');
    const [row] = await db.select().from(invitations).where(eq(invitations.email, 'x@elsewhere.example'));
    expect(row?.revokedAt).not.toBeNull();
    expect(await signInWithGroups('hal', [])).toBe('viewer');
  });

  it('doesn’t demote the last admin', async () => {
    applySettings(mapping);
    expect(await signInWithGroups('ida', ['mail-admins'])).toBe('admin');
    const db = await store();
    const others = ne(members.email, 'ida@allowed.example');
    await db.update(members).set({ disabledAt: new Date() }).where(others);
    expect(await signInWithGroups('ida', [])).toBe('admin');
    await db.update(members).set({ disabledAt: null }).where(others);
    expect(await signInWithGroups('ida', [])).toBe('viewer');
  });

  it('leaves roles unchanged if the settings are missing', async () => {
    applySettings({});
    await addMember('kim@allowed.example', 'sender');
    expect(await signInWithGroups('kim', ['mail-admins'])).toBe('sender');
  });

  it('keeps one admin when all admins lose the role at the same time on two servers', {
    timeout: 60_000,
  }, async () => {
    const [first, second] = await openOnTwoServers();
    const rows = Array.from({ length: 6 }, (_, i) => ({
      email: `admin-${i}@x.example`,
      role: 'admin' as const,
    }));
    const admins = await first.db.insert(members).values(rows).returning();
    const results = await Promise.all(
      admins.map(({ id }, i) => assignRole((i % 2 ? first : second).db, id, 'viewer')),
    );
    expect(results.filter((isAssigned) => !isAssigned)).toHaveLength(1);
    const rest = await first.db.select().from(members).where(eq(members.role, 'admin'));
    expect(rest).toHaveLength(1);
  });
});
