/**
 * Tests the pages that a member sees if another program changes an order just before the mail service receives
 * the payment.
 */
import { formatCount } from '#lib/format/text.ts';
import { type InterferingProxy, startInterferingProxy } from '../faults/interfering-proxy.ts';
import { test as base, expect } from '../support/browser.ts';
import { createDraft, fetchCampaign } from '../support/campaigns.ts';

const test = base.extend<object, { interference: InterferingProxy }>({
  interference: [
    async ({ service }, use) => {
      const proxy = await startInterferingProxy(service.url);
      await use(proxy);
      await proxy.close();
    },
    { scope: 'worker' },
  ],
  upstream: [
    async ({ service, interference }, use) => use({ url: interference.url, key: service.key }),
    { scope: 'worker' },
  ],
});
test.use({ environment: 'changed orders' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

// The second draft is a copy of the first campaign, so it needs a different number of recipients.
for (const [javaScriptEnabled, count] of [
  [true, 2_000],
  [false, 3_000],
] as const) {
  test(`shows what was charged and mailed, and how to cancel, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    newBrowser,
    login,
    service,
    interference,
  }) => {
    const page = await newBrowser({ javaScriptEnabled });
    const { id, price } = await createDraft(service);
    const recipient = { name: 'Another recipient', address_line1: '1 Elm St', address_city: 'Salem' };
    interference.changeBefore('POST /pay_and_send', () => service.changeRecipients(id, [recipient], count));
    await login(page, 'sender');
    await page.goto(`/campaigns/${id}/checkout`);
    await page.getByRole('radio', { name: /^Pay by card and schedule/ }).check();
    await page.getByLabel('Card token').fill('tok_visa');
    await page.getByRole('button', { name: /^Pay .* and schedule$/ }).click();
    await expect(page).toHaveURL(`/campaigns/${id}?done=${id}`);
    const { price: charged = '' } = await fetchCampaign(service, id);
    const confirmation = page.getByRole('status').filter({ hasText: 'This isn’t what you agreed to' });
    await expect(confirmation).toContainText(`Paid ${charged} and scheduled.`);
    await expect(confirmation).toContainText('You can cancel the campaign until');
    const table = page.getByRole('table', { name: 'The agreed order and the actual order' });
    await expect(table.getByRole('row', { name: /^Price/ })).toContainText(`${price}${charged}`);
    await expect(table.getByRole('row', { name: /^Recipients/ })).toContainText(formatCount(count));
    await page.goto(`/activity?campaign=${id}`);
    await expect(page.getByRole('row', { name: /Pay and schedule/ })).toContainText(
      `Not as agreed: price ${charged} instead of ${price}`,
    );
  });
}
