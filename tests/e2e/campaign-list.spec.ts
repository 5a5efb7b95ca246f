/** Tests searching, sorting, filtering, and exporting campaigns, and the search box on every page. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { openIndexedList, openListMenu } from '../support/campaign-list.ts';
import { createDraft, createPaidDraft, DAY } from '../support/campaigns.ts';
import { openSearch } from '../support/pages.ts';

const rows = (page: Page) => page.locator('tbody tr');
const prices = async (page: Page) =>
  (await rows(page).locator('td:nth-of-type(5)').allInnerTexts()).map((text) =>
    Number(text.replace(/[^\d.]/g, '')),
  );

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('sorts by a heading, keeps the filters, and shows the totals of all pages', async ({
      newBrowser,
      login,
    }) => {
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      // Other tests create campaigns, which would change the totals between two pages.
      const list = `/campaigns?created_to=${new Date(Date.now() - DAY).toISOString().slice(0, 10)}`;
      await openIndexedList(page, list);
      const heading = page.getByRole('columnheader', { name: 'Price' });
      await heading.getByRole('link').click();
      await expect(page).toHaveURL(`${list}&sort=-price`);
      await expect(heading).toHaveAttribute('aria-sort', 'descending');
      const descending = await prices(page);
      expect(descending).toEqual(descending.toSorted((a, b) => b - a));
      await heading.getByRole('link').click();
      await expect(heading).toHaveAttribute('aria-sort', 'ascending');
      const total = page.locator('tfoot');
      await expect(total).toContainText(/All \d+ campaigns/);
      const before = (await total.textContent()) ?? '';
      await page.getByRole('link', { name: 'Page 2' }).click();
      await expect(page).toHaveURL(`${list}&sort=price&page=2`);
      await expect(total).toHaveText(before);
    });

    test('filters by customer, removes the filter, and shows errors beside the fields', async ({
      newBrowser,
      login,
      service,
    }) => {
      const { customer } = await createPaidDraft(service);
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await openIndexedList(page);
      await openListMenu(page, 'Filter', javaScriptEnabled);
      const filters = page.getByRole('form', { name: 'Filters' });
      await filters.getByLabel('Customer').fill('unknown@x.example');
      await filters.getByLabel('Price from').fill('10');
      await filters.getByRole('button', { name: 'Apply' }).click();
      const field = filters.getByLabel('Customer', { exact: true });
      await expect(field).toHaveAccessibleDescription(/No customer has/);
      await expect(field).toHaveValue('unknown@x.example');
      await expect(filters.getByLabel('Price from')).toHaveValue('10');
      await field.fill(customer.toUpperCase());
      await filters.getByRole('button', { name: 'Apply' }).click();
      await expect(rows(page).first()).toContainText(customer);
      await page.getByRole('link', { name: 'Remove filter: Customer' }).click();
      await expect(page).toHaveURL('/campaigns?price_min=10');
    });

    test('remembers each member’s columns, density, and page size', async ({ newBrowser, login }) => {
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'sender');
      await openIndexedList(page, '/campaigns?sort=-price');
      await openListMenu(page, 'Display', javaScriptEnabled);
      await page.getByLabel('Rows per page').selectOption('25');
      await page.getByLabel('Density').selectOption('compact');
      await page.getByLabel('Postage', { exact: true }).last().check();
      await page.getByRole('button', { name: 'Apply' }).last().click();
      await expect(page).toHaveURL('/campaigns?sort=-price');
      await expect(page.getByRole('columnheader', { name: 'Postage' })).toBeVisible();
      await expect(rows(page)).toHaveCount(25);
      await page.goto('/campaigns');
      await expect(rows(page)).toHaveCount(25);
      await openListMenu(page, 'Display', javaScriptEnabled);
      await page.getByRole('button', { name: 'Reset' }).click();
      await expect(rows(page)).toHaveCount(10);
    });
  });
}

test('loads the filters when needed, and shows a link to them if loading fails', async ({ page, login }) => {
  await login(page, 'viewer');
  await openIndexedList(page);
  const filters = page.getByRole('form', { name: 'Filters' });
  await expect(filters).toHaveCount(0);
  await page.route('**/_next/static/chunks/*.js', (route) => route.abort());
  await page.getByText('Filter', { exact: true }).click();
  await page.getByRole('link', { name: 'Show the filters' }).click();
  // The form that the server rendered works without its script.
  await filters.getByLabel('Price from').fill('10');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL('/campaigns?price_min=10');

  await page.unroute('**/_next/static/chunks/*.js');
  await page.reload();
  await page.getByText('Filter', { exact: true }).click();
  await expect(filters.getByLabel('Price from')).toHaveValue('10');
  await expect(page).toHaveURL('/campaigns?price_min=10');
});

test('downloads the filtered campaigns as CSV', async ({ page, login }) => {
  await login(page, 'viewer');
  await openIndexedList(page, '/campaigns?status=draft&sort=-price');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('mailroom-campaigns.csv');
});

test('finds a campaign in the search box by its number, using only the keyboard', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'viewer');
  await openIndexedList(page);
  await page.goto('/templates');
  const dialog = await openSearch(page);
  const box = dialog.getByRole('combobox');
  await expect(box).toBeFocused();
  await expect(dialog.getByRole('option', { name: 'Customers' })).toBeVisible();
  await expect(async () => {
    await box.fill('');
    await box.pressSequentially(String(id));
    await expect(dialog.getByRole('option', { name: `#${id}` })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/campaigns/${id}`);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(box).toBeFocused();
  await box.fill('zzzzzz');
  await expect(dialog.getByRole('status')).toHaveText(/Nothing found for “zzzzzz”/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('says why search fails, instead of showing earlier results', async ({ page, context, login }) => {
  await login(page, 'viewer');
  await page.goto('/templates');
  const dialog = await openSearch(page);
  const box = dialog.getByRole('combobox');
  await box.fill('calendar feeds');
  await expect(dialog.getByRole('option')).toHaveCount(1);
  await expect(dialog.getByRole('status')).toHaveText('1 result');
  await context.setOffline(true);
  await box.fill('team');
  await expect(dialog.getByRole('status')).toHaveText('Search isn’t available. Try again.');
  await expect(dialog.getByRole('option')).toHaveCount(0);
  await context.setOffline(false);
  await context.clearCookies();
  await box.fill('activity');
  await expect(dialog.getByRole('status')).toContainText('You’re signed out.');
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByLabel('Password')).toBeVisible();
});

test('opens the campaign list from the search box without JavaScript', async ({ newBrowser, login }) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'viewer');
  await openIndexedList(page);
  await page.goto('/templates');
  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('grand opening');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/campaigns?q=grand+opening');
  await expect(rows(page).first()).toContainText('Grand opening');
});
