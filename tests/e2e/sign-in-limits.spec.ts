/**
 * Tests that wrong passwords from one IP address lock out only unknown browsers, with and without JavaScript.
 */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, signIn, test } from '../support/browser.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { memberEmail, startTestConsole, TEST_PASSWORD, unknownEmail } from '../support/console.ts';

test('a member can sign in from a known browser, even while its IP address is over the limit', async ({
  newBrowser,
}) => {
  const email = memberEmail('viewer');
  // All browsers in this test have the same IP address, which no other test uses.
  const extraHTTPHeaders = headersFromNewAddress();
  const openBrowser = (javaScriptEnabled: boolean) => newBrowser({ javaScriptEnabled, extraHTTPHeaders });
  const known = [await openBrowser(true), await openBrowser(false)];
  for (const page of known) {
    await page.goto('/login');
    await signIn(page, email, TEST_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.context().clearCookies({ name: 'next-auth.session-token' });
  }
  const attacker = await openBrowser(false);
  await attacker.goto('/login');
  for (let i = 0; i < 10; i++) {
    await signIn(attacker, email, 'a wrong password');
    await expect(attacker.getByText('Incorrect email or password.')).toBeVisible();
  }
  for (const javaScriptEnabled of [true, false]) {
    const page = await openBrowser(javaScriptEnabled);
    await page.goto('/login');
    await signIn(page, email, TEST_PASSWORD);
    await expect(page.getByText(/^Too many attempts\..*signed in with before/)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
  }
  for (const page of known) {
    await page.goto('/login');
    await signIn(page, email, TEST_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  }
});

test('wrong passwords count toward the rate limit of the caller’s IP address, no matter which page they are sent to', async ({
  upstream,
}) => {
  // No proxy is trusted. On Linux, the caller's address isn't the address from which Next sends requests to
  // the console. Other systems might not have a second local address, so only tests/incoming/caller.test.ts
  // tests two addresses there.
  const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1';
  const mailroom = await startTestConsole(upstream, { TRUSTED_PROXY_ADDRESSES: '' });
  const send = async (path: string, headers = {}, body?: Buffer) => {
    const options = { localAddress, method: body ? 'POST' : 'GET', headers };
    const sent = request(`${mailroom.url}${path}`, options).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { headers: response.headers, text: await text(response) };
  };
  const action = /&quot;id&quot;:&quot;(\w{42})&quot;/.exec((await send('/login')).text)?.[1];
  const enterWrongPassword = async (path: string) => {
    const form = new FormData();
    form.set('_1_email', unknownEmail());
    form.set('_1_password', 'a wrong password');
    form.set('0', '[{},"$K1"]');
    const { headers, body } = await encode(form);
    return send(path, { ...headers, origin: mailroom.url, 'next-action': action }, body);
  };
  for (let i = 0; i < 10; i++)
    expect((await enterWrongPassword('/login')).text).toContain('Incorrect email or password.');
  expect((await enterWrongPassword('/login')).text).toContain('Too many attempts.');
  const response = await enterWrongPassword('/pay/return');
  expect(response.text).toContain('Too many attempts.');
  expect(JSON.stringify(response.headers)).not.toContain('x-mailroom-own');
  await mailroom.remove();
});

async function encode(form: FormData): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await encoded.arrayBuffer()) };
}
