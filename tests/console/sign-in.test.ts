import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkCredentials } from '#lib/auth/credentials.ts';
import { hashPassword, verifyPassword } from '#lib/auth/password.ts';
import { getMember, requireMember } from '#lib/auth/session.ts';
import { issueToken, openToken, sessionCookie } from '#lib/auth/session-token.ts';
import { signInAction, signOutAction } from '#lib/auth/sign-in.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema.ts';
import { type Harness, startHarness } from './support/harness.ts';
import { addMember, nobody, signedIn } from './support/people.ts';
import { inRequest } from './support/request.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const PASSWORD = 'correct horse battery';
let harness: Harness;
let hash: string;

beforeAll(async () => {
  harness = await startHarness();
  hash = await hashPassword(PASSWORD);
});
beforeEach(() => harness.settings({}));
afterAll(() => harness.close());

/** Where a redirect leads, or what else came back. */
async function outcome(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    const digest = error instanceof Error && 'digest' in error ? String(error.digest) : '';
    if (digest.startsWith('NEXT_REDIRECT')) return { to: digest.split(';')[2] };
    throw error;
  }
}

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
    result: await outcome(() => signInAction({}, form(fields))),
    cookies: cookies.set_,
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
      role: 'sender',
      timeZone: null,
    });
  });

  it('says the same to a wrong password, a stranger and a disabled member, and gives the password back to nobody', async () => {
    await addMember('known@mailroom.test', 'sender', hash);
    const gone = await addMember('gone@mailroom.test', 'sender', hash);
    await disable(gone.id);
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

  it('takes as long for a stranger as for a member', async () => {
    await addMember('timed@mailroom.test', 'viewer', hash);
    const time = async (email: string) => {
      const started = performance.now();
      await checkCredentials(email, 'wrong password');
      return performance.now() - started;
    };
    const [known, unknown] = [[] as number[], [] as number[]];
    for (let i = 0; i < 5; i++) {
      known.push(await time('timed@mailroom.test'));
      unknown.push(await time(`nobody-${i}@mailroom.test`));
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[2] ?? 0;
    expect(median(unknown) / median(known)).toBeGreaterThan(0.5);
    expect(median(unknown) / median(known)).toBeLessThan(2);
  });

  it('is tried ten times a quarter of an hour at most, by account, known or not', async () => {
    await addMember('guessed@mailroom.test', 'viewer', hash);
    await addMember('other@mailroom.test', 'viewer', hash);
    for (const email of ['guessed@mailroom.test', 'unheard@mailroom.test']) {
      const tries = await Promise.all(
        Array.from({ length: 14 }, () => checkCredentials(email, 'wrong password')),
      );
      expect(tries.filter((answer) => !answer.ok && answer.why === 'wrong')).toHaveLength(10);
    }
    expect(await checkCredentials('GUESSED@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'too_many' });
    expect(await checkCredentials('other@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
    await (await store()).execute("update sign_in_tries set expire = now() - interval '1 second'");
    expect(await checkCredentials('guessed@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
  });

  it('forgets the tries of whoever got it right', async () => {
    await addMember('clumsy@mailroom.test', 'viewer', hash);
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 6; i++) await checkCredentials('clumsy@mailroom.test', 'wrong password');
      expect(await checkCredentials('clumsy@mailroom.test', PASSWORD)).toMatchObject({ ok: true });
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

  it('never hashes a password without end', async () => {
    expect(await checkCredentials('a@b.example', 'x'.repeat(1_000_000))).toEqual({ ok: false, why: 'wrong' });
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
    expect(result).toMatchObject({ message: expect.stringMatching(/not sent from http:/) });
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
});

const disable = async (id: string) =>
  (await store()).execute(`update members set disabled_at = now() where id = '${id}'`);

describe('a session', () => {
  it('ends at the next request when the member is disabled, removed, or has another password', async () => {
    const [disabled, removed, changed] = [
      await addMember('disabled@mailroom.test', 'admin', hash),
      await addMember('removed@mailroom.test', 'admin', hash),
      await addMember('changed@mailroom.test', 'admin', hash),
    ];
    const people = await Promise.all([disabled, removed, changed].map(signedIn));
    for (const who of people) expect(await who(getMember)).not.toBeNull();
    await disable(disabled.id);
    await (await store()).execute(`delete from members where id = '${removed.id}'`);
    await addMember('changed@mailroom.test', 'admin', hash);
    for (const who of people) expect(await who(getMember)).toBeNull();
  });

  it('has the role that the member has now', async () => {
    const member = await addMember('promoted@mailroom.test', 'admin', hash);
    const who = await signedIn(member);
    await (await store()).update(members).set({ role: 'viewer' });
    expect(await who(getMember)).toMatchObject({ role: 'viewer' });
  });

  it('lasts twelve hours, however often the cookie is seen', async () => {
    const cookie = await issueToken(await addMember('late@mailroom.test', 'viewer', hash));
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
    const member = await addMember('elsewhere@mailroom.test', 'viewer', hash);
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

  it('has a cookie for https only where the console is on https', async () => {
    harness.settings({ NEXTAUTH_URL: 'https://console.test' });
    await addMember('right@mailroom.test', 'sender', hash);
    const { cookies } = await signIn(
      { email: 'right@mailroom.test', password: PASSWORD },
      { origin: 'https://console.test' },
    );
    expect(cookies).toMatchObject([{ name: '__Secure-next-auth.session-token', options: { secure: true } }]);
  });
});

describe('signing out', () => {
  it('takes the cookie away, and leads to the sign-in page', async () => {
    await inRequest({ headers: { origin: ORIGIN } }, async ({ cookies }) => {
      expect(await outcome(signOutAction)).toEqual({ to: '/login' });
      expect(cookies.set_).toEqual([{ name: sessionCookie(), value: '' }]);
    });
  });

  it('is not done for another site', async () => {
    await inRequest({ headers: { origin: 'https://evil.example' } }, async ({ cookies }) => {
      await outcome(signOutAction);
      expect(cookies.set_).toEqual([]);
    });
    expect(await nobody(getMember)).toBeNull();
  });
});
