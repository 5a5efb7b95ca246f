/**
 * Tests that pages offer only the actions that the member's role allows, and that the console never performs
 * other actions.
 */
import type { Role } from '#lib/domain/permissions.ts';
import { expect, test } from '../support/browser.ts';
import {
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  DAY,
  fetchCampaign,
  type TestCampaign,
  waitForProof,
} from '../support/campaigns.ts';
import { type FormFields, postForm, readFormFields } from '../support/forms.ts';
import { utcTimeInput } from '../support/pages.ts';
import type { RunningService } from '../support/service.ts';

interface RoleAction {
  readonly name: string;
  /** The lowest role that can perform the action. */
  readonly role: Role;
  readonly createCampaign: (service: RunningService) => Promise<TestCampaign>;
  readonly path: string;
  /** Form field values that replace the values on the page. */
  readonly fields?: (service: RunningService) => Promise<FormFields>;
  /** The path of the request that the service receives when the action is performed. */
  readonly requestPath: RegExp;
  /** The path of a second request, for an action that makes two calls. */
  readonly laterRequestPath?: RegExp;
}

const actions: readonly RoleAction[] = [
  {
    name: 'pay by link',
    role: 'sender',
    createCampaign: createDraft,
    path: '/checkout',
    fields: async () => ({ payment_method: 'link' }),
    requestPath: /\/pay$/,
  },
  {
    name: 'pay by card and send',
    role: 'sender',
    createCampaign: createDraft,
    path: '/checkout',
    fields: async () => ({ payment_method: 'card', source: 'tok_visa', email: 'a@brightwater.example' }),
    requestPath: /\/pay_and_send$/,
  },
  {
    name: 'send',
    role: 'sender',
    createCampaign: createPaidDraft,
    path: '/send',
    fields: async () => ({ when: 'now' }),
    requestPath: /\/send$/,
  },
  {
    name: 'cancel',
    role: 'sender',
    createCampaign: createQueuedCampaign,
    path: '/confirm/cancel',
    requestPath: /\/cancel$/,
  },
  {
    name: 'reschedule',
    role: 'sender',
    createCampaign: createQueuedCampaign,
    path: '/reschedule',
    fields: async (service) => ({ when: 'at', at: await utcTimeInput(service, 2 * DAY) }),
    requestPath: /\/cancel$/,
    laterRequestPath: /\/send$/,
  },
  {
    name: 'copy',
    role: 'sender',
    createCampaign: createDraft,
    path: '/confirm/clone',
    requestPath: /\/clone$/,
  },
  {
    name: 'delete',
    role: 'admin',
    createCampaign: createDraft,
    path: '/confirm/delete',
    requestPath: /\/campaigns\/\d+$/,
  },
];

const writtenPaths = async (service: RunningService) =>
  (await service.requests()).filter(({ method }) => method !== 'GET').map(({ path }) => path);

/** Returns the words in the main part of a page, which say why the page refused a form. */
const readMainText = (html: string) =>
  (/<main.*<\/main>/s.exec(html)?.[0] ?? html).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

for (const { name, role, createCampaign, path, fields, requestPath, laterRequestPath } of actions) {
  test(`requires the ${role} role to ${name}, even for a forged form`, async ({
    login,
    newBrowser,
    service,
    mailroom,
  }) => {
    const campaign = await createCampaign(service);
    // A new proof would change the campaign between the readings that are compared.
    await waitForProof(service, campaign.id);
    const url = new URL(`/campaigns/${campaign.id}${path}`, mailroom.url);
    const allowed = await newBrowser({ javaScriptEnabled: false });
    await login(allowed, role);
    await allowed.goto(url.href);
    const form = {
      ...(await readFormFields(allowed.locator('main form[method="POST" i]'))),
      ...(await fields?.(service)),
    };
    const before = await fetchCampaign(service, campaign.id);
    await service.clearRequests();

    const lowerRole: Role = role === 'admin' ? 'sender' : 'viewer';
    const refused = await newBrowser({ javaScriptEnabled: false });
    await login(refused, lowerRole);
    expect((await refused.goto(url.href))?.status()).toBe(403);
    expect((await postForm(refused.request, url, form)).status()).toBeLessThan(500);
    const signedOut = await newBrowser();
    expect((await postForm(signedOut.request, url, form)).status()).toBeLessThan(500);
    // Send a cross-site request with a valid session.
    const crossSiteHeaders = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const forged = await allowed.request.post(url.href, {
      multipart: form,
      headers: crossSiteHeaders,
      maxRedirects: 0,
    });
    expect(forged.status()).toBeLessThan(500);
    expect(await writtenPaths(service)).toEqual([]);
    expect(await fetchCampaign(service, campaign.id)).toEqual(before);

    // The form works for a member whose role allows the action.
    const done = await postForm(allowed.request, url, form);
    expect(done.status(), readMainText(await done.text())).toBe(303);
    const written = await writtenPaths(service);
    const expected = [requestPath, ...(laterRequestPath ? [laterRequestPath] : [])];
    expect(written.map((each, i) => expected[i]?.test(each))).toEqual(expected.map(() => true));
  });
}

test('offers no actions to a viewer', async ({ page, login, service }) => {
  const campaigns = [
    await createDraft(service),
    await createPaidDraft(service),
    await createQueuedCampaign(service),
  ];
  await login(page, 'viewer');
  for (const { id } of campaigns) {
    await page.goto(`/campaigns/${id}`);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(main.getByRole('button', { name: /cancel|copy|delete|send|pay/i })).toHaveCount(0);
    await expect(main.getByRole('link', { name: /check out|choose send date/i })).toHaveCount(0);
    for (const path of ['checkout', 'send', 'confirm/cancel', 'confirm/clone', 'confirm/delete']) {
      const response = await page.goto(`/campaigns/${id}/${path}`);
      expect(response?.status(), path).toBe(403);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }
});

test('doesn’t let a sender delete a draft', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('button', { name: 'Make a copy' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete draft' })).toHaveCount(0);
});

test('lets an admin copy a campaign and delete a draft, each after a confirmation', async ({
  page,
  login,
  service,
}) => {
  const { id } = await createDraft(service);
  await login(page, 'admin');
  await page.goto(`/campaigns/${id}`);
  await page.getByRole('button', { name: 'Make a copy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make a copy' }).click();
  await expect(page).not.toHaveURL(`/campaigns/${id}`);
  const copy = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect(copy).toBeGreaterThan(id);
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(`/campaigns?done=${copy}`);
  expect((await page.goto(`/campaigns/${copy}`))?.status()).toBe(404);
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});
