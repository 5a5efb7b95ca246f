/** Tests the main workflow, from signing in to a mailed campaign. */
import { expect, signIn, test } from '../support/browser.ts';
import { createDraft, DAY, fetchCampaign, HOUR, MINUTE } from '../support/campaigns.ts';
import { memberEmail, TEST_PASSWORD } from '../support/console.ts';
import { fillCard, localTimeInput, statusPill, waitUntilListed } from '../support/pages.ts';

test('a member takes a campaign from draft to mailed', async ({ page, service }) => {
  const { id, customer, price } = await createDraft(service);

  await test.step('signs in and finds the campaign', async () => {
    await page.goto('/campaigns');
    await signIn(page, memberEmail('sender'), TEST_PASSWORD);
    await expect(page).toHaveURL('/campaigns');
    await waitUntilListed(page, id);
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /^Draft/ })
      .click();
    await expect(page).toHaveURL('/campaigns?status=draft');
    await page.getByText('Filter', { exact: true }).click();
    const filters = page.getByRole('form', { name: 'Filters' });
    await filters.getByLabel('Customer').fill(customer);
    await filters.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/\?status=draft&customer=/);
    await page.getByRole('link', { name: customer }).first().click();
    await expect(page).toHaveURL(/\/customers\/\d+$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(customer);
    await page
      .getByRole('row')
      .filter({ hasText: `#${id}` })
      .getByRole('link')
      .click();
    await expect(page).toHaveURL(`/campaigns/${id}`);
    await expect(statusPill(page)).toHaveText('Draft');
  });

  await test.step('shows the total with and without a copy to the sender at checkout', async () => {
    await page.getByRole('link', { name: 'Check out' }).click();
    const total = page.getByRole('row', { name: /^Order Total/ });
    await expect(total).toContainText(price);
    await expect(page.getByRole('row', { name: /^First Class Postage/ })).toContainText('Free');
    await expect(page.getByRole('row', { name: /^(Credits|Already Paid)/ })).toHaveCount(0);
    const copy = page.getByRole('checkbox', { name: /Mail a copy to the sender/ });
    const url = page.url();
    await copy.setChecked(!(await copy.isChecked()));
    await expect(total).not.toContainText(price);
    await copy.setChecked(!(await copy.isChecked()));
    await expect(total).toContainText(price);
    expect(page.url()).toBe(url);
  });

  await test.step('pays on the service’s payment page and returns to the console', async () => {
    await page.getByRole('button', { name: `Pay ${price}` }).click();
    await expect(page).toHaveURL(new RegExp(`^${service.url}/pay/`));
    await fillCard(page, '4242 4242 4242 4242');
    await page.getByRole('button', { name: `Pay ${price}` }).click();
    await expect(page).toHaveURL(/\/pay\/return\?state=/);
    await expect(page.getByRole('heading', { name: `Paid ${price}` })).toBeVisible();
    expect((await fetchCampaign(service, id)).status).toBe('draft');
  });

  await test.step('schedules the campaign three days ahead', async () => {
    await page.getByRole('link', { name: 'Choose send date' }).click();
    await page.getByRole('radio', { name: /^At a specific time/ }).check();
    const sendTime = await localTimeInput(page, service, 3 * DAY);
    await page.getByLabel(/^Date and time/).fill(sendTime.text);
    await expect(page.getByText('in 3 days')).toBeVisible();
    await page.getByRole('button', { name: /^Send at/ }).click();
    await expect(page).toHaveURL(`/campaigns/${id}?done=${id}`);
    await expect(statusPill(page)).toHaveText('Queued');
    const { scheduled_at = '' } = await fetchCampaign(service, id);
    expect(Date.parse(scheduled_at)).toBe(sendTime.at);
  });

  await test.step('cancels the campaign in time and keeps a paid draft', async () => {
    await page.getByRole('button', { name: 'Cancel sending' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
    await expect(statusPill(page)).toHaveText('Draft');
    await expect(page.getByRole('heading', { name: 'Paid, not sent yet' })).toBeVisible();
  });

  await test.step('sends the campaign now and follows the status until the campaign is mailed', async () => {
    await page.getByRole('link', { name: 'Choose send date' }).click();
    await page.getByRole('button', { name: /^Send now/ }).click();
    await expect(statusPill(page)).toHaveText('Queued');
    await expect(page.getByRole('timer')).toHaveText(/^14:|^15:00/);
    for (const [ahead, name] of [
      [15 * MINUTE, 'Processing'],
      [2 * HOUR, 'Sent'],
      [DAY, 'Mailed'],
    ] as const) {
      await service.advanceClock(ahead);
      await page.reload();
      await expect(statusPill(page)).toHaveText(name);
    }
    await expect(page.getByRole('button', { name: 'Cancel sending' })).toHaveCount(0);
  });

  await test.step('signs out', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto(`/campaigns/${id}`);
    await expect(page).toHaveURL(/\/login\?callbackUrl=/);
  });
});
