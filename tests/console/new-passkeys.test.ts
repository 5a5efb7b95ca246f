/** Tests adding a passkey to an account, and which new passkeys the console refuses. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requestSignInPasskeyAction } from '#app/login/second-factor/actions.ts';
import { addPasskeyAction, changeFactorAction, requestPasskeyAction } from '#app/second-factor/actions.ts';
import { readOwnFactors } from '#lib/data/own-factors.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { addApp, addPasswordMember, enterPassword, openBrowser } from './support/factors.ts';
import { setUpHarness } from './support/harness.ts';
import { addMemberWithPasskey, PASSKEY_REFUSED, requestPasskeyOptions } from './support/passkeys.ts';
import { ORIGIN } from './support/settings.ts';
import { TestBrowser } from './support/test-browser.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined }));

const harness = setUpHarness();
beforeEach(() => harness.applySettings({}));

describe('a new passkey', () => {
  it.each([
    ['without a PIN, fingerprint, or face', { isUserVerified: false }],
    ['for another site', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
  ])('is refused %s', async (_, faults) => {
    const browser = await openBrowser(await addPasswordMember());
    const response = new SoftwarePasskey(ORIGIN).register(
      await requestPasskeyOptions(browser, requestPasskeyAction),
      faults,
    );
    expect(await browser.submit(addPasskeyAction, { response })).toMatchObject(PASSKEY_REFUSED);
  });

  it('is refused if the passkey or the challenge belongs to another member', async () => {
    const { passkey } = await addMemberWithPasskey();
    const browser = await openBrowser(await addPasswordMember());
    const response = passkey.register(await requestPasskeyOptions(browser, requestPasskeyAction));
    expect(await browser.submit(addPasskeyAction, { response })).toMatchObject({
      message: expect.stringContaining('couldn’t be added'),
    });
    const third = await openBrowser(await addPasswordMember());
    const options = await requestPasskeyOptions(browser, requestPasskeyAction);
    Object.assign(third.cookies, { 'mailroom-passkey': browser.cookies['mailroom-passkey'] });
    const stolen = new SoftwarePasskey(ORIGIN).register(options);
    expect(await third.submit(addPasskeyAction, { response: stolen })).toMatchObject(PASSKEY_REFUSED);
  });

  it('can be removed after the member adds an app, and adding the app creates no new recovery codes', async () => {
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
