/** Every parameter and every part of an address answers a wrong value with a sentence or a 400/404 page, never a 500. */
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { findMemberPath } from '../support/team.ts';

const WRONG = [
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

test('every parameter of the campaign list', async ({ page, login }) => {
  await login(page, 'viewer');
  const names = [
    'page',
    'per_page',
    'status',
    'targeting_method',
    'customer_id',
    'sent_at[from]',
    'sent_at[to]',
    'meta_data[][key]',
    'meta_data[][value]',
    'deleted',
    'unknown',
    '__proto__',
    'constructor[x]',
  ];
  for (const name of names) {
    for (const value of WRONG) {
      const path = `/campaigns?${encodeURIComponent(name)}=${encoded(value)}`;
      expect((await page.request.get(path)).status(), path).toBeLessThan(500);
    }
    const twice = `/campaigns?${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`;
    expect((await page.request.get(twice)).status(), twice).toBeLessThan(500);
  }
});

test('every parameter of the activity page and of its file', async ({ page, login }) => {
  await login(page, 'viewer');
  const names = ['by', 'operation', 'outcome', 'campaign', 'from', 'to', 'before', 'unknown', '__proto__'];
  // Days that a time zone moves out of what a calendar or a database holds.
  const days = ['0000-01-01', '0001-01-01', '9999-12-31', '2026-02-30'];
  for (const path of ['/activity', '/activity/export']) {
    expect((await page.request.get(path)).status(), path).toBe(200);
    for (const name of names) {
      for (const value of [...WRONG, ...days]) {
        const address = `${path}?${name}=${encoded(value)}`;
        expect((await page.request.get(address)).status(), address).toBeLessThan(500);
      }
      const twice = `${path}?${name}=1&${name}=2`;
      expect((await page.request.get(twice)).status(), twice).toBeLessThan(500);
    }
  }
});

test('ids and other parts of a path', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'admin');
  const member = await findMemberPath(page, memberEmail('viewer'));
  for (const wrong of WRONG.filter((text) => text.trim() !== '')) {
    for (const path of [
      `/campaigns/${encoded(wrong)}`,
      `/campaigns/${encoded(wrong)}/checkout`,
      `/campaigns/${encoded(wrong)}/send`,
      `/campaigns/${encoded(wrong)}/confirm/cancel`,
      `/campaigns/${id}/confirm/${encoded(wrong)}`,
      `/campaigns/${id}/${encoded(wrong)}`,
      `/customers/${encoded(wrong)}`,
      `/customers/${encoded(wrong)}/email`,
      `/templates/${encoded(wrong)}`,
      `/templates/${encoded(wrong)}/edit`,
      `/templates/${encoded(wrong)}/delete`,
      `/templates/${encoded(wrong)}/preview`,
      `/docs/${encoded(wrong)}`,
      `/join/${encoded(wrong)}`,
      `/team/${encoded(wrong)}`,
      `/team/${encoded(wrong)}/disable`,
      `${member}/${encoded(wrong)}`,
      `/files/templates/${encoded(wrong)}/designs/0`,
      `/files/templates/1/designs/9${encoded(wrong)}`,
      `/files/campaigns/${encoded(wrong)}/proof`,
      `/files/campaigns/${encoded(wrong)}/thumbnail/0`,
      `/files/campaigns/${id}/thumbnail/${encoded(wrong)}`,
      `/api/campaigns/${encoded(wrong)}/status`,
      `/api/campaigns/${encoded(wrong)}/checkout`,
      `/api/v1/templates/${encoded(wrong)}`,
    ]) {
      const status = (await page.request.get(path)).status();
      expect([400, 404], `${path} answered ${status}`).toContain(status);
    }
  }
});

test('what other pages take', async ({ page, login, service }) => {
  const { id, customerId } = await createPaidDraft(service);
  await login(page, 'admin');
  const member = await findMemberPath(page, memberEmail('viewer'));
  for (const wrong of WRONG) {
    for (const path of [
      `/login?callbackUrl=${encoded(wrong)}`,
      `/profile?saved=${encoded(wrong)}`,
      `${member}?done=${encoded(wrong)}`,
      `/pay/return?state=${encoded(wrong)}`,
      `/api/pay/return?state=${encoded(wrong)}`,
      `/campaigns/${id}?recipients=${encoded(wrong)}`,
      `/customers?page=${encoded(wrong)}`,
      `/customers?per_page=${encoded(wrong)}`,
      `/templates?page=${encoded(wrong)}`,
      `/templates?per_page=${encoded(wrong)}`,
      `/templates?deleted=${encoded(wrong)}`,
      `/templates/1?saved=${encoded(wrong)}`,
      `/docs?unknown=${encoded(wrong)}`,
      `/openapi.json?unknown=${encoded(wrong)}`,
      `/api/v1/campaigns?page=${encoded(wrong)}`,
      `/customers/${customerId}?page=${encoded(wrong)}&saved=${encoded(wrong)}`,
      `/customers/${customerId}?customer_id=${encoded(wrong)}&status=${encoded(wrong)}`,
      `/campaigns/${id}/checkout?sender_copy=${encoded(wrong)}`,
      `/send-time?at=${encoded(wrong)}&zone=Europe/Berlin`,
      `/send-time?at=2026-12-01T09:00&zone=${encoded(wrong)}`,
      `/files/campaigns/${id}/thumbnail/0?w=${encoded(wrong)}`,
      `/api/auth/${encoded(wrong)}`,
      `/api/auth/signin?callbackUrl=${encoded(wrong)}`,
      `/api/auth/error?error=${encoded(wrong)}`,
    ]) {
      expect((await page.request.get(path)).status(), path).toBeLessThan(500);
    }
  }
});

test('what is wrong in the list’s address is said beside the field', async ({ page, login }) => {
  await login(page, 'viewer');
  await page.goto('/campaigns?status=lost&targeting_method=aim&sent_at[from]=soon&per_page=1000');
  for (const label of ['Status', 'Targeting', 'Sent from', 'Show']) {
    const field = page.getByRole('form', { name: 'Filters' }).getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/\w/);
  }
});

test('callbackUrl leads nowhere else', async ({ newBrowser, login, mailroom }) => {
  const page = await newBrowser();
  await login(page, 'viewer');
  await page.context().clearCookies();
  for (const wrong of ['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
    await page.goto(`/login?callbackUrl=${encodeURIComponent(wrong)}`);
    await page.getByLabel('Email').fill('viewer@mailroom.test');
    await page.getByLabel('Password').fill('a-password-for-tests');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${mailroom.url}/`);
    await page.context().clearCookies();
  }
});
