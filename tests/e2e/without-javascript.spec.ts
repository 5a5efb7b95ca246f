/** Tests the features that work without JavaScript. */
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import { openListMenu } from '../support/campaign-list.ts';
import { createDraft, createQueuedCampaign, fetchCampaign, fetchCheckout } from '../support/campaigns.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { memberEmail, TEST_PASSWORD, unknownEmail } from '../support/console.ts';
import { fillCard, statusPill, waitUntilListed } from '../support/pages.ts';

const SCRIPTLESS = { javaScriptEnabled: false };

test('lets a member find, pay for, send, and cancel a campaign without JavaScript', async ({
  newBrowser,
  service,
}) => {
  const page = await newBrowser(SCRIPTLESS);
  const { id, price, customer } = await createDraft(service);
  await page.goto('/campaigns');
  await signIn(page, memberEmail('sender'), TEST_PASSWORD);
  await expect(page).toHaveURL('/campaigns');

  await waitUntilListed(page, id);
  await openListMenu(page, 'Filter', false);
  const filters = page.getByRole('form', { name: 'Filters' });
  await filters.getByLabel('Customer').fill(customer);
  await filters.getByRole('button', { name: 'Apply' }).click();
  await page.locator(`tbody a[href="/campaigns/${id}"]`).first().click();
  await expect(statusPill(page)).toHaveText('Draft');
  await page.getByRole('link', { name: 'Check out' }).click();
  await toggleSenderCopy(page, service, id);

  await page.getByRole('radio', { name: /Pay on a separate page/ }).check();
  await page.getByRole('button', { name: `Pay ${price}` }).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: `Pay ${price}` }).click();
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();

  await page.getByRole('link', { name: 'Choose send date' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page).toHaveURL(`/campaigns/${id}?done=${id}`);
  await expect(statusPill(page)).toHaveText('Queued');
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}/confirm/cancel`));
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(statusPill(page)).toHaveText('Draft');
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

/** Adds or removes the sender's copy, undoes the change, and expects the correct total each time. */
async function toggleSenderCopy(
  page: Page,
  service: Parameters<typeof fetchCheckout>[0],
  id: number,
): Promise<void> {
  const { with_sender, without_sender, send_copy_to_sender } = await fetchCheckout(service, id);
  const total = page.getByRole('row', { name: /^Order Total/ });
  const [first, second] = send_copy_to_sender ? [with_sender, without_sender] : [without_sender, with_sender];
  await expect(total).toContainText(first.to_be_paid);
  await page.getByRole('button', { name: /Mail a copy to the sender|Remove copy/ }).click();
  await expect(total).toContainText(second.to_be_paid);
  await page.getByRole('button', { name: /Mail a copy to the sender|Remove copy/ }).click();
  await expect(total).toContainText(first.to_be_paid);
}

test('shows sign-in errors and keeps the entered email address without JavaScript', async ({
  newBrowser,
}) => {
  const page = await newBrowser({ ...SCRIPTLESS, extraHTTPHeaders: headersFromNewAddress() });
  const email = unknownEmail();
  await signIn(page, email, 'not-the-password');
  await expect(page.getByRole('alert')).toContainText('Incorrect email or password.');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await expect(page.getByLabel('Password')).toHaveValue('');
  await signIn(page, '', '');
  await expect(page.getByText('Enter your email address.')).toBeVisible();
});

test('hides controls that need JavaScript', async ({ newBrowser, login, service }) => {
  const { id } = await createQueuedCampaign(service);
  const page = await newBrowser(SCRIPTLESS);
  await login(page, 'viewer');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
  await expect(page.getByRole('timer')).toBeVisible();
});

test('lets members page through lists without JavaScript', async ({ newBrowser, login }) => {
  const page = await newBrowser(SCRIPTLESS);
  await login(page, 'viewer');
  await page.goto('/campaigns');
  // Links identify campaigns even if other tests have given them titles.
  const ids = () =>
    page
      .getByRole('row')
      .getByRole('link')
      .evaluateAll((links) => [
        ...new Set(links.flatMap((link) => link.getAttribute('href')?.match(/^\/campaigns\/\d+/)?.[0] ?? [])),
      ]);
  const first = await ids();
  expect(first).toHaveLength(10);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  const second = await ids();
  expect(second).toHaveLength(10);
  expect(second.filter((id) => first.includes(id))).toEqual([]);
});
