/**
 * Tests that, without JavaScript, every form says what to do if the console refuses a field that people can’t
 * see.
 */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { type FormFields, postForm } from '../support/forms.ts';
import { addShareLinks } from '../support/share-links.ts';
import { findMemberPath, inviteOnTeamPage } from '../support/team.ts';
import { createFormPages } from '../support/visits.ts';

const SCRIPTLESS = { javaScriptEnabled: false };
const MESSAGE =
  'This page is out of date or contains a field that Mailroom doesn’t recognize. Reload the page, then try again.';
const FORMS = 'main form[method="POST" i]:has(button:visible)';
/**
 * A button that submits the form that contains it. A button with the attribute `form` or `formaction` submits
 * another form or uses another URL.
 */
const SUBMIT_BUTTON = 'button[type="submit"]:visible:not([form], [formaction])';

/** No hidden field accepts a value of this length. */
const INVALID_VALUE = 'x'.repeat(2_000);

/**
 * Submits each form on the page several times: with an unknown field, and with an invalid value in each
 * hidden field.
 */
async function expectMessages(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const forms = page.locator(FORMS);
  const count = await forms.count();
  expect(count, `forms on ${path}`).toBeGreaterThan(0);
  for (let index = 0; index < count; index++) {
    const form = forms.nth(index);
    const [fields, hiddenNames] = await readSubmission(form);
    for (const name of hiddenNames) {
      const response = await postForm(page.request, new URL(page.url()), {
        ...fields,
        [name]: INVALID_VALUE,
      });
      const visibleHtml = (await response.text()).replaceAll(/<script.*?<\/script>/gs, '');
      expect(visibleHtml.includes(MESSAGE), `the message on ${path} after an invalid ${name}`).toBe(true);
    }
    await form.evaluate((element) => {
      element.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'choice' }));
    });
    await form.locator(SUBMIT_BUTTON).first().click();
    await expect(page.getByRole('alert').getByText(MESSAGE), path).toBeVisible();
    await page.goto(path);
  }
}

/** Reads the fields that the form's first button submits, and the names of the form's own hidden fields. */
function readSubmission(form: Locator): Promise<[FormFields, string[]]> {
  return form
    .locator(SUBMIT_BUTTON)
    .first()
    .evaluate((element) => {
      const button = element as HTMLButtonElement;
      const fields = [...new FormData(button.form ?? undefined, button)];
      const names = [...(button.form?.querySelectorAll<HTMLInputElement>('[type="hidden"]') ?? [])]
        .map(({ name }) => name)
        // The preview form shows an invalid variable name beside the variable's value.
        .filter((name) => !/^(\$ACTION|variable_key_)/.test(name));
      return [Object.fromEntries(fields.map(([name, value]) => [name, String(value)])), names];
    });
}

test('says what to do when a form on a campaign, customer, or template page is refused', async ({
  newBrowser,
  login,
  service,
}) => {
  // In a wide window, the preview form's button is beside the form.
  const page = await newBrowser({ ...SCRIPTLESS, viewport: { width: 1_000, height: 900 } });
  await login(page, 'admin');
  const paths = await createFormPages(service);
  for (const path of paths) await expectMessages(page, path);
});

test('says what to do when a form on the team page or the profile page is refused', async ({
  newBrowser,
  login,
}) => {
  const page = await newBrowser(SCRIPTLESS);
  await login(page, 'admin');
  const invitation = await inviteOnTeamPage(page, 'refused@mailroom.test');
  await expectMessages(page, '/team');
  await expectMessages(page, `${await findMemberPath(page, memberEmail('viewer'))}/disable`);
  await expectMessages(page, '/profile');
  await expectMessages(page, new URL(invitation).pathname);
  const guest = await newBrowser(SCRIPTLESS);
  await expectMessages(guest, new URL(invitation).pathname);
});

test('says what to do when a form on a share link’s page is refused', async ({
  newBrowser,
  service,
  mailroom,
}) => {
  const { id } = await createDraft(service);
  const tokens = await addShareLinks(mailroom, [
    { campaignId: id },
    { campaignId: id, password: 'a-password-for-guests' },
  ]);
  const guest = await newBrowser(SCRIPTLESS);
  for (const token of tokens) await expectMessages(guest, `/share/${token}`);
});
