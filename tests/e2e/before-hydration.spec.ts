/** A slow line: what somebody chooses and types before the pages' script is there counts as much as afterwards. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  DAY,
  fetchCampaign,
} from '../support/campaigns.ts';
import { localTimeInput } from '../support/pages.ts';

/** Keeps every script of the page's back. @returns what lets them come, and waits until they have */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  return async () => {
    held.resolve();
    await page.waitForLoadState('load');
  };
}

test('the copy to the sender', async ({ page, login, service }) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  const letThemCome = await holdScripts(page);
  await page.goto(`/campaigns/${id}/checkout`, { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: /Mail a copy to the sender/ }).click();
  await letThemCome();
  const total = page.getByRole('row', { name: /^Order Total/ });
  await expect(total).not.toContainText(price);
  await expect(page.getByRole('checkbox', { name: /Mail a copy to the sender/ })).toBeChecked();
});

test('a form that is sent as early as it is filled in charges nothing but what was shown', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createCoveredDraft(service);
  await login(page, 'sender');
  await holdScripts(page);
  await page.goto(`/campaigns/${id}/checkout`, { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: /Mail a copy to the sender/ }).click();
  await page.getByRole('button', { name: 'Pay with credits and schedule' }).click();
  await expect(page.getByRole('alert')).toContainText('changed from $0.00');
  await expect(page.getByRole('alert')).toContainText('Nothing was paid.');
  await expect(page.getByRole('checkbox', { name: /Mail a copy to the sender/ })).toBeChecked();
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

test('the way to pay', async ({ page, login, service }) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  const letThemCome = await holdScripts(page);
  await page.goto(`/campaigns/${id}/checkout`, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /^Pay by card/ }).click();
  await letThemCome();
  await expect(page.getByLabel('Card token')).toBeVisible();
  await expect(page.getByRole('button', { name: `Pay ${price} and schedule` })).toBeVisible();
});

test('when it goes', async ({ page, login, service }) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  const letThemCome = await holdScripts(page);
  await page.goto(`/campaigns/${id}/send`, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /^At a chosen time/ }).click();
  await letThemCome();
  await expect(page.getByRole('button', { name: 'Send at a time' })).toBeVisible();
  const wanted = await localTimeInput(page, service, 3 * DAY);
  await page.getByLabel(/^Date and time/).fill(wanted.text);
  await expect(page.getByText('in 3 days')).toBeVisible();
});

test('a template’s size', async ({ page, login }) => {
  await login(page, 'admin');
  const letThemCome = await holdScripts(page);
  await page.goto('/templates/1/edit', { waitUntil: 'commit' });
  await page.getByLabel('Size').selectOption({ label: 'Letter 8.5 × 11 in' });
  await letThemCome();
  await expect(page.getByText('Letters have one side.')).toBeVisible();
});
