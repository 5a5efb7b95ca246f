/** Defines checks for the campaign operations whose paths don't contain a customer id. */
import { expect } from '@playwright/test';
import { signIn } from '../browser.ts';
import { createDraft } from '../campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../console.ts';
import {
  anyValue,
  CARD_PAYMENT,
  checkClients,
  checkPage,
  clickButton,
  createScheduledCampaign,
  expectUrl,
  inTenDays,
  pageHeading,
  withUnknownOwner,
} from './checks.ts';

export const campaignChecks = {
  listCampaigns: {
    ...checkClients(
      'listCampaigns',
      'lists mailed campaigns',
      async () => ({ status: 'mailed', per_page: 5 }),
      () => ({ current_page: 1, items: expect.any(Array) }),
    ),
    ...checkPage('the campaign list with a targeting filter', async ({ page }) => {
      await page.goto('/campaigns?targeting_method=csv');
      await expect(page.getByRole('row').nth(2)).toBeVisible();
    }),
  },
  getCampaign: {
    ...checkClients(
      'getCampaign',
      'returns a draft',
      async ({ service }) => ({ id: (await createDraft(service)).id }),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('the campaign page', async ({ page, service }) => {
      await page.goto(`/campaigns/${(await createDraft(service)).id}`);
      await expect(pageHeading(page)).toBeVisible();
    }),
  },
  cancelCampaign: {
    ...checkClients(
      'cancelCampaign',
      'cancels a queued campaign',
      async ({ service }) => ({ id: (await createScheduledCampaign(service)).id }),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('“Cancel sending” if the customer is unknown', async (context) => {
      const { id } = await createScheduledCampaign(context.service);
      await withUnknownOwner(context, async () => {
        await context.page.goto(`/campaigns/${id}/confirm/cancel`);
        await clickButton(context.page, 'Cancel sending');
        await expectUrl(context.page, `/campaigns/${id}?done=${id}`);
      });
    }),
  },
  payCampaign: {
    ...checkClients(
      'payCampaign',
      'returns a payment link for a draft',
      async ({ service, origin }) => ({
        id: (await createDraft(service)).id,
        redirect_uri: `${origin}/campaigns`,
      }),
      () => ({ link: expect.stringContaining('/pay/') }),
    ),
    ...checkPage('“Pay” at checkout if the customer is unknown', async (context) => {
      const { id } = await createDraft(context.service);
      await withUnknownOwner(context, async () => {
        await context.page.goto(`/campaigns/${id}/checkout`);
        await clickButton(context.page, /^Pay/);
        await expectUrl(context.page, /\/pay\//);
      });
    }),
  },
  payAndSendCampaign: {
    ...checkClients(
      'payAndSendCampaign',
      'pays for a draft by card and sends it with a copy to the sender',
      async ({ service }) => ({
        ...CARD_PAYMENT,
        id: (await createDraft(service)).id,
        send_copy_to_sender: true,
      }),
      ({ id }) => ({ id, status: 'queued', send_copy_to_sender: true }),
    ),
    ...checkPage('“Pay and schedule” by card at checkout', async ({ page, service }) => {
      const { id } = await createDraft(service);
      await page.goto(`/campaigns/${id}/checkout`);
      await page.getByRole('radio', { name: /^Pay by card/ }).check();
      await page.getByLabel(/token/i).fill('tok_visa');
      await clickButton(page, /^Pay/);
      await expectUrl(page, `/campaigns/${id}?done=${id}`);
    }),
  },
  checkOutCampaign: {
    ...checkClients(
      'checkOutCampaign',
      'returns the price of a draft',
      async ({ service }) => ({ id: (await createDraft(service)).id }),
      () => ({ with_sender: anyValue, without_sender: anyValue }),
    ),
    ...checkPage('the checkout page', async ({ page, service }) => {
      const { id, price } = await createDraft(service);
      await page.goto(`/campaigns/${id}/checkout`);
      await expect(page.getByRole('row', { name: /^Order Total/ })).toContainText(price);
    }),
  },
  sendCampaignOnInvoice: {
    ...checkClients(
      'sendCampaignOnInvoice',
      'schedules an unpaid draft',
      async ({ service }) => ({ id: `${(await createDraft(service)).id}`, scheduled_at: inTenDays() }),
      ({ id }) => ({ id: Number(id), status: 'in_queue', price: expect.any(Number) }),
    ),
    ...checkPage(
      '“Send now” if campaigns are billed on the monthly invoice',
      async ({ page, service, onInvoice }) => {
        const { url } = onInvoice;
        const { id } = await createDraft(service);
        await page.goto(`${url}/login`);
        await signIn(page, memberEmail('sender'), TEST_PASSWORD);
        await expect(page).not.toHaveURL(/login/);
        await page.goto(`${url}/campaigns/${id}/send`);
        await clickButton(page, 'Send now');
        await expectUrl(page, `${url}/campaigns/${id}?done=${id}`);
      },
    ),
  },
};
