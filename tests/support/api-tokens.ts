/** Creates API tokens on the token page, as a signed-in member. */
import type { Page } from '@playwright/test';

export interface CreatedToken {
  /** The token itself. */
  readonly text: string;
  /** The path of the token's page. */
  readonly path: string;
}

interface TokenChoices {
  /** The name of the access option. */
  readonly access?: 'Read only' | 'Read and write' | 'Selected operations';
  readonly operations?: readonly string[];
  readonly customer?: number;
  readonly addresses?: string;
}

export async function createTokenOnPage(
  page: Page,
  name: string,
  { access = 'Read only', operations = [], customer, addresses = '' }: TokenChoices = {},
): Promise<CreatedToken> {
  await page.goto('/tokens');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('radio', { name: access }).check();
  for (const operation of operations) await page.getByRole('checkbox', { name: operation }).check();
  if (customer !== undefined) await page.getByLabel('Limit to customer #').fill(String(customer));
  await page.getByLabel('Limit to IP addresses').fill(addresses);
  await page.getByRole('button', { name: 'Create token' }).click();
  const text = await page.getByLabel('Your new token').inputValue();
  const path = await page.getByRole('link', { name, exact: true }).getAttribute('href');
  if (path === null) throw new Error('The new token isn’t listed.');
  return { text, path };
}
