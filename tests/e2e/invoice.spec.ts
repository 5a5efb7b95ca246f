/** Tests a console that bills campaigns on the monthly invoice. */
import { expect, expectAccessible, test } from '../support/browser.ts';
import {
  createCoveredDraft,
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  DAY,
  fetchCampaign,
} from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { postForm, readFormFields } from '../support/forms.ts';
import { localTimeInput, statusPill } from '../support/pages.ts';

test.use({ invoiced: true });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

test('schedules a draft billed on the monthly invoice, cancels the scheduled send, and then sends the draft immediately', async ({
  page,
  login,
  service,
}) => {
  const { id, price } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('link', { name: 'Check out' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Send on invoice' }).click();
  await expect(page.getByRole('row', { name: /^On monthly invoice/ })).toContainText(price);
  await expect(page.getByRole('main')).toContainText(`You’re sending as ${memberEmail('sender')}`);
  await service.clearRequests();

  await page.getByRole('radio', { name: /^At a specific time/ }).check();
  const timeField = page.getByLabel(/^Date and time/);
  await expect(timeField).toHaveAccessibleDescription(/less than 90 days/);
  await timeField.fill('2040-01-01T09:00');
  await expect(page.getByText(/^Too late\. Choose a time less than 90 days/)).toBeVisible();
  await timeField.fill((await localTimeInput(page, service, 3 * DAY)).text);
  await expect(page.getByText('in 3 days')).toBeVisible();
  await page.getByRole('button', { name: /^Send at/ }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  await expect(page.getByText(`On invoice ${price}`)).toBeVisible();
  const calls = (await service.requests()).filter(({ method }) => method !== 'GET');
  expect(calls.map(({ path }) => path)).toEqual([`/v2/campaigns/${id}/send`]);

  await page.getByRole('button', { name: 'Cancel sending' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click();
  await expect(statusPill(page)).toHaveText('Draft');
  await page.getByRole('link', { name: 'Send on invoice' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
});

test('redirects from checkout to the send page and asks the member to confirm a changed price, without JavaScript', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const { id, price } = await createDraft(service);
  const page = await newBrowser({ javaScriptEnabled: false });
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}/checkout`);
  await expect(page).toHaveURL(`/campaigns/${id}/send`);
  const form = await readFormFields(page.locator('main form[method="POST" i]'));
  const stale = await postForm(page.request, new URL(page.url()), { ...form, price: '$0.01', when: 'now' });
  expect(await stale.text()).toMatch(/changed from <s[^>]*>\$0\.01<\/s>/);
  expect((await fetchCampaign(service, id)).status).toBe('draft');

  await page.getByLabel(/^Date and time/).fill('2020-01-01T09:00');
  await page.getByRole('button', { name: 'Check this time' }).click();
  await expect(page.getByLabel(/^Date and time/)).toHaveAccessibleDescription(/Too early/);
  await expect(page.getByRole('row', { name: /^On monthly invoice/ })).toContainText(price);
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(page).toHaveURL(`${mailroom.url}/campaigns/${id}?done=${id}`);
  expect((await fetchCampaign(service, id)).status).toBe('queued');
});

test('sends a paid campaign without billing it again, and says that a monthly invoice doesn’t use credits', async ({
  page,
  login,
  service,
}) => {
  const paid = await createPaidDraft(service);
  const covered = await createCoveredDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${paid.id}`);
  await page.getByRole('link', { name: 'Choose send date' }).click();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect(statusPill(page)).toHaveText('Queued');
  await expect(page.getByText(`Paid ${paid.price}`)).toBeVisible();
  await page.goto(`/campaigns/${covered.id}/send`);
  await expect(page.getByRole('row', { name: /^On monthly invoice/ })).toContainText(covered.price);
  await expect(page.getByText(/credits .* won’t be used/)).toBeVisible();
});

test('doesn’t let a viewer send a campaign, and rejects forged and invalid forms', async ({
  newBrowser,
  login,
  service,
  mailroom,
}) => {
  const { id } = await createDraft(service);
  const url = new URL(`/campaigns/${id}/send`, mailroom.url);
  const sender = await newBrowser({ javaScriptEnabled: false });
  await login(sender, 'sender');
  await sender.goto(url.href);
  const form = { ...(await readFormFields(sender.locator('main form[method="POST" i]'))), when: 'now' };
  const viewer = await newBrowser({ javaScriptEnabled: false });
  await login(viewer, 'viewer');
  await viewer.goto(`/campaigns/${id}`);
  await expect(viewer.getByRole('link', { name: 'Send on invoice' })).toHaveCount(0);
  expect((await viewer.goto(url.href))?.status()).toBe(403);
  await service.clearRequests();
  expect((await postForm(viewer.request, url, form)).status()).toBeLessThan(500);
  const invalidTime = { ...form, when: 'at', at: '2020-01-01T09:00' };
  for (const [field, invalid] of [...Object.keys(form), 'unknown'].flatMap((name) =>
    ['', 'x', '-1', 'é'.repeat(5_000), '\0'].map((value) => [name, value] as const),
  )) {
    if (field.startsWith('$')) continue;
    const response = await postForm(sender.request, url, { ...invalidTime, [field]: invalid });
    expect(response.status(), `${field} ${invalid.slice(0, 9)}`).toBeLessThan(500);
  }
  expect((await service.requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('there are no accessibility violations on pages that mention the monthly invoice', async ({
  page,
  login,
  service,
}) => {
  const draft = await createDraft(service);
  const queued = await createQueuedCampaign(service);
  await login(page, 'sender');
  for (const path of [
    '/',
    `/campaigns/${draft.id}`,
    `/campaigns/${draft.id}/send`,
    `/campaigns/${queued.id}/send`,
  ]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

test('the placeholder for a proof that isn’t finished yet fits on a phone', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/campaigns/${id}/send`);
  const placeholder = await page.getByText('Generating proof…').boundingBox();
  expect((placeholder?.x ?? 390) + (placeholder?.width ?? 0)).toBeLessThan(390);
});
