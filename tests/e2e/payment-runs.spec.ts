/** Tests payment runs with the embedded service's payment page. */
import type { Page } from '@playwright/test';
import type { Campaign, CampaignPage, CustomerPage } from '#lib/contract/resources.ts';
import { expect, test } from '../support/browser.ts';
import { openIndexedList } from '../support/campaign-list.ts';
import {
  createDraft,
  createPaidDraft,
  currentPriceBlock,
  DAY,
  fetchCampaign,
  fetchCheckout,
} from '../support/campaigns.ts';
import { waitUntilPaidDraftsListed } from '../support/jobs.ts';
import { localTimeInput, submitCard } from '../support/pages.ts';
import { startRunOnPage } from '../support/payment-runs.ts';
import type { RunningService } from '../support/service.ts';

// The tests change which drafts a customer has.
test.use({ environment: 'payment-runs' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const VALID_CARD = '4242 4242 4242 4242';
const RUN_SIZE = 10;
/** The time for the reconciler to confirm a payment and for the server to schedule the campaign. */
const SCHEDULED_TIMEOUT_MS = 60_000;

const campaignsPath = (customerId: number) => `/v1/campaigns/customers/${customerId}/campaigns`;

/** Makes copies until a customer has exactly this many unpaid drafts that credits don't cover. */
async function createUnpaidDrafts(service: RunningService, count: number) {
  const { items: customers } = await service.call<CustomerPage>('GET', '/v1/customers?per_page=100');
  for (const { id: customerId } of customers) {
    const path = campaignsPath(customerId);
    const { items: drafts } = await service.call<CampaignPage>('GET', `${path}?status=draft&per_page=100`);
    const unpaid: number[] = [];
    for (const { id } of drafts) {
      const { to_be_paid_amount, credit, price } = currentPriceBlock(await fetchCheckout(service, id));
      if (to_be_paid_amount > 0 && credit !== price) unpaid.push(id);
    }
    const [first] = unpaid;
    if (first === undefined || unpaid.length > count) continue;
    while (unpaid.length < count)
      unpaid.push((await service.call<Campaign>('POST', `${path}/${first}/clone`)).id);
    return { customerId, ids: unpaid };
  }
  throw new Error('No customer has a suitable number of drafts.');
}

/** Reads the campaigns and their checkouts through the console, so that the campaign index stores them. */
async function readThroughConsole(page: Page, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await page.request.get(`/api/v1/campaigns/${id}`);
    await page.request.get(`/api/v1/campaigns/${id}/checkout`);
  }
}

/** Counts the member's trusted clicks and changed fields on the console's pages. */
async function countInput(page: Page, origin: string) {
  const counted = { clicks: 0, fields: 0 };
  await page.exposeFunction('countInput', (kind: 'clicks' | 'fields', from: string) => {
    if (from === origin) counted[kind] += 1;
  });
  await page.addInitScript(() => {
    const report = (kind: string) =>
      (window as unknown as { countInput: (kind: string, from: string) => void }).countInput(
        kind,
        location.origin,
      );
    addEventListener('click', (event) => event.isTrusted && report('clicks'), true);
    addEventListener('change', () => report('fields'), true);
  });
  return counted;
}

const payButton = (page: Page) => page.getByRole('button', { name: /^Pay \S/ });

/** Pays for the campaign whose turn it is, on the service's payment page. */
async function payInTurn(page: Page, service: RunningService): Promise<void> {
  await payButton(page).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  await submitCard(page, VALID_CARD);
}

test('pays for ten drafts and schedules them with at most 14 clicks and 2 fields', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  test.setTimeout(300_000);
  const { customerId, ids } = await createUnpaidDrafts(service, RUN_SIZE);
  await login(page, 'sender');
  await readThroughConsole(page, ids);
  const counted = await countInput(page, mailroom.url);
  const pay = page.getByRole('link', { name: `Pay ${RUN_SIZE} campaigns` });
  await expect(async () => {
    await page.goto(`/customers/${customerId}?payment=unpaid&payment=part_paid`);
    await expect(pay).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  await service.clearRequests();

  await pay.click();
  const sendDate = await localTimeInput(page, service, 8 * DAY);
  await page.getByLabel(/^Send date/).fill(sendDate.text);
  await page.getByRole('button', { name: 'Start payment run' }).click();
  for (let position = 1; position <= RUN_SIZE; position += 1) {
    await expect(page.getByRole('heading', { name: `Pay ${position} of ${RUN_SIZE}` })).toBeVisible();
    await payInTurn(page, service);
  }
  await expect(page).toHaveURL(/\/payment-runs\/\d+\/receipt$/);
  await expect(page.getByRole('heading', { name: /^10 campaigns paid, \$/ })).toBeVisible();
  await expect(page.getByText(/^10 scheduled for /)).toBeVisible({ timeout: SCHEDULED_TIMEOUT_MS });
  expect(counted.clicks).toBeLessThanOrEqual(14);
  expect(counted.fields).toBeLessThanOrEqual(2);

  for (const id of ids) {
    const { status, scheduled_at } = await fetchCampaign(service, id);
    expect([status, Date.parse(scheduled_at ?? '')]).toEqual(['queued', sendDate.at]);
  }
  const writes = (await service.requests()).filter(
    ({ method, path }) => method === 'POST' && path.startsWith('/v1/'),
  );
  expect(writes.filter(({ path }) => path.endsWith('/pay'))).toHaveLength(RUN_SIZE);
  expect(writes.filter(({ path }) => path.endsWith('/send'))).toHaveLength(RUN_SIZE);
});

test('schedules a campaign that was paid for in another browser, even if the member’s page is closed', async ({
  page,
  login,
  newBrowser,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  const { text: at } = await localTimeInput(page, service, 5 * DAY);
  await page.goto(`/payment-runs/new?ids=${id}`);
  await page.getByLabel(/^Send date/).fill(at);
  await page.getByRole('button', { name: 'Start payment run' }).click();
  await payButton(page).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  const link = page.url();
  await page.close();
  // If the payer doesn't return to the console, only the reconciler can find the payment.
  const payer = await newBrowser({ javaScriptEnabled: false });
  await payer.route('**/pay/return**', (route) => route.abort());
  await payer.goto(link);
  await submitCard(payer, VALID_CARD).catch(() => undefined);
  await expect
    .poll(async () => (await fetchCampaign(service, id)).status, { timeout: SCHEDULED_TIMEOUT_MS * 2 })
    .toBe('queued');
});

test('shows only the payment to a payer who isn’t signed in, and lets the member continue the run', async ({
  page,
  login,
  newBrowser,
  service,
}) => {
  const drafts = [await createDraft(service), await createDraft(service)];
  await login(page, 'sender');
  await startRunOnPage(
    page,
    drafts.map(({ id }) => id),
  );
  await payButton(page).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  const payer = await newBrowser();
  await payer.goto(page.url());
  await submitCard(payer, VALID_CARD);
  await expect(payer.getByRole('heading', { name: `Paid ${drafts[0]?.price}` })).toBeVisible();
  await expect(payer).toHaveURL(/\/pay\/return\?state=/);
  await expect(payer.getByRole('navigation')).toHaveCount(0);
  await expect(payer.getByText('Payment run')).toHaveCount(0);

  await page.goto('/payment-runs');
  await page
    .getByRole('link', { name: /^#\d+$/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Pay 2 of 2' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'is paid' })).toBeVisible();
});

for (const javaScriptEnabled of [true, false]) {
  test(`starts with the drafts that are selected in a list ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    login,
    newBrowser,
    service,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    const [unpaid, paid] = [await createDraft(service), await createPaidDraft(service)];
    await login(page, 'sender');
    await readThroughConsole(page, [unpaid.id, paid.id]);
    await waitUntilPaidDraftsListed(page, [paid.id]);
    await openIndexedList(page, '/campaigns?status=draft');
    for (const { id } of [unpaid, paid]) await page.locator(`input[name="id"][value="${id}"]`).check();
    await page
      .getByRole('button', { name: javaScriptEnabled ? /^Pay 1\s+of 2$/ : 'Pay', exact: true })
      .click();
    await expect(page).toHaveURL(/\/payment-runs\/new\?/);
    await expect(page.getByRole('heading', { name: 'Pay 1 campaign' })).toBeVisible();
    await expect(page.getByRole('link', { name: new RegExp(`#${unpaid.id}$`) })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Left out (1)' })).toBeVisible();
  });
}

test('stops, skips, resumes, and lets another member take over', async ({
  page,
  login,
  newBrowser,
  service,
}) => {
  const drafts = [await createDraft(service), await createDraft(service)];
  await login(page, 'sender');
  await startRunOnPage(
    page,
    drafts.map(({ id }) => id),
  );
  const run = page.url();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('heading', { name: 'Pay 2 of 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop run' }).click();
  await expect(page).toHaveURL(`${run}/receipt`);
  await expect(page.getByRole('heading', { name: 'No campaigns paid' })).toBeVisible();
  await expect(page.getByText('1 skipped, 1 not paid yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume run' }).click();
  await expect(page.getByRole('heading', { name: 'Pay 1 of 2' })).toBeVisible();

  const admin = await newBrowser();
  await login(admin, 'admin');
  await admin.goto(run);
  await expect(admin).toHaveURL(`${run}/receipt`);
  await admin.getByRole('button', { name: 'Take over run' }).click();
  await expect(admin.getByRole('heading', { name: 'Pay 1 of 2' })).toBeVisible();
  // The first member's page is out of date.
  await service.clearRequests();
  await payButton(page).click();
  await expect(page).toHaveURL(`${run}/receipt`);
  await expect(page.getByText('admin@mailroom.test is paying for the campaigns in this run.')).toBeVisible();
  expect((await service.requests()).filter(({ method }) => method === 'POST')).toEqual([]);
});

test('schedules a finished run’s paid campaigns from the run’s receipt', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await startRunOnPage(page, [id]);
  await payInTurn(page, service);
  await expect(page).toHaveURL(/\/receipt$/);
  await page.getByRole('link', { name: 'Schedule campaigns' }).click();
  const sendDate = await localTimeInput(page, service, 8 * DAY);
  await page.getByLabel(/^Send date/).fill(sendDate.text);
  await page.getByRole('button', { name: 'Save send date' }).click();
  await expect(page).toHaveURL(/\/receipt$/);
  await expect(page.getByText(/^1 scheduled for /)).toBeVisible({ timeout: SCHEDULED_TIMEOUT_MS });
  await expect(page.getByRole('link', { name: /send date|Schedule campaigns/ })).toBeHidden();
});

test('a payment run works without JavaScript', async ({ login, newBrowser, service }) => {
  const page = await newBrowser({ javaScriptEnabled: false });
  const drafts = [await createDraft(service), await createDraft(service)];
  await login(page, 'sender');
  await startRunOnPage(
    page,
    drafts.map(({ id }) => id),
  );
  await payInTurn(page, service);
  await expect(page.getByRole('heading', { name: 'Pay 2 of 2' })).toBeVisible();
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByRole('heading', { name: `1 campaign paid, ${drafts[0]?.price}` })).toBeVisible();
  await page.getByRole('button', { name: 'Resume run' }).click();
  await expect(page.getByRole('heading', { name: 'Pay 2 of 2' })).toBeVisible();
  await page.getByRole('link', { name: 'Change send date' }).click();
  const tomorrow = new Date((await service.advanceClock(0)) + DAY).toISOString().slice(0, 16);
  await page.getByLabel(/^Send date/).fill(tomorrow);
  await page.getByRole('button', { name: 'Save send date' }).click();
  await expect(page.getByText('Will be scheduled as soon as it’s paid')).toBeVisible();
});
