/** Tests single sign-on, from the requested page to the identity provider and back. */
import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible, signIn } from '../support/browser.ts';
import { memberEmail, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { type IdentityProvider, planProvider, startIdentityProvider } from '../support/oidc.ts';

const test = base.extend<object, { provider: IdentityProvider }>({
  // Don't start the mail service, because these tests don't need it.
  upstream: [
    async ({ browserName: _ }, use) => use({ url: 'http://127.0.0.1:9', key: 'canary-no-service' }),
    { scope: 'worker' },
  ],
  mailroom: [
    async ({ upstream }, use) => {
      const mailroom = await startTestConsole(upstream, planned.settings);
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  provider: [
    async ({ mailroom }, use) => {
      const provider = await startIdentityProvider(planned, mailroom.url);
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
});
const planned = await planProvider();

// A single worker runs all tests in this file, so that only one console and one provider are started.
test.describe.configure({ mode: 'default' });

async function signInWithProvider(page: Page, subject: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await page.getByLabel('Username').fill(subject);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const account = (page: Page) => page.getByRole('complementary').or(page.getByRole('banner'));

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with' : 'without';
  test(`creates a viewer on the first sign-in and opens the requested page, ${mode} JavaScript`, async ({
    newBrowser,
    provider,
  }) => {
    const email = `${mode}@allowed.example`;
    provider.accounts.set(mode, { email, email_verified: true });
    const page = await newBrowser({ javaScriptEnabled });
    // Keeping the URL's hash requires JavaScript, because browsers don't send the hash to the server.
    const requested = `/campaigns?status=draft&page=2${javaScriptEnabled ? '#main' : ''}`;
    await page.goto(requested);
    await expect(page).toHaveURL(/\/login\?/);
    await signInWithProvider(page, mode);
    await expect(page).toHaveURL(requested);
    await expect(account(page).getByText(email).first()).toBeAttached();
    await expect(
      account(page)
        .getByText(/^Viewer/)
        .first(),
    ).toBeAttached();
  });
}

const rejectedAccounts = [
  ['an email address in another domain', 'eve@evil.example', true, /Ask an admin to invite you/],
  ['an unverified email address', 'eve@allowed.example', false, /isn’t verified with Acme ID/],
] as const;

for (const [title, email, verified, message] of rejectedAccounts) {
  test(`rejects ${title} with a message and keeps the requested page`, async ({ page, provider }) => {
    provider.accounts.set('eve', { email, email_verified: verified });
    await page.goto('/templates');
    await signInWithProvider(page, 'eve');
    await expect(page.getByRole('alert').first()).toHaveText(message);
    await expect(page).toHaveURL(/\/login\?error=\w+&callbackUrl=%2Ftemplates$/);
    await expectAccessible(page);
    await page.goto('/');
    await expect(page).toHaveURL('/login');
  });
}

test('signs out a disabled member on the next click and rejects the member’s next sign-in', async ({
  page,
  login,
  newBrowser,
  provider,
}) => {
  provider.accounts.set('joe', { email: 'joe@allowed.example', email_verified: true });
  await page.goto('/docs');
  await signInWithProvider(page, 'joe');
  await expect(page).toHaveURL('/docs');

  const admin = await newBrowser();
  await login(admin, 'admin');
  await admin.goto('/team');
  await admin.getByRole('link', { name: 'joe@allowed.example' }).click();
  await admin.getByRole('button', { name: 'Disable member' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable member' }).click();
  await expect(admin.getByText('joe@allowed.example has been disabled')).toBeVisible();

  await page.goto('/profile');
  await expect(page).toHaveURL('/login?ended=ended&callbackUrl=%2Fprofile');
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await expect(page.getByRole('alert').first()).toHaveText(/Your account is disabled/);
});

test('a member can sign in right after signing out, even if the browser still applies the earlier page’s content security policy', async ({
  page,
  provider,
}) => {
  provider.accounts.set('again', { email: 'again@allowed.example', email_verified: true });
  await page.goto('/activity');
  await signInWithProvider(page, 'again');
  await expect(page).toHaveURL('/activity');
  await account(page).getByText('again@allowed.example').first().click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await expect(page).toHaveURL('/');
});

test('accepts passwords along with single sign-on by default', async ({ page, mailroom: _ }) => {
  await page.goto('/activity?by=x');
  await signIn(page, memberEmail('viewer'), TEST_PASSWORD);
  await expect(page).toHaveURL('/activity?by=x');
});

test('neither offers nor accepts passwords when password sign-in is off', async ({ page, upstream }) => {
  const ssoOnly = await startTestConsole(upstream, { ...planned.settings, PASSWORD_SIGN_IN: 'false' });
  try {
    await page.goto(`${ssoOnly.url}/login`);
    await expect(page.getByRole('button', { name: 'Continue with Acme ID' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expectAccessible(page);
    const form = { email: memberEmail('admin'), password: TEST_PASSWORD };
    const response = await page.request.post(`${ssoOnly.url}/api/auth/callback/credentials`, { form });
    expect(response.status()).toBe(404);
  } finally {
    await ssoOnly.remove();
  }
});
