/** Tests that forms keep what people typed if the database, a real PostgreSQL server, is down. */
import type { Page } from '@playwright/test';
import { test as base, expect, expectAccessible, signIn } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { type DatabaseProxy, startDatabaseProxy } from '../support/database-proxy.ts';
import { postForm } from '../support/forms.ts';
import { startPostgres } from '../support/postgres.ts';
import { addShareLinks } from '../support/share-links.ts';

const test = base.extend<object, { database: DatabaseProxy }>({
  database: [
    async ({ browserName: _ }, use) => {
      const postgres = await startPostgres();
      const proxy = await startDatabaseProxy(postgres.url);
      await use(proxy);
      proxy.stop();
      await postgres.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  mailroom: [
    async ({ upstream, database }, use) => {
      const mailroom = await startTestConsole(upstream, {
        DATABASE_URL: database.url,
        DATABASE_TIMEOUT: '1',
      });
      await use(mailroom);
      database.set('open');
      await mailroom.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.use({ environment: 'database down' });

// A single worker runs all tests in this file, so that only one PostgreSQL server is started.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ database }) => database.set('open'));

const OUTAGE = 'The database isn’t responding.';
const TITLE = 'Mailroom can’t reach its database';
const EMAIL = 'typed <b>by hand</b>@mailroom.test';
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: OUTAGE });
const emailField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Email' });

for (const state of ['frozen', 'closed'] as const) {
  const how = state === 'frozen' ? 'doesn’t answer' : 'is stopped';

  test(`keeps a member’s form while the database ${how}`, async ({ newBrowser, login, database }) => {
    const page = await newBrowser();
    await login(page, 'admin');
    // On the first visit, the page sets the time zone cookie and then reloads its content.
    await page.goto('/team', { waitUntil: 'networkidle' });
    const email = `script-${state}@mailroom.test`;
    await emailField(page).fill(email);
    await page.getByRole('radio', { name: /^Sender Can/ }).check();
    database.set(state);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(alert(page)).toBeVisible({ timeout: 20_000 });
    await expect(emailField(page)).toHaveValue(email);
    await expect(page.getByRole('radio', { name: /^Sender Can/ })).toBeChecked();
    database.set('open');
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByLabel('Invitation link')).toBeVisible();
  });

  test(`keeps a member’s form while the database ${how}, without JavaScript`, async ({
    newBrowser,
    login,
    database,
  }) => {
    const page = await newBrowser({ javaScriptEnabled: false });
    await login(page, 'admin');
    await page.goto('/team');
    const email = `plain-${state}@mailroom.test`;
    await emailField(page).fill(email);
    await page.getByRole('radio', { name: /^Sender Can/ }).check();
    database.set(state);
    await page.getByRole('button', { name: 'Create link' }).click();
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible({ timeout: 20_000 });
    await expect(emailField(page)).toHaveValue(email);
    await expect(page.getByLabel('Role')).toHaveValue('sender');
    // The accessibility check needs JavaScript, so it runs on a copy of the page.
    const copy = await newBrowser();
    await copy.setContent(await page.content());
    await expectAccessible(copy);
    database.set('open');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByLabel('Invitation link')).toBeVisible();
  });
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without';

  test(`keeps the email address entered to sign in, but not the password, ${how} JavaScript`, async ({
    newBrowser,
    database,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await page.goto('/login');
    database.set('frozen');
    await signIn(page, memberEmail('viewer'), TEST_PASSWORD);
    await expect(page.getByText(OUTAGE)).toBeVisible({ timeout: 20_000 });
    expect(await page.content()).not.toContain(TEST_PASSWORD);
    await expect(page.getByLabel('Email')).toHaveValue(memberEmail('viewer'));
    database.set('open');
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: /^(Sign in|Try again)$/ }).click();
    await expect(page).toHaveURL('/');
  });

  test(`keeps a guest’s comment ${how} JavaScript, unless another site sends the form`, async ({
    newBrowser,
    service,
    mailroom,
    database,
  }) => {
    const { id } = await createDraft(service);
    const [token = ''] = await addShareLinks(mailroom, [{ campaignId: id, password: 'between us only' }]);
    const page = await newBrowser({ javaScriptEnabled });
    // On the first visit, the page sets the time zone cookie and then reloads its content.
    await page.goto(`/share/${token}`, { waitUntil: 'networkidle' });
    database.set('closed');
    await page.getByLabel('Password').fill('between us only');
    await page.getByRole('button', { name: 'Open proof' }).click();
    await expect(page.getByText(OUTAGE)).toBeVisible();
    await expect(page.getByLabel('Password')).toBeVisible();
    const own = await postForm(page.request, new URL(page.url()), { comment: EMAIL });
    expect([own.status(), own.headers()['retry-after']]).toEqual([503, '5']);
    expect(await own.text()).toContain('typed &lt;b&gt;by hand&lt;/b&gt;@mailroom.test');
    const other = await page.request.post(page.url(), {
      multipart: { comment: EMAIL },
      headers: { origin: 'https://other.example' },
    });
    expect(other.status()).toBe(503);
    expect(await other.text()).not.toContain('by hand');
    database.set('open');
    await page.goto(`/share/${token}`);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(TITLE);
  });
}

test('says on share link and invitation pages that the database is down', async ({
  newBrowser,
  database,
}) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  database.set('closed');
  for (const path of ['/share/some-token', '/join/some-token']) {
    const response = await page.goto(path);
    expect([response?.status(), response?.headers()['referrer-policy']], path).toEqual([503, 'no-referrer']);
    await expect(page.getByRole('heading', { name: TITLE }), path).toBeVisible();
  }
});
