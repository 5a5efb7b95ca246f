/** Calls the proxy from pages in a member's browser and with raw HTTP requests. */
import { Client, request } from 'undici';
import { cookieHeader, expect, test } from '../support/browser.ts';
import { createDraft, createPaidDraft, fetchCampaign } from '../support/campaigns.ts';

test.use({ environment: 'proxy' });

// A single worker runs all tests in this file, so that only one service and one console are started.
test.describe.configure({ mode: 'default' });

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MB = 1024 * 1024;

test('lets scripts on the console’s pages read and change data, and reports errors to the scripts', async ({
  page,
  login,
  service,
}) => {
  const draft = await createDraft(service);
  const paid = await createPaidDraft(service);
  await login(page, 'admin');
  await page.goto('/campaigns');
  const send = (method: string, path: string, body?: Record<string, unknown>) =>
    page.evaluate(
      async ([method, path, json]) => {
        const type = 'application/json';
        const form = json === null ? {} : { headers: { 'content-type': type }, body: json };
        const response = await fetch(`/api${path}`, { method, ...form });
        return { status: response.status, value: await response.json() };
      },
      [method, path, body ? JSON.stringify(body) : null] as const,
    );

  const list = await send('GET', '/v1/campaigns?per_page=2&status=draft');
  expect(list).toMatchObject({ status: 200, value: { current_page: 1 } });
  expect(list.value.items).toHaveLength(2);

  const scoped = `/v1/campaigns/customers/${paid.customerId}/campaigns/${paid.id}`;
  expect(await send('POST', `${scoped}/send`)).toMatchObject({ status: 200, value: { status: 'queued' } });
  expect(await send('POST', `${scoped}/send`)).toMatchObject({
    status: 409,
    value: { error: { code: 'conflict' } },
  });
  expect(await send('POST', `/v1/campaigns/${paid.id}/cancel`)).toMatchObject({ status: 200 });

  const form = { email: 'invoices@b.example', source: 'tok_visa', send_copy_to_sender: true };
  expect(
    await send('POST', `/v1/campaigns/${draft.id}/pay_and_send`, { ...form, date: 'soon' }),
  ).toMatchObject({
    status: 400,
    value: { error: { code: 'invalid', fields: { date: expect.any(String) } } },
  });
  expect(await send('POST', `/v1/campaigns/${draft.id}/pay_and_send`, form)).toMatchObject({
    status: 200,
    value: { status: 'queued', send_copy_to_sender: true },
  });
  expect((await fetchCampaign(service, draft.id)).status).toBe('queued');
});

test('rejects requests from other origins and requests without a session', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  const { id, customerId } = await createPaidDraft(service);
  await login(page, 'admin');
  const url = `${mailroom.url}/api/v1/campaigns/customers/${customerId}/campaigns/${id}/send`;
  const cookie = await cookieHeader(page.context());
  for (const headers of [{}, { origin: 'https://evil.example' }, { origin: 'null' }]) {
    const { statusCode } = await request(url, { method: 'POST', headers: { cookie, ...headers } });
    expect(statusCode).toBe(403);
  }
  const { statusCode } = await request(url, { method: 'POST', headers: { origin: mailroom.url } });
  expect(statusCode).toBe(401);
  expect((await fetchCampaign(service, id)).status).toBe('draft');
});

test('rejects malformed paths, queries, and methods before calling the service', async ({
  page,
  login,
  service,
  mailroom,
}) => {
  await login(page, 'admin');
  const cookie = await cookieHeader(page.context());
  const client = new Client(mailroom.url);
  await service.clearRequests();
  const expectedErrors: [method: string, path: string, status: number, code: string][] = [
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
  for (const [method, path, status, code] of expectedErrors) {
    // Use undici's client, because fetch would normalize the path.
    const response = await client.request({
      method: method as 'GET',
      path: `/api${path}`,
      headers: { cookie, origin: mailroom.url },
    });
    const { error } = (await response.body.json()) as { error?: { code?: string } };
    expect([response.statusCode, error?.code], `${method} ${path}`).toEqual([status, code]);
    expect(response.headers['content-type']).toBe('application/json');
  }
  await client.close();
  const head = await request(`${mailroom.url}/api/v1/customers`, { method: 'HEAD', headers: { cookie } });
  expect([head.statusCode, head.headers.allow]).toEqual([405, 'GET']);
  const forged = { cookie, rsc: '1' };
  const invalidQuery = await request(`${mailroom.url}/api/v1/customers?page=x`, { headers: forged });
  expect(invalidQuery.statusCode).toBe(400);
  // Ignore reads of lists and campaigns, because the console might read them in the background. The invalid
  // requests never make the console read lists or campaigns.
  const forwarded = (await service.requests()).filter(
    ({ path, query }) => !query.includes('per_page=') && !path.startsWith('/v1/campaigns/'),
  );
  expect(forwarded).toEqual([]);
});

test('forwards the whole request body or refuses the request', async ({ page, login, service, mailroom }) => {
  await login(page, 'admin');
  const cookie = await cookieHeader(page.context());
  const { items } = await service.call<{ items: { id: number; name: string; size: string }[] }>(
    'GET',
    '/v1/templates?per_page=100',
  );
  const template = items.find(({ size }) => size !== 'letter');
  const url = `${mailroom.url}/api/v1/customers/${template?.id}`;
  const headers = { cookie, origin: mailroom.url, 'content-type': FORM_TYPE };
  const fields = (size: number) =>
    `${new URLSearchParams({ name: template?.name ?? '', size: template?.size ?? '' })}&designs[]=<p>é+%26</p>&designs[]=${'a'.repeat(size)}`;
  const put = async (body: string | AsyncIterable<Buffer>) =>
    (await request(url, { method: 'PUT', headers, body: body as string })).statusCode;
  async function* chunks(text: string) {
    for (let at = 0; at < text.length; at += MB) yield Buffer.from(text.slice(at, at + MB));
  }

  await service.clearRequests();
  // Next truncates bodies over 10 MB and passes them to the route as if they were complete.
  for (const size of [7 * MB, 11 * MB]) {
    expect(await put(fields(size))).toBe(413);
    expect(await put(chunks(fields(size)))).toBe(413);
  }
  // Count only updates, because the console might be reading lists in the background.
  expect((await service.requests()).filter(({ method }) => method === 'PUT')).toEqual([]);

  expect(await put(chunks(fields(3 * MB)))).toBe(200);
  const saved = await service.call<{ designs: string[] }>('GET', `/v1/templates/${template?.id}`);
  expect(saved.designs[0]).toBe('<p>é &</p>');
  expect(saved.designs[1]?.length).toBe(3 * MB);
});
