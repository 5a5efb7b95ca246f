/** Campaigns under their customers, by every way. */
import { expect } from '@playwright/test';
import { newDraft } from '../campaigns.ts';
import { asks, isAt, later, paid, press, queued, scoped, uses } from './cells.ts';

export const customerCampaigns = {
  listCustomerCampaigns: {
    ...asks(
      'listCustomerCampaigns',
      'a customer’s drafts',
      async ({ service }) => ({ customer_id: (await newDraft(service)).customerId, status: 'draft' }),
      () => ({ items: expect.arrayContaining([expect.objectContaining({ status: 'draft' })]) }),
    ),
    ...uses('a customer’s page, filtered', async ({ page, service }) => {
      const { id, customerId } = await newDraft(service);
      await page.goto(`/customers/${customerId}?status=draft`);
      await expect(page.getByRole('row').filter({ hasText: `#${id}` })).toBeVisible();
    }),
  },
  getCustomerCampaign: {
    ...asks(
      'getCustomerCampaign',
      'a campaign under its customer',
      async ({ service }) => scoped(await newDraft(service)),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...uses('whose a campaign is is read before it is copied', async ({ page, service }) => {
      const { id } = await newDraft(service);
      await page.goto(`/campaigns/${id}/confirm/clone`);
      await press(page, 'Make a copy');
      await expect(page).not.toHaveURL(/confirm/);
    }),
  },
  deleteCampaign: {
    ...asks(
      'deleteCampaign',
      'a draft',
      async ({ service }) => scoped(await newDraft(service)),
      ({ id }) => ({ id }),
    ),
    ...uses('“Delete for good” of …/confirm/delete', async ({ page, service }) => {
      const { id } = await newDraft(service);
      await page.goto(`/campaigns/${id}/confirm/delete`);
      await press(page, 'Delete for good');
      await isAt(page, /\/campaigns\?deleted=/);
    }),
  },
  cloneCampaign: {
    ...asks(
      'cloneCampaign',
      'a draft of a queued campaign',
      async ({ service }) => scoped(await queued(service)),
      () => ({ id: expect.any(Number), status: 'draft' }),
    ),
    ...uses('“Make a copy” of …/confirm/clone', async ({ page, service }) => {
      const { id } = await queued(service);
      await page.goto(`/campaigns/${id}/confirm/clone`);
      await press(page, 'Make a copy');
      await expect(page).not.toHaveURL(/confirm/);
    }),
  },
  cancelCustomerCampaign: {
    ...asks(
      'cancelCustomerCampaign',
      'a queued campaign under its customer',
      async ({ service }) => scoped(await queued(service)),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...uses('“Cancel sending”, once the customer’s list has told whose it is', async ({ page, service }) => {
      const { id, customerId } = await queued(service);
      await page.goto(`/customers/${customerId}`);
      await page.goto(`/campaigns/${id}/confirm/cancel`);
      await press(page, 'Cancel sending');
      await isAt(page, `/campaigns/${id}`);
    }),
  },
  sendCampaign: {
    ...asks(
      'sendCampaign',
      'a paid draft, in three days',
      async ({ service }) => ({ ...scoped(await paid(service)), date: later() }),
      ({ id }) => ({ id, status: 'queued' }),
    ),
    ...uses('“Send now” of …/send', async ({ page, service }) => {
      const { id } = await paid(service);
      await page.goto(`/campaigns/${id}/send`);
      await press(page, /^Send now/);
      await isAt(page, `/campaigns/${id}`);
    }),
  },
  payCustomerCampaign: {
    ...asks(
      'payCustomerCampaign',
      'a link for a draft under its customer',
      async ({ service, origin }) => ({
        ...scoped(await newDraft(service)),
        redirect_uri: `${origin}/campaigns`,
      }),
      () => ({ link: expect.stringContaining('/pay/') }),
    ),
    ...uses('“Pay” at checkout, once the customer’s list has told whose it is', async ({ page, service }) => {
      const { id, customerId } = await newDraft(service);
      await page.goto(`/customers/${customerId}`);
      await page.goto(`/campaigns/${id}/checkout`);
      await press(page, /^Pay/);
      await isAt(page, /\/pay\//);
    }),
  },
};
