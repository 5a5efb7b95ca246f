/** Defines checks for the operations on customers and templates. */
import { expect } from '@playwright/test';
import { createDraft } from '../campaigns.ts';
import {
  anyValue,
  checkClients,
  checkPage,
  clickButton,
  expectUrl,
  findLastTemplateId,
  pageHeading,
} from './checks.ts';

export const customerAndTemplateChecks = {
  listCustomers: {
    ...checkClients(
      'listCustomers',
      'lists two customers per page',
      async () => ({ per_page: 2 }),
      () => ({ items: [anyValue, anyValue] }),
    ),
    ...checkPage('the page of a campaign whose customer isn’t known yet', async ({ page, service }) => {
      await page.goto(`/campaigns/${(await createDraft(service)).id}`);
      await expect(pageHeading(page)).toBeVisible();
    }),
  },
  getCustomer: {
    ...checkClients(
      'getCustomer',
      'returns a customer',
      async () => ({ id: 1 }),
      ({ id }) => ({ id, email: expect.stringContaining('@') }),
    ),
    ...checkPage('the customer page', async ({ page }) => {
      await page.goto('/customers/1');
      await expect(pageHeading(page)).toContainText('@');
    }),
  },
  updateCustomer: {
    ...checkClients(
      'updateCustomer',
      'changes the email address',
      async () => ({ id: 1, email: `office-${crypto.randomUUID()}@brightwater.example` }),
      ({ id, email }) => ({ id, email }),
    ),
    ...checkPage('the form to change a customer’s email address', async ({ page }) => {
      await page.goto('/customers/1/email');
      await page
        .getByRole('textbox', { name: 'Email' })
        .fill(`customer-${crypto.randomUUID()}@brightwater.example`);
      await clickButton(page, 'Save');
      await expectUrl(page, '/customers/1?done=1');
    }),
  },
  listTemplates: {
    ...checkClients(
      'listTemplates',
      'lists one template per page',
      async () => ({ per_page: 1, page: 2 }),
      () => ({ items: [anyValue], current_page: 2 }),
    ),
    ...checkPage('the template list', async ({ page }) => {
      await page.goto('/templates');
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }),
  },
  getTemplate: {
    ...checkClients(
      'getTemplate',
      'returns a template',
      async () => ({ id: 1 }),
      ({ id }) => ({ id, designs: anyValue }),
    ),
    ...checkPage('the template page', async ({ page }) => {
      await page.goto('/templates/1');
      await expect(pageHeading(page)).toBeVisible();
    }),
  },
  deleteTemplate: {
    ...checkClients(
      'deleteTemplate',
      'deletes the last template',
      async ({ service }) => ({ id: await findLastTemplateId(service) }),
      ({ id }) => ({ id }),
    ),
    ...checkPage('“Delete template”', async ({ page, service }) => {
      await page.goto(`/templates/${await findLastTemplateId(service)}/delete`);
      await clickButton(page, 'Delete template');
      await expectUrl(page, /\/templates\?/);
    }),
  },
  updateTemplate: {
    ...checkClients(
      'updateTemplate',
      'changes the name, size, designs, and metadata with a PUT request to the shared path',
      async () => ({
        id: 2,
        name: 'A letter',
        size: 'letter',
        designs: ['<p>Dear {{first_name}}</p>'],
        meta_data: [{ key: 'season', value: 'spring & summer' }],
      }),
      ({ id, name }) => ({ id, name, meta_data: { season: 'spring & summer' } }),
    ),
    ...checkPage('“Save template” in the editor', async ({ page }) => {
      await page.goto('/templates/1/edit');
      await page.getByLabel('Name', { exact: true }).fill('Just listed again');
      await clickButton(page, 'Save template');
      await expectUrl(page, /\/templates\/1\?/);
      await expect(pageHeading(page)).toContainText('Just listed again');
    }),
  },
  previewTemplate: {
    ...checkClients(
      'previewTemplate',
      'fills in every kind of data',
      async () => ({
        id: '1',
        template_data: {
          address: '48 Maple Street',
          photos: ['https://homes.example/1.jpg'],
          variables: [{ key: 'a', value: 'b' }],
        },
        agent: { first_name: 'Ada' },
        sender: { name: 'Brightwater Homes' },
      }),
      () => ({ front: expect.stringContaining('<'), back: expect.any(String) }),
    ),
    ...checkPage('“Show preview”', async ({ page }) => {
      await page.goto('/templates/1/preview');
      await clickButton(page, 'Show preview');
      await expect(page.getByText('Print preview with your values.')).toBeVisible();
    }),
  },
};
