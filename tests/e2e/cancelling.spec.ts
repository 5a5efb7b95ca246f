/** Cancelling: while there is time, and when it is over. */
import { expect, test } from '../support/browser.ts';
import { MINUTE, newQueued, read } from '../support/campaigns.ts';
import { status } from '../support/pages.ts';

test('in time: it is a draft again and stays paid', async ({ page, login, service }) => {
  const { id } = await newQueued(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Let it go out' }).click();
  await expect(dialog).toBeHidden();
  expect((await read(service, id)).status).toBe('queued');

  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await dialog.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(status(page)).toHaveText('Draft');
  await expect(page.getByRole('heading', { name: 'Paid, not sent yet' })).toBeVisible();
  expect((await read(service, id)).status).toBe('draft');
});

test('too late: what was pressed after the end is told as it turned out', async ({
  page,
  login,
  service,
}) => {
  const { id } = await newQueued(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await service.advance(16 * MINUTE);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /Too late|no longer|isn’t queued/ })).toBeVisible();
  expect((await read(service, id)).status).toBe('processing');
  await page.reload();
  await expect(status(page)).toHaveText('Processing');
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0);
});

test('the button goes when the countdown ends, on the service’s clock', async ({ page, login, service }) => {
  const { id } = await newQueued(service);
  await service.advance(12 * MINUTE);
  await login(page, 'sender');
  await page.clock.install();
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('timer')).toHaveText(/^0[23]:\d\d$/);
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toBeVisible();
  // Both clocks, as if everybody had waited.
  await service.advance(3 * MINUTE);
  await page.clock.fastForward(3 * MINUTE);
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0);
  await expect(status(page)).toHaveText('Processing');
});
