/**
 * Tests forms in a browser that, like some text browsers, doesn't send the Origin header, fetch metadata, or
 * a Referer.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { headersFromNewAddress } from '../support/client-address.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { type FormFields, readFormFields } from '../support/forms.ts';

/** Opens a page and returns the fields of the form with this button. Parses the page without running scripts. */
async function openForm(
  browser: APIRequestContext,
  parser: Page,
  url: string,
  button: string,
): Promise<FormFields> {
  const response = await browser.get(url);
  await parser.setContent(await response.text());
  // Text browsers also show what other browsers hide until it's opened, such as the account menu on phones.
  const has = parser.getByRole('button', { name: button, includeHidden: true });
  return readFormFields(parser.locator('form[method="POST" i]', { has }).first());
}

test('lets a browser that sends no origin sign in, save the profile, and sign out', async ({
  newBrowser,
  playwright,
  mailroom,
}) => {
  const parser = await newBrowser({ javaScriptEnabled: false });
  const browser = await playwright.request.newContext({ extraHTTPHeaders: headersFromNewAddress() });
  const [login, profile] = [`${mailroom.url}/login`, `${mailroom.url}/profile`];
  const submit = (url: string, form: FormFields) =>
    browser.post(url, { multipart: { ...form }, maxRedirects: 0 });
  const form = {
    ...(await openForm(browser, parser, login, 'Sign in')),
    email: memberEmail('viewer'),
    password: TEST_PASSWORD,
  };
  const forged = await submit(login, { ...form, form_token: 'A'.repeat(43) });
  expect(await forged.text()).toContain('Mailroom can’t tell which page sent this form.');
  expect((await submit(login, form)).status()).toBe(303);

  const profileForm = await openForm(browser, parser, profile, 'Save');
  const saved = await submit(profile, { ...profileForm, name: 'Lynx' });
  expect(saved.status()).toBeLessThan(400);
  expect((await openForm(browser, parser, profile, 'Save')).name).toBe('Lynx');

  const signOut = await openForm(browser, parser, profile, 'Sign out');
  expect((await submit(profile, signOut)).status()).toBe(303);
  expect((await browser.get(profile)).url()).toContain('/login');
  await browser.dispose();
});

test('a browser that sends the Origin header gets neither a form token nor the token’s cookie', async ({
  page,
  mailroom,
}) => {
  await page.goto(`${mailroom.url}/login`);
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.locator('input[name="form_token"]')).toHaveCount(0);
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('mailroom.form');
});
