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
// It does what it does: what it is asked for is noted.
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

/** From an address of its own, unless it says. */
const check = (email: string, password: string, from: string = randomUUID()) =>
  checkCredentials(email, password, from);

function form(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

async function signIn(
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string> = { origin: ORIGIN },
) {
  return inRequest({ headers }, async ({ cookies }) => ({
    result: await redirectOrResult(() => signInAction({}, form(fields))),
    cookies: cookies.written,
  }));
}

describe('passwords', () => {
  it('are kept as scrypt, salted, and checked', async () => {
    expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPassword(PASSWORD)).not.toBe(hash);
    expect(await verifyPassword(PASSWORD, hash)).toBe(true);
    expect(await verifyPassword(`${PASSWORD} `, hash)).toBe(false);
    expect(await verifyPassword(PASSWORD, undefined)).toBe(false);
  });
});

describe('signing in', () => {
  it('sets a cookie that only the server can read, and goes where the person wanted', async () => {
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

  it('says the same to a wrong password, a stranger and a disabled member, and gives the password back to nobody', async () => {
    await addMember('known@mailroom.test', 'sender', hash);
    const gone = await addMember('gone@mailroom.test', 'sender', hash);
    await (await store()).execute(`update members set disabled_at = now() where id = '${gone.id}'`);
    const answers = await Promise.all([
      signIn({ email: 'known@mailroom.test', password: 'wrong password' }),
      signIn({ email: 'stranger@mailroom.test', password: 'wrong password' }),
      signIn({ email: 'gone@mailroom.test', password: PASSWORD }),
    ]);
    const messages = answers.map(({ result }) => (result as { message: string }).message);
    expect(new Set(messages).size).toBe(1);
    expect(JSON.stringify(answers)).not.toMatch(/wrong password|correct horse/);
    expect(answers.flatMap(({ cookies }) => cookies)).toEqual([]);
  });

  it('costs a stranger as much work as a member, with or without a password', async () => {
    await addMember('timed@mailroom.test', 'viewer', hash);
    const gone = await addMember('left@mailroom.test', 'viewer', hash);
    const db = await store();
    await db.execute(`update members set disabled_at = now() where id = '${gone.id}'`);
    await db.insert(members).values({ email: 'single@mailroom.test', role: 'viewer', identity: 'x y' });
    const work = async (email: string, password: string) => {
      vi.mocked(scrypt).mockClear();
      expect(await check(email, password)).toEqual({ ok: false, why: 'wrong' });
      return vi
        .mocked(scrypt)
        .mock.calls.map(([, salt, bytes, cost]) => [Buffer.isBuffer(salt) && salt.length, bytes, cost]);
    };
    const ofMember = await work('timed@mailroom.test', 'wrong password');
    expect(ofMember).toEqual([[16, 32, expect.objectContaining({ N: 32768, r: 8, p: 3 })]]);
    expect(await work('nobody@mailroom.test', 'wrong password')).toEqual(ofMember);
    expect(await work('single@mailroom.test', 'wrong password')).toEqual(ofMember);
    expect(await work('left@mailroom.test', PASSWORD)).toEqual(ofMember);
  });

  it('waits its turn, and says so when too many wait already', async () => {
    const waiting = Promise.withResolvers<void>();
    const full = Array.from({ length: 102 }, () => hashQueue.execute(() => waiting.promise));
    expect(await check('anybody@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'busy' });
    waiting.resolve();
    await Promise.all(full);
    expect(await check('anybody@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'wrong' });
  });

  it('recognizes a full queue by the error of another bundled copy of the library', async () => {
    class BulkheadRejectedError extends Error {
      readonly isBulkheadRejectedError = true;
    }
    const execute = vi.spyOn(hashQueue, 'execute').mockRejectedValue(new BulkheadRejectedError());
    onTestFinished(() => execute.mockRestore());
    expect(await check('anybody@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'busy' });
  });

  it('is tried ten times a quarter of an hour at most, by account, known or not', async () => {
    await addMember('guessed@mailroom.test', 'viewer', hash);
    await addMember('other@mailroom.test', 'viewer', hash);
    const db = await store();
    for (const email of ['guessed@mailroom.test', 'unheard@mailroom.test']) {
      const tries = await Promise.all(
        Array.from({ length: 9 }, () => consumeRateLimit(db, 'sign-in', email)),
      );
      expect(tries).toEqual(Array.from({ length: 9 }, () => true));
      expect(await check(email, 'wrong password')).toEqual({ ok: false, why: 'wrong' });
      expect(await check(email.toUpperCase(), PASSWORD)).toEqual({ ok: false, why: 'too_many' });
    }
    expect(await check('other@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    await db.execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await check('guessed@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
  });

  it('forgets the tries of whoever got it right', async () => {
    await addMember('clumsy@mailroom.test', 'viewer', hash);
    const db = await store();
    for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test');
    expect(await check('clumsy@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    for (let i = 0; i < 10; i++)
      expect(await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test')).toBe(true);
    expect(await consumeRateLimit(db, 'sign-in', 'clumsy@mailroom.test')).toBe(false);
  });

  it('is tried ten times a quarter of an hour at most from one address, whatever the accounts', async () => {
    await addMember('aimed@mailroom.test', 'viewer', hash);
    const db = await store();
    const from = '198.51.100.1';
    for (let i = 0; i < 9; i++) await consumeRateLimit(db, 'sign-in-from', from);
    // Right ones cost nothing, wrong ones do.
    for (let i = 0; i < 3; i++)
      expect(await check('aimed@mailroom.test', PASSWORD, from)).toMatchObject({ ok: true });
    expect(await check('somebody@mailroom.test', 'wrong password', from)).toMatchObject({ why: 'wrong' });
    for (let i = 0; i < 12; i++)
      expect(await check('aimed@mailroom.test', PASSWORD, from)).toEqual({ ok: false, why: 'too_many' });
    // What was refused there has used up none of the account's own tries.
    expect(await check('aimed@mailroom.test', PASSWORD, '198.51.100.2')).toMatchObject({ ok: true });
    await db.execute("update rate_limits set expire = now() - interval '1 second'");
    expect(await check('aimed@mailroom.test', PASSWORD, from)).toMatchObject({ ok: true });
  });

  it('counts by where the connection comes from, whatever the caller writes', async () => {
    await addMember('forged@mailroom.test', 'viewer', hash);
    const fields = { email: 'forged@mailroom.test', password: PASSWORD };
    const from = (list: string) => signIn(fields, { origin: ORIGIN, 'x-forwarded-for': list });
    const db = await store();
    for (let i = 0; i < 10; i++) await consumeRateLimit(db, 'sign-in-from', '198.51.100.3');
    expect((await from('203.0.113.9, 198.51.100.3')).result).toMatchObject({
      message: expect.stringMatching(/^Too many attempts/),
    });
    expect((await from('198.51.100.3, 198.51.100.4')).result).toEqual({ to: '/' });
  });

  it('is counted over two servers on one database', { timeout: 60_000 }, async () => {
    const postgres = await startPostgres();
    onTestFinished(postgres.stop);
    const servers = await Promise.all(
      [0, 1].map(() => openStore({ databaseUrl: postgres.url, dataFolder: '' })),
    );
    onTestFinished(async () => {
      await Promise.all(servers.map(({ close }) => close()));
    });
    for (const tried of ['sign-in', 'sign-in-from'] as const) {
      const tries = servers.flatMap(({ db }) =>
        Array.from({ length: 15 }, () => consumeRateLimit(db, tried, 'guessed')),
      );
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(10);
    }
  });

  it('names an empty field, and keeps what was typed', async () => {
    expect((await signIn({ email: 'a@b.example', password: '' })).result).toEqual({
      fields: { password: expect.any(String) },
      values: { email: 'a@b.example', callbackUrl: '' },
    });
    expect((await signIn({})).result).toMatchObject({
      fields: { email: expect.any(String), password: expect.any(String) },
    });
  });

  it('never hashes a password without end, nor asks the database for what it can’t hold', async () => {
    expect(await check('a\0@b.example', PASSWORD)).toEqual({ ok: false, why: 'wrong' });
    expect(await check('a@b.example', 'x'.repeat(1_000_000))).toEqual({ ok: false, why: 'wrong' });
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    [
      'another site that forges the host too',
      { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['nowhere', {}],
    ['a frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('from %s is refused', async (_, headers) => {
    await addMember('right@mailroom.test', 'sender', hash);
    const { result, cookies } = await signIn({ email: 'right@mailroom.test', password: PASSWORD }, headers);
    expect(result).toMatchObject({ message: expect.stringMatching(/wasn’t sent from http:/) });
    expect(cookies).toEqual([]);
  });

  it('works where a browser tells only that it is the same origin', async () => {
    await addMember('right@mailroom.test', 'sender', hash);
    const { result } = await signIn(
      { email: 'right@mailroom.test', password: PASSWORD, callbackUrl: '//evil.example' },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(result).toEqual({ to: '/' });
  });

  it('has a cookie for https only where the console is on https', async () => {
    harness.applySettings({ NEXTAUTH_URL: 'https://console.test' });
    await addMember('right@mailroom.test', 'sender', hash);
    const { cookies } = await signIn(
      { email: 'right@mailroom.test', password: PASSWORD },
      { origin: 'https://console.test' },
    );
    expect(cookies).toMatchObject([{ name: '__Secure-next-auth.session-token', options: { secure: true } }]);
  });
});
