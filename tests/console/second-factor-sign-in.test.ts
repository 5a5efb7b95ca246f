/** Tests that members with a second factor get a session only after using that factor. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeAction } from '#app/login/second-factor/actions.ts';
import { getMember } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { readSignInFactors } from '#lib/data/second-factor-sign-in.ts';
import { replacePassword } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { consumeRateLimit } from '#lib/store/rate-limits.ts';
import { recoveryCodes } from '#lib/store/schema/second-factors.ts';
import { totpCode } from '../support/totp.ts';
import { addMemberWithApp, addMemberWithCodes, addPasswordMember, enterPassword } from './support/factors.ts';
import { setUpHarness } from './support/harness.ts';
import { inRequest } from './support/request.ts';
import { PASSWORD } from './support/sign-in.ts';
import { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const WRONG = { fields: { code: expect.stringContaining('isn’t correct') } };
const SIGNED_IN = { to: '/' };
const isSignedIn = async (browser: TestBrowser) => (await browser.run(getMember)) !== null;

describe('a password', () => {
  it('signs in a member without a second factor directly from the sign-in page', async () => {
    const { browser, result } = await enterPassword(await addPasswordMember());
    expect(result).toEqual({ to: '/campaigns' });
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('starts no session for a member with a second factor', async () => {
    const { member } = await addMemberWithApp();
    const { browser, result } = await enterPassword(member);
    expect(result).toEqual({ to: '/login/second-factor?callbackUrl=%2Fcampaigns' });
    expect(Object.keys(browser.cookies)).toEqual(['mailroom-sign-in']);
    expect(await isSignedIn(browser)).toBe(false);
    expect(await browser.run(readSignInFactors)).toEqual({
      email: member.email,
      hasApp: true,
      hasPasskey: false,
    });
  });

  it('asks for the second factor only in the browser that sent the password', async () => {
    const { member } = await addMemberWithApp();
    await enterPassword(member);
    expect(await new TestBrowser().run(readSignInFactors)).toBeNull();
  });

  it('gives no access if the session was started without the member’s second factor', async () => {
    const { member } = await addMemberWithApp();
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    expect(await inRequest({ cookies }, getMember)).toBeNull();
  });
});

describe('an authenticator app’s code', () => {
  it('signs the member in and opens the requested page', async () => {
    const { member, secret } = await addMemberWithApp();
    const { browser } = await enterPassword(member);
    const fields = { code: ` ${totpCode(secret, 1).replace(/(?=...$)/, ' ')}`, callbackUrl: '/campaigns' };
    expect(await browser.submit(codeAction, fields)).toEqual({ to: '/campaigns' });
    expect(await isSignedIn(browser)).toBe(true);
    expect(Object.keys(browser.cookies).sort()).toEqual(['mailroom-device', sessionCookie()].sort());
  });

  it('is refused if it was used before or is older than the last code that was used', async () => {
    const { member, secret } = await addMemberWithApp();
    const [first, second] = [await enterPassword(member), await enterPassword(member)];
    const code = totpCode(secret, 1);
    expect(await first.browser.submit(codeAction, { code })).toEqual(SIGNED_IN);
    expect(await second.browser.submit(codeAction, { code })).toMatchObject(WRONG);
    expect(await second.browser.submit(codeAction, { code: totpCode(secret) })).toMatchObject(WRONG);
    expect(await isSignedIn(second.browser)).toBe(false);
  });

  it('works only once if it is entered many times simultaneously', async () => {
    const { member, secret } = await addMemberWithApp();
    const code = totpCode(secret, 1);
    const browsers = await Promise.all(Array.from({ length: 5 }, () => enterPassword(member)));
    const results = await Promise.all(browsers.map(({ browser }) => browser.submit(codeAction, { code })));
    expect(results.filter((result) => JSON.stringify(result) === JSON.stringify(SIGNED_IN))).toHaveLength(1);
  });

  it.each([
    ['from two periods ago', -2],
    ['of the period after the next', 2],
  ])('is refused %s', async (_, periods) => {
    const { member, secret } = await addMemberWithApp();
    const { browser } = await enterPassword(member);
    // Clear the period of the last used code, because the console would refuse every code from an earlier
    // period.
    await (await store()).execute(sql`update authenticator_apps set last_period = 0`);
    // With the real clock, the next period could begin before the code is checked.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    expect(await browser.submit(codeAction, { code: totpCode(secret, periods) })).toMatchObject(WRONG);
  });

  it('is refused if it belongs to another member’s app', async () => {
    const [one, other] = [await addMemberWithApp(), await addMemberWithApp()];
    const { browser } = await enterPassword(one.member);
    expect(await browser.submit(codeAction, { code: totpCode(other.secret, 1) })).toMatchObject(WRONG);
  });

  it('is refused if no password was entered first', async () => {
    const { secret } = await addMemberWithApp();
    const result = await new TestBrowser().submit(codeAction, { code: totpCode(secret, 1) });
    expect(result).toMatchObject({ message: expect.stringContaining('Sign in again.') });
  });

  it('is refused after ten minutes', async () => {
    const { member, secret } = await addMemberWithApp();
    const { browser } = await enterPassword(member);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 });
    try {
      const result = await browser.submit(codeAction, { code: totpCode(secret) });
      expect(result).toMatchObject({ message: expect.stringContaining('Sign in again.') });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each(['password', 'access'])(
    'is refused if the member’s %s changes after the password is entered',
    async (change) => {
      const { member, secret } = await addMemberWithApp();
      const { browser } = await enterPassword(member);
      if (change === 'password') await replacePassword(await store(), member.id, 'another hash', false);
      else await (await store()).execute(`update members set disabled_at = now() where id = '${member.id}'`);
      const result = await browser.submit(codeAction, { code: totpCode(secret, 1) });
      expect(result).toMatchObject({ message: expect.any(String) });
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  it('can be tried ten times in 15 minutes', async () => {
    const { member, secret } = await addMemberWithApp();
    const { browser } = await enterPassword(member);
    for (let i = 0; i < 10; i++)
      expect(await browser.submit(codeAction, { code: '000000' })).toMatchObject(WRONG);
    const result = await browser.submit(codeAction, { code: totpCode(secret, 1) });
    expect(result).toMatchObject({ message: expect.stringContaining('Too many attempts') });
  });

  it('can still be entered in a browser used for an earlier sign-in, even after another browser has used up the attempts', async () => {
    const { member, secret } = await addMemberWithApp();
    const known = await enterPassword(member);
    expect(await known.browser.submit(codeAction, { code: totpCode(secret, 1) })).toEqual(SIGNED_IN);
    const attacker = await enterPassword(member);
    for (let i = 0; i < 11; i++) await attacker.browser.submit(codeAction, { code: '000000' });
    expect(await attacker.browser.submit(codeAction, { code: '000000' })).toMatchObject({
      message: expect.stringContaining('Too many attempts'),
    });
    await enterPassword(member, known.browser);
    expect(await known.browser.submit(codeAction, { code: '000000' })).toMatchObject(WRONG);
  });

  it('is accepted after a correct password even if attackers then use up the account’s password attempts', async () => {
    const { member, secret } = await addMemberWithApp();
    const { browser } = await enterPassword(member);
    const db = await store();
    for (let i = 0; i < 301; i++) await consumeRateLimit(db, 'sign-in', member.email);
    expect((await consumeRateLimit(db, 'sign-in', member.email)).isAllowed).toBe(false);
    expect(await browser.submit(codeAction, { code: totpCode(secret, 1) })).toEqual(SIGNED_IN);
  });
});

describe('a recovery code', () => {
  it('signs the member in only once, and may contain spaces, lowercase letters, and the letter O for zero', async () => {
    const { member, codes } = await addMemberWithCodes();
    expect(codes).toHaveLength(8);
    const code = ` ${(codes[3] ?? '').toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o')} `;
    const [first, second] = [await enterPassword(member), await enterPassword(member)];
    expect(await first.browser.submit(codeAction, { code })).toEqual(SIGNED_IN);
    expect(await isSignedIn(first.browser)).toBe(true);
    expect(await second.browser.submit(codeAction, { code })).toMatchObject(WRONG);
    expect(await second.browser.submit(codeAction, { code: codes[4] ?? '' })).toEqual(SIGNED_IN);
  });

  it('works only once if it is entered twice simultaneously', async () => {
    const { member, codes } = await addMemberWithCodes();
    const browsers = [await enterPassword(member), await enterPassword(member)];
    const results = await Promise.all(
      browsers.map(({ browser }) => browser.submit(codeAction, { code: codes[0] ?? '' })),
    );
    expect(results).toContainEqual(SIGNED_IN);
    expect(results).toContainEqual(expect.objectContaining(WRONG));
  });

  it('is refused if it belongs to another member', async () => {
    const [one, other] = [await addMemberWithCodes(), await addMemberWithCodes()];
    const { browser } = await enterPassword(one.member);
    expect(await browser.submit(codeAction, { code: other.codes[0] ?? '' })).toMatchObject(WRONG);
  });

  it('is stored only as a salted hash', async () => {
    const { member, codes } = await addMemberWithCodes();
    const rows = (await (await store()).select().from(recoveryCodes)).filter(
      ({ memberId }) => memberId === member.id,
    );
    expect(rows).toHaveLength(8);
    for (const { codeHash } of rows) expect(codeHash).toMatch(/^scrypt\$\d+\$8\$\d\$[\w-]{22}\$[\w-]{43}$/);
    const stored = JSON.stringify(rows);
    for (const code of codes) expect(stored).not.toContain(code.replaceAll('-', ''));
  });
});

it('the password is never returned to the browser after a wrong code', async () => {
  const { member } = await addMemberWithApp();
  const { browser } = await enterPassword(member);
  expect(JSON.stringify(await browser.submit(codeAction, { code: '000000' }))).not.toContain(PASSWORD);
});
