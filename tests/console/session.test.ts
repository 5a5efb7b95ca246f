import { sql } from 'drizzle-orm';
import { NoopLogger } from 'drizzle-orm/logger';
import { encode } from 'next-auth/jwt';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signOutAction } from '#app/login/actions.ts';
import { getMember, getSessionEnd, requireMember } from '#lib/auth/session.ts';
import { issueSessionToken, openSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { startSession } from '#lib/auth/start-session.ts';
import { sessionEndText } from '#lib/format/session-end.ts';
import { replacePassword } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { deleteExpiredSessions, deleteMemberSessions } from '#lib/store/sessions.ts';
import { createPasswordToken } from './support/foreign-token.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember, asMember, signedOut } from './support/members.ts';
import { requestNextAuth } from './support/next-auth.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN, SECRET } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const disable = async (id: string) =>
  (await store()).execute(`update members set disabled_at = now() where id = '${id}'`);

const setSessionTime = async (memberId: string, column: string, ago: string) =>
  (await store()).execute(
    sql`update sessions set ${sql.identifier(column)} = now() - ${ago}::interval where member_id = ${memberId}`,
  );

/** Returns a member's sessions, each with its length in hours and the minutes since its last use. */
async function readSessions(memberId: string): Promise<readonly Record<string, unknown>[]> {
  const result = await (await store()).execute(sql`
    select *, round(extract(epoch from expires_at - created_at) / 3600)::int as hours,
      floor(extract(epoch from now() - last_used_at) / 60)::int as unused
    from sessions where member_id = ${memberId}`);
  return (result as unknown as { rows: Record<string, unknown>[] }).rows;
}

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

describe('a session', () => {
  it('ends on the next request after the member is disabled, is removed, or gets a new password', async () => {
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

  it.each([
    ['ends after 8 hours without use', { last_used_at: '8 hours' }, 'idle'],
    ['ends after 12 hours even if it is in use', { expires_at: '0 hours' }, 'expired'],
    ['works while it is in use', { last_used_at: '7 hours 59 minutes', expires_at: '-1 minute' }, null],
  ])('%s', async (_, times, end) => {
    const member = await addMember('late@mailroom.test', 'viewer');
    const runAs = await asMember(member);
    for (const [column, ago] of Object.entries(times)) await setSessionTime(member.id, column, ago);
    expect(await runAs(getSessionEnd)).toBe(end);
    expect((await runAs(getMember)) === null).toBe(end !== null);
  });

  it('expires at the maximum age and idle time from the settings', async () => {
    harness.applySettings({ SESSION_HOURS: '48', SESSION_IDLE_HOURS: '1' });
    const member = await addMember('settings@mailroom.test', 'viewer');
    const runAs = await asMember(member);
    expect(await readSessions(member.id)).toMatchObject([{ hours: 48 }]);
    await setSessionTime(member.id, 'last_used_at', '1 hour');
    expect(await runAs(getSessionEnd)).toBe('idle');
  });

  it('is read with one SQL statement, and its last use is written at most once a minute', async () => {
    const member = await addMember('busy@mailroom.test', 'viewer');
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    const countStatements = () =>
      inRequest({ headers: { 'x-forwarded-for': '203.0.113.7' }, cookies }, async () => {
        const log = vi.spyOn(NoopLogger.prototype, 'logQuery');
        await getMember();
        const { length } = log.mock.calls;
        log.mockRestore();
        return length;
      });
    expect(await countStatements()).toBe(1);
    await setSessionTime(member.id, 'last_used_at', '59 seconds');
    expect(await countStatements()).toBe(1);
    await setSessionTime(member.id, 'last_used_at', '61 seconds');
    expect(await countStatements()).toBe(2);
    expect(await countStatements()).toBe(1);
    expect(await readSessions(member.id)).toMatchObject([{ address: '203.0.113.7', unused: 0 }]);
  });

  it('doesn’t start if the member was disabled or got a new password while signing in', async () => {
    const slow = await addMember('slow@mailroom.test', 'viewer');
    await replacePassword(await store(), slow.id, 'another hash', false);
    expect(await (await asMember(slow))(getMember)).toBeNull();
    const disabled = await addMember('slower@mailroom.test', 'viewer');
    await disable(disabled.id);
    const runAs = await asMember(disabled);
    await (await store()).execute(sql`update members set disabled_at = null where id = ${disabled.id}`);
    expect(await runAs(getMember)).toBeNull();
  });

  it('replaces the browser’s earlier session', async () => {
    const member = await addMember('again@mailroom.test', 'viewer');
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    await inRequest({ cookies, headers: { 'user-agent': FIREFOX } }, () => startSession(member, 'password'));
    expect(await inRequest({ cookies }, getMember)).toBeNull();
    expect(await readSessions(member.id)).toMatchObject([{ device: 'Firefox on Windows' }]);
  });

  it('is stored without its secret', async () => {
    const member = await addMember('secret@mailroom.test', 'viewer');
    const claims = await openSessionToken(await issueSessionToken(member));
    const rows = JSON.stringify(await readSessions(member.id));
    expect(claims?.secret).toMatch(/^[\w-]{43}$/);
    expect(rows).not.toContain(claims?.secret);
  });

  it('is refused if it is a next-auth JWT that was created before the upgrade', async () => {
    const { id } = await addMember('upgraded@mailroom.test', 'viewer');
    const token = { sub: id, since: Date.now(), epoch: Date.now() };
    const cookie = await encode({ token, secret: SECRET });
    const cookies = { [sessionCookie()]: cookie };
    expect(await inRequest({ cookies }, getMember)).toBeNull();
    expect(await inRequest({ cookies }, getSessionEnd)).toBe('ended');
  });

  it('is kept for a day after it expires, so that the sign-in page can explain why it ended', async () => {
    const member = await addMember('old@mailroom.test', 'viewer');
    const runAs = await asMember(member);
    await setSessionTime(member.id, 'expires_at', '23 hours');
    await deleteExpiredSessions(await store(), 1);
    expect(await readSessions(member.id)).toHaveLength(1);
    await setSessionTime(member.id, 'expires_at', '25 hours');
    await deleteExpiredSessions(await store(), 1);
    expect(await readSessions(member.id)).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 12.1 * 3_600_000 });
    try {
      expect(await runAs(getSessionEnd)).toBe('expired');
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['', 'x', 'a.b.c.d.e'])('can’t be used with the cookie %j', async (cookie) => {
    expect(await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember)).toBeNull();
  });

  it('can’t be used with a cookie that was sealed with another secret', async () => {
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

  it.each([
    ['deleted', 'ended', 'You’ve been signed out. Sign in to continue.'],
    ['unused', 'idle', 'You’ve been signed out because you were inactive. Sign in to continue.'],
    ['expired', 'expired', 'Your session has expired. Sign in to continue.'],
  ])(
    'if the session is %s, redirects to the sign-in page, which explains why the session ended',
    async (how, end, text) => {
      const member = await addMember('ended@mailroom.test', 'viewer');
      const cookies = { [sessionCookie()]: await issueSessionToken(member) };
      if (how === 'deleted') await deleteMemberSessions(await store(), member.id);
      else await setSessionTime(member.id, how === 'unused' ? 'last_used_at' : 'expires_at', '9 hours');
      const headers = { 'x-mailroom-path': '/campaigns?page=2' };
      expect(await inRequest({ headers, cookies }, () => redirectOrResult(requireMember))).toEqual({
        to: `/login?ended=${end}&callbackUrl=%2Fcampaigns%3Fpage%3D2`,
      });
      expect(sessionEndText(end)).toBe(text);
    },
  );

  it('shows no explanation for an unknown code in the URL', () => {
    for (const code of ['x', '__proto__', ['idle'], undefined]) expect(sessionEndText(code)).toBeUndefined();
  });
});

describe('signing out', () => {
  it('invalidates the browser’s session cookie, and keeps the member’s sessions in other browsers', async () => {
    const member = await addMember('leaving@mailroom.test', 'sender');
    const [left, kept] = [await issueSessionToken(member), await issueSessionToken(member)];
    await inRequest({ headers: { origin: ORIGIN }, cookies: { [sessionCookie()]: left } }, () =>
      redirectOrResult(() => signOutAction(new FormData())),
    );
    expect(await inRequest({ cookies: { [sessionCookie()]: left } }, getMember)).toBeNull();
    expect(await inRequest({ cookies: { [sessionCookie()]: kept } }, getMember)).toMatchObject({
      id: member.id,
    });
  });

  it('deletes the session cookie and redirects to the sign-in page', async () => {
    await inRequest({ headers: { origin: ORIGIN } }, async ({ cookies }) => {
      expect(await redirectOrResult(() => signOutAction(new FormData()))).toEqual({ to: '/login' });
      expect(cookies.written).toMatchObject([{ name: sessionCookie(), value: '', options: { maxAge: 0 } }]);
    });
  });

  it('deletes the cookie with the Secure attribute over HTTPS, because browsers require the attribute', async () => {
    harness.applySettings({ NEXTAUTH_URL: 'https://mailroom.test' });
    await inRequest({ headers: { origin: 'https://mailroom.test' } }, async ({ cookies }) => {
      await redirectOrResult(() => signOutAction(new FormData()));
      expect(cookies.written).toMatchObject([
        { name: '__Host-next-auth.session-token', value: '', options: { secure: true, path: '/' } },
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

it('a session token works only with the algorithms that the console uses', async () => {
  const member = await addMember('algorithms@mailroom.test', 'sender');
  const claims = await openSessionToken(await issueSessionToken(member));
  if (!claims) throw new Error('The console’s own token doesn’t work.');
  const token = createPasswordToken(claims);
  expect(await openSessionToken(token)).toBeNull();
  const half = Math.floor(token.length / 2);
  for (const cookies of [
    { [sessionCookie()]: token },
    { [`${sessionCookie()}.0`]: token.slice(0, half), [`${sessionCookie()}.1`]: token.slice(half) },
  ]) {
    const response = await requestNextAuth('session', { cookies });
    expect([response.status, await response.json()]).toEqual([200, {}]);
  }
});
