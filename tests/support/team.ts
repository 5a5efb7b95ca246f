/** Provides helpers that use the team page as a signed-in admin. */
import type { Page } from '@playwright/test';
import type { Role } from '#lib/domain/permissions.ts';
import { sentenceCase } from '#lib/format/text.ts';

/** Invites a member on the team page. @returns the invitation link */
export async function inviteOnTeamPage(admin: Page, email: string, role: Role = 'viewer'): Promise<string> {
  await admin.goto('/team');
  await admin.getByRole('textbox', { name: 'Email' }).fill(email);
  await admin.getByRole('radio', { name: new RegExp(`^${sentenceCase(role)}\\b`) }).check();
  await admin.getByRole('button', { name: 'Create link' }).click();
  return admin.getByLabel('Invitation link').inputValue();
}

/** @returns the path of the page for the member with this email address */
export async function findMemberPath(admin: Page, email: string): Promise<string> {
  await admin.goto('/team');
  // Finds the row by the email address, because the link shows the member's name if the member has one.
  const row = admin.getByRole('row').filter({ hasText: email });
  const href = await row.getByRole('link').getAttribute('href');
  if (href === null) throw new Error(`${email} isn’t in the team.`);
  return href;
}
