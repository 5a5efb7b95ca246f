/**
 * Tests that wrong passwords from one IP address lock out only unknown browsers, with and without JavaScript.
 */
import { expect, signIn, test } from '../support/browser.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';

test('a member can sign in from a browser used before, even while the browser’s IP address is over the limit', async ({
  newBrowser,
}) => {
  test.setTimeout(120_000);
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
    await expect(page.getByText(/^Too many attempts\..*signed in before/)).toBeVisible();
    await expect(page.getByLabel('Email')).toHaveValue(email);
  }
  for (const page of known) {
    await page.goto('/login');
    await signIn(page, email, TEST_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  }
});
