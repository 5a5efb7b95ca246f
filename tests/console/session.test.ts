import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutAction } from '#app/login/actions.ts';
import { getMember, requireMember } from '#lib/auth/session.ts';
import { issueSessionToken, openSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember, signedOut } from './support/members.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const disable = async (id: string) =>
  (await store()).execute(`update members set disabled_at = now() where id = '${id}'`);

describe('a session', () => {
  it('ends at the next request after the member is disabled, is removed, or gets a new password', async () => {
    const [disabled, removed, changed] = [
      await addMember('disabled@mailroom.test', 'admin'),
      await addMember('removed@mailroom.test', 'admin'),
      await addMember('changed@mailroom.test', 'admin'),
    ];
    const runners = await Promise.all([disabled, removed, changed].map(asMember));
    for (const runAs of runners) expect(await runAs(getMember)).not.toBeNull();
    await disable(disabled.id);
    await (await store()).execute(`delete from members where id = '${removed.id}'`);
    await addMember('changed@mailroom.test', 'admin');
    for (const runAs of runners) expect(await runAs(getMember)).toBeNull();
  });

  it('always has the member’s current role', async () => {
    const member = await addMember('promoted@mailroom.test', 'admin');
    const runAs = await asMember(member);
    await (await store()).update(members).set({ role: 'viewer' });
    expect(await runAs(getMember)).toMatchObject({ role: 'viewer' });
  });

  it('ends after 12 hours even if the session is in use', async () => {
    const cookie = await issueSessionToken(await addMember('late@mailroom.test', 'viewer'));
    expect(await openSessionToken(cookie)).not.toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.1 * 3_600_000 });
    try {
      expect(await openSessionToken(cookie)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'x', 'a.b.c.d.e'])('isn’t accepted if the cookie is %j', async (cookie) => {
    expect(await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember)).toBeNull();
  });

  it('isn’t accepted if the cookie was sealed with another secret', async () => {
    const member = await addMember('elsewhere@mailroom.test', 'viewer');
    harness.applySettings({ NEXTAUTH_SECRET: 'another-secret-of-more-than-thirty-two' });
    const cookie = await issueSessionToken(member);
    harness.applySettings({});
    expect(await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember)).toBeNull();
  });
});

describe('a page that requires a session', () => {
  it('redirects to the sign-in page with a callback URL within the console', async () => {
    const requireMemberAt = (path?: string) =>
      inRequest({ headers: path === undefined ? {} : { 'x-mailroom-path': path } }, () =>
        redirectOrResult(requireMember),
      );
    expect(await requireMemberAt('/campaigns?page=2')).toEqual({
      to: '/login?callbackUrl=%2Fcampaigns%3Fpage%3D2',
    });
    expect(await requireMemberAt('//evil.example')).toEqual({ to: '/login' });
    expect(await requireMemberAt()).toEqual({ to: '/login' });
  });
});

describe('signing out', () => {
  it('deletes the session cookie and redirects to the sign-in page', async () => {
    await inRequest({ headers: { origin: ORIGIN } }, async ({ cookies }) => {
      expect(await redirectOrResult(() => signOutAction(new FormData()))).toEqual({ to: '/login' });
      expect(cookies.written).toMatchObject([{ name: sessionCookie(), value: '', options: { maxAge: 0 } }]);
    });
  });

  it('sets the Secure attribute when it deletes the session cookie over HTTPS, because browsers require it', async () => {
    harness.applySettings({ NEXTAUTH_URL: 'https://mailroom.test' });
    await inRequest({ headers: { origin: 'https://mailroom.test' } }, async ({ cookies }) => {
      await redirectOrResult(() => signOutAction(new FormData()));
      expect(cookies.written).toMatchObject([
        { name: '__Secure-next-auth.session-token', value: '', options: { secure: true, path: '/' } },
      ]);
    });
    harness.applySettings({});
  });

  it('is refused for a request from another site', async () => {
    await inRequest({ headers: { origin: 'https://evil.example' } }, async ({ cookies }) => {
      await redirectOrResult(() => signOutAction(new FormData()));
      expect(cookies.written).toEqual([]);
    });
    expect(await signedOut(getMember)).toBeNull();
  });
});
