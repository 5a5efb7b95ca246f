/** Adds passkeys to members' accounts. */
import { expect } from 'vitest';
import { addPasskeyAction, requestPasskeyAction } from '#app/second-factor/actions.ts';
import type { FormState } from '#lib/forms/form-state.ts';
import { SoftwarePasskey } from '../../support/software-passkey.ts';
import { addPasswordMember, openBrowser } from './factors.ts';
import { ORIGIN } from './settings.ts';
import type { TestBrowser } from './test-browser.ts';

export const PASSKEY_REFUSED = { message: expect.stringContaining('This passkey wasn’t accepted.') };

type RequestAction = Parameters<TestBrowser['submit']>[0];

/** Returns, as JSON, the options that the console sends when it asks the browser for a passkey. */
export async function requestPasskeyOptions(browser: TestBrowser, action: RequestAction): Promise<string> {
  const { passkeyOptions, message } = (await browser.submit(action)) as FormState;
  if (passkeyOptions === undefined) throw new Error(message ?? 'The console didn’t ask for a passkey.');
  return passkeyOptions;
}

async function addPasskey(browser: TestBrowser): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey(ORIGIN);
  const response = passkey.register(await requestPasskeyOptions(browser, requestPasskeyAction));
  expect(await browser.submit(addPasskeyAction, { response })).toMatchObject({ ok: true });
  return passkey;
}

export async function addMemberWithPasskey() {
  const member = await addPasswordMember();
  const browser = await openBrowser(member);
  return { member, browser, passkey: await addPasskey(browser) };
}
