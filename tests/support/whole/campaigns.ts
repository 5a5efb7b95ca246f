/** Campaigns by their own numbers, by every way. */
import { expect } from '@playwright/test';
import { signIn } from '../browser.ts';
import { newDraft } from '../campaigns.ts';
import { emailOf, PASSWORD } from '../console.ts';
import { asks, card, isAt, later, ownerless, press, queued, something, title, uses } from './cells.ts';

export const campaigns = {
  listCampaigns: {
    ...asks(
      'listCampaigns',
      'those that are mailed',
      async () => ({ status: 'mailed', per_page: 5 }),
      () => ({ current_page: 1, items: expect.any(Array) }),
    ),
    ...uses('/campaigns lists them', async ({ page }) => {
      await page.goto('/campaigns');
      await expect(page.getByRole('row').nth(2)).toBeVisible();
    }),
  },
  getCampaign: {
    ...asks(
      'getCampaign',
      'a draft',
      async ({ service }) => ({ id: (await newDraft(service)).id }),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...uses('/campaigns/… is about one', async ({ page, service }) => {
      await page.goto(`/campaigns/${(await newDraft(service)).id}`);
      await expect(title(page)).toBeVisible();
    }),
  },
  cancelCampaign: {
    ...asks(
      'cancelCampaign',
      'a queued campaign',
      async ({ service }) => ({ id: (await queued(service)).id }),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...uses('“Cancel sending”, where nobody knows whose it is', async (visit) => {
      const { id } = await queued(visit.service);
      await ownerless(visit, async () => {
        await visit.page.goto(`/campaigns/${id}/confirm/cancel`);
        await press(visit.page, 'Cancel sending');
        await isAt(visit.page, `/campaigns/${id}`);
      });
    }),
  },
  payCampaign: {
    ...asks(
      'payCampaign',
      'a link for a draft',
      async ({ service, origin }) => ({
        id: (await newDraft(service)).id,
        redirect_uri: `${origin}/campaigns`,
      }),
      () => ({ link: expect.stringContaining('/pay/') }),
    ),
    ...uses('“Pay” at checkout, where nobody knows whose it is', async (visit) => {
      const { id } = await newDraft(visit.service);
      await ownerless(visit, async () => {
        await visit.page.goto(`/campaigns/${id}/checkout`);
        await press(visit.page, /^Pay/);
        await isAt(visit.page, /\/pay\//);
      });
    }),
  },
  payAndSendCampaign: {
    ...asks(
      'payAndSendCampaign',
      'a draft, by card, with a copy to the sender',
      async ({ service }) => ({ ...card, id: (await newDraft(service)).id, send_copy_to_sender: true }),
      ({ id }) => ({ id, status: 'queued', send_copy_to_sender: true }),
    ),
    ...uses('“Pay and send” by card at checkout', async ({ page, service }) => {
      const { id } = await newDraft(service);
      await page.goto(`/campaigns/${id}/checkout`);
      await page.getByRole('radio', { name: /^By card/ }).check();
      await page.getByLabel(/token/i).fill('tok_visa');
      await press(page, /^Pay/);
      await isAt(page, `/campaigns/${id}`);
    }),
  },
  checkOutCampaign: {
    ...asks(
      'checkOutCampaign',
      'what a draft costs',
      async ({ service }) => ({ id: (await newDraft(service)).id }),
      () => ({ with_sender: something, without_sender: something }),
    ),
    ...uses('the order at checkout', async ({ page, service }) => {
      const { id, price } = await newDraft(service);
      await page.goto(`/campaigns/${id}/checkout`);
      await expect(page.getByRole('row', { name: /^Order Total/ })).toContainText(price);
    }),
  },
  sendCampaignOnInvoice: {
    ...asks(
      'sendCampaignOnInvoice',
      'a draft that nobody has paid',
      async ({ service }) => ({ id: `${(await newDraft(service)).id}`, scheduled_at: later() }),
      ({ id }) => ({ id: Number(id), status: 'in_queue', price: expect.any(Number) }),
    ),
    ...uses('“Send now” of …/send, where the invoice is agreed', async ({ page, service, onInvoice }) => {
      const { url } = onInvoice;
      const { id } = await newDraft(service);
      await page.goto(`${url}/login`);
      await signIn(page, emailOf('sender'), PASSWORD);
      await expect(page).not.toHaveURL(/login/);
      await page.goto(`${url}/campaigns/${id}/send`);
      await press(page, 'Send now');
      await isAt(page, `${url}/campaigns/${id}`);
    }),
  },
};
