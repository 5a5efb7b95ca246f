/**
 * Tests that the service's key never reaches a browser. Every browser test scans all received responses for
 * secrets. These tests also request the console's URLs with different headers and scan every file built for
 * browsers.
 */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '#scripts/program.ts';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, createQueuedCampaign } from '../support/campaigns.ts';
import { findSecret } from '../support/canary.ts';

test('no response contains the service’s key or the console’s secret', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  const queued = await createQueuedCampaign(service);
  await login(page, 'admin');
  const urls = [
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
  const headerSets: Record<string, string>[] = [
    {},
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { 'accept-encoding': 'identity' },
  ];
  const statuses: number[] = [];
  for (const url of urls) {
    for (const headers of headerSets) {
      const response = await page.request.get(url, { headers, maxRedirects: 0 });
      statuses.push(response.status());
      const received = [JSON.stringify(response.headersArray()), await response.body()];
      for (const part of received) {
        expect(findSecret(service.key, part), `key in ${url}`).toEqual([]);
        expect(findSecret(mailroom.secret, part), `secret in ${url}`).toEqual([]);
      }
    }
  }
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(headerSets.length * 20);
});

test('no file built for the browser contains a secret or the name of a secret’s environment variable', async ({
  service,
  mailroom,
}) => {
  let fileCount = 0;
  for await (const file of glob('.next/static/**/*.{js,css,json,map,html}', { cwd: root })) {
    const content = await readFile(join(root, file), 'latin1');
    for (const secret of [service.key, mailroom.secret])
      expect(findSecret(secret, content), file).toEqual([]);
    expect(content, file).not.toMatch(/DIRECTMAIL_|NEXTAUTH_SECRET|DATABASE_URL|Bearer /);
    fileCount++;
  }
  expect(fileCount).toBeGreaterThan(10);
});

test('the mail service gets the same API key that the other tests in this file look for', async ({
  page,
  login,
  service,
}) => {
  await service.clearRequests();
  await login(page, 'viewer');
  await page.goto('/templates');
  const credentials = (await service.requests()).map(({ headers }) => headers.authorization);
  expect(credentials).not.toEqual([]);
  expect([...new Set(credentials)]).toEqual(['Bearer [key]']);
});
