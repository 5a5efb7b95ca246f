/**
 * `npm run bench:clicks`: counts the clicks and form fields that common tasks take in a browser, with 5,000 campaigns.
 * Compares what the pages show with the mail service's own data. Fails if a task takes more clicks than its limit, or
 * if a page doesn't show the expected data. Keys aren't counted.
 */
import { chromium, expect, type Page } from '@playwright/test';
import { startTestConsole } from '../support/console.ts';
import { startTestService } from '../support/service.ts';
import { requireChromium, signInContext } from './chromium.ts';
import { clickTasks, readServiceData, type Task } from './click-tasks.ts';

const CAMPAIGNS = Number(process.env.BENCH_CAMPAIGNS ?? 5_000);
/** How long the console may take to read all campaigns and checkouts. */
const SYNC_TIMEOUT_MS = 20 * 60_000;

const { executablePath, args, env } = await requireChromium();
const service = await startTestService({ campaigns: CAMPAIGNS, args: ['--no-render'] });
const mailroom = await startTestConsole(service, {
  LOG_LEVEL: 'error',
  DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '6000',
});
const browser = await chromium.launch({ executablePath, args, env });
let isWithinLimits = true;
try {
  const context = await browser.newContext({ baseURL: mailroom.url, timezoneId: 'UTC' });
  await signInContext(context, 'sender');
  const page = await context.newPage();
  const data = await readServiceData(service);
  await waitForIndex(page);
  console.log('clicks  fields  limit  task');
  for (const task of clickTasks(data)) if (!(await measure(page, task))) isWithinLimits = false;
} finally {
  await browser.close();
  await mailroom.remove();
  await service.remove();
}
console.log(
  isWithinLimits
    ? 'Every task is within its limit.'
    : 'Tasks marked with ! exceed their limit, or show something else.',
);
process.exitCode = isWithinLimits ? 0 : 1;

/** Waits until the console has read every campaign and every checkout. */
async function waitForIndex(page: Page): Promise<void> {
  const count = async (filter: string) => {
    await page.goto(`/campaigns?${filter}`);
    const text = await page.locator('tfoot').textContent({ timeout: 2_000 });
    return Number(/All ([\d,]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
  };
  await expect(async () => {
    await page.goto('/campaigns');
    await expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 2_000 });
    const drafts = await count('status=draft');
    const states = ['unpaid', 'part_paid', 'paid_not_sent', 'covered_by_credits'];
    const read = await count(states.map((state) => `payment=${state}`).join('&'));
    expect(read).toBe(drafts);
    await page.goto('/spending?period=last_12_months');
    await expect(page.getByText(/still being checked/)).toHaveCount(0);
  }).toPass({ timeout: SYNC_TIMEOUT_MS, intervals: [5_000] });
}

/** Performs a task, and prints how many clicks it took. @returns whether the task is within its limit */
async function measure(page: Page, { name, clicks, fields, run }: Task): Promise<boolean> {
  const count = { clicks: 0, fields: 0 };
  await page.goto('/');
  const { shown, expected } = await run(page, {
    click: async (target) => {
      count.clicks++;
      await target.click();
    },
    fill: async (field, text) => {
      count.fields++;
      await field.fill(text);
    },
  });
  const isWithin = count.clicks <= clicks && count.fields <= fields && shown === expected;
  const columns = [String(count.clicks).padStart(6), String(count.fields).padStart(8)].join('');
  console.log(`${columns}  ${`${clicks} (${fields})`.padEnd(5)}  ${name}${isWithin ? '' : ' !'}`);
  if (shown !== expected) console.log(`  shows “${shown}” instead of “${expected}”`);
  return isWithin;
}
