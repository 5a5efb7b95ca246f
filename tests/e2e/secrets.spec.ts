/**
 * The service's key is nowhere in what a browser receives. Every browser test searches what its pages got; here every
 * address is asked for in every way a browser does, and every file that was built for browsers is searched.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/program.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { findSecret } from '../support/canary.ts';

test('no answer to any address holds the key or the secret', async ({ page, login, service, mailroom }) => {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  const queued = await createQueuedCampaign(service);
  await login(page, 'admin');
  const addresses = [
    '/',
    '/login',
    '/campaigns',
    '/campaigns?status=lost',
    `/campaigns/${draft.id}`,
    `/campaigns/${draft.id}/checkout`,
    `/campaigns/${draft.id}/confirm/delete`,
    `/campaigns/${paid.id}/send`,
    `/campaigns/${queued.id}`,
    `/campaigns/${queued.id}/confirm/cancel`,
    '/campaigns/999999999',
    '/pay/return?state=x',
    '/send-time',
    '/customers',
    `/customers/${draft.customerId}`,
    `/customers/${draft.customerId}/email`,
    '/templates',
    ...['', '/edit', '/delete', '/preview'].map((part) => `/templates/1${part}`),
    '/docs',
    '/activity',
    '/activity/export',
    '/openapi.json',
    '/api/auth/session',
    '/api/auth/providers',
    '/api/auth/csrf',
    `/api/campaigns/${queued.id}/status`,
    `/api/campaigns/${draft.id}/checkout`,
    `/files/campaigns/${draft.id}/thumbnail/0?w=160`,
    `/files/campaigns/${draft.id}/proof`,
    '/files/templates/1/designs/0',
    '/api/v1/customers',
    '/api/v1/templates/1',
    `/api/v1/campaigns/${draft.id}`,
    `/api/v1/campaigns/${draft.id}/checkout`,
    '/api/v1/campaigns?unknown=1',
    '/api/v1/nowhere',
    '/api/v2/templates/1/preview',
    '/nowhere',
  ];
  const ways: Record<string, string>[] = [
    {},
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'accept-encoding': 'identity' },
  ];
  const answered: number[] = [];
  for (const address of addresses) {
    for (const headers of ways) {
      const answer = await page.request.get(address, { headers, maxRedirects: 0 });
      answered.push(answer.status());
      const received = [JSON.stringify(answer.headersArray()), await answer.body()];
      for (const part of received) {
        expect(findSecret(service.key, part), `key in ${address}`).toEqual([]);
        expect(findSecret(mailroom.secret, part), `secret in ${address}`).toEqual([]);
      }
    }
  }
  expect(answered.filter((status) => status >= 500)).toEqual([]);
  expect(answered.filter((status) => status === 200).length).toBeGreaterThan(ways.length * 20);
});

test('no file that was built for browsers holds a secret, or knows where one is kept', async ({
  service,
  mailroom,
}) => {
  let searched = 0;
  for await (const file of glob('.next/static/**/*.{js,css,json,map,html}', { cwd: root })) {
    const content = await readFile(join(root, file), 'latin1');
    for (const secret of [service.key, mailroom.secret])
      expect(findSecret(secret, content), file).toEqual([]);
    expect(content, file).not.toMatch(/DIRECTMAIL_|NEXTAUTH_SECRET|DATABASE_URL|Bearer /);
    searched++;
  }
  expect(searched).toBeGreaterThan(10);
});

test('the key does reach the service, so there was something to find', async ({ page, login, service }) => {
  await service.clearRequests();
  await login(page, 'viewer');
  await page.goto('/campaigns');
  const credentials = (await service.requests()).map(({ headers }) => headers.authorization);
  expect(credentials).not.toEqual([]);
  expect([...new Set(credentials)]).toEqual(['Bearer [key]']);
});
