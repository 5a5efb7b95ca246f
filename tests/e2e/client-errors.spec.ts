/** Tests that an error in a page's script reaches the console's log. */
import { expect, test } from '../support/browser.ts';

test('an error in the page’s own script is shown, and is reported once, without the page’s path', async ({
  page,
  mailroom,
}) => {
  const before = mailroom.printed.length;
  // The console's script calls this function when a page opens.
  await page.addInitScript(() => {
    Intl.DateTimeFormat.prototype.resolvedOptions = () => {
      throw new TypeError('no zone for mia@brightwater.example');
    };
  });
  // A page that shows an error logs it in the browser's console.
  await page.goto('/login?callbackUrl=%2Fcampaigns%2F4711');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  const lines = () =>
    mailroom.printed
      .slice(before)
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'an error in a browser');
  await expect.poll(lines).toEqual([
    expect.objectContaining({
      level: 40,
      route: '/login',
      browser: expect.stringMatching(/^Chrom/),
      error: 'TypeError: no zone for [redacted]',
      at: expect.arrayContaining([expect.stringMatching(/^[\w~.-]+\.js:\d+:\d+$/)]),
    }),
  ]);
});

test('errors in other scripts aren’t reported', async ({ page }) => {
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/client-errors')) reports.push(request.url());
  });
  await page.goto('/login');
  const error = page.waitForEvent('pageerror');
  await page.evaluate(() => setTimeout(() => Promise.reject(new Error('an extension failed')), 0));
  await error;
  await page.getByLabel('Email').fill('a@b.example');
  expect(reports).toEqual([]);
});
