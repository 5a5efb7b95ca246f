/** Tests that members who use the keyboard keep their place on the pages for acting on many campaigns. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { openIndexedList } from '../support/campaign-list.ts';
import { createDraft, createPaidDraft } from '../support/campaigns.ts';
import { newJobPath, openReview } from '../support/jobs.ts';
import { waitUntilListed } from '../support/pages.ts';
import { startRunOnPage } from '../support/payment-runs.ts';

test.use({ environment: 'keyboard' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });
/** Playwright's `press` focuses the element first, as the Tab key would. */
const pressEnter = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');

test('keeps focus in the selection bar when a button disappears, and closes the menu with Escape', async ({
  page,
  login,
  service,
}) => {
  const drafts = [await createDraft(service), await createDraft(service)];
  await login(page, 'sender');
  for (const { id } of drafts) await waitUntilListed(page, id);
  await openIndexedList(page, '/campaigns?status=draft');
  await expect(bar(page)).toBeVisible();
  await page.locator('tbody input[name="id"]').first().press('Space');
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  await pressEnter(page, /^Select all \d+$/);
  const clear = bar(page).getByRole('button', { name: 'Clear' });
  await expect(clear.first()).toBeFocused();
  const more = bar(page).locator('summary', { hasText: 'More' });
  await more.press('Enter');
  await page.keyboard.press('Tab');
  await expect(bar(page).locator('details button:focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect(bar(page).locator('details')).not.toHaveAttribute('open');
  await clear.first().press('Enter');
  await expect(page.getByRole('checkbox', { name: 'Select this page' })).toBeFocused();
  await expect(bar(page).getByRole('status')).toHaveText('');
});

/** Moves through the page with the Tab key. @returns what has focus without being visible, because something covers it */
async function listCovered(page: Page): Promise<readonly string[]> {
  const covered: string[] = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return { isEnd: true };
      const { left, top, width, height } = focused.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      const isVisible = hit !== null && (focused.contains(hit) || hit.contains(focused));
      return {
        isEnd: false,
        hidden: isVisible ? undefined : `${focused.outerHTML.slice(0, 120)} ${hit?.tagName}`,
      };
    });
    if (found.isEnd) break;
    if (found.hidden !== undefined) covered.push(found.hidden);
  }
  return covered;
}

test('the navigation and the selection bar never cover the focused element on small screens', async ({
  newBrowser,
  login,
  service,
}) => {
  const drafts = [];
  for (let i = 0; i < 3; i++) drafts.push(await createDraft(service));
  const page = await newBrowser({ viewport: { width: 390, height: 700 } });
  await login(page, 'sender');
  for (const { id } of drafts) await waitUntilListed(page, id);
  await openIndexedList(page, '/campaigns?status=draft&per_page=3');
  await page.locator('tbody input[name="id"]').first().press('Space');
  await expect(bar(page).getByRole('status')).toHaveText('1 selected');
  expect(await listCovered(page)).toEqual([]);
  await page.goto(newJobPath('schedule', [drafts[0]?.id ?? 0]));
  await expect(page.getByRole('button', { name: 'Review 1 campaign' })).toBeVisible();
  expect(await listCovered(page)).toEqual([]);
});

test('moves focus to a job’s progress when the button that was pressed disappears', async ({
  page,
  login,
  service,
}) => {
  const draft = await createPaidDraft(service);
  await login(page, 'sender');
  await openReview(page, 'copy', [draft.id]);
  await pressEnter(page, 'Copy 1 campaign');
  await expect(page.getByRole('region', { name: 'Progress' })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '1 of 1 finished.' })).toHaveCount(1);
});

test('moves focus to a payment run’s next campaign when a campaign is skipped, and announces the next campaign', async ({
  page,
  login,
  service,
}) => {
  const drafts = [await createDraft(service), await createDraft(service)];
  await login(page, 'sender');
  const ids = drafts.map(({ id }) => id);
  await startRunOnPage(page, ids);
  await pressEnter(page, 'Skip');
  await expect(page.getByRole('heading', { level: 1, name: 'Pay 2 of 2' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: `#${ids[1]}` })).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'Pay 2 of 2' })).toHaveCount(1);
});

test('says “Please wait” only for the pressed button', async ({ page, login, service }) => {
  const drafts = [await createPaidDraft(service), await createPaidDraft(service)];
  await login(page, 'sender');
  for (const { id } of drafts) {
    await page.goto(`/campaigns/${id}/send`);
    await page.getByRole('button', { name: 'Send now' }).first().click();
    await page.waitForURL(new RegExp(`/campaigns/${id}(\\?|$)`));
  }
  await page.goto('/notifications');
  const buttons = page.getByRole('button', { name: /^Mark as read/ });
  const count = await buttons.count();
  expect(count).toBeGreaterThan(1);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/notifications', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await buttons.first().press('Enter');
  await expect(page.getByText('Please wait')).toHaveCount(1);
  await expect(buttons.first()).toBeFocused();
  release();
  await expect(buttons).toHaveCount(count - 1);
  await expect(page.getByRole('alert').filter({ hasText: 'Marked as read.' })).toBeFocused();
});
