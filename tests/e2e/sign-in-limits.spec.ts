/** Tests that wrong passwords from one address keep only new browsers out, with and without JavaScript. */
import { expect, signIn, test } from '../support/browser.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';

// The test uses up the limit of the address that all tests of an environment share.
test.use({ environment: 'sign-in limits' });

test('a member can sign in from a browser used before, even while the browser’s IP address is over the limit', async ({
  newBrowser,
}) => {
  test.setTimeout(120_000);
  const email = memberEmail('viewer');
  const known = [await newBrowser(), await newBrowser({ javaScriptEnabled: false })];
  for (const page of known) {
    await page.goto('/login');
    await signIn(page, email, TEST_PASSWORD);
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
    await page.context().clearCookies({ name: 'next-auth.session-token' });
  }
  const attacker = await newBrowser({ javaScriptEnabled: false });
  await attacker.goto('/login');
  for (let i = 0; i < 10; i++) {
    await signIn(attacker, email, 'a wrong password');
    await expect(attacker.getByText('Incorrect email or password.')).toBeVisible();
  }
  for (const javaScriptEnabled of [true, false]) {
    const page = await newBrowser({ javaScriptEnabled });
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
