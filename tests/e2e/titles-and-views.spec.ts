/** Tests campaigns' titles and notes, and saved views of the campaign list, with and without JavaScript. */
import type { Page } from '@playwright/test';
import { expect, PHONE, signIn, test } from '../support/browser.ts';
import { openIndexedList } from '../support/campaign-list.ts';
import { createDraft } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { blockLaterScripts } from '../support/later-scripts.ts';
import { openSearch } from '../support/pages.ts';
import { saveViewOnPage } from '../support/saved-views.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const mainNavigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Views' });
const menuButton = (page: Page) => page.getByRole('main').locator('summary', { hasText: /^Views$/ });
const openMenu = (page: Page) => menuButton(page).click();

for (const javaScriptEnabled of [true, false]) {
  const mode = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript';

  test(`gives a campaign a title and a note ${mode}`, async ({ newBrowser, login, service }) => {
    const { id } = await createDraft(service);
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await page.goto(`/campaigns/${id}`);
    const template = (await page.getByRole('heading', { level: 1 }).locator('bdi').textContent()) ?? '';
    await page.getByRole('link', { name: 'Add title or note' }).click();
    await page.getByLabel('Title').fill('\u202EHoliday');
    await page.getByLabel('Note').fill(`Call the store first ${id}`);
    await page.getByRole('button', { name: 'Save title and note' }).click();
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/contains invisible characters/);
    await expect(page.getByLabel('Note')).toHaveValue(`Call the store first ${id}`);
    await page.getByLabel('Title').fill(`Holiday wave ${id}`);
    await page.getByRole('button', { name: 'Save title and note' }).click();
    await expect(page).toHaveURL(`/campaigns/${id}`);
    await expect(heading(page, `Holiday wave ${id}`)).toBeVisible();
    await expect(page.getByText(`Template: ${template}`)).toBeVisible();
    await expect(page.getByText(`Call the store first ${id}`)).toBeVisible();
    await page.goto(`/campaigns/${id}/checkout`);
    await expect(heading(page, `Check out “Holiday wave ${id}”`)).toBeVisible();
    await openIndexedList(page, `/campaigns?q=${id}+holiday&columns=note`);
    const row = page.getByRole('row').filter({ hasText: `Holiday wave ${id}` });
    await expect(row).toContainText(`Call the store first ${id}`);
    await expect(row).toContainText(template);
  });

  test(`shows what another member changed in the meantime ${mode}`, async ({
    newBrowser,
    login,
    service,
  }) => {
    const { id } = await createDraft(service);
    const [first, second] = [
      await newBrowser({ javaScriptEnabled }),
      await newBrowser({ javaScriptEnabled }),
    ];
    await login(first, 'sender');
    await login(second, 'admin');
    for (const page of [first, second]) await page.goto(`/campaigns/${id}/title`);
    const save = async (page: Page, title: string) => {
      await page.getByLabel('Title').fill(title);
      await page.getByRole('button', { name: 'Save title and note' }).click();
    };
    await save(first, 'From the sender');
    await expect(heading(first, 'From the sender')).toBeVisible();
    await save(second, 'From the admin');
    await expect(second.getByRole('alert').filter({ hasText: 'From the sender' })).toBeVisible();
    await expect(second.getByLabel('Title')).toHaveValue('From the admin');
    await second.getByRole('button', { name: 'Save title and note' }).click();
    await expect(heading(second, 'From the admin')).toBeVisible();
  });

  test(`saves, changes, renames, and deletes a view ${mode}`, async ({ newBrowser, login }) => {
    const name = `Drafts by price ${mode}`;
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'sender');
    await openIndexedList(page, '/campaigns?status=draft&sort=-price');
    await openMenu(page);
    await page.getByRole('link', { name: 'Save as new view' }).click();
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription('Enter a name.');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save view' }).click();
    await expect(heading(page, name)).toBeVisible();
    await expect(page).toHaveURL(/\/campaigns\?status=draft&sort=-price&view=/);
    await expect(sidebar(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    await expect(page.getByText('Changed from the view')).toBeHidden();

    await page.getByRole('columnheader', { name: 'Recipients' }).getByRole('link').click();
    await expect(page.getByText('Changed from the view')).toBeVisible();
    await page.getByRole('link', { name: 'Discard changes' }).click();
    await expect(page).toHaveURL(/sort=-price/);
    await page.getByRole('columnheader', { name: 'Recipients' }).getByRole('link').click();
    await page.getByRole('button', { name: 'Update view' }).click();
    await expect(page.getByText('Changed from the view')).toBeHidden();
    await page.goto('/campaigns');
    await sidebar(page).getByRole('link', { name }).click();
    await expect(page).toHaveURL(/\/campaigns\?status=draft&sort=-recipients&view=/);

    await sidebar(page).getByRole('link', { name: 'Manage views' }).click();
    await page.getByRole('link', { name: `Edit view ${name}` }).click();
    await page.getByLabel('Name', { exact: true }).fill(`${name}, renamed`);
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect(sidebar(page).getByRole('link', { name: `${name}, renamed` })).toBeVisible();
    await page.getByRole('link', { name: `Edit view ${name}, renamed` }).click();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(page).toHaveURL('/views');
    await expect(page.getByRole('link', { name: `${name}, renamed` })).toHaveCount(0);
  });

  test(`opens a view as the start page ${mode}`, async ({ newBrowser, login }) => {
    const name = `Start ${mode}`;
    const page = await newBrowser({ javaScriptEnabled });
    await login(page, 'viewer');
    await saveViewOnPage(page, name, 'status=queued');
    await page.goto('/views');
    await page.getByLabel('Your start page').selectOption({ label: name });
    await page.getByRole('button', { name: 'Save start page' }).click();
    await expect(page.getByRole('main').getByText('Start page', { exact: true }).first()).toBeVisible();
    await mainNavigation(page).getByRole('link', { name: 'Overview' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: 'Mailroom', exact: true }).click();
    await expect(heading(page, name)).toBeVisible();

    const again = await newBrowser({ javaScriptEnabled });
    await again.goto('/');
    await signIn(again, memberEmail('viewer'), TEST_PASSWORD);
    await expect(heading(again, name)).toBeVisible();
    await again.goto('/views');
    await again.getByLabel('Your start page').selectOption({ label: 'Overview' });
    await again.getByRole('button', { name: 'Save start page' }).click();
    await expect(again.getByLabel('Your start page')).toHaveValue('');
  });
}

test('updates a view even if the button’s script can’t be loaded', async ({ page, login }) => {
  await login(page, 'sender');
  const path = await saveViewOnPage(page, 'Drafts with a blocked script', 'status=draft&sort=-price');
  await blockLaterScripts(page, '/campaigns');
  await openIndexedList(page, `/campaigns?status=draft&sort=-recipients&view=${path.split('/').at(-1)}`);
  await expect(page.getByText('Changed from the view')).toBeVisible();
  await page.getByRole('button', { name: 'Update view' }).click();
  await expect(page.getByText('Changed from the view')).toBeHidden();
  await page.goto(path.replace('/views/', '/campaigns?view='));
  await expect(page).toHaveURL(/sort=-recipients/);
});

test('opens and saves views by keyboard', async ({ newBrowser, login }) => {
  const page = await newBrowser();
  await login(page, 'admin');
  await saveViewOnPage(page, 'By keyboard', 'status=sent');
  await page.goto('/campaigns');
  await menuButton(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link', { name: 'By keyboard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(heading(page, 'By keyboard')).toBeVisible();
  const search = await openSearch(page);
  await search.getByRole('combobox').pressSequentially('keyb');
  await expect(page.getByRole('option', { name: 'By keyboard' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=sent&view=/);
});

test('lets members reach every view on a phone', async ({ newBrowser, login }) => {
  const page = await newBrowser(PHONE);
  await login(page, 'sender');
  const name = `Phone ${'very '.repeat(9)}long`;
  await saveViewOnPage(page, name, 'status=queued', true);
  const viewer = await newBrowser(PHONE);
  await login(viewer, 'viewer');
  await viewer.goto('/');
  await mainNavigation(viewer).getByRole('link', { name: 'Campaigns' }).click();
  await openMenu(viewer);
  await viewer.getByRole('link', { name }).click();
  await expect(heading(viewer, name)).toBeVisible();
  await openMenu(viewer);
  await viewer.getByRole('link', { name: 'Manage views' }).click();
  await expect(viewer.getByRole('link', { name: `Edit view ${name}` })).toHaveCount(0);
});

test('explains that a view no longer exists', async ({ newBrowser, login }) => {
  const page = await newBrowser();
  await login(page, 'viewer');
  await page.goto('/campaigns?view=00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('This view was deleted')).toBeVisible();
  await expect(heading(page, 'Campaigns')).toBeVisible();
});
