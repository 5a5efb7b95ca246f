/** kill -9 loses nothing that was acknowledged, and one folder belongs to one console. */
import { freePort } from '#scripts/ports.ts';
import { expect, test } from '../support/browser.ts';
import { newDraft, newPaidDraft, read } from '../support/campaigns.ts';
import { startConsoleProgram } from '../support/console.ts';
import { fillCard, recovers, status } from '../support/pages.ts';

test('the service is killed after paying and after sending: paid is paid, sent is sent', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await newDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await fillCard(page, '4242 4242 4242 4242');
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  await service.kill();
  await service.start();
  await recovers(page);
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(status(page)).toHaveText('Queued');
  const queued = await read(service, id);
  await service.kill();
  await service.start();
  expect(await read(service, id)).toEqual(queued);
  await recovers(page);
});

test('the console is killed: sessions, attempts and campaigns are where they were', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const { id } = await newPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/send`);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(status(page)).toHaveText('Queued');
  await mailroom.kill();
  await mailroom.start();
  await page.reload();
  await expect(status(page)).toHaveText('Queued');
});

test('the console is killed while it sends: the service is asked once, and the page knows how it ended', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  test.setTimeout(120_000);
  const { id } = await newPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/send`);
  await service.forgetArrived();
  await service.break({ operation: 'sendCampaign', kind: 'delay_after', ms: 5_000, n: 1 });
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.poll(async () => (await read(service, id)).status).toBe('queued');
  await mailroom.kill();
  await mailroom.start();
  await service.mend();
  await page.goto(`/campaigns/${id}`);
  await expect(status(page)).toHaveText('Queued');
  // Half a minute on, nothing that was begun before can be at work any more, and reading tells how it ended.
  await expect(page.getByRole('button', { name: 'Cancel sending' })).toBeVisible({ timeout: 70_000 });
  const sends = (await service.arrived()).filter(({ path }) => path.endsWith('/send'));
  expect(sends).toHaveLength(1);
});

test('a second console on the same folder is refused with a sentence', async ({ mailroom }) => {
  const second = startConsoleProgram({ ...mailroom.env, PORT: String(await freePort()) });
  expect(await second.ended).toBe('exit code 1');
  expect(second.lastLines()).toContain('is in use by another running program');
  expect(second.lastLines()).not.toMatch(/\n\s+at /);
});
