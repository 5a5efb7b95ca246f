/** Tests viewing, editing, previewing, and deleting templates. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { fetchTemplate, rewriteTemplate } from '../support/templates.ts';

test.use({ environment: 'templates' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const SCRIPTLESS = { javaScriptEnabled: false };
const PX_PER_INCH = 96;

const designFrame = (page: Page, name: string | RegExp) =>
  page.getByRole('img', { name }).locator('xpath=../iframe').last().contentFrame();
/** The code editor, which replaces the text area once the editor's script has loaded. */
const codeEditor = (page: Page) => page.locator('.cm-content[aria-label="Front, HTML"]');

function recordPolicyViolations(page: Page): string[] {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return violations;
}

test('shows the front of each template in a paginated list, with and without JavaScript', async ({
  newBrowser,
  login,
}) => {
  for (const options of [{}, SCRIPTLESS]) {
    const page = await newBrowser(options);
    await login(page, 'viewer');
    await page.goto('/templates?per_page=4');
    await expect(page.getByRole('article')).toHaveCount(4);
    const front = page.getByRole('article').first().locator('iframe').contentFrame();
    await expect(front.getByText('{{headline}}')).toBeAttached();
    await page.getByRole('link', { name: 'Next' }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.goto('/templates?page=99');
    await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
    await page.goto('/templates?page=x&per_page=1000');
    await expect(page.getByRole('heading', { name: 'This page doesn’t exist' })).toBeVisible();
  }
});

test('shows a template’s sides at actual size with the bleed and the safe zone, without JavaScript', async ({
  newBrowser,
  login,
}) => {
  const page = await newBrowser(SCRIPTLESS);
  await login(page, 'viewer');
  await page.goto('/templates/1?done=1');
  await expect(page.getByText('Saved.')).toBeHidden();
  const front = page.getByRole('img', { name: 'Front of “Just listed”' });
  const size = async () => {
    const box = await front.boundingBox();
    return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) };
  };
  const { width, height } = await size();
  expect(width / height).toBeCloseTo(9 / 6, 1);
  await page.getByRole('radio', { name: 'Actual size' }).check();
  await expect.poll(size).toEqual({ width: 9 * PX_PER_INCH, height: 6 * PX_PER_INCH });
  await page.getByRole('checkbox', { name: 'Bleed and safe zone' }).check();
  await expect.poll(size).toEqual({ width: 9.25 * PX_PER_INCH, height: 6.25 * PX_PER_INCH });
  await expect(page.getByText('cut line', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Back' }).check();
  await expect(front).toBeHidden();
  await expect(page.getByRole('img', { name: 'Back of “Just listed”' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Delete template' })).toBeHidden();
});

test('doesn’t let a sender edit or delete a template', async ({ page, login, service }) => {
  await login(page, 'sender');
  await service.clearRequests();
  // No other test uses template 9, so any request for it comes from this test.
  for (const path of ['/templates/9/edit', '/templates/9/delete']) {
    expect((await page.goto(path))?.status()).toBe(403);
    await expect(page.getByRole('heading', { name: 'You don’t have access' })).toBeVisible();
  }
  expect((await service.requests()).filter(({ path }) => path.includes('/templates/9'))).toEqual([]);
});

test('previews template changes while the member types, warns before leaving, and saves the changes', async ({
  page,
  login,
  service,
}) => {
  const violations = recordPolicyViolations(page);
  await login(page, 'admin');
  await page.goto('/templates/2');
  await page.getByRole('link', { name: 'Edit' }).click();
  await codeEditor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('<p>Fresh {{nonsense}} {{head');
  await page.getByRole('option', { name: '{{headline}}' }).click();
  await expect(page.getByRole('status').getByText('Not template variables')).toContainText('{{nonsense}}');
  await expect(designFrame(page, /^Front/).getByText('Fresh {{nonsense}} {{headline}}')).toBeAttached();
  await expect(codeEditor(page).locator('.cm-variable', { hasText: '{{nonsense}}' })).toBeAttached();

  await page.keyboard.press('Tab');
  await expect(codeEditor(page)).not.toBeFocused();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const confirmText = new Promise<string>((resolve) =>
    page.once('dialog', (dialog) => dialog.dismiss().then(() => resolve(dialog.message()))),
  );
  await page.getByRole('button', { name: 'Sign out' }).click();
  expect(await confirmText).toBe('Leave without saving?');

  await page.getByLabel('Name').fill('Open house, Saturday');
  await page.getByLabel('Key 3').fill('tone');
  await page.getByLabel('Value 3').fill('warm');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Template saved. New campaigns use this version.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Open house, Saturday' })).toBeVisible();
  const saved = await fetchTemplate(service, 2);
  expect(saved.designs?.[0]).toContain('<p>Fresh {{nonsense}} {{headline}}</p>');
  expect(saved.meta_data).toMatchObject({ tone: 'warm' });
  expect(violations).toEqual([]);
});

test('loads the code editor on a touch screen only when the member taps the text area', async ({
  newBrowser,
  login,
}) => {
  const page = await newBrowser({ hasTouch: true, isMobile: true });
  await login(page, 'admin');
  await page.goto('/templates/1/edit', { waitUntil: 'networkidle' });
  const textArea = page.getByRole('textbox', { name: 'Front, HTML' });
  await expect(textArea).toBeVisible();
  await expect(codeEditor(page)).toHaveCount(0);
  await textArea.tap();
  await expect(codeEditor(page)).toBeFocused();
  await page.keyboard.type('Typed');
  await expect(codeEditor(page)).toContainText('Typed');
});

test('hides the back while a one-sided size is selected, and restores its text when a two-sided size is selected', async ({
  page,
  login,
  service,
}) => {
  const { designs: [, back = ''] = [] } = await fetchTemplate(service, 3);
  await login(page, 'admin');
  await page.goto('/templates/3/edit');
  await expect(codeEditor(page)).toBeVisible();
  await page.getByLabel('Size').selectOption('letter');
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden();
  await page.getByLabel('Size').selectOption('postcard_6x9');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.locator('textarea[name="back"]')).toHaveValue(back);
  await page.getByLabel('Size').selectOption('letter');
  // No dialog should warn about unsaved changes, because the member is saving them.
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    return dialog.accept();
  });
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page).toHaveURL('/templates/3?done=3');
  expect(dialogs).toEqual([]);
  expect(await fetchTemplate(service, 3)).toMatchObject({ size: 'letter', designs: [expect.any(String)] });
});

test('doesn’t overwrite a newer version of a template, and keeps the entered values', async ({
  page,
  login,
  service,
}) => {
  await login(page, 'admin');
  await page.goto('/templates/5/edit');
  await page.getByLabel('Description').fill('Mine');
  await rewriteTemplate(service, 5, { name: 'Theirs', size: 'letter', designs: ['<p>theirs</p>'] });
  for (const _ of [1, 2]) {
    await page.getByRole('button', { name: 'Save template' }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'This item was changed after you opened it' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open current version in a new tab' })).toBeVisible();
  }
  await expect(page.getByLabel('Description')).toHaveValue('Mine');
  expect(await fetchTemplate(service, 5)).toMatchObject({ name: 'Theirs' });
});

test('lets an admin edit, preview, save, and delete a template without JavaScript, and shows errors', async ({
  newBrowser,
  login,
  service,
}) => {
  const page = await newBrowser(SCRIPTLESS);
  await login(page, 'admin');
  await page.goto('/templates/4/edit');
  await page.getByLabel('Back, HTML').fill('<p>Typed {{x}}</p>');
  await page.getByRole('button', { name: 'Show preview' }).last().click();
  await expect(designFrame(page, /^Back/).getByText('Typed {{x}}')).toBeAttached();
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Size').selectOption('letter');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await expect(page.getByLabel('Back, HTML')).toHaveValue('<p>Typed {{x}}</p>');
  await page.getByLabel('Name').fill('Letter');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('A letter has only one side')).toBeVisible();
  await page.getByLabel('Size').selectOption('postcard_4x6');
  await page.getByRole('button', { name: 'Save template' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await fetchTemplate(service, 4)).toMatchObject({ name: 'Letter', size: 'postcard_4x6' });

  await page.getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByRole('heading', { name: 'Delete “Letter”?' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByText('Template #4 deleted.')).toBeVisible();
});

test('there are no accessibility violations in the template list, the viewer with guides, the delete dialog, or the editor', async ({
  page,
  login,
}) => {
  await login(page, 'admin');
  await page.goto('/templates');
  await expectAccessible(page);
  await page.goto('/templates/7');
  await page.getByRole('checkbox', { name: 'Bleed and safe zone' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete template' }).click();
  await expect(page.getByRole('dialog', { name: 'Delete “A letter from Dr. Kline”?' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/templates/7/edit');
  await codeEditor(page).click();
  await page.keyboard.type('{{nonsense}}');
  await expect(page.getByText('Not template variables')).toBeVisible();
  await expectAccessible(page);
});
