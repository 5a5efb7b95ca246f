/** Tests paying by card in the embedded service's card form. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, expectAccessible, PHONE, signIn } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';
import {
  cardForm,
  cardFormUrl,
  choosePayByCard,
  DECLINED_CARD,
  isCardForm,
  openCardForm,
  PAY_AND_SCHEDULE,
  readSentTokens,
  test,
  VALID_CARD,
} from '../support/card-form.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { fillCard, statusPill } from '../support/pages.ts';

test.use({ environment: 'card form' });

async function readFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return (
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))
  ).join('\n');
}

test('pays and schedules with a card that Mailroom never receives, and with a token that Mailroom sends once', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createDraft(service);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(mailroom.url)) sent.push(`${request.url()} ${request.postData()}`);
  });
  const formRequest = page.waitForRequest((request) => request.url().startsWith(cardFormUrl(service)));
  await login(page, 'sender');
  await openCardForm(page, id);
  expect((await (await formRequest).allHeaders()).referer).toBeUndefined();
  await fillCard(cardForm(page), VALID_CARD);
  await page.getByLabel('Email invoice to').fill('books@brightwater.example');
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(page).toHaveURL(`/campaigns/${id}?done=${id}`);
  await expect(statusPill(page)).toHaveText('Queued');

  const tokens = await readSentTokens(service, id);
  expect(tokens).toEqual([expect.stringMatching(/^tok_visa_[\w-]{22}$/)]);
  const [token = ''] = tokens;
  expect(sent.join('\n')).toContain(token);
  expect(sent.join('\n')).not.toMatch(/4242[ +]?4242/);
  expect(await page.content()).not.toContain(token);
  const stored = `${await readFiles(mailroom.folder)}\n${mailroom.printed.join('\n')}`;
  expect(stored).toContain(memberEmail('sender'));
  for (const secret of [token, VALID_CARD, VALID_CARD.replaceAll(' ', '')])
    expect(stored).not.toContain(secret);
});

test('explains that a card was declined, and gets a new token for another card', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await openCardForm(page, id);
  await fillCard(cardForm(page), DECLINED_CARD);
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The card was declined' })).toBeVisible();
  expect((await fetchCampaign(service, id)).status).toBe('draft');
  await expect(cardForm(page).getByLabel('Name on card')).toHaveValue('Ada Brightwater');
  await cardForm(page).getByLabel('Card number').fill(VALID_CARD);
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  const [declined, approved] = await readSentTokens(service, id);
  expect([declined, approved]).toEqual([
    expect.stringMatching(/^tok_chargeDeclined_/),
    expect.stringMatching(/^tok_visa_/),
  ]);
});

test('the card form can be used with the keyboard alone, and moves focus to its first invalid field', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.getByRole('radio', { name: /^Pay on a separate page/ }).focus();
  await page.keyboard.press('ArrowDown');
  const form = cardForm(page);
  await expect(form.getByLabel('Card number')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.type('4242 4242 4242 4241');
  for (const text of ['12/40', '123', 'Ada Brightwater']) {
    await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Email invoice to')).toBeFocused();
  const payButton = page.getByRole('button', { name: PAY_AND_SCHEDULE });
  await payButton.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Check the card details.')).toBeVisible();
  await expect(form.getByText('Enter a valid card number.')).toBeVisible();
  await expect(form.getByLabel('Card number')).toBeFocused();
  expect(await readSentTokens(service, id)).toEqual([]);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(VALID_CARD);
  await payButton.focus();
  await page.keyboard.press('Enter');
  await expect(statusPill(page)).toHaveText('Queued');
});

test('the card form is accessible and fits on a phone', async ({ newBrowser, login, service }) => {
  const { id } = await createDraft(service);
  const page = await newBrowser(PHONE);
  await login(page, 'sender');
  await openCardForm(page, id);
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(cardForm(page).getByText('Enter the card number.')).toBeVisible();
  await expectAccessible(page);
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  for (const frame of page.frames()) expect(await frame.evaluate(overflow)).toBe(0);
  const readHiddenHeight = () =>
    cardForm(page)
      .locator('html')
      .evaluate((html) => html.scrollHeight - html.clientHeight);
  await expect.poll(readHiddenHeight).toBe(0);
});

test('keeps the entered card while the member looks at the other payment method', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await openCardForm(page, id);
  await fillCard(cardForm(page), VALID_CARD);
  await page.getByRole('radio', { name: /^Pay on a separate page/ }).check();
  await expect(cardForm(page).getByLabel('Card number')).toBeHidden();
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  await expect(cardForm(page).getByLabel('Card number')).toHaveValue(VALID_CARD);
});

test('the card form works after signing in or following a link, although the pages before checkout don’t allow the form', async ({
  newBrowser,
  service,
}) => {
  const { id } = await createDraft(service);
  const page = await newBrowser();
  await page.goto(`/campaigns/${id}/checkout`);
  await expect(page).toHaveURL(/\/login/);
  // Checkout loads as a new document, which replaces the sign-in page's document.
  const reloaded = page.waitForEvent('load');
  await signIn(page, memberEmail('sender'), TEST_PASSWORD);
  await expect(page).toHaveURL(`/campaigns/${id}/checkout`);
  await reloaded;
  const byCard = page.getByRole('radio', { name: /^Pay by card/ });
  await byCard.check();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('link', { name: 'Check out' }).click();
  await byCard.check();
  await expect(cardForm(page).getByLabel('Card number')).toBeVisible();
});

test('explains that the card form can’t be loaded, and still offers the payment page', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await page.clock.install();
  await page.route(isCardForm, (route) => route.abort());
  await login(page, 'sender');
  await choosePayByCard(page, id);
  await expect(page.getByText('Loading card form…')).toBeVisible();
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(page.getByText('The card form isn’t ready yet.')).toBeVisible();
  // The script that waits for the form starts a timer when showing the frame.
  await expect(page.getByTitle('Card details')).toBeAttached();
  await page.clock.fastForward(16_000);
  await expect(page.getByText('The card form isn’t available')).toBeVisible();
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(page.getByText('The card form couldn’t be loaded, so no payment was made.')).toBeVisible();
  expect(await readSentTokens(service, id)).toEqual([]);
  await page.getByRole('radio', { name: /^Pay on a separate page/ }).check();
  await page.getByRole('button', { name: `Pay ${price}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
});

test('explains the problem beside “Pay” if the card form’s script can’t be loaded, and still offers the payment page', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await page.route('**/_next/static/**', (route) => route.abort());
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  await expect(page.getByText('The card form isn’t available')).toBeVisible();
  await page.getByRole('button', { name: PAY_AND_SCHEDULE }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The card form couldn’t be loaded' })).toBeVisible();
  expect(await readSentTokens(service, id)).toEqual([]);
  await page.getByRole('radio', { name: /^Pay on a separate page/ }).check();
  await page.getByRole('button', { name: `Pay ${price}`, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
});
