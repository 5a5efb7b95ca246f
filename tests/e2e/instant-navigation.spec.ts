/** Tests what pages show before the mail service has answered, and when the member goes back or forward. */
import type { Locator, Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import { openIndexedList } from '../support/campaign-list.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';

test.use({ environment: 'instant-navigation' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

/** Long enough to look at the page before the mail service answers. */
const SLOW_MS = 5_000;

test.afterEach(({ service }) => service.clearFaults());

const rowLinks = (page: Page) => page.locator('tbody th a[href^="/campaigns/"]');
const checking = (page: Page) => page.getByRole('heading', { name: 'Checking for changes…' });
const nextSteps = (page: Page) => page.locator('main a[href$="/checkout"], main a[href$="/send"]');

const shadow = (link: Locator) => link.evaluate((element) => getComputedStyle(element).boxShadow);

test('shows a campaign from the index at once, and offers actions only after the mail service has answered', async ({
  page,
  login,
  service,
}) => {
  await login(page, 'sender');
  await openIndexedList(page, '/campaigns?status=draft');
  const path = (await rowLinks(page).first().getAttribute('href')) ?? '';
  const number = path.replace('/campaigns/', '#');
  for (const operation of ['getCampaign', 'checkOutCampaign'] as const)
    await service.injectFaults({ operation, kind: 'delay', ms: SLOW_MS, n: 1_000 });
  await rowLinks(page).first().click();

  await expect(checking(page)).toBeVisible({ timeout: SLOW_MS - 1_000 });
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { level: 1 })).toContainText(number);
  await expect(main.getByText(/^Updated \d/)).toBeVisible();
  expect(await nextSteps(page).count(), 'links to pay or send').toBe(0);
  expect(await main.getByRole('button').count(), 'buttons').toBe(0);
  expect(await main.textContent()).not.toMatch(/Amount due|Covered by credits/);
  await expect(page).toHaveTitle(new RegExp(number));

  await expect(nextSteps(page)).toBeVisible({ timeout: 2 * SLOW_MS });
  await expect(checking(page)).toHaveCount(0);
});

test('opening a deleted campaign leads to the not-found page', async ({ page, login, service }) => {
  await login(page, 'viewer');
  await openIndexedList(page);
  await service.injectFaults({ operation: 'getCampaign', kind: 'status', status: 404, n: 1_000 });
  await rowLinks(page).first().click();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(checking(page)).toHaveCount(0);
});

test('full page loads and refreshes wait for the mail service', async ({ page, login, baseURL }) => {
  await login(page, 'viewer');
  await openIndexedList(page);
  const path = (await rowLinks(page).first().getAttribute('href')) ?? '';
  const read = async (headers: Record<string, string>) => (await page.request.get(path, { headers })).text();
  const script = { rsc: '1', 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' };
  expect(await read({ ...script, referer: `${baseURL}/campaigns` })).toContain('Checking for changes');
  expect(await read({ ...script, referer: `${baseURL}${path}` })).not.toContain('Checking for changes');
  expect(await read(script)).not.toContain('Checking for changes');
  expect(await read({ 'sec-fetch-dest': 'document', referer: `${baseURL}/campaigns` })).not.toContain(
    'Checking for changes',
  );
});

test('going back shows the list at once, with its filters and scroll position', async ({ page, login }) => {
  await login(page, 'viewer');
  await page.setViewportSize({ width: 1280, height: 500 });
  const list = '/campaigns?status=mailed&sort=price';
  await openIndexedList(page, list);
  const last = rowLinks(page).last();
  await last.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(100);
  const path = (await last.getAttribute('href')) ?? '';
  await last.click();
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { name: 'Recipients' })).toBeVisible();

  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.headers().rsc !== undefined || request.isNavigationRequest()) requests.push(request.url());
  });
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(last).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Recipients' })).toBeVisible();
  expect(requests).toEqual([]);
});

test('going back after signing out shows nothing', async ({ newBrowser }) => {
  const page = await newBrowser();
  await signIn(page, memberEmail('viewer'), TEST_PASSWORD);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await openIndexedList(page);
  const path = (await rowLinks(page).first().getAttribute('href')) ?? '';
  await rowLinks(page).first().click();
  await expect(page.getByRole('heading', { name: 'Details' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).filter({ visible: true }).click();
  await expect(page).toHaveURL('/login');
  for (const left of [path, '/campaigns']) {
    await page.goBack();
    await expect(page).toHaveURL(`/login?callbackUrl=${encodeURIComponent(left)}`);
    await expect(page.getByRole('heading', { name: 'Details' })).toHaveCount(0);
    await expect(rowLinks(page)).toHaveCount(0);
  }
});

test('before the next page arrives, a link shows that it was pressed', async ({ page, login, service }) => {
  await login(page, 'viewer');
  await openIndexedList(page);
  await service.injectFaults({ operation: 'listTemplates', kind: 'delay', ms: SLOW_MS, n: 1_000 });
  const link = page.getByRole('link', { name: 'Templates' });
  const before = await shadow(link);
  await link.click();
  await expect.poll(() => shadow(link)).not.toBe(before);
  await expect(page).toHaveURL('/templates');
  await expect.poll(() => shadow(link)).toBe(before);
});
