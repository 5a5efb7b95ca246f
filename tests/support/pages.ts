/** Parts of pages that several browser tests look at. */
import { expect, type Locator, type Page } from '@playwright/test';

/** The status pill beside a campaign's title. */
export function status(page: Page): Locator {
  return page.locator('main header').getByText(/^(Draft|Queued|Processing|Sent|Mailed)$/);
}

/** Fills the service's payment form. */
export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on the card').fill('Ada Brightwater');
}

/** Waits until the console asks a service again that it had given up on for a while. The page's browser is signed in. */
export async function recovers(page: Page): Promise<void> {
  const list = async () => (await page.request.get('/campaigns')).text();
  await expect.poll(list, { timeout: 30_000 }).toContain('<caption class="sr-only">Campaigns</caption>');
}
