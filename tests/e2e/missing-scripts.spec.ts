/** Tests pages whose scripts no longer exist, because Mailroom was updated after the page was opened. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';

const MISSING = '/_next/static/chunks/from-an-earlier-release.js';

/** Loads a script, as a page does when it needs more code. */
const loadScript = (page: Page, src: string) =>
  page.evaluate((url) => {
    const script = document.createElement('script');
    script.src = url;
    document.head.append(script);
  }, src);

test.beforeEach(({ page, login }) => login(page, 'sender'));

test('a page whose script is missing is loaded again and keeps what was typed', async ({ page, service }) => {
  const { id } = await createDraft(service);
  await page.goto(`/campaigns/${id}/title`);
  const title = page.getByRole('textbox', { name: 'Title (optional)' });
  const note = page.getByRole('textbox', { name: 'Note (optional)' });
  await title.fill('Spring “offer”');
  await note.fill('First line\nSecond line');
  const reloaded = page.waitForEvent('load');
  await loadScript(page, MISSING);
  await reloaded;
  await expect(title).toHaveValue('Spring “offer”');
  await expect(note).toHaveValue('First line\nSecond line');
  await page.getByRole('button', { name: 'Save title and note' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Spring “offer”' })).toBeVisible();
});

test('a page whose script is still missing is reloaded at most twice', async ({ page, service }) => {
  const { id } = await createDraft(service);
  // A document can be replaced before its `load` event, but not before its `DOMContentLoaded` event.
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  await page.addInitScript((url) => {
    addEventListener('DOMContentLoaded', () => {
      const script = document.createElement('script');
      script.src = url;
      document.head.append(script);
    });
  }, MISSING);
  await page.goto(`/campaigns/${id}/title`);
  await expect.poll(() => loads).toBe(3);
  await page.getByRole('textbox', { name: 'Title (optional)' }).fill('Summer offer');
  await page.getByRole('button', { name: 'Save title and note' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Summer offer' })).toBeVisible();
});

test('a page whose script can’t be loaded because of the network stays open', async ({ page, service }) => {
  const { id } = await createDraft(service);
  await page.goto(`/campaigns/${id}/title`);
  const title = page.getByRole('textbox', { name: 'Title (optional)' });
  await title.fill('Autumn offer');
  let loads = 0;
  page.on('load', () => loads++);
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.method() === 'HEAD');
  await loadScript(page, MISSING);
  await failed;
  await page.context().setOffline(false);
  await expect(title).toHaveValue('Autumn offer');
  expect(loads).toBe(0);
});

test('a password is never kept', async ({ newBrowser }) => {
  const page = await newBrowser();
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill('someone@example.com');
  await page.getByLabel('Password').fill('a-secret-password');
  const reloaded = page.waitForEvent('load');
  await loadScript(page, MISSING);
  await reloaded;
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('someone@example.com');
  await expect(page.getByLabel('Password')).toHaveValue('');
  const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(stored).not.toContain('a-secret-password');
});
