import { randomUUID, scrypt } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInAction } from '#app/login/actions.ts';
import { checkCredentials, hashQueue } from '#lib/auth/credentials.ts';
import { hashPassword, verifyPassword } from '#lib/auth/password.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { openStore, store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { members } from '#lib/store/schema.ts';
import { startPostgres } from '../support/postgres.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { redirectOrResult } from './support/redirects.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
// Runs the real function and records its calls.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, scrypt: vi.fn(real.scrypt) };
});

const PASSWORD = 'correct horse battery';
const harness = setUpHarness();
let hash: string;

beforeAll(async () => {
  hash = await hashPassword(PASSWORD);
});
beforeEach(() => harness.applySettings({}));

/** Each call comes from a new address unless `from` is given. */
const checkPassword = (email: string, password: string, from: string = randomUUID()) =>
  checkCredentials(email, password, from);

function toFormData(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function signIn(
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string> = { origin: ORIGIN },
) {
  return inRequest({ headers }, async ({ cookies }) => ({
    result: await redirectOrResult(() => signInAction({}, toFormData(fields))),
    cookies: cookies.written,
  }));
}

describe('passwords', () => {
  it('are stored as salted scrypt hashes and verified', async () => {
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPassword(PASSWORD)).not.toBe(hash);
    expect(await verifyPassword(PASSWORD, hash)).toBe(true);
    expect(await verifyPassword(`${PASSWORD} `, hash)).toBe(false);
    expect(await verifyPassword(PASSWORD, undefined)).toBe(false);
  });
});

describe('signing in', () => {
  it('sets an httpOnly cookie and redirects to the callback URL', async () => {
    await addMember('right@mailroom.test', 'sender', hash);
    const { result, cookies } = await signIn({
      email: ' Right@Mailroom.test ',
      password: PASSWORD,
      callbackUrl: '/campaigns?status=draft',
    });
    expect(result).toEqual({ to: '/campaigns?status=draft' });
    expect(cookies).toEqual([
      {
        name: 'next-auth.session-token',
        value: expect.any(String),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: false, maxAge: 43_200 },
      },
    ]);
    const member = await inRequest({ cookies: { [sessionCookie()]: cookies[0]?.value ?? '' } }, getMember);
    expect(member).toEqual({
      id: expect.any(String),
      email: 'right@mailroom.test',
      name: null,
      role: 'sender',
      timeZone: null,
    });
  });

  it('responds alike to a wrong password, a stranger and a disabled member, and returns no password', async () => {
    await addMember('known@mailroom.test', 'sender', hash);
    const disabled = await addMember('disabled@mailroom.test', 'sender', hash);
    await (await store()).execute(`update members set disabled_at = now() where id = '${disabled.id}'`);
    const responses = await Promise.all([
      signIn({ email: 'known@mailroom.test', password: 'wrong password' }),
      signIn({ email: 'stranger@mailroom.test', password: 'wrong password' }),
      signIn({ email: 'disabled@mailroom.test', password: PASSWORD }),
    ]);
    const messages = responses.map(({ result }) => (result as { message: string }).message);
    expect(new Set(messages).size).toBe(1);
    expect(JSON.stringify(responses)).not.toMatch(/wrong password|correct horse/);
    expect(responses.flatMap(({ cookies }) => cookies)).toEqual([]);
  });

  it('does the same hashing for a stranger as for a member, with or without a password', async () => {
    await addMember('timed@mailroom.test', 'viewer', hash);
    const disabled = await addMember('left@mailroom.test', 'viewer', hash);
    const db = await store();
    await db.execute(`update members set disabled_at = now() where id = '${disabled.id}'`);
    await db.insert(members).values({ email: 'single@mailroom.test', role: 'viewer', identity: 'x y' });
    const recordHashing = async (email: string, password: string) => {
      vi.mocked(scrypt).mockClear();
      expect(await checkPassword(email, password)).toEqual({ ok: false, why: 'wrong' });
      return vi
        .mocked(scrypt)
        .mock.calls.map(([, salt, bytes, cost]) => [Buffer.isBuffer(salt) && salt.length, bytes, cost]);
    };
    const memberHashing = await recordHashing('timed@mailroom.test', 'wrong password');
    expect(memberHashing).toEqual([[16, 32, expect.objectContaining({ N: 32768, r: 8, p: 3 })]]);
    expect(await recordHashing('stranger@mailroom.test', 'wrong password')).toEqual(memberHashing);
    expect(await recordHashing('single@mailroom.test', 'wrong password')).toEqual(memberHashing);
    expect(await recordHashing('left@mailroom.test', PASSWORD)).toEqual(memberHashing);
  });

  it('reports busy while too many passwords wait to be hashed', async () => {
    const release = Promise.withResolvers<void>();
    const queued = Array.from({ length: 102 }, () => hashQueue.execute(() => release.promise));
    expect(await checkPassword('stranger@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'busy' });
    release.resolve();
    await Promise.all(queued);
    expect(await checkPassword('stranger@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'wrong' });
  });

  it('recognizes a full queue by the error of another bundled copy of the library', async () => {
    class BulkheadRejectedError extends Error {
      readonly isBulkheadRejectedError = true;
    }
    const execute = vi.spyOn(hashQueue, 'execute').mockRejectedValue(new BulkheadRejectedError());
    onTestFinished(() => execute.mockRestore());
    expect(await checkPassword('stranger@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'busy' });
  });

  it('allows ten attempts per account in 15 minutes, whether or not it exists', async () => {
    await addMember('guessed@mailroom.test', 'viewer', hash);
    await addMember('other@mailroom.test', 'viewer', hash);
    const db = await store();
    for (const email of ['guessed@mailroom.test', 'unknown@mailroom.test']) {
      const earlierAttempts = await Promise.all(
        Array.from({ length: 9 }, () => consumeRateLimit(db, 'sign-in', email)),
      );
      expect(earlierAttempts).toEqual(Array.from({ length: 9 }, () => true));
      expect(await checkPassword(email, 'wrong password')).toEqual({ ok: false, why: 'wrong' });
      expect(await checkPassword(email.toUpperCase(), PASSWORD)).toEqual({ ok: false, why: 'too_many' });
    }
    expect(await checkPassword('other@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    await db.execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await checkPassword('guessed@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
  });

  it('resets the account’s rate limit after a successful sign-in', async () => {
    await addMember('clumsy@mailroom.test', 'viewer', hash);
    const db = await store();
    for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test');
    expect(await checkPassword('clumsy@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    for (let i = 0; i < 10; i++)
      expect(await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test')).toBe(true);
    expect(await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test')).toBe(false);
  });

  it('allows ten failed attempts per address in 15 minutes, across accounts', async () => {
    await addMember('aimed@mailroom.test', 'viewer', hash);
    const db = await store();
    const from = '198.51.100.1';
    for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'sign-in-from', from);
    // Only failed attempts count.
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
    // Attempts refused by address don't count against the account.
    expect(await checkPassword('aimed@mailroom.test', PASSWORD, '198.51.100.2')).toMatchObject({ ok: true });
    await db.execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await checkPassword('aimed@mailroom.test', PASSWORD, from)).toMatchObject({ ok: true });
  });

  it('counts by the address that the proxy adds, not by one that the caller sends', async () => {
    await addMember('forged@mailroom.test', 'viewer', hash);
    const fields = { email: 'forged@mailroom.test', password: PASSWORD };
    const signInFrom = (list: string) => signIn(fields, { origin: ORIGIN, 'x-forwarded-for': list });
    const db = await store();
    for (let i = 0; i < 10; i++) await consumeRateLimit(db, 'sign-in-from', '198.51.100.3');
    expect((await signInFrom('203.0.113.9, 198.51.100.3')).result).toMatchObject({
      message: expect.stringMatching(/^Too many attempts/),
    });
    expect((await signInFrom('198.51.100.3, 198.51.100.4')).result).toEqual({ to: '/' });
  });

  it('shares its rate limits between two servers on one database', { timeout: 60_000 }, async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const servers = await Promise.all(
      [0, 1].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' })),
    );
    onTestFinished(async () => {
      await Promise.all(servers.map(({ close }) => close()));
    });
    for (const limit of ['sign-in', 'sign-in-from'] as const) {
      const attempts = servers.flatMap(({ db }) =>
        Array.from({ length: 15 }, () => consumeRateLimit(db, limit, 'guessed')),
      );
      expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(10);
    }
  });

  it('reports empty fields and keeps the other values', async () => {
    expect((await signIn({ email: 'a@b.example', password: '' })).result).toEqual({
      fields: { password: expect.any(String) },
      values: { email: 'a@b.example', callbackUrl: '' },
    });
    expect((await signIn({})).result).toMatchObject({
      fields: { email: expect.any(String), password: expect.any(String) },
    });
  });

  it('rejects an oversized password and an address with a null byte', async () => {
    expect(await checkPassword('a\0@b.example', PASSWORD)).toEqual({ ok: false, why: 'wrong' });
    expect(await checkPassword('a@b.example', 'x'.repeat(1_000_000))).toEqual({ ok: false, why: 'wrong' });
  });

  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    [
      'an origin that matches forged hosts',
      { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['no origin', {}],
    ['a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('is refused from %s', async (_, headers) => {
    await addMember('right@mailroom.test', 'sender', hash);
    const { result, cookies } = await signIn({ email: 'right@mailroom.test', password: PASSWORD }, headers);
    expect(result).toMatchObject({ message: expect.stringMatching(/wasn’t sent from http:/) });
    expect(cookies).toEqual([]);
  });

  it('is allowed without an origin if the browser reports the request as same-origin', async () => {
    await addMember('right@mailroom.test', 'sender', hash);
    const { result } = await signIn(
      { email: 'right@mailroom.test', password: PASSWORD, callbackUrl: '//evil.example' },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(result).toEqual({ to: '/' });
  });

  it('sets a secure cookie if the console uses https', async () => {
    harness.applySettings({ NEXTAUTH_URL: 'https://console.test' });
    await addMember('right@mailroom.test', 'sender', hash);
    const { cookies } = await signIn(
      { email: 'right@mailroom.test', password: PASSWORD },
      { origin: 'https://console.test' },
    );
    expect(cookies).toMatchObject([{ name: '__Secure-next-auth.session-token', options: { secure: true } }]);
  });
});
