/**
 * Tests changing a queued campaign's send time, with and without JavaScript, including a change that fails
 * halfway.
 */
import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/browser.ts';
import { createPaidDraft, createQueuedCampaign, DAY, fetchCampaign } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { statusPill } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

const MINUTES = /^\d{4}-\d{2}-\d{2}T09:00$/;

/** Reschedules a campaign while sending fails, so that the campaign is canceled but not sent again. */
async function leaveUnscheduled(page: Page, service: RunningService, id: number): Promise<void> {
  await page.goto(`/campaigns/${id}/reschedule`);
  await page.getByRole('link', { name: /^In 2 weeks/ }).click();
  await expect(page.getByLabel(/^Date and time/)).toHaveValue(MINUTES);
  await service.injectFaults({ operation: 'sendCampaign', kind: 'status', status: 422 });
  await page.getByRole('button', { name: /^Move to/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not scheduled' })).toBeVisible();
}

test('moves a queued campaign to a suggested time by keyboard', async ({ page, login, service }) => {
  const { id } = await createQueuedCampaign(service);
  const before = await fetchCampaign(service, id);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('link', { name: 'Reschedule' }).press('Enter');
  await expect(page).toHaveURL(`/campaigns/${id}/reschedule`);
  await page.getByRole('link', { name: /^In 2 weeks/ }).press('Enter');
  const field = page.getByLabel(/^Date and time/);
  await expect(field).toHaveValue(MINUTES);
  await expect(page).toHaveURL(`/campaigns/${id}/reschedule`);
  await expect(page.getByText(/in 1[34] days/)).toBeVisible();
  await page.getByRole('button', { name: /^Move to 9:00/ }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Rescheduled. Production starts' })).toBeFocused();
  await expect(statusPill(page)).toHaveText('Queued');
  const after = await fetchCampaign(service, id);
  expect(after.scheduled_at).not.toBe(before.scheduled_at);
  expect(Date.parse(after.scheduled_at ?? '') - Date.now()).toBeGreaterThan(12 * DAY);
});

test('shows the new time before moving a queued campaign, without JavaScript', async ({
  newBrowser,
  service,
}) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  const { id } = await createQueuedCampaign(service);
  await page.goto(`/campaigns/${id}/reschedule`);
  await signIn(page, memberEmail('sender'), TEST_PASSWORD);
  await page.getByRole('link', { name: /^Tomorrow/ }).click();
  const field = page.getByLabel(/^Date and time/);
  await expect(field).toHaveValue(MINUTES);
  await page.getByRole('button', { name: 'Check this time' }).click();
  await expect(page.getByText(/UTC, (in|tomorrow)|, in /).first()).toBeVisible();
  await expect(field).toHaveValue(MINUTES);
  expect((await service.requests()).some(({ path }) => path.endsWith(`/${id}/cancel`))).toBe(false);
  await page.getByRole('button', { name: 'Move to the chosen time' }).click();
  await expect(page).toHaveURL(`/campaigns/${id}?done=${id}`);
  await expect(page.getByText(/^Rescheduled\. Production starts/)).toBeVisible();
});

test('if the second step fails, warns that the campaign isn’t scheduled, and offers to schedule it', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'sender');
  await leaveUnscheduled(page, service, id);
  await expect(statusPill(page)).toHaveText('Draft');
  await page.goto('/');
  const list = page.getByRole('region', { name: /^Canceled, not scheduled again/ });
  await list.getByRole('link', { name: `Schedule campaign ${id}` }).click();
  await page.getByRole('button', { name: 'Schedule at this time' }).click();
  await expect(page.getByText(/^Scheduled\. Production starts/)).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Not scheduled' })).toHaveCount(0);
  const { scheduled_at } = await fetchCampaign(service, id);
  expect(Date.parse(scheduled_at ?? '') - Date.now()).toBeGreaterThan(12 * DAY);
  const sends = (await service.requests()).filter(({ path }) => path.endsWith(`/${id}/send`));
  // The first request created the queued campaign.
  expect(sends).toHaveLength(3);
});

for (const javaScriptEnabled of [true, false]) {
  test(`dismisses the note about an unscheduled campaign ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id } = await createQueuedCampaign(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await leaveUnscheduled(page, service, id);
    const note = page.getByRole('alert').filter({ hasText: 'Not scheduled' });
    await note.getByRole('button', { name: 'Dismiss for everyone' }).click();
    await expect(note).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Choose send date' })).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: `Schedule campaign ${id}` })).toHaveCount(0);
    await page.goto(`/activity?campaign=${id}`);
    await expect(page.getByRole('row').filter({ hasText: 'Dismiss “Not scheduled”' })).toHaveCount(1);
  });
}

test('warns about a Sunday, but allows it', async ({ page, login, service }) => {
  const { id } = await createPaidDraft(service);
  await login(page, 'sender');
  const now = await service.advanceClock(0);
  const ahead = Array.from({ length: 7 }, (_, days) => new Date(now + (days + 2) * DAY));
  const sunday = ahead.find((date) => date.getUTCDay() === 0) ?? new Date(now);
  const sendAt = `${sunday.toISOString().slice(0, 10)}T09:00`;
  // If the campaign would otherwise also go out on a Sunday, that day has its own warning.
  const name = sunday.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  await page.goto(`/campaigns/${id}/send?at=${sendAt}`);
  await expect(page.getByLabel(/^Date and time/)).toHaveValue(sendAt);
  await expect(page.getByText(`Sunday, ${name} isn’t a delivery day`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send at 9:00/ })).toBeEnabled();
});
