/** Tests signing in with passkeys, and which responses from a passkey the console refuses. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  factorPasskeyAction,
  passkeySignInAction,
  requestFactorPasskeyAction,
  requestSignInPasskeyAction,
} from '#app/login/second-factor/actions.ts';
import { addPasskeyAction, changeFactorAction, requestPasskeyAction } from '#app/second-factor/actions.ts';
import { confirmPasskeyAction, requestOwnPasskeyAction } from '#app/second-factor/confirm/actions.ts';
import { getAccount, getMember } from '#lib/auth/session.ts';
import { readOwnFactors } from '#lib/data/own-factors.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { store } from '#lib/store/open.ts';
import { findPasskey } from '#lib/store/second-factors.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import {
  addApp,
  addPasswordMember,
  backdateSessions,
  enterPassword,
  openBrowser,
} from './support/factors.ts';
import { setUpHarness } from './support/harness.ts';
import { ORIGIN } from './support/settings.ts';
import { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

type RequestAction = Parameters<TestBrowser['submit']>[0];

async function request(browser: TestBrowser, action: RequestAction): Promise<string> {
  const { passkeyOptions, message } = (await browser.submit(action)) as FormState;
  if (passkeyOptions === undefined) throw new Error(message ?? 'The console didn’t ask for a passkey.');
  return passkeyOptions;
}

async function addPasskey(browser: TestBrowser): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(ORIGIN);
  const response = passkey.register(await request(browser, requestPasskeyAction));
  expect(await browser.submit(addPasskeyAction, { response })).toMatchObject({ ok: true });
  return passkey;
}

async function addMemberWithPasskey() {
  const member = await addPasswordMember();
  const browser = await openBrowser(member);
  return { member, browser, passkey: await addPasskey(browser) };
}

const signIn = (browser: TestBrowser, response: string) =>
  browser.submit(passkeySignInAction, { response, callbackUrl: '/campaigns' });

const REFUSED = { message: expect.stringContaining('This passkey wasn’t accepted.') };

describe('a passkey alone', () => {
  it('starts a session that needs no second factor', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    const browser = new TestBrowser();
    const response = passkey.authenticate(await request(browser, requestSignInPasskeyAction));
    expect(await signIn(browser, response)).toEqual({ to: '/campaigns' });
    expect(await browser.run(getAccount)).toMatchObject({ member: { id: member.id }, isTwoFactor: true });
  });

  it.each([
    ['without a PIN, fingerprint, or face', { isUserVerified: false }],
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['with the counter of an earlier use', { counter: 1 }],
    ['with another member’s handle', { userHandle: Buffer.from(crypto.randomUUID()).toString('base64url') }],
  ])('is refused %s', async (_, faults) => {
    const { passkey } = await addMemberWithPasskey();
    const first = new TestBrowser();
    const once = passkey.authenticate(await request(first, requestSignInPasskeyAction), { counter: 1 });
    expect(await signIn(first, once)).toEqual({ to: '/campaigns' });
    const browser = new TestBrowser();
    const options = await request(browser, requestSignInPasskeyAction);
    expect(await signIn(browser, passkey.authenticate(options, { counter: 2, ...faults }))).toMatchObject(
      REFUSED,
    );
    expect(await browser.run(getMember)).toBeNull();
  });

  it('is refused if the answer is sent again, even with the same cookie', async () => {
    const { passkey } = await addMemberWithPasskey();
    const browser = new TestBrowser();
    const options = await request(browser, requestSignInPasskeyAction);
    const cookies = { ...browser.cookies };
    // Passkeys that are synced between devices always report a counter of 0.
    const response = passkey.authenticate(options, { counter: 0 });
    expect(await signIn(browser, response)).toEqual({ to: '/campaigns' });
    const thief = new TestBrowser();
    Object.assign(thief.cookies, cookies);
    expect(await signIn(thief, response)).toMatchObject(REFUSED);
  });

  it('is refused in another browser, and after five minutes', async () => {
    const { passkey } = await addMemberWithPasskey();
    const browser = new TestBrowser();
    const response = passkey.authenticate(await request(browser, requestSignInPasskeyAction));
    expect(await signIn(new TestBrowser(), response)).toMatchObject(REFUSED);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 });
    try {
      expect(await signIn(browser, response)).toMatchObject(REFUSED);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is refused for a disabled member, for a removed passkey, and for an unknown passkey', async () => {
    const [disabled, removed] = [await addMemberWithPasskey(), await addMemberWithPasskey()];
    const db = await store();
    await db.execute(`update members set disabled_at = now() where id = '${disabled.member.id}'`);
    const row = await findPasskey(db, removed.passkey.id.toString('base64url'));
    await removed.browser.submit(changeFactorAction, { remove: row?.id ?? '' });
    for (const passkey of [disabled.passkey, removed.passkey, new SoftwarePasskey(ORIGIN)]) {
      const browser = new TestBrowser();
      const response = passkey.authenticate(await request(browser, requestSignInPasskeyAction));
      expect(await signIn(browser, response)).toMatchObject(REFUSED);
      expect(await browser.run(getMember)).toBeNull();
    }
  });

  it('is refused for members who can only sign in through the provider', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    await (await store()).execute(`update members set password_hash = null where id = '${member.id}'`);
    const browser = new TestBrowser();
    const response = passkey.authenticate(await request(browser, requestSignInPasskeyAction));
    expect(await signIn(browser, response)).toMatchObject({
      message: expect.stringContaining('Sign in with your identity provider.'),
    });
    expect(await browser.run(getMember)).toBeNull();
  });

  it.each(['', '{}', 'null', '[]', '{"id":"x","response":{}}', '{'.repeat(20_000)])(
    'is refused if the browser sends %.30j',
    async (response) => {
      const browser = new TestBrowser();
      await request(browser, requestSignInPasskeyAction);
      const state = await signIn(browser, response);
      expect(state).not.toHaveProperty('to');
      expect(await browser.run(getMember)).toBeNull();
    },
  );

  it('can be tried 30 times in 15 minutes from one IP address', async () => {
    const { passkey } = await addMemberWithPasskey();
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const attacker = new TestBrowser(from);
    for (let i = 0; i < 30; i++) expect(await signIn(attacker, '{}')).toMatchObject(REFUSED);
    expect(await signIn(attacker, '{}')).toMatchObject({
      message: expect.stringContaining('Too many attempts'),
    });
    const browser = new TestBrowser({ 'x-forwarded-for': '203.0.113.78' });
    const response = passkey.authenticate(await request(browser, requestSignInPasskeyAction));
    expect(await signIn(browser, response)).toEqual({ to: '/campaigns' });
  });
});

describe('a passkey as the second factor', () => {
  const finish = (browser: TestBrowser, response: string) =>
    browser.submit(factorPasskeyAction, { response, callbackUrl: '/campaigns' });

  it('finishes the sign-in after the password', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    const { browser } = await enterPassword(member);
    expect(await browser.run(getMember)).toBeNull();
    const options = await request(browser, requestFactorPasskeyAction);
    expect(JSON.parse(options)).toMatchObject({
      allowCredentials: [{ id: passkey.id.toString('base64url') }],
      userVerification: 'required',
    });
    expect(await finish(browser, passkey.authenticate(options))).toEqual({ to: '/campaigns' });
    expect(await browser.run(getMember)).toMatchObject({ id: member.id });
  });

  it('must belong to the member who entered the password', async () => {
    const [one, other] = [await addMemberWithPasskey(), await addMemberWithPasskey()];
    const { browser } = await enterPassword(one.member);
    const options = await request(browser, requestFactorPasskeyAction);
    expect(await finish(browser, other.passkey.authenticate(options))).toMatchObject(REFUSED);
    expect(await browser.run(getMember)).toBeNull();
  });

  it('doesn’t accept an answer that was made for signing in with a passkey alone', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    const { browser } = await enterPassword(member);
    const response = passkey.authenticate(await request(browser, requestSignInPasskeyAction));
    expect(await finish(browser, response)).toMatchObject(REFUSED);
  });
});

describe('a passkey of a signed-in member', () => {
  it('renews the confirmation that changing second factors requires', async () => {
    const { member, browser, passkey } = await addMemberWithPasskey();
    await backdateSessions(member);
    const response = passkey.authenticate(await request(browser, requestOwnPasskeyAction));
    expect(await browser.submit(confirmPasskeyAction, { response, callbackUrl: '/second-factor' })).toEqual({
      to: '/second-factor',
    });
    expect(await browser.run(getAccount)).toMatchObject({ isRecentlyAuthenticated: true });
  });

  it('is refused if the passkey belongs to another member', async () => {
    const [one, other] = [await addMemberWithPasskey(), await addMemberWithPasskey()];
    await backdateSessions(one.member);
    const response = other.passkey.authenticate(await request(one.browser, requestOwnPasskeyAction));
    expect(await one.browser.submit(confirmPasskeyAction, { response })).toMatchObject(REFUSED);
    expect(await one.browser.run(getAccount)).toMatchObject({ isRecentlyAuthenticated: false });
  });
});

describe('a new passkey', () => {
  it.each([
    ['without a PIN, fingerprint, or face', { isUserVerified: false }],
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
  ])('is refused %s', async (_, faults) => {
    const browser = await openBrowser(await addPasswordMember());
    const response = new SoftwarePasskey(ORIGIN).register(
      await request(browser, requestPasskeyAction),
      faults,
    );
    expect(await browser.submit(addPasskeyAction, { response })).toMatchObject(REFUSED);
  });

  it('is refused if the passkey or the challenge belongs to another member', async () => {
    const { passkey } = await addMemberWithPasskey();
    const browser = await openBrowser(await addPasswordMember());
    const response = passkey.register(await request(browser, requestPasskeyAction));
    expect(await browser.submit(addPasskeyAction, { response })).toMatchObject({
      message: expect.stringContaining('couldn’t be added'),
    });
    const third = await openBrowser(await addPasswordMember());
    const options = await request(browser, requestPasskeyAction);
    Object.assign(third.cookies, { 'mailroom-passkey': browser.cookies['mailroom-passkey'] });
    const stolen = new SoftwarePasskey(ORIGIN).register(options);
    expect(await third.submit(addPasskeyAction, { response: stolen })).toMatchObject(REFUSED);
  });

  it('creates no recovery codes if an app is added as well, and can be removed while the app remains', async () => {
    const { browser, member } = await addMemberWithPasskey();
    expect((await addApp(browser)).codes).toEqual([]);
    const factors = await browser.run(readOwnFactors);
    if (!factors.ok) throw new Error('The member can’t read the factors.');
    const [passkey] = factors.value.passkeys;
    expect(await browser.submit(changeFactorAction, { remove: passkey?.id ?? '' })).toMatchObject({
      ok: true,
    });
    expect((await enterPassword(member)).result).toEqual({
      to: '/login/second-factor?callbackUrl=%2Fcampaigns',
    });
  });

  it('isn’t offered if the console’s URL contains an IP address instead of a host name', async () => {
    const browser = await openBrowser(await addPasswordMember());
    harness.applySettings({ NEXTAUTH_URL: 'http://127.0.0.1:3000' });
    const { passkeyOptions, message } = (await new TestBrowser({ origin: 'http://127.0.0.1:3000' }).submit(
      requestSignInPasskeyAction,
    )) as FormState;
    expect(passkeyOptions).toBeUndefined();
    expect(message).toBeDefined();
    expect(await browser.run(readOwnFactors)).toMatchObject({ value: { canUsePasskeys: false } });
  });
});
