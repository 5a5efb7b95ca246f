/** The service is down, slow, or not itself: every page says so within ten seconds and offers to try again. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { createDraft, createQueuedCampaign, fetchCampaign } from '../support/campaigns.ts';
import { waitForRecovery } from '../support/pages.ts';

const WITHIN_MS = 10_000;

const PAGES = (id: number) => [
  '/',
  '/campaigns',
  ...['', '/checkout', '/send'].map((part) => `/campaigns/${id}${part}`),
];

test.afterEach(async ({ page, service }) => {
  await service.clearFaults();
  await waitForRecovery(page);
});

/** The pages that show something of the service's, all at once, as after a night with many tabs open. */
async function pagesSay(page: Page, id: number, title: RegExp): Promise<void> {
  const visit = async (path: string) => {
    const tab = await page.context().newPage();
    const began = Date.now();
    const answer = await tab.goto(path);
    await expect(tab.getByRole('heading', { name: title }), path).toBeVisible();
    expect(Date.now() - began, path).toBeLessThan(WITHIN_MS);
    expect(answer?.status(), path).toBeLessThan(500);
    await expect(tab.getByRole('link', { name: 'Try again' }), path).toBeVisible();
    await tab.close();
  };
  await Promise.all(PAGES(id).map(visit));
}

test('slow by 30 seconds', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await service.injectFaults({ operation: '*', kind: 'delay', ms: 30_000, n: 10_000 });
  await pagesSay(page, id, /taking too long|Can’t reach/);
});

test('HTML, half of the JSON, 200 MB, or 503', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  for (const kind of ['html', 'malformed', 'huge', 'status'] as const) {
    await service.injectFaults({ operation: '*', kind, n: 10_000 });
    // While nobody asks a service that gave nothing but trouble, the last trouble is told.
    await pagesSay(page, id, /Unexpected response|having problems|Can’t reach/);
    await service.clearFaults();
  }
});

test('down, and back again: trying again helps', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await service.kill();
  try {
    await pagesSay(page, id, /Can’t reach/);
    await page.goto(`/campaigns/${id}`);
    await expectAccessible(page);
  } finally {
    await service.start();
  }
  await waitForRecovery(page);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: `#${id}`, exact: false, level: 1 })).toBeVisible();
});

test('an answer that gets lost after the work was done is read back, and nothing is done twice', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await service.clearRequests();
  await service.injectFaults({ operation: 'cancelCampaign', kind: 'drop_after', n: 1 });
  await service.injectFaults({ operation: 'cancelCustomerCampaign', kind: 'drop_after', n: 1 });
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page.getByRole('heading', { name: 'Paid, not sent yet' })).toBeVisible({ timeout: 20_000 });
  expect((await fetchCampaign(service, id)).status).toBe('draft');
  const cancels = (await service.requests()).filter(({ path }) => path.endsWith('/cancel'));
  expect(cancels).toHaveLength(1);
});
