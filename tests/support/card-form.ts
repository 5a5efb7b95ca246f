/** Provides a console that uses the embedded service's card form, and helpers for the form. */
import type { FrameLocator, Page } from '@playwright/test';
import { test as base, expect } from './browser.ts';
import { startTestConsole } from './console.ts';
import type { RunningService } from './service.ts';

export const VALID_CARD = '4242 4242 4242 4242';
export const DECLINED_CARD = '4000 0000 0000 0002';
/** The label of the button that pays by card. */
export const PAY_AND_SCHEDULE = /^Pay .* and schedule$/;

export const test = base.extend({
  mailroom: [
    async ({ upstream, service }, use) => {
      const mailroom = await startTestConsole(upstream, { CARD_FIELDS_URL: cardFormUrl(service) });
      await use(mailroom);
      await mailroom.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

export const cardFormUrl = ({ url }: RunningService): string => `${url}/card-form`;

export const isCardForm = ({ pathname }: URL): boolean => pathname === '/card-form';

export const cardForm = (page: Page): FrameLocator => page.frameLocator('iframe[title="Card details"]');

/** Opens checkout and chooses to pay by card. */
export async function choosePayByCard(page: Page, id: number): Promise<void> {
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
}

/** Opens checkout with the card form, and waits until the form is loaded. */
export async function openCardForm(page: Page, id: number): Promise<void> {
  await choosePayByCard(page, id);
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
}

/** Returns the tokens that the service received with payments for the campaign. */
export async function readSentTokens(service: RunningService, id: number): Promise<(string | null)[]> {
  const requests = await service.requests();
  return requests
    .filter(({ path }) => path === `/v1/campaigns/${id}/pay_and_send`)
    .map(({ body }) => new URLSearchParams(body).get('source'));
}
