/** Defines checks for the operations on a customer's campaigns. */
import { expect } from '@playwright/test';
import { createDraft } from '../campaigns.ts';
import {
  checkClients,
  checkPage,
  clickButton,
  createPaidCampaign,
  createScheduledCampaign,
  expectUrl,
  inTenDays,
  scopedIds,
} from './checks.ts';

export const customerCampaignChecks = {
  listCustomerCampaigns: {
    ...checkClients(
      'listCustomerCampaigns',
      'lists a customer’s drafts',
      async ({ service }) => ({ customer_id: (await createDraft(service)).customerId, status: 'draft' }),
      () => ({ items: expect.arrayContaining([expect.objectContaining({ status: 'draft' })]) }),
    ),
    ...checkPage('a customer’s page with a status filter', async ({ page, service }) => {
      const { id, customerId } = await createDraft(service);
      await expect(async () => {
        await page.goto(`/customers/${customerId}?status=draft`);
        await expect(page.getByRole('row').filter({ hasText: `#${id}` })).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }),
  },
  getCustomerCampaign: {
    ...checkClients(
      'getCustomerCampaign',
      'returns a draft',
      async ({ service }) => scopedIds(await createDraft(service)),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('“Make a copy” to verify the campaign’s customer', async ({ page, service }) => {
      const { id } = await createDraft(service);
      await page.goto(`/campaigns/${id}/confirm/clone`);
      await clickButton(page, 'Make a copy');
      await expect(page).not.toHaveURL(/confirm/);
    }),
  },
  deleteCampaign: {
    ...checkClients(
      'deleteCampaign',
      'deletes a draft',
      async ({ service }) => scopedIds(await createDraft(service)),
      ({ id }) => ({ id }),
    ),
    ...checkPage('“Delete draft”', async ({ page, service }) => {
      const { id } = await createDraft(service);
      await page.goto(`/campaigns/${id}/confirm/delete`);
      await clickButton(page, 'Delete draft');
      await expectUrl(page, `/campaigns?done=${id}`);
    }),
  },
  cloneCampaign: {
    ...checkClients(
      'cloneCampaign',
      'copies a queued campaign',
      async ({ service }) => scopedIds(await createScheduledCampaign(service)),
      () => ({ id: expect.any(Number), status: 'draft' }),
    ),
    ...checkPage('“Make a copy”', async ({ page, service }) => {
      const { id } = await createScheduledCampaign(service);
      await page.goto(`/campaigns/${id}/confirm/clone`);
      await clickButton(page, 'Make a copy');
      await expect(page).not.toHaveURL(/confirm/);
    }),
  },
  cancelCustomerCampaign: {
    ...checkClients(
      'cancelCustomerCampaign',
      'cancels a queued campaign',
      async ({ service }) => scopedIds(await createScheduledCampaign(service)),
      ({ id }) => ({ id, status: 'draft' }),
    ),
    ...checkPage('“Cancel sending” if the customer is known', async ({ page, service }) => {
      const { id, customerId } = await createScheduledCampaign(service);
      await page.goto(`/customers/${customerId}`);
      await page.goto(`/campaigns/${id}/confirm/cancel`);
      await clickButton(page, 'Cancel sending');
      await expectUrl(page, `/campaigns/${id}?done=${id}`);
    }),
  },
  sendCampaign: {
    ...checkClients(
      'sendCampaign',
      'schedules a paid draft in three days',
      async ({ service }) => ({ ...scopedIds(await createPaidCampaign(service)), date: inTenDays() }),
      ({ id }) => ({ id, status: 'queued' }),
    ),
    ...checkPage('“Send now”', async ({ page, service }) => {
      const { id } = await createPaidCampaign(service);
      await page.goto(`/campaigns/${id}/send`);
      await clickButton(page, /^Send now/);
      await expectUrl(page, `/campaigns/${id}?done=${id}`);
    }),
  },
  payCustomerCampaign: {
    ...checkClients(
      'payCustomerCampaign',
      'returns a payment link for a draft',
      async ({ service, origin }) => ({
        ...scopedIds(await createDraft(service)),
        redirect_uri: `${origin}/campaigns`,
      }),
      () => ({ link: expect.stringContaining('/pay/') }),
    ),
    ...checkPage('“Pay” at checkout if the customer is known', async ({ page, service }) => {
      const { id, customerId } = await createDraft(service);
      await page.goto(`/customers/${customerId}`);
      await page.goto(`/campaigns/${id}/checkout`);
      await clickButton(page, /^Pay/);
      await expectUrl(page, /\/pay\//);
    }),
  },
};
