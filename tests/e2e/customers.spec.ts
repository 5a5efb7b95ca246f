/** Tests finding a customer, viewing the customer's page, and changing the customer's email address. */
import type { CustomerPage } from '#lib/contract/resources.ts';
import { expect, test } from '../support/browser.ts';
import { openListMenu } from '../support/campaign-list.ts';
import { createDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { postForm, readFormFields } from '../support/forms.ts';
import { blockLaterScripts } from '../support/later-scripts.ts';
import { waitUntilListed } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

const fetchCustomers = async (service: RunningService) =>
  (await service.call<CustomerPage>('GET', '/v1/customers?per_page=100')).items;
const fetchEmail = async (service: RunningService, id: number) =>
  (await fetchCustomers(service)).find((customer) => customer.id === id)?.email;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('opens a customer’s page from the list and keeps the campaign filters in the URL', async ({
      newBrowser,
      login,
      service,
    }) => {
      const { id, customer, customerId } = await createQueuedCampaign(service);
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'viewer');
      await waitUntilListed(page, id);
      await page.goto('/customers?per_page=2');
      await expect(page.getByRole('row')).toHaveCount(3);
      await page.getByRole('link', { name: 'Next page' }).click();
      await expect(page).toHaveURL('/customers?per_page=2&page=2');
      await page
        .getByRole('navigation', { name: 'Items per page' })
        .getByRole('link', { name: '50' })
        .click();
      await page.getByRole('link', { name: customer, exact: true }).click();
      await expect(page).toHaveURL(`/customers/${customerId}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(customer);

      await page
        .getByRole('navigation', { name: 'Status' })
        .getByRole('link', { name: /^Queued/ })
        .click();
      await expect(page).toHaveURL(`/customers/${customerId}?status=queued`);
      await openListMenu(page, 'Filter', javaScriptEnabled);
      const filters = page.getByRole('form', { name: 'Filters' });
      await filters.getByLabel('Targeting').selectOption('csv');
      await filters.getByRole('button', { name: 'Apply' }).click();
      await expect(page).toHaveURL(`/customers/${customerId}?status=queued&targeting_method=csv`);
      await page.getByRole('link', { name: 'Clear', exact: true }).click();
      await expect(page).toHaveURL(`/customers/${customerId}?status=queued`);
      await page
        .getByRole('row')
        .filter({ hasText: `#${id}` })
        .getByRole('link')
        .click();
      await expect(page).toHaveURL(`/campaigns/${id}`);
      await page
        .getByRole('navigation', { name: 'Breadcrumb' })
        .getByRole('link', { name: customer })
        .click();
      await expect(page).toHaveURL(`/customers/${customerId}`);
    });

    test('lets an admin change a customer’s email address and shows errors beside the field', async ({
      newBrowser,
      login,
      service,
    }) => {
      const [first, last] = [(await fetchCustomers(service)).at(0), (await fetchCustomers(service)).at(-1)];
      const page = await newBrowser({ javaScriptEnabled });
      await login(page, 'admin');
      await page.goto(`/customers/${last?.id}`);
      // Until the dialog is loaded, the button opens a page with the same form.
      if (javaScriptEnabled) await expect(page.locator('#email-dialog')).toBeAttached();
      await page.getByRole('button', { name: 'Change email' }).click();
      if (!javaScriptEnabled) await expect(page).toHaveURL(`/customers/${last?.id}/email?`);
      const form = javaScriptEnabled ? page.getByRole('dialog') : page.getByRole('main');
      const field = form.getByRole('textbox', { name: 'Email' });
      await expect(field).toHaveValue(last?.email ?? '');
      for (const [invalid, error] of [
        ['not-an-email', /Enter an email address/],
        [first?.email ?? '', /Another customer already uses this email address/],
      ] as const) {
        await field.fill(invalid);
        await form.getByRole('button', { name: 'Save email' }).click();
        await expect(field).toHaveAccessibleDescription(error);
        await expect(field).toHaveValue(invalid);
      }
      expect(await fetchEmail(service, last?.id ?? 0)).toBe(last?.email);

      const email = `${javaScriptEnabled ? 'new' : 'newer'}-address@brightwater.example`;
      await field.fill(email);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page).toHaveURL(`/customers/${last?.id}?done=${last?.id}`);
      await expect(page.getByRole('status').filter({ hasText: `Email changed to ${email}` })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(email);
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(await fetchEmail(service, last?.id ?? 0)).toBe(email);
    });
  });
}

test('opens the form for the email address on a separate page if the dialog can’t be loaded', async ({
  page,
  login,
  service,
}) => {
  const { customerId } = await createDraft(service);
  await login(page, 'admin');
  await blockLaterScripts(page, '/customers/[id]');
  await page.goto(`/customers/${customerId}`);
  await page.getByRole('button', { name: 'Change email' }).click();
  await expect(page).toHaveURL(`/customers/${customerId}/email?`);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
});

test('doesn’t let a sender change a customer’s email address, and rejects forged and invalid forms', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const { customerId, customer } = await createDraft(service);
  const url = new URL(`/customers/${customerId}/email`, mailroom.url);
  const admin = await newBrowser({ javaScriptEnabled: false });
  await login(admin, 'admin');
  await admin.goto(url.href);
  const form = await readFormFields(admin.locator('main form[method="POST" i]'));
  const sender = await newBrowser();
  await login(sender, 'sender');
  await sender.goto(`/customers/${customerId}`);
  await expect(sender.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(sender.getByRole('button', { name: 'Change email' })).toHaveCount(0);
  expect((await sender.goto(url.href))?.status()).toBe(403);
  await service.clearRequests();
  const forgedForm = { ...form, email: 'mine@brightwater.example' };
  expect((await postForm(sender.request, url, forgedForm)).status()).toBeLessThan(500);
  const invalidForms = [...Object.keys(form), 'unknown']
    .filter((name) => !name.startsWith('$'))
    .flatMap((name) => ['x', 'é'.repeat(5_000), '\0'].map((value) => ({ ...form, [name]: value })));
  for (const invalid of invalidForms) {
    const response = await postForm(admin.request, url, {
      ...invalid,
      ...(invalid.email === form.email && { email: 'x' }),
    });
    expect(response.status()).toBeLessThan(500);
    expect(await response.text()).not.toContain('Something went wrong');
  }
  expect((await service.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(await fetchEmail(service, customerId)).toBe(customer);
});

test('explains that a customer doesn’t exist or that a page number is too high', async ({ page, login }) => {
  await login(page, 'viewer');
  expect((await page.goto('/customers/999999999'))?.status()).toBe(404);
  await page.goto('/customers?page=99');
  await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to last page' }).click();
  await expect(page).toHaveURL('/customers');
});
