/**
 * Tests that a killed process loses no acknowledged data, and that only one console can use a data folder.
 */
import { freePort } from '#scripts/ports.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, fetchCampaign } from '../support/campaigns.ts';
import { startConsoleProgram } from '../support/console.ts';
import { fillCard, statusPill, waitForRecovery } from '../support/pages.ts';

test('keeps payments and scheduled campaigns when the service is killed', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  await service.kill();
  await service.start();
  await waitForRecovery(page);
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  const queued = await fetchCampaign(service, id);
  await service.kill();
  await service.start();
  expect(await fetchCampaign(service, id)).toEqual(queued);
  await waitForRecovery(page);
});

test('keeps sessions and campaigns when the console is killed', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  await mailroom.kill();
  await mailroom.start();
  await page.reload();
  await expect(statusPill(page)).toHaveText('Queued');
});

test('sends a campaign once and shows the outcome if the console is killed during the send', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/send`);
  await service.clearRequests();
  await service.injectFaults({ operation: 'sendCampaign', kind: 'delay_after', ms: 5_000, n: 1 });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(async () => (await fetchCampaign(service, id)).status).toBe('queued');
  await mailroom.kill();
  await mailroom.start();
  await service.clearFaults();
  await page.goto(`/campaigns/${id}`);
  await expect(statusPill(page)).toHaveText('Queued');
  // Rereading the campaign doesn't settle the attempt until 30 seconds have passed.
  // After 30 seconds, the lost call can't be running anymore.
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toBeVisible({ timeout: 70_000 });
  const sends = (await service.requests()).filter(({ path }) => path.endsWith('/send'));
  expect(sends).toHaveLength(1);
});

test('a second console can’t start with the same data folder', async ({ mailroom }) => {
  const second = startConsoleProgram({ ...mailroom.env, PORT: String(await freePort()) });
  expect(await second.ended).toBe('exit code 1');
  expect(second.lastLines()).toContain('is in use by another program');
  expect(second.lastLines()).not.toMatch(/\n\s+at /);
});
