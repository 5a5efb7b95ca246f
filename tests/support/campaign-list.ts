import { expect, type Page } from '@playwright/test';

/** Opens the campaign list once every campaign has been indexed. */
export async function openIndexedList(page: Page, path = '/campaigns'): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

/**
 * Opens a menu above the campaign list. Without JavaScript, the menu has a link to the page with its form.
 */
export async function openListMenu(page: Page, name: 'Filter' | 'Display', javaScriptEnabled: boolean) {
  await page.getByText(name, { exact: true }).click();
  if (!javaScriptEnabled)
    await page.getByRole('link', { name: /^Show the (filters|display settings)$/ }).click();
}
