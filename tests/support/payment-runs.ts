/** Starts payment runs on the console's pages. */
import { expect, type Page } from '@playwright/test';

/** Returns the path of the page where a run with these campaigns can be started. */
export const newRunPath = (ids: readonly number[]): string =>
  `/payment-runs/new?${new URLSearchParams(ids.map((id) => ['ids', `${id}`]))}`;

/** Starts a run as the signed-in member. @returns the path of the run's page */
export async function startRunOnPage(page: Page, ids: readonly number[]): Promise<string> {
  await page.goto(newRunPath(ids));
  await page.getByRole('button', { name: 'Start payment run' }).click();
  await expect(page).toHaveURL(/\/payment-runs\/\d+$/);
  return new URL(page.url()).pathname;
}
