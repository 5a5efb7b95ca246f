/**
 * Tests the proxy as the console's server runs it: over HTTP, and without Next. Nothing replaces next/headers here, so
 * each use of it fails.
 */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { eq } from 'drizzle-orm';
import { Client } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { isProxyPath } from '#lib/http/proxy-path.ts';
import { holdRequests } from '#lib/incoming/hold-requests.ts';
import { serveProxy } from '#lib/proxy/serve.ts';
import { assignRole } from '#lib/store/member-changes.ts';
import type { MemberRow } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { members } from '#lib/store/schema/members.ts';
import { deleteMemberSessions } from '#lib/store/sessions.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { addMember } from '../console/support/members.ts';
import { ORIGIN } from '../console/support/settings.ts';
import { addCampaign } from '../console/support/tiny-service.ts';
import { setUpObservedServer } from './support/http-server.ts';

const harness = setUpHarness();
const server = setUpObservedServer();
let client: Client;
let count = 0;

beforeAll(() => {
  holdRequests({
    isFromMember: async () => true,
    maxLargeRequests: 2,
    findHandler: (path) => (isProxyPath(path) ? serveProxy : undefined),
  });
  client = new Client(server.url);
});
afterAll(() => client.close());

interface SentRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(path: string, { method = 'GET', headers = {}, body }: SentRequest = {}) {
  const response = await client.request({ method, path: `/api${path}`, headers, ...(body && { body }) });
  return { status: response.statusCode, headers: response.headers, bytes: await response.body.bytes() };
}

const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());

async function signIn(role: 'viewer' | 'sender'): Promise<{ member: MemberRow; cookie: string }> {
  const member = await addMember(`direct-${count++}@mailroom.test`, role);
  return { member, cookie: `a=b; ${sessionCookie()}=${await issueSessionToken(member)}` };
}

it('responds to a signed-in member with the campaign and the headers that every response has', async () => {
  const { id } = addCampaign(harness.service, { id: 6_000 + count });
  const { cookie } = await signIn('viewer');
  const { status, headers, bytes } = await send(`/v1/campaigns/${id}`, { headers: { cookie } });
  expect([status, parse(bytes).id]).toEqual([200, id]);
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'content-length': String(bytes.length),
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'content-type': 'application/json',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
});

describe('a change takes effect on the next request', () => {
  it.each<[string, (member: MemberRow) => Promise<unknown>, number]>([
    ['a role', async ({ id }) => assignRole(await store(), id, 'viewer'), 403],
    [
      'a disabled member',
      async ({ id }) =>
        (await store()).update(members).set({ disabledAt: new Date() }).where(eq(members.id, id)),
      401,
    ],
    ['an ended session', async ({ id }) => deleteMemberSessions(await store(), id), 401],
  ])('%s', async (_, change, expected) => {
    const { id } = addCampaign(harness.service, { id: 6_000 + count, status: 'queued' });
    const { member, cookie } = await signIn('sender');
    const headers = { cookie, origin: ORIGIN };
    expect(await send(`/v1/campaigns/${id}`, { headers })).toMatchObject({ status: 200 });
    await change(member);
    harness.service.requests.length = 0;
    const canceled = await send(`/v1/campaigns/${id}/cancel`, { method: 'POST', headers });
    expect(canceled.status).toBe(expected);
    expect(harness.service.requests).toEqual([]);
  });
});

it('records who canceled a campaign and from which address', async () => {
  const { id } = addCampaign(harness.service, { id: 6_000 + count, status: 'queued' });
  const { member, cookie } = await signIn('sender');
  const headers = { cookie, origin: ORIGIN };
  expect(await send(`/v1/campaigns/${id}/cancel`, { method: 'POST', headers })).toMatchObject({
    status: 200,
  });
  const [attempt] = await (await store()).select().from(attempts).where(eq(attempts.campaignId, id));
  expect(attempt).toMatchObject({ memberId: member.id, from: '127.0.0.1' });
});

it('records a refused operation as a security event', async () => {
  const { member, cookie } = await signIn('viewer');
  const refused = await send('/v1/campaigns/1/cancel', {
    method: 'POST',
    headers: { cookie, origin: ORIGIN },
  });
  expect(refused.status).toBe(403);
  const findEvents = async () => (await store()).select().from(activity).where(eq(activity.by, member.email));
  await expect.poll(async () => (await findEvents()).map(({ from }) => from)).toEqual(['127.0.0.1']);
});

it('refuses a request from another site', async () => {
  const { cookie } = await signIn('sender');
  const headers = { cookie, origin: 'https://other.example' };
  const { status, bytes } = await send('/v1/campaigns/1/cancel', { method: 'POST', headers });
  expect([status, parse(bytes).error.code]).toEqual([403, 'foreign_origin']);
});

it('sends no body in the response to a HEAD request', async () => {
  const { cookie } = await signIn('viewer');
  const { status, headers, bytes } = await send('/v1/customers', { method: 'HEAD', headers: { cookie } });
  expect([status, headers.allow, bytes.length]).toEqual([405, 'GET', 0]);
});

it('compresses long responses for clients that accept gzip', async () => {
  const { cookie } = await signIn('viewer');
  const longer = { description: 'x'.repeat(2_000) };
  const { id } = addCampaign(harness.service, { id: 6_000 + count, meta_data: longer } as never);
  const path = `/v1/campaigns/${id}`;
  const plain = await send(path, { headers: { cookie, 'accept-encoding': 'gzip;q=0' } });
  expect(plain.headers).not.toHaveProperty('content-encoding');
  expect(plain.headers.vary).toBe('Accept-Encoding');
  const compressed = await send(path, { headers: { cookie, 'accept-encoding': 'br, gzip' } });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(
    await new Response(
      new Blob([Uint8Array.from(compressed.bytes)]).stream().pipeThrough(new DecompressionStream('gzip')),
    ).json(),
  ).toEqual(parse(plain.bytes));
});

it.each([
  ['/v1/campaigns/%zz', 400, 'malformed'],
  ['/v1/campaigns?page=%zz', 401, 'signed_out'],
  ['/nowhere', 401, 'signed_out'],
])('a request for %s without a session gets the status %i', async (path, status, code) => {
  const response = await send(path);
  expect([response.status, parse(response.bytes).error.code]).toEqual([status, code]);
});

it('leaves the other routes below /api, and paths that Next redirects, to Next', () => {
  const files = readdirSync(new URL('../../app/api', import.meta.url), { recursive: true, encoding: 'utf8' });
  const routes = files.filter((file) => /route\.tsx?$/.test(file)).map((file) => dirname(file));
  expect(routes.length).toBeGreaterThan(5);
  for (const route of routes) {
    const path = `/api/${route.replaceAll(/\[[^\]]+\]/g, '1')}`;
    expect(isProxyPath(path), path).toBe(false);
    expect(isProxyPath(`${path}2/other/than/that`), path).toBe(!path.startsWith('/api/auth/'));
  }
  const redirected = ['/api', '/api/', '/api/v1/', '/api//v1/campaigns', '/api/v1//campaigns', '/api\\v1'];
  for (const path of redirected) expect(isProxyPath(path), path).toBe(false);
  const served = [
    '/api/v1',
    '/api/v2/templates/1/preview',
    '/api/v3',
    '/api/jobs',
    '/api/pay',
    '/api/%6Aobs',
  ];
  for (const path of served) expect(isProxyPath(path), path).toBe(true);
});
