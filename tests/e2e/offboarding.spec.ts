/** Tests what happens to the share links of a member who is disabled or becomes a viewer. */
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/browser.ts';
import { createDraftWithProof } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { findMemberPath, inviteOnTeamPage } from '../support/team.ts';

async function createShareLink(page: Page, id: number, label: string): Promise<string> {
  await page.goto(`/campaigns/${id}/share`);
  await page.getByLabel('Who is the link for?').fill(label);
  await page.getByRole('button', { name: 'Create link' }).click();
  return page.getByLabel('Link', { exact: true }).inputValue();
}

test('transfers or revokes the share links of a member who leaves', async ({
  page: admin,
  login,
  newBrowser,
  service,
}) => {
  const email = `former-${randomUUID()}@mailroom.test`;
  await login(admin, 'admin');
  const invitation = await inviteOnTeamPage(admin, email, 'sender');
  const departing = await newBrowser();
  await departing.goto(invitation);
  await departing.getByLabel('Your name').fill('Lee Porter');
  await departing.getByLabel('Password').fill('a-new-password');
  await departing.getByRole('button', { name: /^Join/ }).click();
  await expect(departing).toHaveURL('/');
  const { id: draft } = await createDraftWithProof(service);
  const link = await createShareLink(departing, draft, 'For Maple Bakery');
  const memberPath = await findMemberPath(admin, email);
  const guest = await newBrowser();

  await test.step('an admin transfers the link without JavaScript', async () => {
    const plain = await newBrowser({ javaScriptEnabled: false });
    await login(plain, 'admin');
    await plain.goto(`${memberPath}/viewer`);
    await expect(plain.getByText('1 open share link', { exact: true })).toBeVisible();
    await expect(plain.getByRole('link', { name: 'For Maple Bakery' })).toBeVisible();
    await plain.getByLabel('Share links').selectOption(`Transfer to ${memberEmail('sender')}`);
    await plain.getByRole('button', { name: 'Make a viewer' }).click();
    await expect(plain.getByText('Lee Porter is now a viewer.')).toBeVisible();
    expect((await guest.goto(link))?.status()).toBe(200);
    await plain.goto(`/campaigns/${draft}`);
    await plain.getByRole('link', { name: 'For Maple Bakery', exact: true }).click();
    await expect(plain.getByText(memberEmail('sender'))).toBeVisible();
  });

  await test.step('an admin revokes the next link with the keyboard', async () => {
    await admin.goto(`${memberPath}/sender`);
    await admin.getByRole('button', { name: 'Make a sender' }).click();
    await expect(admin.getByText('Lee Porter is now a sender.')).toBeVisible();
    const other = await createShareLink(departing, draft, 'For the printer');
    await admin.goto(`${memberPath}/disable`);
    await expect(admin.getByText('1 open share link', { exact: true })).toBeVisible();
    await expectAccessible(admin);
    await admin.goto(memberPath);
    await expect(admin.getByRole('heading', { name: 'Open share links' })).toBeVisible();
    await admin.getByRole('button', { name: 'Disable member' }).focus();
    await admin.keyboard.press('Enter');
    const dialog = admin.getByRole('dialog');
    await expect(dialog.getByRole('link', { name: 'For the printer' })).toBeVisible();
    await expect(dialog.getByLabel('Share links')).toHaveValue('');
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Disable member' }).focus();
    await admin.keyboard.press('Enter');
    await expect(admin.getByText('Lee Porter has been disabled')).toBeVisible();
    await expect(admin.getByRole('heading', { name: 'Open share links' })).toHaveCount(0);
    expect((await guest.goto(other))?.status()).toBe(404);
  });

  await test.step('the activity log lists what happened', async () => {
    await admin.goto('/activity');
    await admin.getByLabel('Action', { exact: true }).selectOption('Security');
    await admin.getByRole('button', { name: 'Apply' }).click();
    await expect(admin).toHaveURL(/operation=security/);
    const row = (name: string) => admin.getByRole('row').filter({ hasText: name }).first();
    await expect(row('Revoke share link')).toContainText('For the printer');
    await expect(row('Transfer share link')).toContainText(memberEmail('sender'));
    await expect(row('Disable member')).toContainText(email);
    await expectAccessible(admin);
  });
});
