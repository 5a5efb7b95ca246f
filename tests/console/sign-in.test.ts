import { scrypt } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { signInAction } from '#app/login/actions.ts';
import { hashQueue } from '#lib/auth/credentials.ts';
import { PASSWORD_COST } from '#lib/auth/password-cost.ts';
import { getMember } from '#lib/auth/session.ts';
import { sessionCookie } from '#lib/auth/session-token.ts';
import { store } from '#lib/store/open.ts';
import { members } from '#lib/store/schema/members.ts';
import { setUpHarness } from './support/harness.ts';
import { addMember } from './support/members.ts';
import { inRequest } from './support/request.ts';
import { checkPassword, PASSWORD, passwordHash, submitSignInForm } from './support/sign-in.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
// Calls the real scrypt function and records every call.
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, scrypt: vi.fn(real.scrypt) };
});

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

describe('signing in', () => {
  it('sets an HTTP-only cookie and redirects to the callback URL', async () => {
    await addMember('right@mailroom.test', 'sender', await passwordHash());
    const { result, cookies } = await submitSignInForm({
      email: ' Right@Mailroom.test ',
      password: PASSWORD,
      callbackUrl: '/campaigns?status=draft',
    });
    expect(result).toEqual({ to: '/campaigns?status=draft' });
    expect(cookies).toEqual([
      {
        name: 'next-auth.session-token',
        value: expect.any(String),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: false, maxAge: 36 * 3_600 },
      },
      {
        name: 'mailroom-device',
        value: expect.any(String),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: false, maxAge: 180 * 24 * 3_600 },
      },
    ]);
    const member = await inRequest({ cookies: { [sessionCookie()]: cookies[0]?.value ?? '' } }, getMember);
    expect(member).toEqual({
      id: expect.any(String),
      email: 'right@mailroom.test',
      name: null,
      role: 'sender',
      timeZone: null,
      dateLocale: null,
    });
  });

  it('refuses a value that isn’t a form', async () => {
    const notForms = [undefined, null, 'text', {}, []] as unknown as FormData[];
    for (const value of notForms) {
      const result = await inRequest({}, () => signInAction({}, value));
      expect(result).toEqual({ message: 'The form was incomplete. No action was taken.' });
    }
  });

  it('responds the same way to a wrong password, an unknown address, and a disabled member', async () => {
    await addMember('known@mailroom.test', 'sender', await passwordHash());
    const disabled = await addMember('disabled@mailroom.test', 'sender', await passwordHash());
    await (await store()).execute(`update members set disabled_at = now() where id = '${disabled.id}'`);
    const responses = await Promise.all([
      submitSignInForm({ email: 'known@mailroom.test', password: 'wrong password' }),
      submitSignInForm({ email: 'stranger@mailroom.test', password: 'wrong password' }),
      submitSignInForm({ email: 'disabled@mailroom.test', password: PASSWORD }),
    ]);
    const messages = responses.map(({ result }) => (result as { message: string }).message);
    expect(new Set(messages).size).toBe(1);
    expect(JSON.stringify(responses)).not.toMatch(/wrong password|correct horse/);
    expect(responses.flatMap(({ cookies }) => cookies)).toEqual([]);
  });

  it('hashes the password the same way for an unknown address as for a member', async () => {
    await addMember('timed@mailroom.test', 'viewer', await passwordHash());
    const disabled = await addMember('left@mailroom.test', 'viewer', await passwordHash());
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
    expect(memberHashing).toEqual([[16, 32, expect.objectContaining(PASSWORD_COST)]]);
    expect(await recordHashing('stranger@mailroom.test', 'wrong password')).toEqual(memberHashing);
    expect(await recordHashing('single@mailroom.test', 'wrong password')).toEqual(memberHashing);
    expect(await recordHashing('left@mailroom.test', PASSWORD)).toEqual(memberHashing);
  });

  it('reports that the console is busy while too many passwords are waiting to be hashed', async () => {
    const release = Promise.withResolvers<void>();
    const queued = Array.from({ length: 102 }, () => hashQueue.execute(() => release.promise));
    expect(await checkPassword('stranger@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'busy' });
    release.resolve();
    await Promise.all(queued);
    expect(await checkPassword('stranger@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'wrong' });
  });

  it('reports that the console is busy even if the queue’s error comes from another bundled copy of the library', async () => {
    class BulkheadRejectedError extends Error {
      readonly isBulkheadRejectedError = true;
    }
    const execute = vi.spyOn(hashQueue, 'execute').mockRejectedValue(new BulkheadRejectedError());
    onTestFinished(() => execute.mockRestore());
    expect(await checkPassword('stranger@mailroom.test', PASSWORD)).toEqual({ ok: false, why: 'busy' });
  });

  it('reports empty fields and keeps the other entered values', async () => {
    expect((await submitSignInForm({ email: 'a@b.example', password: '' })).result).toEqual({
      fields: { password: expect.any(String) },
      values: { email: 'a@b.example', callbackUrl: '' },
    });
    expect((await submitSignInForm({})).result).toMatchObject({
      fields: { email: expect.any(String), password: expect.any(String) },
    });
  });

  it('rejects an oversized password and an address with a null byte', async () => {
    expect(await checkPassword('a\0@b.example', PASSWORD)).toEqual({ ok: false, why: 'wrong' });
    expect(await checkPassword('a@b.example', 'x'.repeat(1_000_000))).toEqual({ ok: false, why: 'wrong' });
  });

  it.each([
    ['from another origin', { origin: 'https://evil.example' }],
    [
      'from an origin that matches forged hosts',
      { origin: 'http://evil.example', host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    ],
    ['without an origin', {}],
    ['from a sandboxed frame of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ])('is refused when sent %s', async (_, headers) => {
    await addMember('right@mailroom.test', 'sender', await passwordHash());
    const { result, cookies } = await submitSignInForm(
      { email: 'right@mailroom.test', password: PASSWORD },
      headers,
    );
    expect(result).toMatchObject({
      message: expect.stringMatching(/wasn’t sent from http:|can’t tell which page/),
    });
    expect(cookies).toEqual([]);
  });

  it('is allowed without an Origin header if the browser reports a same-origin request', async () => {
    await addMember('right@mailroom.test', 'sender', await passwordHash());
    const { result } = await submitSignInForm(
      { email: 'right@mailroom.test', password: PASSWORD, callbackUrl: '//evil.example' },
      { 'sec-fetch-site': 'same-origin' },
    );
    expect(result).toEqual({ to: '/' });
  });
});
