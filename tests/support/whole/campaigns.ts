/** Campaigns by their own numbers, by every way. */
import { expect } from '@playwright/test';
import { signIn } from '../browser.ts';
import { createDraft } from '../campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../console.ts';
import { checkClients, CARD_PAYMENT, expectUrl, inThreeDays, withUnknownOwner, clickButton, createScheduledCampaign, anyValue, title, checkPage } from './cells.ts';

export const campaignChecks = {
  listCampaigns: {
    ...checkClients(
      'listCampaigns',
      'those that are mailed',
      async () => ({ status: 'mailed', per_page: 5 }),
      () => ({ current_page: 1, items: expect.any(Array) }),
    ),
    ...checkPage('/campaigns lists them', async ({ page }) => {
      await page.goto('/campaigns');
      await expect(page.getByRole('row').nth(2)).toBeVisible();
    }),
  },
  getCampaign: {
    ...checkClients(
      'getCampaign',
      'a draft',
      async ({ service }) => ({ id: (await createDraft(service)).id }),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('/campaigns/… is about one', async ({ page, service }) => {
      await page.goto(`/campaigns/${(await createDraft(service)).id}`);
      await expect(title(page)).toBeVisible();
    }),
  },
  cancelCampaign: {
    ...checkClients(
      'cancelCampaign',
      'a queued campaign',
      async ({ service }) => ({ id: (await createScheduledCampaign(service)).id }),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('“Cancel sending”, where nobody knows whose it is', async (visit) => {
      const { id } = await createScheduledCampaign(visit.service);
      await withUnknownOwner(visit, async () => {
        await visit.page.goto(`/campaigns/${id}/confirm/cancel`);
        await clickButton(visit.page, 'Cancel sending');
        await expectUrl(visit.page, `/campaigns/${id}`);
      });
    }),
  },
  payCampaign: {
    ...checkClients(
      'payCampaign',
      'a link for a draft',
      async ({ service, origin }) => ({
        id: (await createDraft(service)).id,
        redirect_uri: `${origin}/campaigns`,
      }),
      () => ({ link: expect.stringContaining('/pay/') }),
    ),
    ...checkPage('“Pay” at checkout, where nobody knows whose it is', async (visit) => {
      const { id } = await createDraft(visit.service);
      await withUnknownOwner(visit, async () => {
        await visit.page.goto(`/campaigns/${id}/checkout`);
        await clickButton(visit.page, /^Pay/);
        await expectUrl(visit.page, /\/pay\//);
      });
    }),
  },
  payAndSendCampaign: {
    ...checkClients(
      'payAndSendCampaign',
      'a draft, by card, with a copy to the sender',
      async ({ service }) => ({ ...CARD_PAYMENT, id: (await createDraft(service)).id, send_copy_to_sender: true }),
      ({ id }) => ({ id, status: 'queued', send_copy_to_sender: true }),
    ),
    ...checkPage('“Pay and schedule” by card at checkout', async ({ page, service }) => {
      const { id } = await createDraft(service);
      await page.goto(`/campaigns/${id}/checkout`);
      await page.getByRole('radio', { name: /^Pay by card/ }).check();
      await page.getByLabel(/token/i).fill('tok_visa');
      await clickButton(page, /^Pay/);
      await expectUrl(page, `/campaigns/${id}`);
    }),
  },
  checkOutCampaign: {
    ...checkClients(
      'checkOutCampaign',
      'what a draft costs',
      async ({ service }) => ({ id: (await createDraft(service)).id }),
      () => ({ with_sender: anyValue, without_sender: anyValue }),
    ),
    ...checkPage('the order at checkout', async ({ page, service }) => {
      const { id, price } = await createDraft(service);
      await page.goto(`/campaigns/${id}/checkout`);
      await expect(page.getByRole('row', { name: /^Order Total/ })).toContainText(price);
    }),
  },
  sendCampaignOnInvoice: {
    ...checkClients(
      'sendCampaignOnInvoice',
      'a draft that nobody has paid',
      async ({ service }) => ({ id: `${(await createDraft(service)).id}`, scheduled_at: inThreeDays() }),
      ({ id }) => ({ id: Number(id), status: 'in_queue', price: expect.any(Number) }),
    ),
    ...checkPage('“Send now” of …/send, where the invoice is agreed', async ({ page, service, onInvoice }) => {
      const { url } = onInvoice;
      const { id } = await createDraft(service);
      await page.goto(`${url}/login`);
      await signIn(page, memberEmail('sender'), TEST_PASSWORD);
      await expect(page).not.toHaveURL(/login/);
      await page.goto(`${url}/campaigns/${id}/send`);
      await clickButton(page, 'Send now');
      await expectUrl(page, `${url}/campaigns/${id}`);
    }),
  },
};
