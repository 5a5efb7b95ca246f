/** Tests the limits on sign-in attempts per account and per IP address. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { rateLimitKey } from '#lib/auth/rate-limit-key.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { openOnTwoServers } from './support/databases.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { checkPassword, PASSWORD, passwordHash, submitSignInForm } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

describe('signing in', () => {
  it('allows 300 wrong passwords per account in 15 minutes from unknown browsers, even if the account doesn’t exist', async () => {
    await addMember('guessed@mailroom.test', 'viewer', await passwordHash());
    await addMember('other@mailroom.test', 'viewer', await passwordHash());
    const db = await store();
    for (const email of ['guessed@mailroom.test', 'unknown@mailroom.test']) {
      const earlierAttempts = await Promise.all(
        Array.from({ length: 299 }, () => consumeRateLimit(db, 'sign-in', email)),
      );
      expect(earlierAttempts).not.toContain(false);
      expect(await checkPassword(email, 'wrong password')).toEqual({ ok: false, why: 'wrong' });
      expect(await checkPassword(email.toUpperCase(), PASSWORD)).toEqual({ ok: false, why: 'too_many' });
    }
    expect(await checkPassword('other@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    await db.execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await checkPassword('guessed@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
  });

  it('doesn’t count correct passwords, and doesn’t reset the count of wrong passwords after a correct one', async () => {
    await addMember('clumsy@mailroom.test', 'viewer', await passwordHash());
    const db = await store();
    for (let i = 0; i < 299; i++) await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test');
    for (let i = 0; i < 3; i++)
      expect(await checkPassword('clumsy@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    expect(await checkPassword('clumsy@mailroom.test', 'wrong password')).toMatchObject({ why: 'wrong' });
    expect(await checkPassword('clumsy@mailroom.test', PASSWORD)).toMatchObject({ why: 'too_many' });
  });

  it('allows 30 wrong passwords in 15 minutes from one IPv6 /48 network', async () => {
    await addMember('network@mailroom.test', 'viewer', await passwordHash());
    const from = (subnet: number, site = '2001:db8:1') =>
      rateLimitKey(`${site}:${subnet.toString(16)}::${subnet}`);
    const db = await store();
    for (let i = 0; i < 29; i++) await consumeRateLimit(db, 'sign-in-network', '2001:db8:1::/48');
    expect(await checkPassword('network@mailroom.test', 'wrong password', from(30))).toMatchObject({
      why: 'wrong',
    });
    expect(await checkPassword('network@mailroom.test', PASSWORD, from(31))).toMatchObject({
      why: 'too_many',
    });
    expect(await checkPassword('network@mailroom.test', PASSWORD, from(31, '2001:db8:2'))).toMatchObject({
      ok: true,
    });
  });

  it('allows 10 failed attempts per IP address in 15 minutes, across all accounts', async () => {
    await addMember('aimed@mailroom.test', 'viewer', await passwordHash());
    const db = await store();
    const from = '198.51.100.1';
    for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'sign-in-from', from);
    // Successful attempts don't count toward the limit.
    for (let i = 0; i < 3; i++)
      expect(await checkPassword('aimed@mailroom.test', PASSWORD, from)).toMatchObject({ ok: true });
    expect(await checkPassword('stranger@mailroom.test', 'wrong password', from)).toMatchObject({
      why: 'wrong',
    });
    for (let i = 0; i < 12; i++)
      expect(await checkPassword('aimed@mailroom.test', PASSWORD, from)).toEqual({
        ok: false,
        why: 'too_many',
      });
    // An attempt that is refused because of the IP address doesn't count against the account.
    expect(await checkPassword('aimed@mailroom.test', PASSWORD, '198.51.100.2')).toMatchObject({ ok: true });
    await db.execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await checkPassword('aimed@mailroom.test', PASSWORD, from)).toMatchObject({ ok: true });
  });

  it('counts attempts by the IP address that the proxy adds, not by an address that the caller sends', async () => {
    await addMember('forged@mailroom.test', 'viewer', await passwordHash());
    const fields = { email: 'forged@mailroom.test', password: PASSWORD };
    const signInFrom = (list: string) =>
      submitSignInForm(fields, { origin: ORIGIN, 'x-forwarded-for': list });
    const db = await store();
    for (let i = 0; i < 10; i++) await consumeRateLimit(db, 'sign-in-from', '198.51.100.3');
    expect((await signInFrom('203.0.113.9, 198.51.100.3')).result).toMatchObject({
      message: expect.stringMatching(/^Too many attempts/),
    });
    expect((await signInFrom('198.51.100.3, 198.51.100.4')).result).toEqual({ to: '/' });
  });

  it('counts attempts together on two servers that use one database', { timeout: 60_000 }, async () => {
    const servers = await openOnTwoServers();
    for (const limit of ['sign-in-device', 'sign-in-from'] as const) {
      const attempts = servers.flatMap(({ db }) =>
        Array.from({ length: 15 }, () => consumeRateLimit(db, limit, 'guessed')),
      );
      expect((await Promise.all(attempts)).filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
    }
  });
});
