/**
 * Tests that members can see and end their sessions, and that an ended session redirects to the sign-in page.
 */
import type { Page } from '@playwright/test';
import type { Role } from '#lib/domain/permissions.ts';
import { expect, signIn, test } from '../support/browser.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';

test.use({ environment: 'sessions' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

type ContextOptions = Parameters<import('@playwright/test').Browser['newContext']>[0];
type OpenBrowser = (options?: ContextOptions) => Promise<Page>;

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

async function openSignedIn(
  newBrowser: OpenBrowser,
  options?: ContextOptions,
  role: Role = 'viewer',
): Promise<Page> {
  const page = await newBrowser(options);
  await page.goto('/login?callbackUrl=/profile');
  await signIn(page, memberEmail(role), TEST_PASSWORD);
  await expect(page.getByRole('heading', { name: 'Your profile' })).toBeVisible();
  return page;
}

for (const javaScriptEnabled of [true, false]) {
  test(`ends another session from the profile page ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
  }) => {
    // The runs with and without JavaScript use different members, so each run sees only its own sessions.
    const role = javaScriptEnabled ? 'sender' : 'admin';
    const phone = await openSignedIn(newBrowser, { userAgent: IPHONE, javaScriptEnabled }, role);
    const here = await openSignedIn(newBrowser, { javaScriptEnabled }, role);
    const sessions = here.getByRole('listitem').filter({ hasText: 'Last used' });
    await expect(sessions.first()).toContainText('This device');
    await expect(sessions.filter({ hasText: 'Safari on iPhone' })).toContainText('127.0.0.1');
    await here.getByRole('button', { name: 'Sign out Safari on iPhone' }).click();
    await expect(here.getByText('Signed out: Safari on iPhone.')).toBeVisible();
    await expect(sessions.filter({ hasText: 'Safari on iPhone' })).toHaveCount(0);

    await phone.goto('/campaigns?status=draft');
    await expect(phone).toHaveURL(/\/login\?ended=ended&callbackUrl=%2Fcampaigns%3Fstatus%3Ddraft$/);
    await expect(phone.getByText('You’ve been signed out. Sign in to continue.')).toBeVisible();
    await signIn(phone, memberEmail(role), TEST_PASSWORD);
    await expect(phone).toHaveURL(/\/campaigns\?status=draft$/);
  });
}

test('keeps what the member typed if the session ends before the form is submitted', async ({
  newBrowser,
}) => {
  const typing = await openSignedIn(newBrowser);
  await typing.getByLabel('Name', { exact: true }).fill('A name that takes long to type');
  const other = await openSignedIn(newBrowser, { userAgent: IPHONE });
  await other.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(other.getByText('You’ve been signed out everywhere else.')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0);
  await typing.getByRole('button', { name: 'Save' }).click();
  await expect(typing.getByText('You’ve been signed out. Sign in, then try again.')).toBeVisible();
  await expect(typing.getByLabel('Name', { exact: true })).toHaveValue('A name that takes long to type');
});

test('a copy of the session cookie can’t be used after the member signs out', async ({ newBrowser }) => {
  const page = await openSignedIn(newBrowser);
  const cookies = await page.context().cookies();
  await page.getByRole('button', { name: 'Sign out of this device' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.context().addCookies(cookies);
  await page.goto('/');
  await expect(page).toHaveURL(/\/login\?ended=ended$/);
});
