/**
 * Tests that clients generated from the API description compile and can call every operation over HTTP, and
 * that all of their requests and responses match the description. Also lints the description.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ApiDocument } from '#lib/contract/openapi/document.ts';
import { operationNames } from '#lib/contract/operations.ts';
import { type Listener, listen } from '#service/listen.ts';
import type { Calls, ClientOptions } from '../clients/client-options.ts';
import { checkTraffic, type Exchange, recordTraffic } from '../support/api-traffic.ts';
import { compileClients, type GeneratedClients, generateClients } from '../support/generate-clients.ts';
import { lintApiDescription } from '../support/lint-api.ts';
import { draftRow, openService, SERVICE_API_KEY, type TestService, WITH_CREDIT } from './fixture.ts';

let document: ApiDocument;
let clients: GeneratedClients;

/** Serves a new service over HTTP. Each client needs its own service, because the calls change the data. */
async function serveService(): Promise<{ service: TestService; listener: Listener; origin: string }> {
  const rows = Array.from({ length: 9 }, () => draftRow()).concat(draftRow({ customerId: WITH_CREDIT }));
  const service = await openService({ rows, credits: [0, 1_000_000] });
  for (const id of [3, 4]) {
    await service.call('payAndSendCampaign', { id, email: 'a@b.example', source: 'tok_visa' });
  }
  const listener = await listen((request) => service.fetch(request), { port: 0, host: '127.0.0.1' });
  return { service, listener, origin: `http://127.0.0.1:${listener.port}` };
}

beforeAll(async () => {
  const service = await openService();
  document = (await service.request<ApiDocument>('/openapi.json')).body as ApiDocument;
  await service.close();
  clients = await generateClients(document);
});
afterAll(() => clients.remove());

test('Spectral and Redocly find no errors or warnings in the service’s API description', async () => {
  expect(await lintApiDescription(document)).toEqual([]);
});

test('the generated clients and their calls have no type errors', async () => {
  expect(await compileClients(clients)).toBe('');
});

describe.each([
  ['fetch-calls.ts', 'createFetchCalls'],
  ['sdk-calls.ts', 'createSdkCalls'],
])('%s', (file, exportName) => {
  test('the generated client can call every operation as described', async () => {
    const { service, listener, origin } = await serveService();
    const exchanges: Exchange[] = [];
    const module = await import(pathToFileURL(join(clients.folder, file)).href);
    const createCalls = module[exportName] as (options: ClientOptions) => Calls;
    const calls = createCalls({
      baseUrl: origin,
      key: SERVICE_API_KEY,
      userEmail: 'sender@mailroom.test',
      fetch: recordTraffic(exchanges),
    });
    expect(Object.keys(calls)).toEqual(operationNames);
    const check = checkTraffic({ ...document, servers: [{ url: origin }] });
    for (const [name, call] of Object.entries(calls)) {
      const { data, error } = await call();
      expect(data, `${name}: ${JSON.stringify(error)}`).toBeDefined();
      const last = exchanges.at(-1);
      expect(last && [last.status, ...check(last)], name).toEqual([200]);
    }
    expect(exchanges.length).toBe(operationNames.length);
    await listener.close();
    await service.close();
  });
});

describe('the check of recorded traffic', () => {
  const headers = { authorization: 'Bearer key', 'content-type': 'application/x-www-form-urlencoded' };
  const update = (changes: Partial<Exchange> = {}): Exchange => ({
    method: 'PUT',
    url: `${document.servers[0]?.url}/v1/customers/1`,
    requestHeaders: new Headers(headers),
    requestBody: 'email=new%40customer.example',
    status: 200,
    responseHeaders: new Headers({ 'content-type': 'application/json' }),
    responseBody: '{"id":1,"email":"new@customer.example","created_at":null,"updated_at":null}',
    ...changes,
  });
  const at = (path: string, method = 'GET') => ({
    url: `${document.servers[0]?.url}${path}`,
    method,
    requestBody: '',
  });

  test('accepts a request and a response that match the API description', () => {
    expect(checkTraffic(document)(update())).toEqual([]);
  });

  test.each<[string, () => Partial<Exchange>]>([
    ['another server', () => ({ url: 'http://other.test/v1/customers/1' })],
    ['an unknown path', () => at('/v1/nothing')],
    ['an invalid ID', () => at('/v1/customers/x')],
    ['an unknown query field', () => at('/v1/customers?color=red')],
    ['a query field that is out of range', () => at('/v1/customers?per_page=101')],
    ['a repeated query field', () => at('/v1/customers?page=1&page=2')],
    ['a missing required query field', () => at('/v1/campaigns/1/pay', 'POST')],
    ['a missing credential', () => ({ requestHeaders: new Headers({ ...headers, authorization: '' }) })],
    ['v2’s credential', () => ({ requestHeaders: new Headers({ ...headers, authorization: 'Bearer a b' }) })],
    [
      'an unknown content type',
      () => ({ requestHeaders: new Headers({ ...headers, 'content-type': 'a/b' }) }),
    ],
    ['an invalid email address', () => ({ requestBody: 'email=m%C3%BCller%40customer.example' })],
    ['an unknown form field', () => ({ requestBody: 'color=red' })],
    ['an undescribed status', () => ({ status: 418 })],
    ['a response that isn’t JSON', () => ({ responseHeaders: new Headers({ 'content-type': 'text/html' }) })],
    ['a response with an invalid field', () => ({ responseBody: '{"id":"1"}' })],
  ])('reports %s', (_, changes) => {
    expect(checkTraffic(document)(update(changes()))).not.toEqual([]);
  });
});
