/** The proxy as a program in a member's browser meets it, and as Next hands it what comes over the wire. */
import type { BrowserContext } from '@playwright/test';
import { Client, request } from 'undici';
import { expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, fetchCampaign } from '../support/campaigns.ts';

test.use({ environment: 'proxy' });

// One worker does for all: a second one would start a service and a console for a few tests.
test.describe.configure({ mode: 'default' });

const FORM = 'application/x-www-form-urlencoded';
const MB = 1024 * 1024;

async function cookieOf(context: BrowserContext): Promise<string> {
  return (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
}

test('a page of ours reads, changes and is told what is wrong', async ({ page, login, service }) => {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  await login(page, 'admin');
  await page.goto('/campaigns');
  const ask = (method: string, path: string, body?: Record<string, unknown>) =>
    page.evaluate(
      async ([how, where, json]) => {
        const type = 'application/json';
        const form = json === null ? {} : { headers: { 'content-type': type }, body: json };
        const answer = await fetch(`/api${where}`, { method: how, ...form });
        return { status: answer.status, value: await answer.json() };
      },
      [method, path, body ? JSON.stringify(body) : null] as const,
    );

  const list = await ask('GET', '/v1/campaigns?per_page=2&status=draft');
  expect(list).toMatchObject({ status: 200, value: { current_page: 1 } });
  expect(list.value.items).toHaveLength(2);

  const scoped = `/v1/campaigns/customers/${paid.customerId}/campaigns/${paid.id}`;
  expect(await ask('POST', `${scoped}/send`)).toMatchObject({ status: 200, value: { status: 'queued' } });
  expect(await ask('POST', `${scoped}/send`)).toMatchObject({
    status: 409,
    value: { error: { code: 'conflict' } },
  });
  expect(await ask('POST', `/v1/campaigns/${paid.id}/cancel`)).toMatchObject({ status: 200 });

  const form = { email: 'invoices@b.example', source: 'tok_visa', send_copy_to_sender: true };
  expect(
    await ask('POST', `/v1/campaigns/${draft.id}/pay_and_send`, { ...form, date: 'soon' }),
  ).toMatchObject({
    status: 400,
    value: { error: { code: 'invalid', fields: { date: expect.any(String) } } },
  });
  expect(await ask('POST', `/v1/campaigns/${draft.id}/pay_and_send`, form)).toMatchObject({
    status: 200,
    value: { status: 'queued', send_copy_to_sender: true },
  });
  expect((await fetchCampaign(service, draft.id)).status).toBe('queued');
});

test('a page of somebody else’s is not let in', async ({ page, login, service, mailroom }) => {
  const { id, customerId } = await createPaidDraft(service);
  await login(page, 'admin');
  const url = `${mailroom.url}/api/v1/campaigns/customers/${customerId}/campaigns/${id}/send`;
  const cookie = await cookieOf(page.context());
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const { statusCode } = await request(url, { method: 'POST', headers: { cookie, ...headers } });
    expect(statusCode).toBe(403);
  }
  const { statusCode } = await request(url, { method: 'POST', headers: { origin: mailroom.url } });
  expect(statusCode).toBe(401);
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

test('addresses and methods are taken as they were sent', async ({ page, login, service, mailroom }) => {
  await login(page, 'admin');
  const cookie = await cookieOf(page.context());
  const client = new Client(mailroom.url);
  await service.clearRequests();
  const answers: [method: string, path: string, status: number, code: string][] = [
    ['GET', '/v1/customers/%zz', 400, 'malformed'],
    ['GET', '/%zz/customers', 400, 'malformed'],
    ['GET', '/v1/customers?page=%zz', 400, 'malformed'],
    ['GET', '/v1/customers?page=%ff', 400, 'malformed'],
    ['GET', '/v1/customers?_rsc=1', 400, 'invalid'],
    ['GET', '/v1/customers?nxtPversion=v2', 400, 'invalid'],
    ['GET', '/v1/customers?page=1&page=1', 400, 'invalid'],
    ['GET', '/v1/customers?__proto__[page]=1', 400, 'invalid'],
    ['GET', '/v1/customers/%2e%2e/templates', 404, 'not_found'],
    ['GET', '/v1/customers/../templates', 404, 'not_found'],
    ['GET', '/v1/customers/1%2f2', 404, 'not_found'],
    ['GET', '/v1/customers/..%2f..%2fsandbox', 404, 'not_found'],
    ['GET', '/v1/customers/1%00', 404, 'not_found'],
    ['GET', '/v1/customers/1%0d%0aX:y', 404, 'not_found'],
    ['GET', '/v1/customers.rsc', 404, 'not_found'],
    ['GET', '/v3/customers', 404, 'not_found'],
    ['GET', '/v1', 404, 'not_found'],
    ['OPTIONS', '/v1/customers', 405, 'method_not_allowed'],
    ['PATCH', '/v1/customers', 405, 'method_not_allowed'],
    ['TRACE', '/v1/customers', 405, 'method_not_allowed'],
    ['PROPFIND', '/v1/customers', 405, 'method_not_allowed'],
  ];
  for (const [method, path, status, code] of answers) {
    // A client that is given the path as it is, where fetch would put it right first.
    const answer = await client.request({
      method: method as 'GET',
      path: `/api${path}`,
      headers: { cookie, origin: mailroom.url },
    });
    const { error } = (await answer.body.json()) as { error?: { code?: string } };
    expect([answer.statusCode, error?.code], `${method} ${path}`).toEqual([status, code]);
    expect(answer.headers['content-type']).toBe('application/json');
  }
  await client.close();
  const head = await request(`${mailroom.url}/api/v1/customers`, { method: 'HEAD', headers: { cookie } });
  expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET']);
  const forged = { cookie, 'x-mailroom-sent': '/api/v1/templates', rsc: '1' };
  const told = await request(`${mailroom.url}/api/v1/customers?page=x`, { headers: forged });
  expect(told.statusCode).toBe(400);
  // The console may still be reading lists and campaigns in the background. None of the requests above reads those.
  const forwarded = (await service.requests()).filter(
    ({ path, query }) => !query.includes('per_page=') && !path.startsWith('/v1/campaigns/'),
  );
  expect(forwarded).toEqual([]);
});

test('a body goes through whole or not at all', async ({ page, login, service, mailroom }) => {
  await login(page, 'admin');
  const cookie = await cookieOf(page.context());
  const { items } = await service.call<{ items: { id: number; name: string; size: string }[] }>(
    'GET',
    '/v1/templates?per_page=100',
  );
  const template = items.find(({ size }) => size !== 'letter');
  const url = `${mailroom.url}/api/v1/customers/${template?.id}`;
  const headers = { cookie, origin: mailroom.url, 'content-type': FORM };
  const fields = (size: number) =>
    `${new URLSearchParams({ name: template?.name ?? '', size: template?.size ?? '' })}&designs[]=<p>é+%26</p>&designs[]=${'a'.repeat(size)}`;
  const put = async (body: string | AsyncIterable<Buffer>) =>
    (await request(url, { method: 'PUT', headers, body: body as string })).statusCode;
  async function* chunks(text: string) {
    for (let at = 0; at < text.length; at += MB) yield Buffer.from(text.slice(at, at + MB));
  }

  await service.clearRequests();
  // Beyond 10 MB Next hands on what it has read so far, as if that were all.
  for (const size of [7 * MB, 11 * MB]) {
    expect(await put(fields(size))).toBe(413);
    expect(await put(chunks(fields(size)))).toBe(413);
  }
  // Only the update counts: the console may still be reading lists in the background.
  expect((await service.requests()).filter(({ method }) => method === 'PUT')).toEqual([]);

  expect(await put(chunks(fields(3 * MB)))).toBe(200);
  const saved = await service.call<{ designs: string[] }>('GET', `/v1/templates/${template?.id}`);
  expect(saved.designs[0]).toBe('<p>é &</p>');
  expect(saved.designs[1]?.length).toBe(3 * MB);
});
