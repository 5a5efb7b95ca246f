/**
 * Tests successful and failed payments: on the service's payment page, with a card token, and with credits.
 */
import type { Campaign } from '#lib/contract/resources.ts';
import { expect, test } from '../support/browser.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  currentPriceBlock,
  fetchCampaign,
  fetchCheckout,
} from '../support/campaigns.ts';
import { startPaying, statusPill, submitCard } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

const DECLINED_CARD = '4000 0000 0000 0002';
const VALID_CARD = '4242 4242 4242 4242';
/**
 * The time allowed for a payment's result to appear. The console checks for 20 seconds, the page polls at
 * intervals of up to 10 seconds, and a busy machine needs extra time.
 */
const RESULT_TIMEOUT_MS = 45_000;

async function isPaid(service: RunningService, id: number): Promise<boolean> {
  return currentPriceBlock(await fetchCheckout(service, id)).to_be_paid_amount === 0;
}

/** Returns the redirect_uri that the console sent for this campaign. */
async function findReturnUrl(service: RunningService, id: number): Promise<string> {
  const payRequest = (await service.requests()).findLast(
    ({ method, path }) => method === 'POST' && path.endsWith(`/${id}/pay`),
  );
  return new URLSearchParams(payRequest?.query).get('redirect_uri') ?? '';
}

test('explains that a card was declined, charges nothing, and accepts another card', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await startPaying(page, service, id);
  await submitCard(page, DECLINED_CARD);
  await expect(page.getByRole('alert')).toContainText('The card was declined');
  expect(await isPaid(service, id)).toBe(false);
  await submitCard(page, VALID_CARD);
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  expect(await isPaid(service, id)).toBe(true);
});

test('tells a member who returns without paying that nothing was paid, and links to checkout', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await startPaying(page, service, id);
  await page.goto(await findReturnUrl(service, id));
  await expect(page.getByRole('heading', { name: /^(Confirming payment…|Not paid)$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible({ timeout: RESULT_TIMEOUT_MS });
  await expect(page.getByText(/^Paid/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to checkout' }).click();
  await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeVisible();
});

test('shows only the payment if the payer isn’t signed in', async ({
  page,
  login,
  newBrowser,
  service,
  mailroom,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  const link = await startPaying(page, service, id);

  const otherBrowser = await newBrowser();
  await otherBrowser.goto(link);
  await submitCard(otherBrowser, VALID_CARD);
  await expect(otherBrowser).toHaveURL(new RegExp(`^${mailroom.url}/pay/return\\?state=`));
  await expect(otherBrowser.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  await expect(otherBrowser.getByRole('link', { name: 'Choose send date' })).toHaveCount(0);
  await expect(otherBrowser.getByRole('navigation')).toHaveCount(0);
  await otherBrowser.goto(`/campaigns/${id}`);
  await expect(otherBrowser).toHaveURL(/\/login\?/);

  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('heading', { name: 'Paid, not sent yet' })).toBeVisible();
});

test('never charges twice for a payment link, even if the payment page was already open', async ({
  page,
  login,
  newBrowser,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  const link = await startPaying(page, service, id);
  const second = await newBrowser();
  await second.goto(link);

  await submitCard(page, VALID_CARD);
  await expect(page).toHaveURL(/\/pay\/return/);
  await submitCard(second, VALID_CARD);
  await expect(second.getByText(/already paid/i).first()).toBeVisible();
  const { already_paid, price } = currentPriceBlock(await fetchCheckout(service, id));
  expect(already_paid).toBe(price);
});

test('doesn’t send a draft if the card token is declined, but sends the draft once the member enters a valid token', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('radio', { name: /^Pay by card and schedule/ }).check();
  await page.getByLabel('Card token').fill('tok_chargeDeclined');
  await page.getByRole('button', { name: /^Pay .* and schedule$/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The card was declined' })).toBeVisible();
  expect((await fetchCampaign(service, id)).status).toBe('draft');

  await page.getByRole('radio', { name: /^Pay by card and schedule/ }).check();
  await page.getByLabel('Card token').fill('tok_visa');
  await page.getByLabel('Email invoice to').fill('books@brightwater.example');
  await page.getByRole('button', { name: /^Pay .* and schedule$/ }).click();
  await expect(page).toHaveURL(`/campaigns/${id}?done=${id}`);
  await expect(statusPill(page)).toHaveText('Queued');
  const sent = (await service.requests()).filter(({ path }) => path === `/v1/campaigns/${id}/pay_and_send`);
  expect(sent.map(({ query }) => query)).toEqual(['', '']);
  expect(new URLSearchParams(sent[1]?.body).get('email')).toBe('books@brightwater.example');
});

test('charges for one more mailpiece if the order includes a copy to the sender', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  const { with_sender, send_copy_to_sender } = await fetchCheckout(service, id);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  if (!send_copy_to_sender) await page.getByRole('checkbox', { name: /Mail a copy to the sender/ }).check();
  await expect(page.getByRole('row', { name: /^Order Total/ })).toContainText(with_sender.to_be_paid);
  await expect(page.getByText(`(${with_sender.price_calculation})`)).toBeVisible();
  await page.getByRole('radio', { name: /^Pay by card and schedule/ }).check();
  await page.getByLabel('Card token').fill('tok_visa');
  await page.getByRole('button', { name: `Pay ${with_sender.to_be_paid} and schedule` }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  const campaign = await fetchCampaign(service, id);
  expect(campaign.send_copy_to_sender).toBe(true);
});

test('sends a campaign without a card if credits cover the price', async ({ page, login, service }) => {
  const { id } = await createCoveredDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByText('Covered by credits')).toBeVisible();
  await page.getByRole('link', { name: 'Check out' }).click();
  await expect(page.getByRole('row', { name: /^Credits/ })).toBeVisible();
  await expect(page.getByText('Paid with credits')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with credits and schedule' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
});

test('shows the old and new amounts and asks for confirmation if the price has changed', async ({
  page,
  login,
  service,
}) => {
  const other = await createPaidDraft(service);
  const path = `/v1/campaigns/customers/${other.customerId}/campaigns/${other.id}`;
  const { id } = await service.call<Campaign>('POST', `${path}/clone`);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  const button = page.getByRole('button', { name: /^Pay \$/ });
  await expect(button).toBeVisible();
  // Deleting the paid draft turns its payment into credit. The open checkout page still shows the old total.
  await service.call('DELETE', path);
  await service.clearRequests();
  await button.click();
  const alert = page.getByRole('alert').filter({ hasText: 'The price has changed' });
  await expect(alert).toContainText(other.price);
  expect((await service.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  await page.getByRole('button', { name: 'Pay with credits and schedule' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
});

test('responds with 404 to a return URL that Mailroom didn’t create', async ({
  page,
  login,
  newBrowser,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await startPaying(page, service, id);
  const returnUrl = new URL(await findReturnUrl(service, id));
  const state = returnUrl.searchParams.get('state') ?? '';
  const guest = await newBrowser();
  const altered = [...state];
  altered[state.length >> 1] = altered[state.length >> 1] === 'A' ? 'B' : 'A';
  for (const invalid of ['', 'x', state.slice(0, -9), altered.join('')]) {
    const response = await guest.goto(`/pay/return?${new URLSearchParams({ state: invalid })}`);
    expect(response?.status(), invalid).toBe(404);
  }
  expect((await guest.goto('/pay/return'))?.status()).toBe(404);
});
