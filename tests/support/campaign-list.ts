import { expect, type Page } from '@playwright/test';

/** Opens the campaign list once every campaign has been indexed. */
export async function openIndexedList(page: Page, path = '/campaigns'): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(/^Updated /)).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}
