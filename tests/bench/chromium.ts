/** Starts the browser for benchmarks, and signs members in without a form. */
import { type BrowserContext, expect } from '@playwright/test';
import type { Role } from '#lib/domain/permissions.ts';
import { ensureBuild } from '#scripts/build.ts';
import { findChromium } from '#service/render/chromium.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';

/** Builds the console and finds Chromium. If either fails, prints the reason and ends the process. */
export async function requireChromium(): Promise<NonNullable<Awaited<ReturnType<typeof findChromium>>>> {
  if (!(await ensureBuild())) process.exit(1);
  const chromium = await findChromium(process.env.CHROMIUM_PATH);
  if (chromium) return chromium;
  console.error(
    'Chromium doesn’t start on this machine. Set CHROMIUM_PATH to a Chromium executable that does.',
  );
  process.exit(1);
}

/** @param context a browser context whose base URL is the console's */
export async function signInContext({ request }: BrowserContext, role: Role): Promise<void> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json();
  const form = { csrfToken, email: memberEmail(role), password: TEST_PASSWORD, json: 'true' };
  await request.post('/api/auth/callback/credentials', { form });
}

/**
 * Waits until the campaign list comes from the index, because pages do more work while campaigns are being
 * indexed.
 */
export async function waitForIndex(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await expect(async () => {
    await page.goto('/campaigns');
    await expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 120_000, intervals: [1_000] });
  await page.close();
}
