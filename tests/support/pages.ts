/** Provides locators and helpers for pages that several browser tests use. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { RunningService } from './service.ts';

/** Returns the status pill beside a campaign's title. */
export function statusPill(page: Page): Locator {
  return page.locator('main header').getByText(/^(Draft|Queued|Processing|Sent|Mailed)$/);
}

/** Navigates from checkout to the service's payment page. @returns the page's URL */
export async function startPaying(page: Page, service: RunningService, id: number): Promise<string> {
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  return page.url();
}

/** Submits a card on the service's payment page. */
export async function submitCard(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** Fills in the form on the service's payment page, or the card form in a frame. */
export async function fillCard(page: Pick<Page, 'getByLabel'>, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expires').fill('12 / 40');
  await page.getByLabel('Security code').fill('123');
  await page.getByLabel('Name on card').fill('Ada Brightwater');
}

/** Opens the search dialog with `/`, which works after hydration. @returns the dialog */
export async function openSearch(page: Page): Promise<Locator> {
  await expect(page.locator('[aria-keyshortcuts^="/"]')).toBeVisible();
  await page.keyboard.press('/');
  return page.getByRole('dialog', { name: 'Search' });
}

/**
 * Waits until the campaign list contains a campaign that was created outside the console. Reads the campaign through
 * the console, because the console's sync could take another 15 seconds to find it.
 */
export async function waitUntilListed(page: Page, campaignId: number): Promise<void> {
  await page.request.get(`/api/v1/campaigns/${campaignId}`);
  const found = async () => (await page.request.get(`/campaigns?q=${campaignId}`)).text();
  await expect.poll(found, { timeout: 60_000 }).toContain(`href="/campaigns/${campaignId}"`);
}

/**
 * Waits until the console's circuit breaker allows calls to the service again. A member must be signed in on
 * the page.
 */
export async function waitForRecovery(page: Page): Promise<void> {
  const status = async () => (await page.request.get('/api/v1/campaigns?per_page=1')).status();
  await expect.poll(status, { timeout: 30_000 }).toBe(200);
}

/**
 * Formats a time for a date-and-time field in the browser's time zone. The time is `ahead` ms after the
 * service's current time, because other tests may have advanced the service's clock.
 * @returns the field's value, and the corresponding time in ms since the epoch
 */
export async function localTimeInput(page: Page, service: RunningService, ahead: number) {
  const target = (await service.advanceClock(0)) + ahead;
  return page.evaluate((ms) => {
    const HOUR = 60 * 60_000;
    const inputAt = (at: number) => {
      const text = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      return { text, at: new Date(text).getTime() };
    };
    // Avoid the hour that occurs twice when clocks fall back, because the field's value would be ambiguous.
    const isAmbiguous = [-HOUR, HOUR].some((shift) => inputAt(ms + shift).text === inputAt(ms).text);
    return inputAt(isAmbiguous ? ms + 2 * HOUR : ms);
  }, target);
}

/**
 * Formats a time for a date-and-time field in UTC. The time is `ahead` ms after the service's current time, because other
 * tests may have advanced the service's clock.
 */
export const utcTimeInput = async (service: RunningService, ahead: number) =>
  new Date((await service.advanceClock(0)) + ahead).toISOString().slice(0, 16);
