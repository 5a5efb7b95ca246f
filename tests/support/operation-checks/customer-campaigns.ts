/** Checks of the operations on a customer's campaigns. */
import { expect } from '@playwright/test';
import { createDraft } from '../campaigns.ts';
import {
  checkClients,
  checkPage,
  clickButton,
  createPaidCampaign,
  createScheduledCampaign,
  expectUrl,
  inThreeDays,
  scopedIds,
} from './checks.ts';

export const customerCampaignChecks = {
  listCustomerCampaigns: {
    ...checkClients(
      'listCustomerCampaigns',
      'a customer’s drafts',
      async ({ service }) => ({ customer_id: (await createDraft(service)).customerId, status: 'draft' }),
      () => ({ items: expect.arrayContaining([expect.objectContaining({ status: 'draft' })]) }),
    ),
    ...checkPage('a customer’s page with a status filter', async ({ page, service }) => {
      const { id, customerId } = await createDraft(service);
      await page.goto(`/customers/${customerId}?status=draft`);
      await expect(page.getByRole('row').filter({ hasText: `#${id}` })).toBeVisible();
    }),
  },
  getCustomerCampaign: {
    ...checkClients(
      'getCustomerCampaign',
      'a campaign of a customer',
      async ({ service }) => scopedIds(await createDraft(service)),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('the campaign’s customer is verified before “Make a copy”', async ({ page, service }) => {
      const { id } = await createDraft(service);
      await page.goto(`/campaigns/${id}/confirm/clone`);
      await clickButton(page, 'Make a copy');
      await expect(page).not.toHaveURL(/confirm/);
    }),
  },
  deleteCampaign: {
    ...checkClients(
      'deleteCampaign',
      'a draft',
      async ({ service }) => scopedIds(await createDraft(service)),
      ({ id }) => ({ id }),
    ),
    ...checkPage('“Delete draft” on …/confirm/delete', async ({ page, service }) => {
      const { id } = await createDraft(service);
      await page.goto(`/campaigns/${id}/confirm/delete`);
      await clickButton(page, 'Delete draft');
      await expectUrl(page, /\/campaigns\?deleted=/);
    }),
  },
  cloneCampaign: {
    ...checkClients(
      'cloneCampaign',
      'a copy of a queued campaign',
      async ({ service }) => scopedIds(await createScheduledCampaign(service)),
      () => ({ id: expect.any(Number), status: 'draft' }),
    ),
    ...checkPage('“Make a copy” on …/confirm/clone', async ({ page, service }) => {
      const { id } = await createScheduledCampaign(service);
      await page.goto(`/campaigns/${id}/confirm/clone`);
      await clickButton(page, 'Make a copy');
      await expect(page).not.toHaveURL(/confirm/);
    }),
  },
  cancelCustomerCampaign: {
    ...checkClients(
      'cancelCustomerCampaign',
      'a queued campaign of a customer',
      async ({ service }) => scopedIds(await createScheduledCampaign(service)),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('“Cancel sending” after the customer’s list was shown', async ({ page, service }) => {
      const { id, customerId } = await createScheduledCampaign(service);
      await page.goto(`/customers/${customerId}`);
      await page.goto(`/campaigns/${id}/confirm/cancel`);
      await clickButton(page, 'Cancel sending');
      await expectUrl(page, `/campaigns/${id}`);
    }),
  },
  sendCampaign: {
    ...checkClients(
      'sendCampaign',
      'a paid draft, in three days',
      async ({ service }) => ({ ...scopedIds(await createPaidCampaign(service)), date: inThreeDays() }),
      ({ id }) => ({ id, status: 'queued' }),
    ),
    ...checkPage('“Send now” on …/send', async ({ page, service }) => {
      const { id } = await createPaidCampaign(service);
      await page.goto(`/campaigns/${id}/send`);
      await clickButton(page, /^Send now/);
      await expectUrl(page, `/campaigns/${id}`);
    }),
  },
  payCustomerCampaign: {
    ...checkClients(
      'payCustomerCampaign',
      'a link for a draft of a customer',
      async ({ service, origin }) => ({
        ...scopedIds(await createDraft(service)),
        redirect_uri: `${origin}/campaigns`,
      }),
      () => ({ link: expect.stringContaining('/pay/') }),
    ),
    ...checkPage('“Pay” at checkout after the customer’s list was shown', async ({ page, service }) => {
      const { id, customerId } = await createDraft(service);
      await page.goto(`/customers/${customerId}`);
      await page.goto(`/campaigns/${id}/checkout`);
      await clickButton(page, /^Pay/);
      await expectUrl(page, /\/pay\//);
    }),
  },
};
