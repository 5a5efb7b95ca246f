/**
 * Tests, in a browser, that an admin with an old session must confirm their identity first and doesn't lose
 * any input.
 */
import type { Page } from '@playwright/test';
import pg from 'pg';
import { expect, expectAccessible, PHONE } from '../support/browser.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { findPrimaryButtons } from '../support/layout.ts';
import type { Postgres } from '../support/postgres.ts';
import { test } from '../support/postgres-browser.ts';
import { findMemberPath } from '../support/team.ts';

test.use({ environment: 'reauthentication' });

// A single worker runs all tests in this file, so that only one PostgreSQL server is started.
test.describe.configure({ mode: 'default' });

/** Makes all sessions so old that members must confirm their identity before they grant more access. */
async function makeSessionsOld(database: Postgres): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update sessions set authenticated_at = now() - interval '11 minutes'");
  await client.end();
}

async function confirmIdentity(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Confirm that it’s you' })).toBeVisible();
  await page.getByLabel('Password').fill(TEST_PASSWORD);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

const emailField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Email' });

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';

  test(`keeps an invitation while the admin confirms their identity, ${how} JavaScript`, async ({
    newBrowser,
    login,
    database,
  }) => {
    const page = await newBrowser({ javaScriptEnabled, ...(javaScriptEnabled ? {} : PHONE) });
    await login(page, 'admin');
    await makeSessionsOld(database);
    await page.goto('/team');
    const email = `kept-${how}@mailroom.test`;
    await emailField(page).fill(email);
    await page.getByRole('radio', { name: /^Sender Can/ }).check();
    await page.getByRole('button', { name: 'Create link' }).click();
    await confirmIdentity(page);
    await expect(page).toHaveURL(/\/team\?resume=[\w.*%~-]+#invite$/);
    const message = page.getByText('The invitation hasn’t been created yet.');
    await expect(message).toBeVisible();
    if (javaScriptEnabled) {
      await expect(page.getByRole('alert').filter({ has: message })).toBeFocused();
      await expectAccessible(page);
    }
    await expect(emailField(page)).toHaveValue(email);
    await expect(page.getByRole('radio', { name: /^Sender Can/ })).toBeChecked();
    await expect(page.getByRole('main')).not.toContainText(email);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByText(`This link is for ${email}.`)).toBeVisible();
    await expect(emailField(page)).toHaveValue('');
    await makeSessionsOld(database);
    await page.getByRole('button', { name: `Renew link for ${email}` }).click();
    await confirmIdentity(page);
    await expect(page.getByText('The link hasn’t been renewed yet.')).toBeVisible();
    await page.getByRole('button', { name: `Renew link for ${email}` }).click();
    await expect(page.locator('#invited').getByLabel('Invitation link')).toHaveValue(/\/join\//);
    expect(await findPrimaryButtons(page)).toEqual(javaScriptEnabled ? ['Copy'] : []);
  });

  test(`keeps changed rules while the admin confirms their identity, ${how} JavaScript`, async ({
    newBrowser,
    login,
    database,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'admin');
    await makeSessionsOld(database);
    await page.goto('/team');
    const chooseRule = (name: RegExp) => page.getByRole('radio', { name }).check();
    await chooseRule(/^A second member/);
    await page.getByRole('button', { name: 'Save approval rule' }).click();
    await expect(page.getByText('Saved. The new rule is in effect.')).toBeVisible();
    await page.getByLabel('Minimum price (optional)').fill('1,250.50');
    await page.getByRole('button', { name: 'Save approval rule' }).click();
    await confirmIdentity(page);
    await expect(page.getByText('The rule hasn’t been saved yet.')).toBeVisible();
    await expect(page.getByLabel('Minimum price (optional)')).toHaveValue('1,250.50');
    await expect(page.getByRole('radio', { name: /^A second member/ })).toBeChecked();
    await chooseRule(/^No one Members can pay/);
    await page.getByLabel('Minimum price (optional)').fill('');
    await page.getByRole('button', { name: 'Save approval rule' }).click();
    await expect(page.getByText('Saved. The new rule is in effect.')).toBeVisible();
  });

  test(`raises a role only after the admin confirms their identity, ${how} JavaScript`, async ({
    newBrowser,
    login,
    database,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'admin');
    const path = await findMemberPath(page, memberEmail('viewer'));
    await makeSessionsOld(database);
    await page.goto(`${path}/sender`);
    await page.getByRole('button', { name: 'Make a sender' }).click();
    await confirmIdentity(page);
    await expect(page).toHaveURL(`${path}/sender`);
    await page.getByRole('button', { name: 'Make a sender' }).click();
    await expect(page.getByText(/is now a sender\./)).toBeVisible();
    await makeSessionsOld(database);
    await page.goto(`${path}/viewer`);
    await page.getByRole('button', { name: 'Make a viewer' }).click();
    await expect(page.getByText(/is now a viewer\./)).toBeVisible();
  });
}
