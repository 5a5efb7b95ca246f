/** Tests canceling a scheduled campaign before and after the cancellation window closes. */
import { expect, test } from '../support/browser.ts';
import { createQueuedCampaign, fetchCampaign, MINUTE } from '../support/campaigns.ts';
import { statusPill } from '../support/pages.ts';

test('turns a scheduled campaign back into a paid draft when a member cancels it in time', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Keep scheduled' }).click();
  await expect(dialog).toBeHidden();
  expect((await fetchCampaign(service, id)).status).toBe('queued');

  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await dialog.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(statusPill(page)).toHaveText('Draft');
  await expect(page.getByRole('heading', { name: 'Paid, not sent yet' })).toBeVisible();
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

test('explains that it is too late to cancel if the cancellation window closed before the member’s click', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await service.advanceClock(16 * MINUTE);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /Too late|no longer|isn’t queued/ })).toBeVisible();
  expect((await fetchCampaign(service, id)).status).toBe('processing');
  await page.reload();
  await expect(statusPill(page)).toHaveText('Processing');
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0);
});

test('removes the cancel button when the cancellation countdown ends', async ({ page, login, service }) => {
  const { id } = await createQueuedCampaign(service);
  await service.advanceClock(12 * MINUTE);
  await login(page, 'sender');
  await page.clock.install();
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('timer')).toHaveText(/^0[23]:\d\d$/);
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toBeVisible();
  // Advance the service's and the browser's clocks by the same amount.
  await service.advanceClock(3 * MINUTE);
  await page.clock.fastForward(3 * MINUTE);
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0);
  await expect(statusPill(page)).toHaveText('Processing');
});
