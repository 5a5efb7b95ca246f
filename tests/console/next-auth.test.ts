/** Tests signing in and out through next-auth's routes. */
import { describe, expect, it, vi } from 'vitest';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { readSignInFactors } from '#lib/data/second-factor-sign-in.ts';
import { store } from '#lib/store/open.ts';
import { authenticatorApps } from '#lib/store/schema/second-factors.ts';
import { sessions } from '#lib/store/schema/sessions.ts';
import { addMember } from './support/members.ts';
import { parseCookies, requestNextAuth, setUpNextAuth, signInThroughNextAuth } from './support/next-auth.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';
import { PASSWORD, passwordHash } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

setUpNextAuth();

describe('signing in through next-auth', () => {
  it('starts the same kind of session as the sign-in form and redirects to the callback URL', async () => {
    const response = await signInThroughNextAuth({ callbackUrl: '/campaigns' });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(`${ORIGIN}/campaigns`);
    const cookie = parseCookies(response)[sessionCookie()] ?? '';
    const member = await inRequest({ cookies: { [sessionCookie()]: cookie } }, getMember);
    expect(member).toMatchObject({ email: 'member@mailroom.test', role: 'sender' });

    const session = await requestNextAuth('session', { cookies: { [sessionCookie()]: cookie } });
    expect(await session.json()).toEqual({
      user: { email: 'member@mailroom.test', role: 'sender' },
      expires: expect.any(String),
    });
    await (await store()).execute(
      "update members set disabled_at = now() where email = 'member@mailroom.test'",
    );
    expect(
      await (await requestNextAuth('session', { cookies: { [sessionCookie()]: cookie } })).json(),
    ).toEqual({});
  });

  it('starts no session for a member with a second factor, and asks for the factor', async () => {
    const member = await addMember('two-factor@mailroom.test', 'sender', await passwordHash());
    const db = await store();
    await db
      .insert(authenticatorApps)
      .values({ memberId: member.id, sealedSecret: 'a seal', confirmedAt: new Date() });
    const response = await signInThroughNextAuth({ email: member.email, callbackUrl: '/campaigns' });
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
    const response = await signInThroughNextAuth({}, headers);
    const cookies = { [sessionCookie()]: parseCookies(response)[sessionCookie()] ?? '' };
    const rows = await (await store()).select().from(sessions);
    expect(rows).toMatchObject([{ device: 'Firefox on Linux', address: '203.0.113.9' }]);
    const csrf = await requestNextAuth('csrf');
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    await requestNextAuth('signout', {
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

  it('responds the same way to a wrong password and an unknown email address', async () => {
    const wrongCredentials: Record<string, string>[] = [
      { password: 'wrong password' },
      { email: 'stranger@mailroom.test' },
    ];
    const responses = await Promise.all(
      wrongCredentials.map((credentials) => signInThroughNextAuth(credentials)),
    );
    const locations = responses.map(({ headers }) => headers.get('location'));
    expect(new Set(locations).size).toBe(1);
    expect(locations[0]).toContain('error=CredentialsSignin');
  });

  it('requires next-auth’s CSRF token and refuses other origins', async () => {
    const responseWithoutToken = await requestNextAuth('callback/credentials', {
      method: 'POST',
      form: { email: 'member@mailroom.test', password: PASSWORD },
    });
    expect(parseCookies(responseWithoutToken)).not.toHaveProperty([sessionCookie()]);
    expect((await signInThroughNextAuth({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await signInThroughNextAuth({}, { origin: ORIGIN })).status).toBe(302);
  });

  it('never redirects to another site', async () => {
    expect((await signInThroughNextAuth({ callbackUrl: '//evil.example' })).headers.get('location')).toBe(
      `${ORIGIN}/`,
    );
    const foreignUrls = [
      '/\\evil.example',
      'https://evil.example/',
      'javascript:alert(1)',
      '/%zz',
      '\t//evil.example',
    ];
    for (const callbackUrl of foreignUrls) {
      const page = await requestNextAuth(`signin?${new URLSearchParams({ callbackUrl })}`);
      expect(page.status).toBe(302);
      expect(page.headers.get('location')).toBe(`/login?callbackUrl=${encodeURIComponent(`${ORIGIN}/`)}`);
    }
  });

  it('ignores forged host headers and a callback cookie with another site’s URL', async () => {
    for (const value of ['https%3A%2F%2Fevil.example', 'nonsense', '%zz']) {
      const page = await requestNextAuth('signin', {
        cookies: { 'next-auth.callback-url': value },
        headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      });
      expect(page.status).toBe(302);
      expect(page.headers.get('location')).toBe(`/login?callbackUrl=${encodeURIComponent(ORIGIN)}`);
    }
  });
});
