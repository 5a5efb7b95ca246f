/**
 * Tests how an admin invites a member, what the member's role allows, and how the admin changes the role
 * while the member is signed in.
 */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { createDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { statusPill } from '../support/pages.ts';
import { inviteOnTeamPage } from '../support/team.ts';

test.use({ environment: 'team' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const PASSWORD = 'a-new-password';

/** Expects no accessibility violations on a phone and on a desktop. */
async function expectAccessibleAtBothSizes(page: Page): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

/** Presses Tab until the focused element's text or label matches `name`. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    const texts = await focused.evaluate((element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      return [element, ...labels].map(({ textContent }) => textContent?.trim() ?? '');
    });
    if (texts.some((text) => name.test(text))) return;
  }
  throw new Error(`No focusable element matches ${name}.`);
}

/** Invites a sender using only the keyboard. @returns the invitation link */
async function inviteByKeyboard(admin: Page, email: string): Promise<string> {
  await admin.goto('/');
  await tabTo(admin, /^Team$/);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await tabTo(admin, /^Email/);
  await admin.keyboard.type(email);
  await admin.keyboard.press('Tab');
  await admin.keyboard.press('ArrowDown');
  await expect(admin.getByRole('radio', { name: /^Sender Can/ })).toBeChecked();
  await admin.keyboard.press('Enter');
  await expect(admin.getByText(`This link is for ${email}.`)).toBeVisible();
  await expect(admin.locator('#invited')).toContainText(email);
  return admin.getByLabel('Invitation link').inputValue();
}

async function join(guest: Page, link: string): Promise<void> {
  const referrers: string[] = [];
  guest.on('request', (request) => {
    referrers.push(JSON.stringify(request.headers().referer ?? ''));
  });
  await guest.goto(link);
  await expectAccessibleAtBothSizes(guest);
  expect(await guest.title()).toBe('Invitation · Mailroom');
  await tabTo(guest, /^Your name/);
  await guest.keyboard.type('Ada Brightwater');
  await guest.keyboard.press('Tab');
  await guest.keyboard.type('short');
  await guest.keyboard.press('Enter');
  const password = guest.getByLabel('Password');
  await expect(password).toHaveAttribute('aria-invalid', 'true');
  // The hint also contains this sentence, but only the error message ends with it.
  await expect(password).toHaveAccessibleDescription(/Use at least 12 characters\.$/);
  await expect(password).toBeFocused();
  await guest.keyboard.press('ControlOrMeta+A');
  await guest.keyboard.type(PASSWORD);
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL('/');
  expect(referrers.join(' ')).not.toContain('/join/');
}

test('an invited member can do only what the assigned role allows, and a new role takes effect on the next click', async ({
  page: admin,
  login,
  newBrowser,
  service,
  mailroom,
}) => {
  const [draft, first, second] = [
    await createDraft(service),
    await createQueuedCampaign(service),
    await createQueuedCampaign(service),
  ];
  await admin.setViewportSize(DESKTOP);
  await login(admin, 'admin');
  const link = await inviteByKeyboard(admin, 'ada@brightwater.example');
  await expectAccessibleAtBothSizes(admin);

  const ada = await newBrowser({ viewport: DESKTOP });
  await join(ada, link);
  const late = await newBrowser();
  const response = await late.goto(link);
  expect(response?.status()).toBe(404);
  await expect(late.getByRole('heading', { level: 1 })).toHaveText('This invitation isn’t valid');
  await expectAccessible(late);

  // A sender can cancel campaigns but can't delete drafts or manage the team.
  await expect(ada.getByRole('link', { name: 'Team' })).toHaveCount(0);
  expect((await ada.goto('/team'))?.status()).toBe(403);
  await ada.goto(`/campaigns/${draft.id}`);
  await expect(ada.getByRole('button', { name: 'Make a copy' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'Delete draft' })).toHaveCount(0);
  await cancelSending(ada, first.id);
  await expect(statusPill(ada)).toHaveText('Draft');

  await ada.goto(`/campaigns/${second.id}`);
  await ada.getByRole('button', { name: 'Cancel sending' }).click();
  await demote(admin, 'Ada Brightwater');
  await ada.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
  await expect(ada.getByRole('dialog').getByRole('alert')).toHaveText('Your role doesn’t allow this.');
  expect((await service.call<{ status: string }>('GET', `/v1/campaigns/${second.id}`)).status).toBe('queued');
  expect((await ada.goto(`/campaigns/${second.id}/confirm/cancel`))?.status()).toBe(403);
  await expect(ada.getByRole('heading', { level: 1 })).toHaveText('You don’t have access');
  await ada.goto(`/campaigns/${second.id}`);
  await expect(ada.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0);

  await admin.getByRole('button', { name: 'Disable member' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable member' }).click();
  await expect(admin.getByText('Ada Brightwater has been disabled')).toBeVisible();
  await ada.reload();
  await expect(ada).toHaveURL(/\/login/);
  // The last characters of the token are a signature, and every link has a different signature.
  expect(mailroom.printed.join('\n')).not.toContain(link.slice(-40));
});

async function cancelSending(page: Page, id: number): Promise<void> {
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
}

/** Changes a member's role to viewer using only the keyboard. */
async function demote(admin: Page, name: string): Promise<void> {
  await admin.goto('/team');
  await tabTo(admin, new RegExp(`^${name}$`));
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAccessibleAtBothSizes(admin);
  await tabTo(admin, /^Make a viewer$/);
  await admin.keyboard.press('Enter');
  const dialog = admin.getByRole('dialog', { name: `Make ${name} a viewer?` });
  await expect(dialog).toBeVisible();
  await expectAccessible(admin);
  await tabTo(admin, /^Make a viewer$/);
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('status').filter({ hasText: `${name} is now a viewer.` })).toBeVisible();
}

test('members can invite, join, change a password, and change a role without JavaScript', async ({
  login,
  newBrowser,
}) => {
  const SCRIPTLESS = { javaScriptEnabled: false };
  const admin = await newBrowser(SCRIPTLESS);
  await login(admin, 'admin');
  const link = await inviteOnTeamPage(admin, 'grace@brightwater.example', 'admin');

  const grace = await newBrowser(SCRIPTLESS);
  await grace.goto(link);
  await grace.getByLabel('Your name').fill('Grace');
  await grace.getByLabel('Password').fill(PASSWORD);
  await grace.getByRole('button', { name: 'Join team' }).click();
  await expect(grace).toHaveURL('/');
  const otherBrowser = await newBrowser(SCRIPTLESS);
  await otherBrowser.context().addCookies(await grace.context().cookies());

  await grace.goto('/profile');
  await grace.getByLabel('Time zone').selectOption('Europe/Berlin');
  await grace.getByRole('button', { name: 'Save' }).click();
  await expect(grace.getByText('Saved.')).toBeVisible();
  await expect(grace.getByText('Admin · Central European Time').first()).toBeVisible();
  await grace.getByLabel('Current password').fill(PASSWORD);
  await grace.getByLabel('New password').fill('another password');
  await grace.getByRole('button', { name: 'Change password' }).click();
  await expect(grace.getByText('Password changed.')).toBeVisible();
  await otherBrowser.goto('/profile');
  await expect(otherBrowser).toHaveURL(/\/login/);

  // Admins can change the roles of other admins but not their own roles.
  await grace.goto('/team');
  await grace.getByRole('link', { name: 'Grace' }).click();
  await expect(grace.getByText('Only another admin can change your role')).toBeVisible();
  await expect(grace.getByRole('main').getByRole('button')).toHaveCount(0);
  await admin.goto('/team');
  await admin.getByRole('link', { name: 'Grace' }).click();
  await admin.getByRole('button', { name: 'Make a viewer' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Make Grace a viewer?' })).toBeVisible();
  await admin.getByRole('button', { name: 'Make a viewer' }).click();
  await expect(admin.getByText('Grace is now a viewer.')).toBeVisible();
  expect((await grace.goto('/team'))?.status()).toBe(403);
  await admin.getByRole('button', { name: 'Disable member' }).click();
  await admin.getByRole('button', { name: 'Disable member' }).click();
  await expect(admin.getByText('Grace has been disabled')).toBeVisible();
});

test('lets a visitor who is signed in as another member sign out and accept the invitation', async ({
  page,
  login,
  newBrowser,
}) => {
  const admin = await newBrowser();
  await login(admin, 'admin');
  const link = await inviteOnTeamPage(admin, 'joan@brightwater.example');
  await login(page, 'viewer');
  await page.goto(link);
  await expect(page.getByText('signed in as viewer@mailroom.test')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Sign out and continue' }).click();
  await expect(page.getByLabel('Your name')).toBeVisible();
  expect(page.url()).toBe(link);
});
