/** Customers and templates, by every way. */
import { expect } from '@playwright/test';
import { asks, isAt, lastTemplate, press, something, title, uses } from './cells.ts';

export const customersAndTemplates = {
  listCustomers: {
    ...asks(
      'listCustomers',
      'two a page',
      async () => ({ per_page: 2 }),
      () => ({ items: [something, something] }),
    ),
    ...uses('/customers lists them', async ({ page }) => {
      await page.goto('/customers');
      await expect(page.getByRole('row').nth(2)).toBeVisible();
    }),
  },
  getCustomer: {
    ...asks(
      'getCustomer',
      'one of them',
      async () => ({ id: 1 }),
      ({ id }) => ({ id, email: expect.stringContaining('@') }),
    ),
    ...uses('/customers/1 is about one', async ({ page }) => {
      await page.goto('/customers/1');
      await expect(title(page)).toContainText('@');
    }),
  },
  updateCustomer: {
    ...asks(
      'updateCustomer',
      'another address',
      async () => ({ id: 1, email: `office-${crypto.randomUUID()}@brightwater.example` }),
      ({ id, email }) => ({ id, email }),
    ),
    ...uses('the form of /customers/1/email', async ({ page }) => {
      await page.goto('/customers/1/email');
      await page.getByLabel('E-mail').fill(`desk-${crypto.randomUUID()}@brightwater.example`);
      await press(page, 'Save');
      await isAt(page, '/customers/1?saved=email');
    }),
  },
  listTemplates: {
    ...asks(
      'listTemplates',
      'one a page',
      async () => ({ per_page: 1, page: 2 }),
      () => ({ items: [something], current_page: 2 }),
    ),
    ...uses('/templates shows them', async ({ page }) => {
      await page.goto('/templates');
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    }),
  },
  getTemplate: {
    ...asks(
      'getTemplate',
      'one of them',
      async () => ({ id: 1 }),
      ({ id }) => ({ id, designs: something }),
    ),
    ...uses('/templates/1 is about one', async ({ page }) => {
      await page.goto('/templates/1');
      await expect(title(page)).toBeVisible();
    }),
  },
  deleteTemplate: {
    ...asks(
      'deleteTemplate',
      'the last one',
      async ({ service }) => ({ id: await lastTemplate(service) }),
      ({ id }) => ({ id }),
    ),
    ...uses('“Delete for good” of /templates/…/delete', async ({ page, service }) => {
      await page.goto(`/templates/${await lastTemplate(service)}/delete`);
      await press(page, 'Delete for good');
      await isAt(page, /\/templates\?/);
    }),
  },
  updateTemplate: {
    ...asks(
      'updateTemplate',
      'a new name, size, designs and metadata, by the shared PUT',
      async () => ({
        id: 2,
        name: 'A letter',
        size: 'letter',
        designs: ['<p>Dear {{first_name}}</p>'],
        meta_data: [{ key: 'season', value: 'spring & summer' }],
      }),
      ({ id, name }) => ({ id, name, meta_data: { season: 'spring & summer' } }),
    ),
    ...uses('the editor of /templates/1/edit', async ({ page }) => {
      await page.goto('/templates/1/edit');
      await page.getByLabel('Name', { exact: true }).fill('Just listed again');
      await press(page, 'Save template');
      await isAt(page, /\/templates\/1\?/);
      await expect(title(page)).toContainText('Just listed again');
    }),
  },
  previewTemplate: {
    ...asks(
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
    ...uses('“Show preview” of /templates/1/preview', async ({ page }) => {
      await page.goto('/templates/1/preview');
      await press(page, 'Show preview');
      await expect(page.getByText('as it would print.')).toBeVisible();
    }),
  },
};
