/**
 * Tests that, if the service is down, slow, or broken, the pages that call it say so without waiting for its
 * responses. These pages must also have a “Try again” link. Lists from the campaign index keep working.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { createDraft, createQueuedCampaign, fetchCampaign } from '../support/campaigns.ts';
import { waitForRecovery, waitUntilListed } from '../support/pages.ts';

const DELAY_MS = 30_000;
/**
 * A page that arrives by then didn't wait for a delayed response. The console's own limit (`READ_MS`) is much
 * shorter, but on a busy machine, pages also take a long time to render.
 */
const MAX_PAGE_MS = 25_000;

const pagePaths = (id: number) => [
  '/templates',
  ...['', '/checkout', '/send'].map((part) => `/campaigns/${id}${part}`),
];

test.afterEach(async ({ page, service }) => {
  await service.clearFaults();
  await waitForRecovery(page);
});

/** Opens every page that calls the service. The pages open in parallel, as when a browser restores tabs. */
async function expectFailurePages(page: Page, id: number, title: RegExp): Promise<void> {
  const visit = async (path: string) => {
    const tab = await page.context().newPage();
    const startedAt = Date.now();
    const response = await tab.goto(path);
    await expect(tab.getByRole('heading', { name: title }), path).toBeVisible();
    expect(Date.now() - startedAt, path).toBeLessThan(MAX_PAGE_MS);
    expect(response?.status(), path).toBe(503);
    await expect(tab.getByRole('link', { name: 'Try again' }), path).toBeVisible();
    await tab.close();
  };
  await Promise.all(pagePaths(id).map(visit));
}

test('shows a failure page when the service takes 30 seconds to respond', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await service.injectFaults({ operation: '*', kind: 'delay', ms: DELAY_MS, n: 10_000 });
  await expectFailurePages(page, id, /taking too long|Can’t reach/);
});

test('shows a failure page when the service responds with HTML, truncated JSON, 200 MB of data, or status 503', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  for (const kind of ['html', 'malformed', 'huge', 'status'] as const) {
    await service.injectFaults({ operation: '*', kind, n: 10_000 });
    // Pages show the previous failure while the circuit breaker is open.
    await expectFailurePages(page, id, /Unexpected response|having problems|Can’t reach/);
    await service.clearFaults();
  }
});

test('shows a failure page while the service is down, and recovers with the Try again link', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await service.kill();
  try {
    await expectFailurePages(page, id, /Can’t reach/);
    await page.goto(`/campaigns/${id}`);
    await expectAccessible(page);
  } finally {
    await service.start();
  }
  await waitForRecovery(page);
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: `#${id}`, exact: false, level: 1 })).toBeVisible();
});

test('lists campaigns from the index while the service is down, and says how old the list is', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'viewer');
  await waitUntilListed(page, id);
  await service.kill();
  try {
    await expect(async () => {
      await page.goto('/campaigns');
      await expect(page.getByText(/The mail service isn’t answering. Showing data from \d/)).toBeVisible({
        timeout: 1_000,
      });
    }).toPass({ timeout: 60_000 });
    await expect(page.getByRole('row').filter({ hasText: `#${id}` })).toBeVisible();
  } finally {
    await service.start();
  }
});

test('sends only one cancel request if the response is lost, and then shows the campaign as a draft', async ({
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
