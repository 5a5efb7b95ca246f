/** Tests signing in with passkeys, and which responses from a passkey the console refuses. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  factorPasskeyAction,
  passkeySignInAction,
  requestFactorPasskeyAction,
  requestSignInPasskeyAction,
} from '#app/login/second-factor/actions.ts';
import { changeFactorAction } from '#app/second-factor/actions.ts';
import { confirmPasskeyAction, requestOwnPasskeyAction } from '#app/second-factor/confirm/actions.ts';
import { getAccount, getMember } from '#lib/auth/session.ts';
import { store } from '#lib/store/open.ts';
import { findPasskey } from '#lib/store/second-factors.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { backdateSessions, enterPassword } from './support/factors.ts';
import { setUpHarness } from './support/harness.ts';
import { addMemberWithPasskey, PASSKEY_REFUSED, requestPasskeyOptions } from './support/passkeys.ts';
import { ORIGIN } from './support/settings.ts';
import { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

const signIn = (browser: TestBrowser, response: string) =>
  browser.submit(passkeySignInAction, { response, callbackUrl: '/campaigns' });

describe('a passkey alone', () => {
  it('starts a session that needs no second factor', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    const browser = new TestBrowser();
    const response = passkey.authenticate(await requestPasskeyOptions(browser, requestSignInPasskeyAction));
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
    const once = passkey.authenticate(await requestPasskeyOptions(first, requestSignInPasskeyAction), {
      counter: 1,
    });
    expect(await signIn(first, once)).toEqual({ to: '/campaigns' });
    const browser = new TestBrowser();
    const options = await requestPasskeyOptions(browser, requestSignInPasskeyAction);
    expect(await signIn(browser, passkey.authenticate(options, { counter: 2, ...faults }))).toMatchObject(
      PASSKEY_REFUSED,
    );
    expect(await browser.run(getMember)).toBeNull();
  });

  it('is refused if another browser replays the passkey’s response, even with a copy of the cookie', async () => {
    const { passkey } = await addMemberWithPasskey();
    const browser = new TestBrowser();
    const options = await requestPasskeyOptions(browser, requestSignInPasskeyAction);
    const cookies = { ...browser.cookies };
    // Passkeys that are synced between devices always report a counter of 0.
    const response = passkey.authenticate(options, { counter: 0 });
    expect(await signIn(browser, response)).toEqual({ to: '/campaigns' });
    const thief = new TestBrowser();
    Object.assign(thief.cookies, cookies);
    expect(await signIn(thief, response)).toMatchObject(PASSKEY_REFUSED);
  });

  it('is refused in another browser, and after five minutes', async () => {
    const { passkey } = await addMemberWithPasskey();
    const browser = new TestBrowser();
    const response = passkey.authenticate(await requestPasskeyOptions(browser, requestSignInPasskeyAction));
    expect(await signIn(new TestBrowser(), response)).toMatchObject(PASSKEY_REFUSED);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5 * 60_000 + 1 });
    try {
      expect(await signIn(browser, response)).toMatchObject(PASSKEY_REFUSED);
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
      const response = passkey.authenticate(await requestPasskeyOptions(browser, requestSignInPasskeyAction));
      expect(await signIn(browser, response)).toMatchObject(PASSKEY_REFUSED);
      expect(await browser.run(getMember)).toBeNull();
    }
  });

  it('is refused for members who can only sign in through the provider', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    await (await store()).execute(`update members set password_hash = null where id = '${member.id}'`);
    const browser = new TestBrowser();
    const response = passkey.authenticate(await requestPasskeyOptions(browser, requestSignInPasskeyAction));
    expect(await signIn(browser, response)).toMatchObject({
      message: expect.stringContaining('Sign in with your identity provider.'),
    });
    expect(await browser.run(getMember)).toBeNull();
  });

  it.each(['', '{}', 'null', '[]', '{"id":"x","response":{}}', '{'.repeat(20_000)])(
    'is refused if the browser sends %.30j',
    async (response) => {
      const browser = new TestBrowser();
      await requestPasskeyOptions(browser, requestSignInPasskeyAction);
      const state = await signIn(browser, response);
      expect(state).not.toHaveProperty('to');
      expect(await browser.run(getMember)).toBeNull();
    },
  );

  it('allows 30 attempts in 15 minutes from one IP address', async () => {
    const { passkey } = await addMemberWithPasskey();
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const attacker = new TestBrowser(from);
    for (let i = 0; i < 30; i++) expect(await signIn(attacker, '{}')).toMatchObject(PASSKEY_REFUSED);
    expect(await signIn(attacker, '{}')).toMatchObject({
      message: expect.stringContaining('Too many attempts'),
    });
    const browser = new TestBrowser({ 'x-forwarded-for': '203.0.113.78' });
    const response = passkey.authenticate(await requestPasskeyOptions(browser, requestSignInPasskeyAction));
    expect(await signIn(browser, response)).toEqual({ to: '/campaigns' });
  });
});

describe('a passkey as the second factor', () => {
  const finish = (browser: TestBrowser, response: string) =>
    browser.submit(factorPasskeyAction, { response, callbackUrl: '/campaigns' });

  it('completes a sign-in that started with the password', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    const { browser } = await enterPassword(member);
    expect(await browser.run(getMember)).toBeNull();
    const options = await requestPasskeyOptions(browser, requestFactorPasskeyAction);
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
    const options = await requestPasskeyOptions(browser, requestFactorPasskeyAction);
    expect(await finish(browser, other.passkey.authenticate(options))).toMatchObject(PASSKEY_REFUSED);
    expect(await browser.run(getMember)).toBeNull();
  });

  it('is refused if its response was created for signing in with a passkey alone', async () => {
    const { member, passkey } = await addMemberWithPasskey();
    const { browser } = await enterPassword(member);
    const response = passkey.authenticate(await requestPasskeyOptions(browser, requestSignInPasskeyAction));
    expect(await finish(browser, response)).toMatchObject(PASSKEY_REFUSED);
  });
});

describe('confirming a signed-in member’s identity with a passkey', () => {
  it('lets the member change second factors', async () => {
    const { member, browser, passkey } = await addMemberWithPasskey();
    await backdateSessions(member);
    const response = passkey.authenticate(await requestPasskeyOptions(browser, requestOwnPasskeyAction));
    expect(await browser.submit(confirmPasskeyAction, { response, callbackUrl: '/second-factor' })).toEqual({
      to: '/second-factor',
    });
    expect(await browser.run(getAccount)).toMatchObject({ isRecentlyAuthenticated: true });
  });

  it('is refused if the passkey belongs to another member', async () => {
    const [one, other] = [await addMemberWithPasskey(), await addMemberWithPasskey()];
    await backdateSessions(one.member);
    const response = other.passkey.authenticate(
      await requestPasskeyOptions(one.browser, requestOwnPasskeyAction),
    );
    expect(await one.browser.submit(confirmPasskeyAction, { response })).toMatchObject(PASSKEY_REFUSED);
    expect(await one.browser.run(getAccount)).toMatchObject({ isRecentlyAuthenticated: false });
  });
});
