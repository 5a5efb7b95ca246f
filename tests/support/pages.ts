/** Parts of pages that several browser tests look at. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Service } from './service.ts';

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

/**
 * What a person types, in the browser's zone, who wants it so many milliseconds from now by the service's clock, which
 * other tests may have moved; and the moment that is meant, in milliseconds.
 */
export async function localTime(page: Page, service: Service, ahead: number) {
  const wanted = (await service.advance(0)) + ahead;
  return page.evaluate((ms) => {
    const HOUR = 60 * 60_000;
    const typed = (at: number) => {
      const text = new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      return { text, at: new Date(text).getTime() };
    };
    // When clocks are set back one hour comes twice, and what is typed doesn't say which is meant.
    const isTwice = [-HOUR, HOUR].some((other) => typed(ms + other).text === typed(ms).text);
    return typed(isTwice ? ms + 2 * HOUR : ms);
  }, wanted);
}
