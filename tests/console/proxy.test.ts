/**
 * Tests which requests the proxy forwards, and which requests the proxy refuses without calling the service.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { FORM_TYPE, readLocalRefusal, requestProxy } from './support/proxy.ts';
import { API_KEY } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const addDraft = () => addCampaign(harness.service, { id: nextId++, paid: 0 });

describe('a forwarded request', () => {
  it('returns the parsed value, without the service’s headers', async () => {
    const { id } = addDraft();
    const response = await requestProxy(harness.viewer, 'GET', `/v1/campaigns/${id}`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'application/json',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(await response.json()).toMatchObject({ id, status: 'draft', recipient_count: 3 });
  });

  it('doesn’t contain any of the browser’s headers', async () => {
    const { id } = addDraft();
    await requestProxy(harness.viewer, 'GET', `/v1/campaigns/${id}`, {
      headers: {
        authorization: 'Basic bWluZQ==',
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
      authorization: `Bearer ${API_KEY}`,
      'user-agent': 'Mailroom',
    });
  });
});

describe('a caller without a session', () => {
  it.each([
    ['GET', '/v1/campaigns'],
    ['GET', '/v1/no/such/address'],
    ['PATCH', '/v1/campaigns'],
    ['OPTIONS', '/v1/campaigns'],
    ['POST', '/v1/campaigns/1/cancel'],
    ['GET', '/v9'],
  ] as const)('receives the same error for every path (%s %s)', async (method, path) => {
    expect(await readLocalRefusal(harness.service, requestProxy(signedOut, method, path))).toEqual({
      code: 'signed_out',
      message: 'Sign in, or send an API token as a bearer token.',
    });
  });
});

describe('a path', () => {
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
  ])('is refused with not_found if the API has no such path (%s)', async (path) => {
    expect((await readLocalRefusal(harness.service, requestProxy(harness.admin, 'GET', path))).code).toBe(
      'not_found',
    );
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
  ] as const)('allows only the methods in the API description (%s %s)', async (method, path, allow) => {
    const response = await requestProxy(harness.admin, method, path);
    expect(response.headers.get('allow')).toBe(allow);
    expect((await readLocalRefusal(harness.service, Promise.resolve(response))).code).toBe(
      'method_not_allowed',
    );
  });

  it('is refused as malformed if it contains an invalid percent sequence', async () => {
    expect(
      (await readLocalRefusal(harness.service, requestProxy(harness.admin, 'GET', '/v1/customers/%zz'))).code,
    ).toBe('malformed');
    expect(
      (await readLocalRefusal(harness.service, requestProxy(harness.admin, 'GET', '/v1/customers/%ff'))).code,
    ).toBe('malformed');
  });
});

describe('a write', () => {
  const cancel = (headers: Record<string, string>) =>
    requestProxy(harness.sender, 'POST', '/v1/campaigns/1/cancel', { headers: { origin: '', ...headers } });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost' },
    { origin: 'https://console.test:3000' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', host: 'evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  ])('is refused from another origin (%j)', async (headers) => {
    expect((await readLocalRefusal(harness.service, cancel(headers))).code).toBe('foreign_origin');
  });

  it('is accepted with a null origin if the browser reports a same-origin request', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    const path = `/v1/campaigns/${id}/cancel`;
    const response = await requestProxy(harness.sender, 'POST', path, {
      headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
    });
    expect(response.status).toBe(200);
  });

  it('is refused without reading the body if the member doesn’t have permission', async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull: (stream) => {
        pulled++;
        stream.enqueue(new Uint8Array(1024));
      },
    });
    const response = requestProxy(harness.viewer, 'POST', '/v1/campaigns/1/pay_and_send', {
      body,
      type: FORM_TYPE,
    });
    expect((await readLocalRefusal(harness.service, response)).code).toBe('not_allowed');
    expect(pulled).toBeLessThan(3);
  });
});
