/** Tests the bell, the notifications page, the email settings in the profile, and requests for approval. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, PHONE } from '../support/browser.ts';
import { createDraft, createPaidDraft, waitForProof } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { test } from '../support/email-console.ts';

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ });

/** Schedules a paid draft on the draft's page, so that the member is notified. */
async function scheduleOnPage(page: Page, id: number): Promise<void> {
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('button', { name: 'Send now' }).first().click();
  await page.waitForURL(new RegExp(`/campaigns/${id}(\\?|$)`));
}

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`shows and opens notifications, and marks them as read ${mode}`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const drafts = [await createPaidDraft(service), await createPaidDraft(service)];
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    for (const { id } of drafts) await scheduleOnPage(page, id);
    await page.goto('/');
    await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
    await bell(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    const items = page.getByRole('main').getByRole('listitem').filter({ hasText: 'is scheduled' });
    await expect(items.first()).toContainText(`#${drafts[1]?.id}`);
    if (javaScriptEnabled) await expectAccessible(page);
    await items
      .first()
      .getByRole('button', { name: /^Mark as read/ })
      .click();
    await expect(page.getByText('Marked as read.')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
    await items
      .nth(1)
      .getByRole('button', { name: /is scheduled$/ })
      .first()
      .click();
    await expect(page).toHaveURL(`/campaigns/${drafts[0]?.id}`);
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await page.goto('/notifications');
    await expect(page.getByRole('button', { name: /as read/ })).toHaveCount(0);
    await items.first().getByRole('link').click();
    await expect(page).toHaveURL(`/campaigns/${drafts[1]?.id}`);
    await scheduleOnPage(page, (await createPaidDraft(service)).id);
    await page.goto('/notifications');
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByText('All marked as read.')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Notifications');
    await expect(page.getByRole('button', { name: /as read/ })).toHaveCount(0);
  });
}

test('shows the bell in the header on phones', async ({ newBrowser, login }) => {
  const page = await newBrowser({ ...PHONE });
  await login(page, 'viewer');
  await page.goto('/');
  await bell(page).click();
  await expect(page.getByText('No notifications')).toBeVisible();
  await expectAccessible(page);
});

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`saves how often the member gets emails ${mode}`, async ({ newBrowser, login }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'viewer');
    await page.goto('/notifications');
    await page.getByRole('link', { name: 'Email settings' }).click();
    await expect(page).toHaveURL('/profile#notifications');
    await page.getByLabel('Guest decided').selectOption('Daily digest');
    await page.getByLabel('Time of the daily digest').fill('17:30');
    await page.getByRole('button', { name: 'Save notifications' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByLabel('Guest decided')).toHaveValue('daily');
    await expect(page.getByLabel('Time of the daily digest')).toHaveValue('17:30');
    await expect(page.getByLabel('API key rejected')).toHaveCount(0);
    await page.getByLabel('Guest decided').selectOption('At once');
    await page.getByRole('button', { name: 'Save notifications' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
  });
}

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`asks the other members for approval ${mode}`, async ({ newBrowser, login, service, emailServer }) => {
    const draft = await createDraft(service);
    await waitForProof(service, draft.id);
    const admin = await newBrowser();
    await login(admin, 'admin');
    await admin.goto('/team');
    await admin.getByRole('radio', { name: /^A second member/ }).check();
    await admin.getByRole('button', { name: 'Save approval rule' }).click();
    await expect(admin.getByText('The new rule is in effect.')).toBeVisible();
    const sender = await newBrowser({ javaScriptEnabled });
    await login(sender, 'sender');
    await sender.goto(`/campaigns/${draft.id}`);
    await sender.getByLabel('Message to your team').fill('It goes out on Friday');
    await sender.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(sender.getByText('asked the team for approval')).toBeVisible();
    await expect(sender.getByRole('button', { name: 'Ask for approval' })).toHaveCount(0);
    const emails = () => emailServer.emails.filter(({ subject }) => subject.includes(`#${draft.id}`));
    await expect.poll(() => emails().length, { timeout: 30_000 }).toBe(1);
    expect(emails()).toMatchObject([{ to: [memberEmail('admin')] }]);
    await admin.goto('/notifications');
    const item = admin.getByRole('listitem').filter({ hasText: `#${draft.id}` });
    await expect(item).toContainText('asks you to approve');
    await expect(item).toContainText('It goes out on Friday');
    await item.getByRole('button').first().click();
    await admin.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(admin.getByText('Your approval was recorded.')).toBeVisible();
    await admin.goto('/notifications');
    await expect(item).toContainText('A member has approved it.');
  });
}
