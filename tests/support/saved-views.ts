/** Saves views on the console's pages. */
import type { Page } from '@playwright/test';

/**
 * Saves a list as a view.
 * @param query the parameters of the campaign list's URL
 * @returns the path of the page that edits the view
 */
export async function saveViewOnPage(
  page: Page,
  name: string,
  query: string,
  isTeam = false,
): Promise<string> {
  await page.goto(`/views/new?${query}`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  if (isTeam) await page.getByLabel('Share with the team').check();
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.waitForURL(/[?&]view=/);
  return `/views/${new URL(page.url()).searchParams.get('view')}`;
}
