/** Tests undoing a change from its confirmation, with and without JavaScript. */
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import { createPaidDraft, DAY, fetchCampaign } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { statusPill, utcTimeInput } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

const inTwoDays = async (service: RunningService) =>
  `${(await utcTimeInput(service, 2 * DAY)).slice(0, 10)}T09:00`;

/** Schedules a new campaign as the sender, with or without JavaScript. @returns the campaign's id */
async function signInAndSchedule(
  page: Page,
  service: RunningService,
  javaScriptEnabled: boolean,
): Promise<number> {
  const { id } = await createPaidDraft(service);
  await page.goto(`/campaigns/${id}/send?at=${await inTwoDays(service)}`);
  await signIn(page, memberEmail('sender'), TEST_PASSWORD);
  await page
    .getByRole('button', { name: javaScriptEnabled ? /^Send at 9:00/ : 'Send at the chosen time' })
    .click();
  await expect(page.getByText(/^Scheduled\. Production starts/)).toBeVisible();
  return id;
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`undoes sending and canceling ${how}`, async ({ newBrowser, service }) => {
    const page = await newBrowser({ javaScriptEnabled });
    const id = await signInAndSchedule(page, service, javaScriptEnabled);
    const { scheduled_at } = await fetchCampaign(service, id);
    await page.getByRole('button', { name: 'Undo scheduling' }).click();
    await expect(page.getByText(/^Sending canceled\./)).toBeVisible();
    await expect(statusPill(page)).toHaveText('Draft');
    await page.getByRole('button', { name: /^Schedule again for/ }).click();
    await expect(page.getByText(/^Scheduled\. Production starts/)).toBeVisible();
    expect(await fetchCampaign(service, id)).toMatchObject({ status: 'queued', scheduled_at });
  });

  test(`explains why an undo was refused, and still offers it ${how}`, async ({ newBrowser, service }) => {
    const page = await newBrowser({ javaScriptEnabled });
    await signInAndSchedule(page, service, javaScriptEnabled);
    await service.injectFaults({ operation: 'cancelCustomerCampaign', kind: 'status', status: 422 });
    await page.getByRole('button', { name: 'Undo scheduling' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(/\w/);
    await expect(page.getByText(/^Scheduled\. Production starts/)).toBeVisible();
    await page.getByRole('button', { name: 'Undo scheduling' }).click();
    await expect(page.getByText(/^Sending canceled\./)).toBeVisible();
  });

  test(`lets the sender who made a copy delete it ${how}`, async ({ newBrowser, service }) => {
    const page = await newBrowser({ javaScriptEnabled });
    const { id } = await createPaidDraft(service);
    await page.goto(`/campaigns/${id}/confirm/clone`);
    await signIn(page, memberEmail('sender'), TEST_PASSWORD);
    await page.getByRole('button', { name: 'Make a copy' }).click();
    await expect(page.getByText(`This is your copy of #${id}.`)).toBeVisible();
    const copyId = /\/campaigns\/(\d+)/.exec(page.url())?.[1];
    await page.getByRole('button', { name: 'Delete copy' }).click();
    await expect(page.getByText(`Draft #${copyId} deleted.`)).toBeVisible();
    const deletions = (await service.requests()).filter(({ operation }) => operation === 'deleteCampaign');
    expect(deletions.some(({ path }) => path.endsWith(`/${copyId}`))).toBe(true);
    expect((await fetchCampaign(service, id)).status).toBe('draft');
  });
}

test('doesn’t offer to undo a change on a page that is reopened later', async ({ page, login, service }) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}?done=${id}`);
  await expect(statusPill(page)).toHaveText('Draft');
  await expect(page.getByRole('button', { name: /Undo|Schedule again|Delete copy/ })).toHaveCount(0);
});
