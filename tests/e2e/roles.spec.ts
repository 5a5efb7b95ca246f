/** What a role does not allow is neither offered nor done, by whichever way it is asked. */
import type { Role } from '#lib/domain/permissions.ts';
import { expect, test } from '../support/browser.ts';
import {
  createDraft,
  createPaidDraft,
  createQueuedCampaign,
  fetchCampaign,
  type TestCampaign,
} from '../support/campaigns.ts';
import { type FormFields, postForm, readFormFields } from '../support/forms.ts';
import type { RunningService } from '../support/service.ts';

interface Deed {
  readonly name: string;
  /** The least role that may do it. */
  readonly role: Role;
  readonly campaign: (service: RunningService) => Promise<TestCampaign>;
  readonly page: string;
  /** Added to what the form holds. */
  readonly fields?: FormFields;
  readonly calls: RegExp;
}

const deeds: readonly Deed[] = [
  {
    name: 'pay by link',
    role: 'sender',
    campaign: createDraft,
    page: '/checkout',
    fields: { way: 'link' },
    calls: /\/pay$/,
  },
  {
    name: 'pay by card and send',
    role: 'sender',
    campaign: createDraft,
    page: '/checkout',
    fields: { way: 'card', source: 'tok_visa', email: 'a@brightwater.example' },
    calls: /\/pay_and_send$/,
  },
  {
    name: 'send',
    role: 'sender',
    campaign: createPaidDraft,
    page: '/send',
    fields: { when: 'now' },
    calls: /\/send$/,
  },
  {
    name: 'cancel',
    role: 'sender',
    campaign: createQueuedCampaign,
    page: '/confirm/cancel',
    calls: /\/cancel$/,
  },
  { name: 'copy', role: 'sender', campaign: createDraft, page: '/confirm/clone', calls: /\/clone$/ },
  {
    name: 'delete',
    role: 'admin',
    campaign: createDraft,
    page: '/confirm/delete',
    calls: /\/campaigns\/\d+$/,
  },
];

const writes = async (service: RunningService) =>
  (await service.requests()).filter(({ method }) => method !== 'GET').map(({ path }) => path);

for (const { name, role, campaign, page: path, fields, calls } of deeds) {
  test(`${name}: only from ${role} upwards, even with the form posted by hand`, async ({
    login,
    newBrowser,
    service,
    mailroom,
  }) => {
    const own = await campaign(service);
    const url = new URL(`/campaigns/${own.id}${path}`, mailroom.url);
    const allowed = await newBrowser({ javaScriptEnabled: false });
    await login(allowed, role);
    await allowed.goto(url.href);
    const form = { ...(await readFormFields(allowed.locator('main form[method="POST" i]'))), ...fields };
    const before = await fetchCampaign(service, own.id);
    await service.clearRequests();

    const below: Role = role === 'admin' ? 'sender' : 'viewer';
    const lesser = await newBrowser({ javaScriptEnabled: false });
    await login(lesser, below);
    expect((await lesser.goto(url.href))?.status()).toBe(403);
    const refused = await postForm(lesser.request, url, form);
    expect(refused.status()).toBeLessThan(500);
    const stranger = await newBrowser();
    expect((await postForm(stranger.request, url, form)).status()).toBeLessThan(500);
    // From another site, with the session that would be right.
    const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const forged = await allowed.request.post(url.href, {
      multipart: form,
      headers: elsewhere,
      maxRedirects: 0,
    });
    expect(forged.status()).toBeLessThan(500);
    expect(await writes(service)).toEqual([]);
    expect(await fetchCampaign(service, own.id)).toEqual(before);

    // The very same post does it for those who may.
    await postForm(allowed.request, url, form);
    const done = await writes(service);
    expect(done).toHaveLength(1);
    expect(done[0]).toMatch(calls);
  });
}

test('a viewer is offered nothing that changes anything', async ({ page, login, service }) => {
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
      const answer = await page.goto(`/campaigns/${id}/${path}`);
      expect(answer?.status(), path).toBe(403);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  }
});

test('a sender is not offered to delete', async ({ page, login, service }) => {
  const { id } = await createDraft(service);
  await login(page, 'sender');
  await page.goto(`/campaigns/${id}`);
  await expect(page.getByRole('button', { name: 'Make a copy' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete draft' })).toHaveCount(0);
});

test('an admin copies a campaign and deletes a draft, after being asked', async ({
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
  const copy = Number(page.url().split('/').at(-1));
  expect(copy).toBeGreaterThan(id);
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
  await expect(page).toHaveURL(/\/campaigns\?deleted=/);
  expect((await page.goto(`/campaigns/${copy}`))?.status()).toBe(404);
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});
