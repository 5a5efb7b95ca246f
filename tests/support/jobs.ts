/** Creates bulk jobs on the console's pages, and waits for them. */
import { expect, type Page } from '@playwright/test';
import type { JobKind } from '#lib/domain/job.ts';
import { waitUntilListed } from './pages.ts';

/** Returns the URL of the form for an action on these campaigns. */
export const newJobPath = (action: JobKind, ids: readonly number[]): string =>
  `/jobs/new?${new URLSearchParams([['action', action], ...ids.map((id) => ['id', String(id)])])}`;

/** Waits until the index contains the campaigns and shows that the drafts are paid. */
export async function waitUntilPaidDraftsListed(page: Page, ids: readonly number[]): Promise<void> {
  for (const id of ids) await waitUntilListed(page, id);
  for (const id of ids) {
    const found = async () => (await page.request.get(`/campaigns?q=${id}&payment=paid_not_sent`)).text();
    await expect.poll(found, { timeout: 60_000 }).toContain(`href="/campaigns/${id}"`);
  }
}

/** Creates a job, and waits for its review. @returns the review's URL */
export async function openReview(page: Page, action: JobKind, ids: readonly number[]): Promise<string> {
  await page.goto(newJobPath(action, ids));
  await page.getByRole('button', { name: /^Review \d/ }).click();
  await expect(page).toHaveURL(/\/jobs\/\d+/);
  await waitForReview(page);
  return new URL(page.url()).pathname;
}

/** Waits until every campaign in the job on the page has been read. Also works without JavaScript. */
export async function waitForReview(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(new URL(page.url()).pathname);
    await expect(page.getByText('What happens next')).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/** Waits until the job on the page has ended. Also works without JavaScript. */
export async function waitUntilEnded(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto(new URL(page.url()).pathname);
    await expect(page.locator('main').getByText('Finished', { exact: true }).first()).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 60_000 });
}

/** Creates a job, starts it, and waits until it has ended. @returns the job's path */
export async function runJob(page: Page, action: JobKind, ids: readonly number[]): Promise<string> {
  const path = await openReview(page, action, ids);
  await page
    .locator('main form button')
    .filter({ hasText: /campaigns?$/ })
    .first()
    .click();
  await waitUntilEnded(page);
  return path;
}
