/**
 * Tests the one-line confirmations that appear after members pay for, send, cancel, copy, and delete
 * campaigns.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  DAY,
  HOUR,
  MINUTE,
} from '../support/campaigns.ts';

/**
 * Finds the confirmation, but not the status elements inside the buttons of forms that are being submitted.
 */
const confirmation = (page: Page) =>
  page.getByRole('main').getByRole('status').and(page.locator('div')).filter({ hasText: /\S/ });

for (const javaScriptEnabled of [true, false]) {
  const browser = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`confirms sending, canceling, copying, and deleting ${browser}`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id, price } = await createPaidDraft(service);
    const page = await newBrowser({ javaScriptEnabled });
    /**
     * Presses a button on the campaign's page, and confirms the action in the dialog or on the confirmation
     * page.
     */
    const act = async (name: string) => {
      await page.getByRole('button', { name }).click();
      const scope = javaScriptEnabled ? page.getByRole('dialog') : page.getByRole('main');
      if (!javaScriptEnabled) await expect(page).toHaveURL(/\/confirm\//);
      await scope.getByRole('button', { name }).click();
    };
    await login(page, 'admin');
    await page.goto(`/campaigns/${id}/send`);
    await page.getByRole('button', { name: /^Send now/ }).click();
    await expect(confirmation(page)).toHaveText(/^Scheduled\. Production starts .*\d{4}, .*\.$/);
    if (javaScriptEnabled) await expect(confirmation(page)).toBeFocused();
    if (javaScriptEnabled) await expectAccessible(page);

    await act('Cancel sending');
    await expect(confirmation(page)).toHaveText('Sending canceled. The campaign is a paid draft again.');

    await act('Make a copy');
    await expect(confirmation(page)).toHaveText(`This is your copy of #${id}.`);

    await page.goto(`/campaigns/${id}`);
    await page.getByRole('button', { name: 'Delete draft' }).click();
    const question = javaScriptEnabled ? page.getByRole('dialog') : page.getByRole('main');
    await expect(question).toContainText(`${price} has been paid for this draft.`);
    await expect(question).toContainText('the payment is credited to the customer');
    if (javaScriptEnabled) await expectAccessible(page);
    await question.getByRole('button', { name: 'Delete draft' }).click();
    await expect(confirmation(page)).toContainText(
      `Draft #${id} deleted. ${price} had been paid for it. In the sandbox, the payment is credited to the customer.`,
    );
    if (javaScriptEnabled) await expectAccessible(page);
  });

  test(`confirms a payment with credits ${browser}`, async ({ newBrowser, login, service }) => {
    const { id } = await createCoveredDraft(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto(`/campaigns/${id}/checkout`);
    await page.getByRole('button', { name: /^(Schedule|Send|Pay)/ }).click();
    await expect(confirmation(page)).toHaveText(/^Paid with credits and scheduled\. Production starts .*\.$/);
  });
}

test('confirms a deletion only to the member who deleted the draft', async ({
  page,
  newBrowser,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'admin');
  await page.goto(`/campaigns/${id}/confirm/delete`);
  await expect(page.getByRole('main')).not.toContainText('has been paid');
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await expect(confirmation(page)).toHaveText(`Draft #${id} deleted.`);
  const other = await newBrowser();
  await login(other, 'sender');
  await other.goto(page.url());
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(confirmation(other)).toHaveCount(0);
});

test('shows no confirmation if the URL names a change that never happened', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'admin');
  for (const path of [
    `/campaigns/${id}?done=${id}`,
    `/campaigns?done=${id}`,
    '/templates?done=1',
    '/templates/1?done=1',
    '/customers/1?done=1',
    '/profile?done=password',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(confirmation(page), path).toHaveCount(0);
  }
});

test('lets a sender copy a campaign that has been mailed', async ({ page, login, service }) => {
  const { id } = await createQueuedCampaign(service);
  await service.advanceClock(15 * MINUTE + 2 * HOUR + DAY);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Mailed' }) });
  await card.getByRole('button', { name: 'Make a copy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a copy' }).click();
  await expect(confirmation(page)).toHaveText(`This is your copy of #${id}.`);
});

test('shows “Delete draft” and “Pay” in different colors', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  const background = (name: RegExp | string) =>
    page
      .getByRole('main')
      .getByRole('button', { name })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  await login(page, 'admin');
  await page.goto(`/campaigns/${id}/checkout`);
  const pay = await background(/^Pay \$/);
  await page.goto(`/campaigns/${id}/confirm/delete`);
  const button = page.getByRole('main').getByRole('button', { name: 'Delete draft' });
  expect(await background('Delete draft')).not.toBe(pay);
  await button.hover();
  await expect(button).not.toHaveCSS('background-color', pay);
});
