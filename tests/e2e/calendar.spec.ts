/** Tests the calendar and its feeds with and without JavaScript, with the keyboard, and on phones. */
import type { Page } from '@playwright/test';
import { expect, PHONE, test } from '../support/browser.ts';
import { createQueuedCampaign } from '../support/campaigns.ts';

/** Opens a calendar once every campaign has been indexed. */
async function openCalendar(page: Page, path = '/calendar'): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByRole('table')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

const dayLink = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);
const ZONE = { timezoneId: 'America/New_York', locale: 'en-US' };

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('opens a day’s campaigns, other months, and weeks', async ({ newBrowser, login, service }) => {
      await createQueuedCampaign(service);
      const page = await newBrowser({ ...ZONE, javaScriptEnabled });
      await login(page, 'viewer');
      await openCalendar(page);
      const title = page.getByRole('heading', { level: 1 });
      const month = await title.textContent();
      await expect(page.locator('td [aria-current="date"]')).toHaveCount(1);
      await page.getByRole('link', { name: 'Next month' }).click();
      await expect(title).not.toHaveText(month ?? '');
      await page.getByRole('link', { name: 'Today', exact: true }).click();
      await expect(title).toHaveText(month ?? '');
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      await expect(page).toHaveURL(/\/calendar\?week=\d{4}-\d{2}-\d{2}$/);
      await expect(page.getByRole('columnheader')).toHaveCount(7);
      const today = page.locator('td [aria-current="date"]');
      const date = await today.getAttribute('data-day');
      await today.click();
      await expect(page).toHaveURL(
        `/campaigns?scheduled_from=${date}&scheduled_to=${date}&sort=scheduled_at`,
      );
    });

    test('filters by customer and status, and shows errors beside the fields', async ({
      newBrowser,
      login,
      service,
    }) => {
      const { customer } = await createQueuedCampaign(service);
      const page = await newBrowser({ ...ZONE, javaScriptEnabled });
      await login(page, 'viewer');
      await openCalendar(page);
      await page.getByText('Filter', { exact: true }).click();
      const filters = page.getByRole('form', { name: 'Filters' });
      await filters.getByLabel('Customer').fill('unknown@x.example');
      await filters.getByRole('button', { name: 'Apply' }).click();
      const field = filters.getByLabel('Customer', { exact: true });
      await expect(field).toHaveAccessibleDescription(/No customer has/);
      await field.fill(customer);
      await filters.getByLabel('Status').selectOption('queued');
      await filters.getByRole('button', { name: 'Apply' }).click();
      await expect(page).toHaveURL(/month=\d{4}-\d{2}&customer=[^&]+&status=queued$/);
      await expect(page.getByLabel('Totals')).toContainText('Went out');
      await page.getByRole('link', { name: 'Remove filter: Status' }).click();
      await expect(page).toHaveURL(/month=\d{4}-\d{2}&customer=[^&]+$/);
    });

    test('says that a month doesn’t exist', async ({ newBrowser, login }) => {
      const page = await newBrowser({ ...ZONE, javaScriptEnabled });
      await login(page, 'viewer');
      await page.goto('/calendar?month=2026-13');
      await expect(page.getByText('Unknown month.')).toBeVisible();
      await page.getByRole('link', { name: 'Go to this month' }).click();
      await expect(page).toHaveURL('/calendar');
    });

    test('creates, replaces, and deletes a feed', async ({ newBrowser, login, request }) => {
      const page = await newBrowser({ ...ZONE, javaScriptEnabled });
      await login(page, 'sender');
      await openCalendar(page);
      await page.getByRole('link', { name: 'Subscribe' }).click();
      await expect(page).toHaveURL('/calendar/feeds');
      const name = `Phone ${javaScriptEnabled}`;
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create feed' }).click();
      const url = await page.getByLabel('The feed’s URL').inputValue();
      const first = await request.get(url);
      expect(await first.text()).toContain('BEGIN:VEVENT');
      await page.goto('/calendar/feeds');
      const item = page.getByRole('listitem').filter({ hasText: name });
      await expect(item).toContainText('Last read today');
      await item.getByRole('button', { name: 'Replace URL' }).click();
      const newUrl = await item.getByLabel('The feed’s URL').inputValue();
      expect((await request.get(url)).status()).toBe(404);
      expect((await request.get(newUrl)).status()).toBe(200);
      await item.getByRole('button', { name: 'Delete' }).click();
      await expect(item).toHaveCount(0);
      expect((await request.get(newUrl)).status()).toBe(404);
    });
  });
}

test('moves between days with the arrow keys, and between months with Page Up and Page Down', async ({
  newBrowser,
  login,
}) => {
  const page = await newBrowser(ZONE);
  await login(page, 'viewer');
  await openCalendar(page, '/calendar?month=2026-10');
  await dayLink(page, '2026-10-14').focus();
  for (const [key, date] of [
    ['ArrowRight', '2026-10-15'],
    ['ArrowDown', '2026-10-22'],
    ['ArrowLeft', '2026-10-21'],
    ['ArrowUp', '2026-10-14'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dayLink(page, date)).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(dayLink(page, '2026-10-14')).not.toBeFocused();
  await dayLink(page, '2026-10-14').focus();
  await page.keyboard.press('PageUp');
  await expect(page).toHaveURL('/calendar?month=2026-09');
  await dayLink(page, '2026-09-14').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/scheduled_from=2026-09-14/);
});

test('lists the days on a phone, starting with today', async ({ newBrowser, login, service }) => {
  await createQueuedCampaign(service);
  const page = await newBrowser({ ...ZONE, ...PHONE });
  await login(page, 'viewer');
  await openCalendar(page);
  const today = page.locator('td [aria-current="date"]');
  await expect(today).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveCount(0);
  const earlier = page.getByRole('link', { name: /^Show earlier in/ });
  if (await earlier.isVisible()) {
    const visible = page.locator('[data-day]').filter({ visible: true });
    const before = await visible.count();
    await earlier.click();
    await expect(earlier).toBeHidden();
    expect(await visible.count()).toBeGreaterThan(before);
  }
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.viewport.width);
  await openCalendar(page, '/calendar?week=2026-11-25');
  await dayLink(page, '2026-11-22').focus();
  await page.keyboard.press('ArrowDown');
  await expect(dayLink(page, '2026-11-23')).toBeFocused();
});
