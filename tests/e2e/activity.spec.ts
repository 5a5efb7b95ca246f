/** Tests the activity on a campaign's page, in the activity list, and in the CSV export. */
import type { Page } from '@playwright/test';
import { TEST_CARDS } from '#service/rules/card.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { createDraft, createQueuedCampaign, currentPriceBlock, fetchCheckout } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { fillCard, statusPill } from '../support/pages.ts';

/** A cancellation reason that a spreadsheet would run as a formula. */
const REASON = '=HYPERLINK("http://x.example","Wrong photo")';

async function cancel(page: Page, id: number, reason: string): Promise<void> {
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason (optional)').fill(reason);
  await dialog.getByRole('button', { name: 'Cancel sending' }).click();
  await expect(statusPill(page)).toHaveText('Draft');
}

test('shows a cancellation reason on the campaign’s page, in the activity log, and in the CSV file', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  await login(page, 'sender');
  await cancel(page, id, REASON);
  const activity = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Activity' }) });
  await expect(activity.getByText(REASON)).toBeVisible();
  await expect(activity.getByText(memberEmail('sender'))).toBeVisible();
  await expectAccessible(page);

  await activity.getByRole('link').click();
  await expect(page).toHaveURL(`/activity?campaign=${id}`);
  const rows = page.getByRole('row').filter({ hasText: `Campaign #${id}` });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(['Done']);
  await expectAccessible(page);

  const link = page.getByRole('link', { name: 'Download CSV' });
  const file = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(file.headers()['content-type']).toBe('text/csv; charset=utf-8');
  const [header = '', line = '', ...otherLines] = (await file.text()).trim().split('\r\n');
  expect(header.replace('\uFEFF', '')).toBe(
    'time (UTC),member,IP address,action,outcome,source,campaign,customer,template,amount,reason,' +
      'started (UTC),amount paid,customer email,old email,new email,copy,' +
      'about,details,times,last time (UTC),event,request id,API token,not as agreed,new send time,not scheduled because',
  );
  expect(otherLines).toEqual([]);
  expect(line).toContain(`,${memberEmail('sender')},`);
  expect(line).toContain(`"'=HYPERLINK(""http`);
});

test('filters the activity log without JavaScript, and explains invalid URL parameters', async ({
  newBrowser,
  login,
  service,
}) => {
  const { id } = await createQueuedCampaign(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/confirm/cancel`);
  await page.getByLabel('Reason (optional)').fill('Not this week');
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await page.goto('/activity');
  const member = page.getByLabel('Member', { exact: true });
  await expect(member).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(member).toBeHidden();
  await expect(page.locator('tbody tr').nth(1)).toBeInViewport();
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Member', { exact: true }).selectOption(memberEmail('sender'));
  await page.getByLabel('Action', { exact: true }).selectOption('Cancel sending');
  await page.getByLabel('Campaign #').fill(String(id));
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('cell', { name: `Campaign #${id}` })).toBeVisible();
  await expect(page.getByText('“Not this week”')).toBeVisible();
  await page.getByLabel('Outcome').selectOption('Failed');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('heading', { name: 'No activity to show' })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/activity?campaign=none&outcome=lost&from=soon&before=x&by=a&by=b');
  await expect(page.getByText('Enter a campaign number.')).toBeVisible();
  await expect(page.getByText('Choose an option.')).toBeVisible();
  await expect(page.getByText('Enter only one value.')).toBeVisible();

  // axe requires JavaScript.
  const scripted = await newBrowser();
  await login(scripted, 'sender');
  await scripted.goto(page.url());
  await expectAccessible(scripted);
});

test('the CSV export requires a session', async ({ request }) => {
  const response = await request.get('/activity/export', { maxRedirects: 0 });
  expect(response.headers().location).toContain('/login?callbackUrl=');
  const headers = { cookie: 'next-auth.session-token=forged' };
  expect((await request.get('/activity/export', { headers })).status()).toBe(401);
});

test('records the same amount that checkout displays and the service charges', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('radio', { name: /^Pay by card and schedule/ }).check();
  await page.getByLabel('Card token').fill('tok_visa');
  await page.getByLabel('Email invoice to').fill('books@brightwater.example');
  await page.getByRole('button', { name: `Pay ${price} and schedule` }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  expect(currentPriceBlock(await fetchCheckout(service, id)).already_paid).toBe(price);
  const activity = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Activity' }) });
  await expect(activity.getByText(`· ${price}`)).toBeVisible();
});

test('lists a payment by link as one entry, which changes from started to paid', async ({
  page,
  login,
  service,
}) => {
  const { id, price, customer } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  const paymentPage = page.url();
  const row = page.getByRole('row').filter({ hasText: `Campaign #${id}` });
  await page.goto(`/activity?campaign=${id}`);
  await expect(row).toHaveCount(1);
  await expect(row.getByRole('cell').last()).toHaveText('Started');

  await page.goto(paymentPage);
  await fillCard(page, TEST_CARDS.approved);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(/\/pay\/return/);
  await page.goto(`/activity?campaign=${id}`);
  await expect(row).toHaveCount(1);
  await expect(row).toContainText(`Pay by link · ${price}`);
  await expect(row.getByRole('cell').last()).toContainText(/^PaidConfirmed with the mail serviceStarted /);
  await expectAccessible(page);

  const file = await page.request.get(`/activity/export?campaign=${id}`);
  const [, line = '', ...otherLines] = (await file.text()).trim().split('\r\n');
  expect(otherLines).toEqual([]);
  expect(line).toContain(',Pay by link,Paid,');
  expect(line).toContain(`,${customer},`);
});
