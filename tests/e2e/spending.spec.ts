/** Tests the Spending page, its export, and the figures in the customer list. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createPaidDraft } from '../support/campaigns.ts';
import { findLayoutProblems } from '../support/layout.ts';

/** Opens a page once every campaign has been indexed. */
async function openIndexed(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

/** Opens the Spending page once the sync has read payments in the period. */
async function openPaid(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await openIndexed(page, path);
    await expect(page.locator('dl dd').first()).toContainText(/[1-9]/, { timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
}

const amounts = async (page: Page | Locator, cells: string) =>
  (await page.locator(cells).allTextContents()).map((text) =>
    Number(/[\d,]+\.\d\d/.exec(text)?.[0].replaceAll(',', '')),
  );
const sum = (values: readonly number[]) =>
  Math.round(100 * values.reduce((total, value) => total + value, 0)) / 100;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('shows in three clicks what one customer spent this quarter', async ({
      newBrowser,
      login,
      service,
    }) => {
      const { customer } = await createPaidDraft(service);
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await openPaid(page, `/spending?customer=${encodeURIComponent(customer)}`);
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' }).click();
      await page.getByRole('main').getByRole('link', { name: customer, exact: true }).click();
      await page.getByRole('main').getByRole('link', { name: 'Spending', exact: true }).click();
      await expect(page.getByRole('link', { name: 'This quarter' })).toHaveAttribute('aria-current', 'true');
      const [paid] = await amounts(page, 'dl dd:first-of-type');
      expect(paid).toBeGreaterThan(0);
      await page.getByRole('link', { name: 'Remove filter: Customer' }).click();
      await expect(page).toHaveURL('/spending');
    });

    test('shows the same total in the summary, by month, and by group', async ({ newBrowser, login }) => {
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await openPaid(page, '/spending?period=last_12_months&by=postage');
      const [paid] = await amounts(page, 'dl dd:first-of-type');
      const months = page.getByRole('table', { name: 'Spending by month' });
      expect(await months.locator('tbody tr').count()).toBe(12);
      await expect(months.locator('tfoot td').nth(2)).toContainText(paid?.toLocaleString('en-US') ?? '');
      const groups = page.getByRole('table', { name: /split by postage/ });
      const groupAmounts = await amounts(groups, 'tbody td');
      expect(sum(groupAmounts)).toBe(paid);
      await expect(page.getByRole('img', { name: /^Paid by month, split by postage/ }).first()).toBeVisible();
    });

    test('keeps typed months and names, and shows errors beside the fields', async ({
      newBrowser,
      login,
    }) => {
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await openIndexed(page, '/spending');
      await page.getByText('Choose months, filter').click();
      const form = page.getByRole('form', { name: 'Months and filters' });
      await form.getByLabel('First month').fill('2026-10');
      await form.getByLabel('Last month').fill('2026-08');
      await form.getByLabel('Customer').fill('unknown@x.example');
      await form.getByRole('button', { name: 'Apply' }).click();
      const last = form.getByLabel('Last month');
      await expect(last).toHaveAccessibleDescription('The last month is before the first month.');
      await expect(form.getByLabel('Customer')).toHaveValue('unknown@x.example');
      await last.fill('2026-11');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(form.getByLabel('Customer')).toHaveAccessibleDescription(/No customer has/);
      await form.getByLabel('Customer').fill('');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(page.getByRole('table', { name: 'Spending by month' }).locator('tbody tr')).toHaveCount(2);
    });

    test('splits spending by a typed metadata key', async ({ newBrowser, login }) => {
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await openIndexed(page, '/spending?period=last_12_months');
      await page.getByRole('link', { name: 'Metadata', exact: true }).click();
      await expect(page.getByText('Enter a metadata key')).toBeVisible();
      await page.getByLabel('Metadata key').fill('order');
      await page.getByRole('button', { name: 'Group' }).click();
      await expect(page).toHaveURL('/spending?period=last_12_months&by=metadata&key=order');
      await openPaid(page, '/spending?period=last_12_months&by=metadata&key=order');
      await expect(page.getByRole('table', { name: /split by order/ })).toContainText(/PO-|No value/);
    });

    test('searches and sorts customers', async ({ newBrowser, login }) => {
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await openIndexed(page, '/customers');
      const heading = page.getByRole('columnheader', { name: 'Campaigns' });
      await heading.getByRole('link').click();
      await expect(page).toHaveURL('/customers?sort=-campaigns');
      await expect(heading).toHaveAttribute('aria-sort', 'descending');
      const cells = await page.locator('tbody td:nth-of-type(1)').allTextContents();
      const counts = cells.map((text) => Number.parseInt(text.replaceAll(',', ''), 10));
      expect(counts[0]).toBeGreaterThan(1);
      expect(counts).toEqual(counts.toSorted((a, b) => b - a));
      const address = (await page.locator('tbody th a').first().textContent()) ?? '';
      await page.getByRole('searchbox', { name: 'Search customers' }).fill(address.slice(0, 6));
      await page.getByRole('searchbox', { name: 'Search customers' }).press('Enter');
      await expect(page.locator('tbody').getByText(address)).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search customers' }).fill('zebra');
      await page.getByRole('searchbox', { name: 'Search customers' }).press('Enter');
      await expect(page.getByText('No matching customers')).toBeVisible();
    });
  });
}

test('downloads the spending as CSV', async ({ newBrowser, login }) => {
  const page = await newBrowser({});
  await login(page, 'viewer');
  await openIndexed(page, '/spending?period=last_12_months&by=size');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('mailroom-spending.csv');
});

test('the Spending page works with the keyboard, and its tables print without controls', async ({
  newBrowser,
  login,
}) => {
  const page = await newBrowser({});
  await login(page, 'viewer');
  await openIndexed(page, '/spending');
  await page.getByRole('link', { name: 'Last quarter' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/spending?period=last_quarter');
  for (const width of [320, 600, 1120, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect([width, ...(await findLayoutProblems(page))]).toEqual([width]);
    const [table, column] = await page
      .getByRole('table', { name: 'Spending by month' })
      .evaluate((table) => [table, table.parentElement].map((box) => box?.getBoundingClientRect().right));
    expect(table, `the table’s right edge at ${width} px`).toBeLessThanOrEqual((column ?? 0) + 1);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('table', { name: 'Spending by month' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Last quarter' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden();
});
