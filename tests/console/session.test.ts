import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutAction } from '#app/login/actions.ts';
import { getMember, requireMember } from '#lib/auth/session.ts';
import { issueToken, openToken, sessionCookie } from '#lib/auth/session-token.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, nobody, signedIn } from './support/members.ts';
import { outcome } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
beforeEach(() => harness.settings({}));

const disable = async (id: string) =>
  (await store()).execute(`update members set disabled_at = now() where id = '${id}'`);

describe('a session', () => {
  it('ends at the next request when the member is disabled, removed, or has another password', async () => {
    const [disabled, removed, changed] = [
      await addMember('disabled@mailroom.test', 'admin'),
      await addMember('removed@mailroom.test', 'admin'),
      await addMember('changed@mailroom.test', 'admin'),
    ];
    const people = await Promise.all([disabled, removed, changed].map(signedIn));
    for (const who of people) expect(await who(getMember)).not.toBeNull();
    await disable(disabled.id);
    await (await store()).execute(`delete from members where id = '${removed.id}'`);
    await addMember('changed@mailroom.test', 'admin');
    for (const who of people) expect(await who(getMember)).toBeNull();
  });

  it('has the role that the member has now', async () => {
    const member = await addMember('promoted@mailroom.test', 'admin');
    const who = await signedIn(member);
    await (await store()).update(members).set({ role: 'viewer' });
    expect(await who(getMember)).toMatchObject({ role: 'viewer' });
  });

  it('lasts twelve hours, however often the cookie is seen', async () => {
    const cookie = await issueToken(await addMember('late@mailroom.test', 'viewer'));
    expect(await openToken(cookie)).not.toBeNull();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.1 * 3_600_000 });
    try {
      expect(await openToken(cookie)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'x', 'a.b.c.d.e'])('is not opened by %j', async (cookie) => {
    expect(await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember)).toBeNull();
  });

  it('of another secret is not opened', async () => {
    const member = await addMember('elsewhere@mailroom.test', 'viewer');
    harness.settings({ NEXTAUTH_SECRET: 'another-secret-of-more-than-thirty-two' });
    const cookie = await issueToken(member);
    harness.settings({});
    expect(await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember)).toBeNull();
  });

  it('is asked for by sending to the sign-in page, and back to a path of ours', async () => {
    const from = (path?: string) =>
      inRequest({ headers: path === undefined ? {} : { 'x-mailroom-path': path } }, () =>
        outcome(requireMember),
      );
    expect(await from('/campaigns?page=2')).toEqual({ to: '/login?callbackUrl=%2Fcampaigns%3Fpage%3D2' });
    expect(await from('//evil.example')).toEqual({ to: '/login' });
    expect(await from()).toEqual({ to: '/login' });
  });
});

describe('signing out', () => {
  it('takes the cookie away, and leads to the sign-in page', async () => {
    await inRequest({ headers: { origin: ORIGIN } }, async ({ cookies }) => {
      expect(await outcome(signOutAction)).toEqual({ to: '/login' });
      expect(cookies.set_).toMatchObject([{ name: sessionCookie(), value: '', options: { maxAge: 0 } }]);
    });
  });

  it('on https too, where a browser would keep a cookie that is taken away without Secure', async () => {
    harness.settings({ NEXTAUTH_URL: 'https://mailroom.test' });
    await inRequest({ headers: { origin: 'https://mailroom.test' } }, async ({ cookies }) => {
      await outcome(signOutAction);
      expect(cookies.set_).toMatchObject([
        { name: '__Secure-next-auth.session-token', value: '', options: { secure: true, path: '/' } },
      ]);
    });
    harness.settings({});
  });

  it('is not done for another site', async () => {
    await inRequest({ headers: { origin: 'https://evil.example' } }, async ({ cookies }) => {
      await outcome(signOutAction);
      expect(cookies.set_).toEqual([]);
    });
    expect(await nobody(getMember)).toBeNull();
  });
});
