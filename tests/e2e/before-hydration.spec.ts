/** Tests that forms on a slow connection keep the input that was entered before hydration. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  DAY,
  fetchCampaign,
} from '../support/campaigns.ts';
import { localTimeInput, waitUntilListed } from '../support/pages.ts';

/**
 * Delays the page's scripts.
 * @returns a function that lets the page load its scripts and waits for the load event
 */
async function holdScripts(page: Page): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js$/, async (route) => {
    await released.promise;
    await route.continue();
  });
  return async () => {
    released.resolve();
    await page.waitForLoadState('load');
  };
}

/** Waits until React has hydrated the element. */
const waitForHydration = (element: Locator) =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);

test('keeps “Mail a copy to the sender” selected if the member selects it before hydration', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  const releaseScripts = await holdScripts(page);
  await page.goto(`/campaigns/${id}/checkout`, { waitUntil: 'commit' });
  await page.getByRole('checkbox', { name: /Mail a copy to the sender/ }).click();
  await releaseScripts();
  const total = page.getByRole('row', { name: /^Order Total/ });
  await expect(total).not.toContainText(price);
  await expect(page.getByRole('checkbox', { name: /Mail a copy to the sender/ })).toBeChecked();
});

test('charges no more than the displayed amount if the form is submitted before hydration', async ({
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
  await expect(page.getByRole('alert')).toContainText('No payment was made.');
  await expect(page.getByRole('checkbox', { name: /Mail a copy to the sender/ })).toBeChecked();
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

test('keeps the payment method chosen before hydration', async ({ page, login, service }) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  const releaseScripts = await holdScripts(page);
  await page.goto(`/campaigns/${id}/checkout`, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /^Pay by card/ }).click();
  await releaseScripts();
  await expect(page.getByLabel('Card token')).toBeVisible();
  await expect(page.getByRole('button', { name: `Pay ${price} and schedule` })).toBeVisible();
});

test('keeps the send option chosen before hydration', async ({ page, login, service }) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  const releaseScripts = await holdScripts(page);
  await page.goto(`/campaigns/${id}/send`, { waitUntil: 'commit' });
  await page.getByRole('radio', { name: /^At a specific time/ }).click();
  await releaseScripts();
  await expect(page.getByRole('button', { name: 'Send at the chosen time' })).toBeVisible();
  const sendTime = await localTimeInput(page, service, 3 * DAY);
  await page.getByLabel(/^Date and time/).fill(sendTime.text);
  await expect(page.getByText('in 3 days')).toBeVisible();
});

test('keeps the template size chosen before hydration', async ({ page, login }) => {
  await login(page, 'admin');
  const releaseScripts = await holdScripts(page);
  await page.goto('/templates/1/edit', { waitUntil: 'commit' });
  await page.getByLabel('Size').selectOption({ label: 'Letter 8.5 × 11 in' });
  await releaseScripts();
  await expect(page.getByText('Letters have one side.')).toBeVisible();
});

test('asks for confirmation before the member leaves a template whose name was changed before hydration', async ({
  page,
  login,
}) => {
  await login(page, 'admin');
  const releaseScripts = await holdScripts(page);
  await page.goto('/templates/1/edit', { waitUntil: 'commit' });
  await page.getByLabel('Name').fill('Typed early');
  await releaseScripts();
  // The code editor's script is loaded last.
  await expect(page.locator('.cm-content').first()).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Typed early');
});

test('keeps the campaigns selected before hydration', async ({ page, login, service }) => {
  const drafts = [await createDraft(service), await createDraft(service)];
  const [first, second] = drafts.map(({ id }) => page.locator(`input[name="id"][value="${id}"]`));
  await login(page, 'sender');
  for (const { id } of drafts) await waitUntilListed(page, id);
  const releaseScripts = await holdScripts(page);
  await page.goto(`/campaigns?status=draft&selected=${drafts[0]?.id}`, { waitUntil: 'commit' });
  await first?.uncheck();
  await second?.check();
  await releaseScripts();
  await expect(page.getByRole('region', { name: 'Selection' }).getByRole('status')).toHaveText('1 selected');
  await expect(page.locator('input[name="id"]:checked')).toHaveValue(String(drafts[1]?.id));
});

test('keeps a note that is changed before hydration, and shows a note that isn’t', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/title`);
  const note = page.getByLabel('Note (optional)');
  await note.fill('The first note');
  await page.getByRole('button', { name: 'Save title and note' }).click();
  await expect(page.getByText('The first note')).toBeVisible();
  const releaseScripts = await holdScripts(page);
  await page.goto(`/campaigns/${id}/title`, { waitUntil: 'commit' });
  await note.fill('Typed early');
  await releaseScripts();
  await waitForHydration(note);
  await expect(note).toHaveValue('Typed early');
  await page.reload();
  await waitForHydration(note);
  await expect(note).toHaveValue('The first note');
});
