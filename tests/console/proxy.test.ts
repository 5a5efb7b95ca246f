/** What the proxy lets through and what it refuses, each refusal with its status, its code and nothing sent. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { nobody } from './support/members.ts';
import { ask, errorOf, FORM } from './support/proxy.ts';
import { KEY } from './support/settings.ts';
import { put } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const draft = () => put(harness.service, { id: nextId++, paid: 0 });
const refusedUnasked = async (answer: Promise<Response>) => {
  const error = await errorOf(await answer);
  expect(harness.service.requests).toEqual([]);
  return error;
};

describe('an answer', () => {
  it('is the parsed value, with no header of the service', async () => {
    const { id } = draft();
    const answer = await ask(harness.viewer, 'GET', `/v1/campaigns/${id}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await answer.json()).toMatchObject({ id, status: 'draft', recipient_count: 3 });
  });

  it('comes of a request that has nothing of the browser’s', async () => {
    const { id } = draft();
    await ask(harness.viewer, 'GET', `/v1/campaigns/${id}`, {
      headers: {
        authorization: 'Bearer mine',
        cookie: 'a=b',
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-host': 'evil.example',
        'user-agent': 'me',
        'x-custom': 'y',
        accept: 'text/html',
      },
    });
    const [{ headers } = { headers: {} }] = harness.service.requests;
    expect(headers).toEqual({
      host: new URL(harness.service.origin).host,
      connection: 'keep-alive',
      accept: 'application/json',
      'accept-encoding': 'gzip',
      authorization: `Bearer ${KEY}`,
      'user-agent': 'Mailroom',
    });
  });
});

describe('somebody who is not signed in', () => {
  it.each([
    ['GET', '/v1/campaigns'],
    ['GET', '/v1/no/such/address'],
    ['PATCH', '/v1/campaigns'],
    ['OPTIONS', '/v1/campaigns'],
    ['POST', '/v1/campaigns/1/cancel'],
    ['GET', '/v9'],
  ] as const)('learns nothing of the table: %s %s', async (method, path) => {
    expect(await refusedUnasked(ask(nobody, method, path))).toEqual({
      code: 'signed_out',
      message: 'Sign in first.',
    });
  });
});

describe('an address', () => {
  it.each([
    '',
    '/v1',
    '/v3/campaigns',
    '/v1/campaign',
    '/v1/customers/0',
    '/v1/customers/01',
    '/v1/customers/1e3',
    '/v1/customers/99999999999999999',
    '/v1/customers/1%2F2',
    '/v1/customers/..%2f..%2fsandbox',
    '/v1/customers/1%00',
    '/v1/customers/1%0d%0aX:y',
    '/v1/customers/%20',
    '/v1/customers//1',
    '/v1/customers/1/',
    '/v1/templates/1/preview',
    '/v2/customers',
    '/v2/templates/a.b/preview',
    '/sandbox/clock',
    '/constructor/__proto__',
  ])('that is not of the table is not found: %s', async (path) => {
    expect((await refusedUnasked(ask(harness.admin, 'GET', path))).code).toBe('not_found');
  });

  it.each([
    ['POST', '/v1/customers', 'GET'],
    ['PATCH', '/v1/customers/1', 'GET, PUT'],
    ['HEAD', '/v1/campaigns/1', 'GET'],
    ['OPTIONS', '/v1/templates/1', 'GET, DELETE'],
    ['DELETE', '/v1/campaigns/1', 'GET'],
    ['PUT', '/v1/templates/1', 'GET, DELETE'],
    ['GET', '/v1/campaigns/1/pay', 'POST'],
    ['GET', '/v2/campaigns/1/send', 'POST'],
  ] as const)('takes its methods only: %s %s', async (method, path, allow) => {
    const answer = await ask(harness.admin, method, path);
    expect(answer.headers.get('allow')).toBe(allow);
    expect((await refusedUnasked(Promise.resolve(answer))).code).toBe('method_not_allowed');
  });

  it('that is malformed is said to be', async () => {
    expect((await refusedUnasked(ask(harness.admin, 'GET', '/v1/customers/%zz'))).code).toBe('malformed');
    expect((await refusedUnasked(ask(harness.admin, 'GET', '/v1/customers/%ff'))).code).toBe('malformed');
  });
});

describe('a write', () => {
  const cancel = (headers: Record<string, string>) =>
    ask(harness.sender, 'POST', '/v1/campaigns/1/cancel', { headers: { origin: '', ...headers } });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://console.test' },
    { origin: 'https://console.test:3000' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('from elsewhere is refused: %j', async (headers) => {
    expect((await refusedUnasked(cancel(headers))).code).toBe('foreign_origin');
  });

  it('without an Origin needs the browser’s word that it comes from here', async () => {
    const { id } = put(harness.service, { id: nextId++, status: 'queued' });
    const path = `/v1/campaigns/${id}/cancel`;
    const answer = await ask(harness.sender, 'POST', path, {
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
    });
    expect(answer.status).toBe(200);
  });

  it('is refused before its body is read', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (stream) => {
        pulled++;
        stream.enqueue(new Uint8Array(1024));
      },
    });
    const answer = ask(harness.viewer, 'POST', '/v1/campaigns/1/pay_and_send', { body, type: FORM });
    expect((await refusedUnasked(answer)).code).toBe('not_allowed');
    expect(pulled).toBeLessThan(3);
  });
});
