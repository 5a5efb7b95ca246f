/** Tests that dates follow the format in the reader's profile or browser. */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createPaidDraft, DAY } from '../support/campaigns.ts';

// These tests use a separate console, because one of them changes a member's profile.
test.use({ environment: 'dates' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const NEW_YORK = { timezoneId: 'America/New_York' };

const FORMATS = {
  US: {
    created: /^Today, \d{1,2}:\d\d\s[AP]M\sE[SD]T$/,
    chosen: /^\w{3}, \w{3} \d+, \d{4}, 3:30\sPM\sE[SD]T · [78]:30\sPM\sUTC, in [34] days$/,
    button: /^Send at 3:30\sPM\sE[SD]T on \w{3} \d+(, \d{4})?$/,
  },
  British: {
    created: /^Today, \d\d:\d\d\sE[SD]T$/,
    chosen: /^\w{3}, \d+ \w{3,4} \d{4}, 15:30\sE[SD]T · (19|20):30\sUTC, in [34] days$/,
    button: /^Send at 15:30\sE[SD]T on \d+ \w{3,4}( \d{4})?$/,
  },
  Australian: {
    created: /^Today, \d{1,2}:\d\d\s[ap]m\sE[SD]T$/,
    chosen: /^\w{3}, \d+ \w{3,4} \d{4}, 3:30\spm\sE[SD]T · [78]:30\spm\sUTC, in [34] days$/,
    button: /^Send at 3:30\spm\sE[SD]T on \d+ \w{3,4}( \d{4})?$/,
  },
  Japanese: {
    created: /^Today, \d{1,2}:\d\d\sE[SD]T$/,
    chosen: /^\w{3}, \w{3} \d+, \d{4}, 15:30\sE[SD]T · (19|20):30\sUTC, in [34] days$/,
    button: /^Send at 15:30\sE[SD]T on \w{3} \d+(, \d{4})?$/,
  },
} as const;

/** Collects errors and warnings, such as hydration errors. */
function watchForProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  return problems;
}

for (const [locale, format] of [
  ['en-US', 'US'],
  ['en-GB', 'British'],
  ['en-AU', 'Australian'],
  ['de-DE', 'British'],
  ['ja-JP', 'Japanese'],
] as const) {
  test(`shows ${format} dates in a browser with the language ${locale}`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id } = await createPaidDraft(service);
    // In the evening, the date in New York is one day before the date in UTC.
    const inThreeDays = new Date((await service.advanceClock(0)) + 3 * DAY);
    const day = inThreeDays.toLocaleDateString('en-CA', { timeZone: NEW_YORK.timezoneId });
    const page = await newBrowser({ ...NEW_YORK, locale });
    const problems = watchForProblems(page);
    await login(page, 'sender');
    const { created, chosen, button } = FORMATS[format];

    await page.goto(`/campaigns/${id}`);
    await expect(page.locator('dt', { hasText: /^Created$/ }).locator('+ dd')).toHaveText(created);

    await page.goto(`/campaigns/${id}/send`);
    await page.getByRole('radio', { name: /^At a specific time/ }).check();
    await page.getByLabel(/^Date and time/).fill(`${day}T15:30`);
    await expect(page.getByText(chosen)).toBeVisible();
    await expect(page.getByRole('button', { name: button })).toBeVisible();
    expect(problems).toEqual([]);
  });
}

test('uses the browser’s time zone on the page after an error page', async ({ newBrowser, login }) => {
  const page = await newBrowser(NEW_YORK);
  await login(page, 'sender');
  await page.goto('/campaigns/999999999');
  await expect(page.getByText('Sender · UTC').first()).toBeAttached();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Campaigns' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible();
  await expect(page.getByText('Sender · Eastern Time').first()).toBeAttached();
  await expect(page.getByText('Sender · UTC')).toHaveCount(0);
});

test('shows dates in the format that the member chooses in the profile', async ({ newBrowser, login }) => {
  const page = await newBrowser({ ...NEW_YORK, locale: 'en-US' });
  await login(page, 'admin');
  await page.goto('/profile');
  const format = page.getByLabel('Date format');
  await expect(format.locator('option:checked')).toHaveText(/^Browser format: Dec 31, 3:30\sPM$/);
  await format.selectOption('en-GB');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto('/team');
  await expect(page.getByRole('row', { name: /admin@/ })).toContainText(/\d+ \w{3,4}/);

  await page.goto('/profile');
  await expect(format.locator('option:checked')).toHaveText('United Kingdom: 31 Dec, 15:30');
  await format.selectOption('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto('/team');
  await expect(page.getByRole('row', { name: /admin@/ })).toContainText(/[A-Z][a-z]{2} \d+/);
});
