/** Tests which payment methods checkout offers, and how the sender's copy limits them. */
import { expect, signIn } from '../support/browser.ts';
import { createDraft, fetchCampaign, fetchCheckout } from '../support/campaigns.ts';
import { cardForm, test, VALID_CARD } from '../support/card-form.ts';
import { memberEmail, startTestConsole, TEST_PASSWORD } from '../support/console.ts';
import { fillCard, statusPill, submitCard } from '../support/pages.ts';

test.use({ environment: 'card form' });

/**
 * The button that restores the campaign's own setting. Its label varies, because some drafts were copied from
 * campaigns with the sender's copy, and others from campaigns without it.
 */
const RESTORE = /^(Include|Remove) the copy$/;

test('offers only the payment page without JavaScript, and says why', async ({
  newBrowser,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await expect(page.getByRole('radio', { name: /^Pay by card/ })).toBeHidden();
  await expect(page.getByText('To pay by card on this page, turn on JavaScript.')).toBeVisible();
  await expect(page.getByLabel('Email invoice to')).toBeHidden();
  expect(page.frames()).toHaveLength(1);
  await page.getByRole('button', { name: /^(Mail a copy to the sender|Remove copy)/ }).click();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled();
  await expect(page.getByText(/To pay (for|without) the copy/)).toBeHidden();
  await page.getByRole('button', { name: RESTORE }).click();
  await page.getByRole('button', { name: `Pay ${price}` }).click();
  await submitCard(page, VALID_CARD);
  await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
});

test('explains beside the disabled button that the payment page follows the campaign’s setting, and how to continue', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  const checkout = await fetchCheckout(service, id);
  const saved = checkout.send_copy_to_sender;
  const changed = saved ? checkout.without_sender : checkout.with_sender;
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  const copy = page.getByRole('checkbox', { name: /Mail a copy to the sender/ });
  await copy.setChecked(!saved);
  await expect(page.getByRole('radio', { name: /^Pay on a separate page/ })).toBeChecked();
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeDisabled();
  await expect(page.getByText(`charges ${price}`)).toBeVisible();
  await page.getByRole('button', { name: RESTORE }).click();
  await expect(copy).toBeChecked({ checked: saved });
  await expect(copy).toBeFocused();
  await expect(page.getByRole('button', { name: `Pay ${price}` })).toBeEnabled();
  await copy.setChecked(!saved);
  await page.getByRole('radio', { name: /^Pay by card/ }).check();
  await fillCard(cardForm(page), VALID_CARD);
  await page.getByRole('button', { name: `Pay ${changed.to_be_paid} and schedule` }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  expect((await fetchCampaign(service, id)).send_copy_to_sender).toBe(!saved);
});

test('offers only the payment page if members can’t enter a card', async ({
  newBrowser,
  upstream,
  service,
}) => {
  const mailroom = await startTestConsole(upstream);
  try {
    const { id, price } = await createDraft(service);
    const page = await newBrowser({ baseURL: mailroom.url });
    await page.goto('/login');
    await signIn(page, memberEmail('sender'), TEST_PASSWORD);
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
    const { send_copy_to_sender: saved } = await fetchCheckout(service, id);
    await page.goto(`/campaigns/${id}/checkout?sender_copy=${saved ? 'no' : 'yes'}`);
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expect(page.getByRole('checkbox', { name: /copy/ })).toHaveCount(0);
    await expect(page.getByText('This is set in the campaign.')).toBeVisible();
    await page.getByRole('button', { name: `Pay ${price}`, exact: true }).click();
    await submitCard(page, VALID_CARD);
    await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
  } finally {
    await mailroom.remove();
  }
});
