/**
 * Tests that an invalid URL parameter or path segment results in a field error or a 400 or 404 page, never in
 * a 500 page.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { findMemberPath } from '../support/team.ts';

const INVALID_VALUES = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  'x',
  '9'.repeat(30),
  '%00',
  '%2e%2e%2f',
  '%F0%9F%92%A9',
  '{}',
  '%zz',
  '[object Object]',
];
const encoded = (text: string) => (/^%/.test(text) ? text : encodeURIComponent(text));

/** Requests the paths at the same time. */
async function expectNoFailures(page: Page, paths: readonly string[]): Promise<void> {
  const statuses = await Promise.all(
    paths.map(async (path) => [path, (await page.request.get(path)).status()] as const),
  );
  expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
}

test('never responds with 500 to invalid parameters of the campaign list', async ({ page, login }) => {
  await login(page, 'viewer');
  const names = [
    'page',
    'per_page',
    'status',
    'targeting_method',
    'customer_id',
    'sent_at[from]',
    'sent_at[to]',
    'q',
    'sort',
    'payment',
    'scheduled_from',
    'created_to',
    'price_min',
    'recipients_max',
    'customer',
    'template',
    'size',
    'postage',
    'columns',
    'density',
    'meta_data[][key]',
    'meta_data[][value]',
    'done',
    'unknown',
    '__proto__',
    'constructor[x]',
  ];
  for (const name of names.map(encodeURIComponent)) {
    const paths = ['/campaigns', '/campaigns/export', '/api/suggestions'].flatMap((list) =>
      INVALID_VALUES.map((value) => `${list}?${name}=${encoded(value)}`),
    );
    await expectNoFailures(page, [...paths, `/campaigns?${name}=1&${name}=2`]);
  }
});

test('never responds with 500 to invalid parameters of the activity page or the CSV export', async ({
  page,
  login,
}) => {
  await login(page, 'viewer');
  const names = ['by', 'operation', 'outcome', 'campaign', 'from', 'to', 'before', 'unknown', '__proto__'];
  // With a time zone offset, some of these days are outside the range of the calendar or the database.
  const days = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30'];
  for (const path of ['/activity', '/activity/export']) {
    expect((await page.request.get(path)).status(), path).toBe(200);
    for (const name of names) {
      const paths = [...INVALID_VALUES, ...days].map((value) => `${path}?${name}=${encoded(value)}`);
      await expectNoFailures(page, [...paths, `${path}?${name}=1&${name}=2`]);
    }
  }
});

test('responds with 400 or 404 to invalid path segments', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'admin');
  const member = await findMemberPath(page, memberEmail('viewer'));
  for (const invalid of INVALID_VALUES.filter((text) => text.trim() !== '')) {
    for (const path of [
      `/campaigns/${encoded(invalid)}`,
      `/campaigns/${encoded(invalid)}/checkout`,
      `/campaigns/${encoded(invalid)}/send`,
      `/campaigns/${encoded(invalid)}/confirm/cancel`,
      `/campaigns/${id}/confirm/${encoded(invalid)}`,
      `/campaigns/${id}/${encoded(invalid)}`,
      `/customers/${encoded(invalid)}`,
      `/customers/${encoded(invalid)}/email`,
      `/templates/${encoded(invalid)}`,
      `/templates/${encoded(invalid)}/edit`,
      `/templates/${encoded(invalid)}/delete`,
      `/templates/${encoded(invalid)}/preview`,
      `/docs/${encoded(invalid)}`,
      `/join/${encoded(invalid)}`,
      `/team/${encoded(invalid)}`,
      `/team/${encoded(invalid)}/disable`,
      `${member}/${encoded(invalid)}`,
      `/files/templates/${encoded(invalid)}/designs/0`,
      `/files/templates/1/designs/9${encoded(invalid)}`,
      `/files/campaigns/${encoded(invalid)}/proof`,
      `/files/campaigns/${encoded(invalid)}/thumbnail/0`,
      `/files/campaigns/${id}/thumbnail/${encoded(invalid)}`,
      `/api/campaigns/${encoded(invalid)}/status`,
      `/api/campaigns/${encoded(invalid)}/checkout`,
      `/api/v1/templates/${encoded(invalid)}`,
    ]) {
      const status = (await page.request.get(path)).status();
      expect([400, 404], `${path} returned ${status}`).toContain(status);
    }
  }
});

test('never responds with 500 to invalid parameters of other pages', async ({ page, login, service }) => {
  const { id, customerId } = await createPaidDraft(service);
  await login(page, 'admin');
  const member = await findMemberPath(page, memberEmail('viewer'));
  for (const invalid of INVALID_VALUES) {
    for (const path of [
      `/login?callbackUrl=${encoded(invalid)}`,
      `/profile?done=${encoded(invalid)}`,
      `${member}?done=${encoded(invalid)}`,
      `/pay/return?state=${encoded(invalid)}`,
      `/api/pay/return?state=${encoded(invalid)}`,
      `/campaigns/${id}?recipients=${encoded(invalid)}`,
      `/customers?page=${encoded(invalid)}`,
      `/customers?per_page=${encoded(invalid)}`,
      `/templates?page=${encoded(invalid)}`,
      `/templates?per_page=${encoded(invalid)}`,
      `/templates?done=${encoded(invalid)}`,
      `/templates/1?done=${encoded(invalid)}`,
      `/docs?unknown=${encoded(invalid)}`,
      `/openapi.json?unknown=${encoded(invalid)}`,
      `/api/v1/campaigns?page=${encoded(invalid)}`,
      `/customers/${customerId}?page=${encoded(invalid)}&done=${encoded(invalid)}`,
      `/customers/${customerId}?customer_id=${encoded(invalid)}&status=${encoded(invalid)}`,
      `/campaigns/${id}/checkout?sender_copy=${encoded(invalid)}`,
      `/send-time?at=${encoded(invalid)}&zone=Europe/Berlin`,
      `/send-time?at=2026-12-01T09:00&zone=${encoded(invalid)}`,
      `/files/campaigns/${id}/thumbnail/0?w=${encoded(invalid)}`,
      `/api/auth/${encoded(invalid)}`,
      `/api/auth/signin?callbackUrl=${encoded(invalid)}`,
      `/api/auth/error?error=${encoded(invalid)}`,
    ]) {
      expect((await page.request.get(path)).status(), path).toBeLessThan(500);
    }
  }
});

test('shows an error beside each invalid campaign list filter', async ({ page, login }) => {
  await login(page, 'viewer');
  await page.goto('/campaigns?status=lost&targeting_method=aim&sent_at[from]=soon&per_page=1000');
  for (const label of ['Status', 'Targeting', 'Sent from', 'Show']) {
    const field = page.getByRole('form', { name: 'Filters' }).getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/\w/);
  }
});

test('ignores a callbackUrl that points outside the console', async ({ newBrowser, login, mailroom }) => {
  const page = await newBrowser();
  await login(page, 'viewer');
  await page.context().clearCookies();
  for (const invalid of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/login?callbackUrl=${encodeURIComponent(invalid)}`);
    await page.getByRole('textbox', { name: 'Email' }).fill(memberEmail('viewer'));
    await page.getByLabel('Password').fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${mailroom.url}/`);
    await page.context().clearCookies();
  }
});
