/** Tests second factors in a browser: authenticator apps with and without JavaScript, and passkeys. */
import type { CDPSession, Page } from '@playwright/test';
import type { Role } from '#lib/domain/permissions.ts';
import { freePort } from '#scripts/ports.ts';
import { test as base, expect, expectAccessible, signIn } from '../support/browser.ts';
import { memberEmail, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { findMemberPath, inviteOnTeamPage } from '../support/team.ts';
import { totpCode } from '../support/totp.ts';

/** The console's URL has a host name, because passkeys don't work with an IP address. */
const test = base.extend({
  mailroom: [
    async ({ upstream }, use) => {
      const port = await freePort();
      const mailroom = await startTestConsole(upstream, {
        PORT: String(port),
        NEXTAUTH_URL: `http://localhost:${port}`,
      });
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
/** Hashing the recovery codes takes several seconds on a busy machine. */
const HASHING_MS = 30_000;
test.use({ environment: 'second-factor', actionTimeout: HASHING_MS });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

type NewBrowser = (options?: { javaScriptEnabled?: boolean }) => Promise<Page>;

/** Accepts an invitation as a new member. */
async function join(newBrowser: NewBrowser, email: string, role: Role, javaScriptEnabled: boolean) {
  const admin = await newBrowser();
  await signIn(admin, memberEmail('admin'), TEST_PASSWORD);
  await expect(admin).toHaveURL(/\/$/);
  const path = await inviteOnTeamPage(admin, email, role);
  await admin.context().close();
  const page = await newBrowser({ javaScriptEnabled });
  await page.goto(path);
  await page.getByLabel('Your name').fill('Ada Brightwater');
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Join team' }).click();
  await expect(page).toHaveURL(/\/$/);
  return page;
}

/** Sets up an authenticator app. @returns its secret, and the recovery codes */
async function setUpApp(page: Page) {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).textContent()) ?? '';
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code isn’t correct')).toBeVisible();
  await page.getByLabel('Code from the app').fill(totpCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('The authenticator app is set up.')).toBeVisible({ timeout: HASHING_MS });
  const codes = await page
    .getByRole('region', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts();
  expect(codes).toHaveLength(8);
  return { secret, codes };
}

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with' : 'without';
  test(`asks for an authenticator app’s code after the password, ${mode} JavaScript`, async ({
    newBrowser,
  }) => {
    const email = `app-${mode}@mailroom.test`;
    const page = await join(newBrowser, email, 'viewer', javaScriptEnabled);
    await page.goto('/profile');
    await page.getByRole('link', { name: 'Add a second factor' }).click();
    const { secret, codes } = await setUpApp(page);
    if (javaScriptEnabled) await expectAccessible(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('Unused recovery codes: 8.')).toBeVisible();
    await expect(page.getByText('Authenticator app').first()).toBeVisible();

    const other = await newBrowser({ javaScriptEnabled });
    await other.goto('/login?callbackUrl=/templates');
    await signIn(other, email, TEST_PASSWORD);
    await expect(other).toHaveURL(/\/login\/second-factor\?callbackUrl=%2Ftemplates$/);
    if (javaScriptEnabled) await expectAccessible(other);
    const code = other.getByLabel('Code', { exact: true });
    await code.fill('000000');
    await code.press('Enter');
    await expect(other.getByText('This code isn’t correct')).toBeVisible();
    await expect(code).toHaveValue('000000');
    await code.fill(totpCode(secret, 1));
    await code.press('Enter');
    await expect(other).toHaveURL(({ pathname }) => pathname === '/templates');

    const lost = await newBrowser({ javaScriptEnabled });
    await lost.goto('/login');
    await signIn(lost, email, TEST_PASSWORD);
    await lost.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
    await lost.getByLabel('Code', { exact: true }).press('Enter');
    await expect(lost).toHaveURL(/\/$/);
    await lost.goto('/second-factor');
    await expect(lost.getByText('Unused recovery codes: 7.')).toBeVisible();
    await lost.getByRole('button', { name: 'Remove Authenticator app' }).click();
    await expect(
      lost.getByText('The second factor was removed. You’ve been signed out everywhere else.'),
    ).toBeVisible();
    await other.goto('/templates');
    await expect(other).toHaveURL(/\/login\?ended=ended/);
  });
}

/** Adds a virtual authenticator that verifies its user without a PIN, fingerprint, or face. */
async function addAuthenticator(page: Page): Promise<{ session: CDPSession; id: string }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

test('adds a passkey, signs in with only the passkey, and uses it as a second factor after the password', async ({
  newBrowser,
}) => {
  const email = 'passkey@mailroom.test';
  const page = await join(newBrowser, email, 'sender', true);
  await expect(page).toHaveURL(/\/$/);
  const { session, id } = await addAuthenticator(page);
  await page.goto('/second-factor');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey added.')).toBeVisible({ timeout: HASHING_MS });
  await expect(page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(8);
  await expect(page.getByRole('listitem').filter({ hasText: 'Passkey from Chrome on' })).toBeVisible();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('This device already has a passkey for your account.')).toBeVisible();

  const signOut = async () => {
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Sign out of this device' }).click();
    await expect(page).toHaveURL(/\/login$/);
  };
  await signOut();
  await page.goto('/login?callbackUrl=/campaigns');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === '/campaigns');

  await signOut();
  await signIn(page, email, TEST_PASSWORD);
  await expect(page).toHaveURL(({ pathname }) => pathname === '/login/second-factor');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/\/$/);

  await signOut();
  // Without the owner's fingerprint, face, or PIN, signing in with the passkey fails.
  await session.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('The passkey wasn’t used.')).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
});

test('requires a member to add a second factor, and lets an admin reset a factor that the member lost', async ({
  newBrowser,
}) => {
  const sender = await join(newBrowser, 'required@mailroom.test', 'sender', false);
  const admin = await newBrowser();
  await signIn(admin, memberEmail('admin'), TEST_PASSWORD);
  await expect(admin).toHaveURL(/\/$/);
  await admin.goto('/second-factor');
  await setUpApp(admin);
  await admin.goto('/team');
  const rule = admin.locator('section').filter({ hasText: 'Who must have a second factor?' });
  await rule.getByLabel('Senders and admins').check();
  await rule.getByRole('button', { name: 'Save second-factor rule' }).click();
  await expect(rule.getByText('Saved. The new rule is in effect.')).toBeVisible();

  await sender.goto('/campaigns?status=draft');
  await expect(sender).toHaveURL(/\/second-factor\?callbackUrl=%2Fcampaigns%3Fstatus%3Ddraft$/);
  await expect(sender.getByText('Your team requires a second factor for senders and admins.')).toBeVisible();
  await setUpApp(sender);
  await sender.goto('/campaigns?status=draft');
  await expect(sender).toHaveURL(/\/campaigns\?status=draft$/);

  await admin.goto(await findMemberPath(admin, 'required@mailroom.test'));
  await admin.getByRole('button', { name: 'Reset second factor' }).first().click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Reset second factor' }).click();
  await expect(admin.getByText('second factor has been reset.')).toBeVisible();

  await admin.goto('/team');
  await rule.getByLabel('No one').check();
  await rule.getByRole('button', { name: 'Save second-factor rule' }).click();
  await expect(rule.getByText('Saved. The new rule is in effect.')).toBeVisible();
});
