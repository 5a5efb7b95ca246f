/** Parts of pages that several browser tests look at. */
import type { Locator, Page } from '@playwright/test';

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
