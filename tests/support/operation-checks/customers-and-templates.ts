/** Checks of the operations on customers and templates. */
import { expect } from '@playwright/test';
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
      'two per page',
      async () => ({ per_page: 2 }),
      () => ({ items: [anyValue, anyValue] }),
    ),
    ...checkPage('/customers lists customers', async ({ page }) => {
      await page.goto('/customers');
      await expect(page.getByRole('row').nth(2)).toBeVisible();
    }),
  },
  getCustomer: {
    ...checkClients(
      'getCustomer',
      'a customer',
      async () => ({ id: 1 }),
      ({ id }) => ({ id, email: expect.stringContaining('@') }),
    ),
    ...checkPage('/customers/1 shows a customer', async ({ page }) => {
      await page.goto('/customers/1');
      await expect(pageHeading(page)).toContainText('@');
    }),
  },
  updateCustomer: {
    ...checkClients(
      'updateCustomer',
      'a new email',
      async () => ({ id: 1, email: `office-${crypto.randomUUID()}@brightwater.example` }),
      ({ id, email }) => ({ id, email }),
    ),
    ...checkPage('the form on /customers/1/email', async ({ page }) => {
      await page.goto('/customers/1/email');
      await page.getByLabel('Email').fill(`desk-${crypto.randomUUID()}@brightwater.example`);
      await clickButton(page, 'Save');
      await expectUrl(page, '/customers/1?saved=email');
    }),
  },
  listTemplates: {
    ...checkClients(
      'listTemplates',
      'one per page',
      async () => ({ per_page: 1, page: 2 }),
      () => ({ items: [anyValue], current_page: 2 }),
    ),
    ...checkPage('/templates lists templates', async ({ page }) => {
      await page.goto('/templates');
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }),
  },
  getTemplate: {
    ...checkClients(
      'getTemplate',
      'a template',
      async () => ({ id: 1 }),
      ({ id }) => ({ id, designs: anyValue }),
    ),
    ...checkPage('/templates/1 shows a template', async ({ page }) => {
      await page.goto('/templates/1');
      await expect(pageHeading(page)).toBeVisible();
    }),
  },
  deleteTemplate: {
    ...checkClients(
      'deleteTemplate',
      'the last template',
      async ({ service }) => ({ id: await findLastTemplateId(service) }),
      ({ id }) => ({ id }),
    ),
    ...checkPage('“Delete template” on /templates/…/delete', async ({ page, service }) => {
      await page.goto(`/templates/${await findLastTemplateId(service)}/delete`);
      await clickButton(page, 'Delete template');
      await expectUrl(page, /\/templates\?/);
    }),
  },
  updateTemplate: {
    ...checkClients(
      'updateTemplate',
      'a new name, size, designs and metadata with the shared PUT',
      async () => ({
        id: 2,
        name: 'A letter',
        size: 'letter',
        designs: ['<p>Dear {{first_name}}</p>'],
        meta_data: [{ key: 'season', value: 'spring & summer' }],
      }),
      ({ id, name }) => ({ id, name, meta_data: { season: 'spring & summer' } }),
    ),
    ...checkPage('the editor on /templates/1/edit', async ({ page }) => {
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
      'a template with data of every kind',
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
    ...checkPage('“Show preview” on /templates/1/preview', async ({ page }) => {
      await page.goto('/templates/1/preview');
      await clickButton(page, 'Show preview');
      await expect(page.getByText('as it would print.')).toBeVisible();
    }),
  },
};
