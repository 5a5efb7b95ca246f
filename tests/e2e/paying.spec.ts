/** Paying: on the service's page, by token, with credits, and what can go wrong with it. */
import type { Page } from '@playwright/test';
import type { Campaign } from '#lib/contract/resources.ts';
import { expect, test } from '../support/browser.ts';
import {
  applicablePrice,
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  fetchCampaign,
  fetchCheckout,
} from '../support/campaigns.ts';
import { fillCard, statusPill } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

const DECLINED = '4000 0000 0000 0002';
const GOOD = '4242 4242 4242 4242';
/** Twenty seconds, until the page asks for the next time: on a busy machine up to ten seconds later. */
const TOLD_WITHIN = 45_000;

/** From checkout to the service's payment page. */
async function startPaying(page: Page, service: RunningService, id: number): Promise<string> {
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
  return page.url();
}

async function pay(page: Page, card: string): Promise<void> {
  await fillCard(page, card);
  await page.getByRole('button', { name: /^Pay / }).click();
}

async function isPaid(service: RunningService, id: number): Promise<boolean> {
  return applicablePrice(await fetchCheckout(service, id)).to_be_paid_amount === 0;
}

/** Where the service was told to send people back to, for this campaign. */
async function returnAddress(service: RunningService, id: number): Promise<string> {
  const asked = (await service.requests()).findLast(({ path }) => path.endsWith(`/${id}/pay`));
  return new URLSearchParams(asked?.query).get('redirect_uri') ?? '';
}

test('a declined card is said in a sentence, charges nothing, and another one can be tried', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await startPaying(page, service, id);
  await pay(page, DECLINED);
  await expect(page.getByRole('alert')).toContainText('The card was declined');
  expect(await isPaid(service, id)).toBe(false);
  await pay(page, GOOD);
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  expect(await isPaid(service, id)).toBe(true);
});

test('who comes back without having paid is told so, and can go back to checkout', async ({
  page,
  login,
  service,
}) => {
  test.setTimeout(90_000);
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await startPaying(page, service, id);
  await page.goto(await returnAddress(service, id));
  await expect(page.getByRole('heading', { name: /^(Confirming payment…|Not paid)$/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Not paid' })).toBeVisible({ timeout: TOLD_WITHIN });
  await expect(page.getByText(/^Paid/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to checkout' }).click();
  await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeVisible();
});

test('who pays in another browser, with no session, sees that one payment and nothing else', async ({
  page,
  login,
  newBrowser,
  service,
  mailroom,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  const link = await startPaying(page, service, id);

  const elsewhere = await newBrowser();
  await elsewhere.goto(link);
  await pay(elsewhere, GOOD);
  await expect(elsewhere).toHaveURL(new RegExp(`^${mailroom.url}/pay/return\\?state=`));
  await expect(elsewhere.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: 'Choose send date' })).toHaveCount(0);
  await expect(elsewhere.getByRole('navigation')).toHaveCount(0);
  await elsewhere.goto(`/campaigns/${id}`);
  await expect(elsewhere).toHaveURL(/\/login\?/);

  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('heading', { name: 'Paid, not sent yet' })).toBeVisible();
});

test('a payment link can’t be paid twice, not even from a page that was open before', async ({
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

  await pay(page, GOOD);
  await expect(page).toHaveURL(/\/pay\/return/);
  await pay(second, GOOD);
  await expect(second.getByText(/already paid/i).first()).toBeVisible();
  const { already_paid, price } = applicablePrice(await fetchCheckout(service, id));
  expect(already_paid).toBe(price);
});

test('by card token: a declined one leaves a draft, a good one pays and sends', async ({
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
  await expect(page).toHaveURL(`/campaigns/${id}`);
  await expect(statusPill(page)).toHaveText('Queued');
  const sent = (await service.requests()).filter(({ path }) => path === `/v1/campaigns/${id}/pay_and_send`);
  expect(sent.map(({ query }) => query)).toEqual(['', '']);
  expect(new URLSearchParams(sent[1]?.body).get('email')).toBe('books@brightwater.example');
});

test('a copy for the sender raises the order by one piece, and is what is paid', async ({
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

test('a campaign that credits cover is sent without a card', async ({ page, login, service }) => {
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

test('a price that changed since it was seen is shown, old and new, and asked again', async ({
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
  // What was paid for a deleted draft becomes credit, here while somebody is looking at the old total.
  await service.call('DELETE', path);
  await service.clearRequests();
  await button.click();
  const alert = page.getByRole('alert').filter({ hasText: 'The price has changed' });
  await expect(alert).toContainText(other.price);
  expect((await service.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  await page.getByRole('button', { name: 'Pay with credits and schedule' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
});

test('a return address that is not ours shows nothing', async ({ page, login, newBrowser, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await startPaying(page, service, id);
  const real = new URL(await returnAddress(service, id));
  const state = real.searchParams.get('state') ?? '';
  const stranger = await newBrowser();
  const altered = [...state];
  altered[state.length >> 1] = altered[state.length >> 1] === 'A' ? 'B' : 'A';
  for (const wrong of ['', 'x', state.slice(0, -9), altered.join('')]) {
    const answer = await stranger.goto(`/pay/return?${new URLSearchParams({ state: wrong })}`);
    expect(answer?.status(), wrong).toBe(404);
  }
  expect((await stranger.goto('/pay/return'))?.status()).toBe(404);
});
