/** Signing in through an identity provider, as people do: from the page they wanted, over the provider's, and back to it. */
import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible, signIn } from '../support/browser.ts';
import { memberEmail, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { type IdentityProvider, planProvider, startIdentityProvider } from '../support/oidc.ts';

const test = base.extend<object, { provider: IdentityProvider }>({
  // Nobody here looks at what the service says.
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

// One worker does for all: a second one would start a console and a provider for a few tests.
test.describe.configure({ mode: 'default' });

async function through(page: Page, who: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await page.getByLabel('Who are you?').fill(who);
  await page.getByRole('button', { name: 'Continue' }).click();
}

const account = (page: Page) => page.getByRole('complementary').or(page.getByRole('banner'));

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';
  test(`the first sign-in makes a viewer and leads to the page wanted, ${how} JavaScript`, async ({
    newBrowser,
    provider,
  }) => {
    const email = `${how}@allowed.example`;
    provider.accounts.set(how, { email, email_verified: true });
    const page = await newBrowser({ javaScriptEnabled });
    // A place within a page is known to the browser alone.
    const wanted = `/campaigns?status=draft&page=2${javaScriptEnabled ? '#main' : ''}`;
    await page.goto(wanted);
    await expect(page).toHaveURL(/\/login\?/);
    await through(page, how);
    await expect(page).toHaveURL(wanted);
    await expect(account(page).getByText(email).first()).toBeAttached();
    await expect(
      account(page)
        .getByText(/^Viewer/)
        .first(),
    ).toBeAttached();
  });
}

const strangers = [
  ['an address of another domain', 'eve@evil.example', true, /Ask an admin to invite you/],
  ['an address that isn’t verified', 'eve@allowed.example', false, /isn’t verified at Acme ID/],
] as const;

for (const [what, email, verified, sentence] of strangers) {
  test(`${what} is refused in a sentence, and can try again`, async ({ page, provider }) => {
    provider.accounts.set('eve', { email, email_verified: verified });
    await page.goto('/templates');
    await through(page, 'eve');
    await expect(page.getByRole('alert').first()).toHaveText(sentence);
    await expect(page).toHaveURL(/\/login\?error=\w+&callbackUrl=%2Ftemplates$/);
    await expectAccessible(page);
    await page.goto('/');
    await expect(page).toHaveURL('/login');
  });
}

test('a member who is disabled is out at the next click, and stays out', async ({
  page,
  login,
  newBrowser,
  provider,
}) => {
  provider.accounts.set('joe', { email: 'joe@allowed.example', email_verified: true });
  await page.goto('/docs');
  await through(page, 'joe');
  await expect(page).toHaveURL('/docs');

  const admin = await newBrowser();
  await login(admin, 'admin');
  await admin.goto('/team');
  await admin.getByRole('link', { name: 'joe@allowed.example' }).click();
  await admin.getByRole('button', { name: 'Disable member' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable member' }).click();
  await expect(admin.getByText('joe@allowed.example is disabled')).toBeVisible();

  await page.goto('/profile');
  await expect(page).toHaveURL('/login?callbackUrl=%2Fprofile');
  await page.getByRole('button', { name: 'Continue with Acme ID' }).click();
  await expect(page.getByRole('alert').first()).toHaveText(/Your account is disabled/);
});

test('passwords still open the same door where they are not switched off', async ({ page, mailroom: _ }) => {
  await page.goto('/activity?by=x');
  await signIn(page, memberEmail('viewer'), TEST_PASSWORD);
  await expect(page).toHaveURL('/activity?by=x');
});

test('passwords that are switched off are not asked for, and open nothing', async ({ page, upstream }) => {
  const only = await startTestConsole(upstream, { ...planned.settings, PASSWORD_SIGN_IN: 'false' });
  try {
    await page.goto(`${only.url}/login`);
    await expect(page.getByRole('button', { name: 'Continue with Acme ID' })).toBeVisible();
    await expect(page.getByLabel('Password')).toHaveCount(0);
    await expectAccessible(page);
    const form = { email: memberEmail('admin'), password: TEST_PASSWORD };
    const answer = await page.request.post(`${only.url}/api/auth/callback/credentials`, { form });
    expect(answer.status()).toBe(404);
  } finally {
    await only.remove();
  }
});
