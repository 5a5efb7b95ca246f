/** Tests template previews with the values that a member enters. Previews use API v2. */
import type { Page } from '@playwright/test';
import type { Template, TemplatePage } from '#lib/contract/resources.ts';
import { measureFirstLoads } from '#scripts/first-load.ts';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { postForm, readFormFields } from '../support/forms.ts';
import type { RunningService } from '../support/service.ts';

async function findPostcard(service: RunningService): Promise<Template> {
  const { items } = await service.call<TemplatePage>('GET', '/v1/templates?per_page=100');
  const found = items.find(
    ({ size, variable_names }) => size !== 'letter' && variable_names?.includes('headline'),
  );
  if (!found) throw new Error('No postcard has a headline.');
  return found;
}

/** The newest frame for the front. */
const frontFrame = (page: Page) =>
  page
    .getByRole('img', { name: /^Front/ })
    .locator('xpath=../iframe')
    .last()
    .contentFrame();

for (const javaScriptEnabled of [true, false]) {
  test(`shows a preview, errors, and the typed values ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id } = await findPostcard(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'viewer');
    await page.goto(`/templates/${id}`);
    await page.getByRole('link', { name: 'Preview with values' }).click();
    await expect(frontFrame(page).getByText('{{headline}}')).toBeAttached();
    await service.clearRequests();
    await page.getByLabel('headline', { exact: true }).fill('A <b>house</b> for you');
    await page.getByLabel('Photos').fill('not an address');
    await page.getByRole('button', { name: 'Show preview' }).click();
    await expect(page.getByLabel('Photos')).toHaveAccessibleDescription(/Line 1 isn’t a valid URL/);
    await expect(page.getByLabel('headline', { exact: true })).toHaveValue('A <b>house</b> for you');
    expect((await service.requests()).filter(({ path }) => path.startsWith('/v2/'))).toEqual([]);

    await page.getByLabel('Photos').fill('');
    await page.getByRole('button', { name: 'Show preview' }).click();
    await expect(page.getByText('Print preview with your values.')).toBeVisible();
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Show this side' }).first().click();
    await expect(frontFrame(page).getByText('A <b>house</b> for you')).toBeAttached();
    await expect(page.getByLabel('headline', { exact: true })).toHaveValue('A <b>house</b> for you');
    const [call] = (await service.requests()).filter(({ path }) => path.startsWith('/v2/'));
    expect(call?.path).toBe(`/v2/templates/${id}/preview`);
  });
}

test('shows a button for each side if the script that shows drafts can’t be loaded', async ({
  page,
  login,
  service,
}) => {
  const { id } = await findPostcard(service);
  await login(page, 'viewer');
  const route = (await measureFirstLoads()).find((load) => load.route === '/templates/[id]/preview');
  await page.route(
    ({ pathname }) => pathname.endsWith('.js') && !route?.chunks.includes(pathname),
    (request) => request.abort(),
  );
  await page.goto(`/templates/${id}/preview?values=example`);
  await page.getByRole('button', { name: 'Show preview' }).click();
  await page.getByRole('button', { name: 'Show this side' }).first().click();
  await expect(frontFrame(page).getByText('Come see us').first()).toBeAttached();
});

test('fills the preview form with example values', async ({ page, login, service }) => {
  const { id } = await findPostcard(service);
  await login(page, 'sender');
  await page.goto(`/templates/${id}/preview`);
  await page.getByLabel('headline', { exact: true }).fill('Mine');
  await page.getByRole('link', { name: 'Fill with example values' }).click();
  await expect(page.getByLabel('headline', { exact: true })).toHaveValue('Come see us');
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(frontFrame(page).getByText('Come see us').first()).toBeAttached();
  await page.getByRole('link', { name: 'Clear all fields' }).click();
  await expect(page.getByLabel('headline', { exact: true })).toHaveValue('');
});

test('keeps the entered values when the service fails or rejects the member’s email address', async ({
  page,
  login,
  service,
}) => {
  const { id } = await findPostcard(service);
  await login(page, 'viewer');
  await page.goto(`/templates/${id}/preview`);
  const field = page.getByLabel('headline', { exact: true });
  await field.fill('Mine');
  await service.injectFaults(
    { operation: 'previewTemplate', kind: 'status', status: 401 },
    { operation: 'previewTemplate', kind: 'html' },
  );
  for (const message of [
    /doesn’t recognize your email address/,
    /No preview was generated\. The mail service sent an unexpected response/,
  ]) {
    await page.getByRole('button', { name: 'Show preview' }).click();
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expect(field).toHaveValue('Mine');
  }
  await service.clearFaults();
});

test('rejects forged preview forms and invalid preview URLs without calling the service', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const { id } = await findPostcard(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'viewer');
  const url = new URL(`/templates/${id}/preview`, mailroom.url);
  await page.goto(url.href);
  const form = await readFormFields(page.locator('main form[enctype="multipart/form-data" i]').first());
  await service.clearRequests();
  for (const name of [
    'id',
    'agent[email]',
    'template_data[lot_size_type]',
    'agent[age]',
    '__proto__',
    'unknown',
  ]) {
    for (const invalid of ['\0', 'é'.repeat(10_001)]) {
      const response = await postForm(page.request, url, { ...form, [name]: invalid });
      expect(response.status(), name).toBeLessThan(500);
      expect(await response.text()).not.toContain('Something went wrong');
    }
  }
  expect((await service.requests()).filter(({ path }) => path.startsWith('/v2/'))).toEqual([]);
  const values = new URL('/templates/1/preview?values=x&values=%F0%9F%92%A9', mailroom.url);
  expect((await page.request.get(values.href)).status()).toBe(200);
  for (const path of ['/templates/0/preview', '/templates/x/preview', '/templates/999999/preview']) {
    expect((await page.request.get(path)).status(), path).toBe(404);
  }
});

test('the preview page has no accessibility violations with example values, with a preview, or with errors on a phone', async ({
  page,
  login,
  service,
}) => {
  const { id } = await findPostcard(service);
  await login(page, 'viewer');
  await page.goto(`/templates/${id}/preview?values=example`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(page.getByText('Print preview with your values.')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Photos').fill('x');
  await page.getByRole('button', { name: 'Show preview' }).click();
  await expect(page.getByLabel('Photos')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
});
