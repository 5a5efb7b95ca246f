/** Tests the log line that the console writes for each request, and the ids of requests. */
import { request as sendRequest } from 'node:http';
import { beforeEach, describe, expect, it } from 'vitest';
import { setBuiltRoutes } from '#lib/http/routes.ts';
import { log } from '#lib/log.ts';
import { recordRequestMember } from '#lib/runtime/request-context.ts';
import { readFromService, sendToService } from '#lib/upstream/client.ts';
import { recordBothVersions } from '../console/support/both-versions.ts';
import { captureLog } from '../console/support/log.ts';
import { respondJson } from '../console/support/recorder.ts';
import { setUpObservedServer } from './support/http-server.ts';

const [v1, v2] = await recordBothVersions();
const server = setUpObservedServer();
const captured = captureLog();

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TOKEN = 'sLxk2o8mG0tq6f3nRzUaWg';

beforeEach(() => {
  server.handle((_, response) => response.end('done'));
  setBuiltRoutes({
    fixed: ['/', '/login', '/icon.svg', '/health/ready'],
    patterns: [
      { route: '/api/campaigns/[id]/status', pattern: /^\/api\/campaigns\/([^/]+?)\/status(?:\/)?$/ },
      { route: '/share/[token]', pattern: /^\/share\/([^/]+?)(?:\/)?$/ },
    ],
  });
});

/** Returns the log lines of `count` requests, once the requests' responses have ended. */
async function readLines(count = 1): Promise<Record<string, unknown>[]> {
  const lines = () => captured.readEntries().filter(({ msg }) => msg === 'request');
  await expect.poll(() => lines().length).toBe(count);
  return lines();
}

describe('a request’s log line', () => {
  it('contains the method, route, status, duration, bytes, member, and id', async () => {
    server.handle((_, response) => {
      recordRequestMember('ac3f7e1e-0d8b-4f9b-8c55-7e0d6a7c5b21');
      response.writeHead(201).end('x'.repeat(10_000));
    });
    const response = await fetch(`${server.url}/login?callbackUrl=%2Fteam`);
    expect(await response.text()).toHaveLength(10_000);
    const [line] = await readLines();
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      pid: process.pid,
      hostname: expect.any(String),
      request: response.headers.get('x-request-id'),
      method: 'GET',
      route: '/login',
      status: 201,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      member: 'ac3f7e1e-0d8b-4f9b-8c55-7e0d6a7c5b21',
      msg: 'request',
    });
    expect(line?.bytes).toBeGreaterThan(10_000);
    expect(line?.bytes).toBeLessThan(12_000);
  });

  it('counts only the bytes of its own response on a connection with several requests', async () => {
    server.handle((request, response) => response.end('x'.repeat(request.url === '/' ? 50_000 : 10)));
    for (const path of ['/', '/login', '/login']) await (await fetch(`${server.url}${path}`)).text();
    const bytes = (await readLines(3)).map((line) => Number(line.bytes));
    expect(bytes[0]).toBeGreaterThan(50_000);
    for (const count of bytes.slice(1)) expect(count).toBeLessThan(2_000);
  });

  it.each([
    [`/share/${TOKEN}`, '/share/[token]'],
    [`/share/${TOKEN}?code=${TOKEN}`, '/share/[token]'],
    [`/login?state=${TOKEN}`, '/login'],
    [`/${TOKEN}`, '(unknown)'],
    [`/_next/static/chunks/${TOKEN}.js`, '/_next/static/[file]'],
    ['/api/v1/campaigns/12', '/api/v1/campaigns/{id}'],
    [
      '/api/v1/campaigns/customers/7/campaigns/12',
      '/api/v1/campaigns/customers/{customer_id}/campaigns/{id}',
    ],
    [`/api/v1/${TOKEN}`, '/api/[version]/[[...path]]'],
    ['/api/v1/campaigns/%zz', '/api/[version]/[[...path]]'],
  ])('contains the route of %s instead of its path', async (path, route) => {
    server.handle((_, response) => response.writeHead(404).end());
    await (await fetch(`${server.url}${path}`)).text();
    expect(await readLines()).toEqual([expect.objectContaining({ route })]);
    expect(captured.readText()).not.toContain(TOKEN);
  });

  it.each([
    [200, '/login', 30],
    [404, '/login', 30],
    [500, '/login', 50],
    [502, '/login', 50],
    [503, '/login', 40],
    [404, '/api/campaigns/1/status', 30],
  ])('with the status %i for %s has the level %i', async (status, path, level) => {
    server.handle((_, response) => response.writeHead(status).end());
    await (await fetch(`${server.url}${path}`)).text();
    expect(await readLines()).toEqual([expect.objectContaining({ status, level })]);
  });

  it.each(['/api/campaigns/1/status', '/_next/static/a.js', '/icon.svg', '/health/ready'])(
    'is written only at the debug level for %s',
    async (path) => {
      await (await fetch(`${server.url}${path}`)).text();
      await (await fetch(`${server.url}/login`)).text();
      expect(await readLines()).toEqual([expect.objectContaining({ route: '/login' })]);
    },
  );

  it('has the status 499 if the client closes the connection before the response is sent', async () => {
    const hasStarted = Promise.withResolvers<void>();
    server.handle(() => hasStarted.resolve());
    const request = sendRequest(`${server.url}/login`).on('error', () => undefined);
    request.end();
    await hasStarted.promise;
    request.destroy();
    expect(await readLines()).toEqual([expect.objectContaining({ status: 499 })]);
  });
});

describe('the request’s id', () => {
  it.each([
    '7d8f3a5c',
    'b4c1d2e3-0f1a-4b2c-8d3e-9f0a1b2c3d4e',
    'Root=1-67891233-abcdef012345678912345678',
    'aGVsbG8+d29ybGQ/==',
  ])('is the caller’s if it’s well formed: %s', async (id) => {
    server.handle((_, response) => {
      log().info('handled');
      response.end();
    });
    const response = await fetch(`${server.url}/login`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toBe(id);
    await readLines();
    expect(captured.readEntries().map(({ request }) => request)).toEqual([id, id]);
  });

  it.each([
    '',
    'short',
    'chosen by the caller',
    'a'.repeat(65),
    'id"},{"level":60',
    '<script>1</script>',
    'mia@brightwater.example',
  ])('is new if the caller’s isn’t well formed: %j', async (id) => {
    const response = await fetch(`${server.url}/login`, { headers: { 'x-request-id': id } });
    expect(response.headers.get('x-request-id')).toMatch(UUID);
    expect(await readLines()).toEqual([
      expect.objectContaining({ request: response.headers.get('x-request-id') }),
    ]);
  });
});

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('a call to the mail service', () => {
  /** Makes calls to v1 and v2 while a request with the headers is handled. Returns the calls' headers. */
  async function callWith(headers: Record<string, string>) {
    for (const recorder of [v1, v2]) recorder.respondWith((_, response) => respondJson(response, {}));
    server.handle(async (_, response) => {
      await readFromService('getCampaign', { id: 1 });
      await sendToService('previewTemplate', { id: '1' }, { email: 'sender@mailroom.test' });
      response.end();
    });
    await (await fetch(`${server.url}/login`, { headers })).text();
    return [...v1.requests, ...v2.requests].map((request) => request.headers);
  }

  it('contains the id and the trace of the request that it’s made for', async () => {
    const calls = await callWith({ 'x-request-id': 'request-4711', traceparent: TRACE });
    expect(calls).toHaveLength(2);
    for (const call of calls)
      expect(call).toMatchObject({ 'x-request-id': 'request-4711', traceparent: TRACE });
  });

  it.each([
    'ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    '00-00000000000000000000000000000000-00f067aa0ba902b7-01',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01',
    '00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01',
    `${TRACE}-more`,
    `${TRACE}0`,
    'text',
  ])('doesn’t contain an invalid trace: %s', async (traceparent) => {
    for (const call of await callWith({ traceparent })) {
      expect(call.traceparent).toBeUndefined();
      expect(call['x-request-id']).toMatch(UUID);
    }
  });

  it('contains the known fields of a later version of the header', async () => {
    const later = TRACE.replace(/^00/, '01');
    for (const call of await callWith({ traceparent: `${later}-more` })) expect(call.traceparent).toBe(later);
  });
});
