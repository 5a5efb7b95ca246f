/** Tests which API requests with a token are accepted. */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiToken, isApiToken } from '#lib/auth/api-token.ts';
import { getMember, getSessionId } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { changeMember } from '#lib/data/team.ts';
import { deleteEndedTokens, findApiTokenById, revokeApiToken } from '#lib/store/api-tokens.ts';
import { assignRole, upsertMember } from '#lib/store/members.ts';
import { store } from '#lib/store/open.ts';
import { addToken, addTokenMember, requestWithToken, withToken } from './support/api-tokens.ts';
import { setUpHarness } from './support/harness.ts';
import { readProxyError, requestProxy } from './support/proxy.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.applySettings({});
  harness.service.requests.length = 0;
});

const listCampaigns = (token: string, options: Parameters<typeof requestWithToken>[3] = {}) =>
  requestWithToken(token, 'GET', '/v1/campaigns', options);

async function expectInvalid(token: string): Promise<void> {
  const response = await listCampaigns(token, { from: `198.51.100.${nextId++}` });
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Mailroom", error="invalid_token"');
  expect((await readProxyError(response)).code).toBe('invalid_token');
  expect(harness.service.requests).toEqual([]);
}

async function setColumn(id: string, assignment: string): Promise<void> {
  await (await store()).execute(sql.raw(`update api_tokens set ${assignment} where id = '${id}'`));
}

const readToken = async (id: string) => {
  const found = await findApiTokenById(await store(), id);
  if (!found) throw new Error('The token is gone.');
  return found.token;
};

describe('a token', () => {
  it('has at least 160 random bits, and a checksum that finds typing errors', () => {
    const token = createApiToken();
    expect(token).toMatch(/^mrm_[0-9A-Za-z]{36}$/);
    expect(Math.log2(62 ** 30)).toBeGreaterThan(160);
    expect(new Set(Array.from({ length: 1_000 }, createApiToken)).size).toBe(1_000);
    expect(isApiToken(token)).toBe(true);
    for (let i = 4; i < token.length; i++) {
      const typo = token.slice(0, i) + (token[i] === 'a' ? 'b' : 'a') + token.slice(i + 1);
      expect(isApiToken(typo), typo).toBe(false);
    }
  });

  it('is stored only as a hash', async () => {
    const { text } = await addToken('viewer');
    const result = await (await store()).execute(sql`select * from api_tokens`);
    const rows = JSON.stringify((result as unknown as { rows: unknown }).rows);
    expect(rows).toContain(text.slice(-4));
    expect(rows).not.toContain(text.slice(4, -4));
  });
});

describe('a request with a token', () => {
  it('needs neither a cookie nor an origin', async () => {
    const { text } = await addToken('sender');
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    expect((await listCampaigns(text)).status).toBe(200);
    const canceled = await requestWithToken(text, 'POST', `/v1/campaigns/${id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('can contain any origin, because browsers never add a token by themselves', async () => {
    const { text } = await addToken('sender');
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    const headers = { origin: 'https://other.example' };
    const response = await requestWithToken(text, 'POST', `/v1/campaigns/${id}/cancel`, { headers });
    expect(response.status).toBe(200);
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each(['unknown', 'mrm_unknown', ''])(
    'never uses the session cookie, even if the token is “%s”',
    async (token) => {
      const member = await addTokenMember('admin');
      const cookies = { [sessionCookie()]: await issueSessionToken(member) };
      const response = await listCampaigns(token, { cookies, from: `192.0.2.${nextId++}` });
      expect((await readProxyError(response)).code).toBe('invalid_token');
      expect(harness.service.requests).toEqual([]);
    },
  );

  it('has no session on pages and in actions, even with a session cookie', async () => {
    const { text, member } = await addToken('admin');
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    for (const token of [text, 'mrm_unknown']) {
      expect(await withToken(token, { cookies })(getMember)).toBeNull();
      expect(await withToken(token, { cookies })(getSessionId)).toBeNull();
    }
  });

  it('is authenticated with one query', async () => {
    const { text } = await addToken('viewer');
    await listCampaigns(text);
    const select = vi.spyOn(await store(), 'select');
    const update = vi.spyOn(await store(), 'update');
    expect((await listCampaigns(text)).status).toBe(200);
    expect(select).toHaveBeenCalledTimes(1);
    expect(update).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('must have an origin if the token is replaced with a session', async () => {
    const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
    const path = `/v1/campaigns/${id}/cancel`;
    for (const authorization of ['', 'Basic YTpi']) {
      const headers = { authorization };
      const response = await requestProxy(harness.admin, 'POST', path, { sendsOrigin: false, headers });
      expect((await readProxyError(response)).code).toBe('foreign_origin');
    }
    expect(harness.service.writes()).toEqual([]);
  });
});

describe('a token stops working at the next request', () => {
  it('after it expires', async () => {
    const { text, id } = await addToken('viewer');
    expect((await listCampaigns(text)).status).toBe(200);
    harness.service.requests.length = 0;
    await setColumn(id, `expires_at = now() - interval '1 millisecond'`);
    await expectInvalid(text);
  });

  it('after it is revoked', async () => {
    const { text, id } = await addToken('viewer');
    await revokeApiToken(await store(), id, 'admin@mailroom.test');
    await expectInvalid(text);
  });

  it('after its member is disabled, and stays revoked when the member is enabled again', async () => {
    const { text, id, member } = await addToken('viewer');
    await harness.admin(() => changeMember(member.id, 'disable'));
    await expectInvalid(text);
    await harness.admin(() => changeMember(member.id, 'enable'));
    await expectInvalid(text);
    expect(await readToken(id)).toMatchObject({ revokedBy: 'admin@mailroom.test' });
  });

  it('after its member was disabled directly in the database', async () => {
    const { text, member } = await addToken('viewer');
    await (await store()).execute(sql`update members set disabled_at = now() where id = ${member.id}`);
    await expectInvalid(text);
  });

  it.each([
    ['an admin changes the role', (id: string) => harness.admin(() => changeMember(id, 'viewer'))],
    ['the identity provider changes the role', async (id: string) => assignRole(await store(), id, 'viewer')],
  ])('if the new role allows less than the token, after %s', async (_, demote) => {
    const { text, member } = await addToken('sender');
    const reading = await addToken(member, { name: 'Report', scopes: ['listCampaigns'] });
    await demote(member.id);
    await expectInvalid(text);
    expect((await listCampaigns(reading.text)).status).toBe(200);
    harness.service.requests.length = 0;
    await harness.admin(() => changeMember(member.id, 'sender'));
    await expectInvalid(text);
  });

  it('after an operator resets the member’s account', async () => {
    const { text, member } = await addToken('viewer');
    await upsertMember(await store(), { ...member, passwordHash: 'scrypt' });
    await expectInvalid(text);
  });
});

it('lets a token do only what its member’s current role allows', async () => {
  const { text, member } = await addToken('admin');
  await (await store()).execute(sql`update members set role = 'viewer' where id = ${member.id}`);
  const { id } = addCampaign(harness.service, { id: nextId++, status: 'queued' });
  const response = await requestWithToken(text, 'POST', `/v1/campaigns/${id}/cancel`);
  expect((await readProxyError(response)).code).toBe('not_allowed');
  expect(harness.service.writes()).toEqual([]);
});

describe('a token that is limited to addresses', () => {
  const addresses = ['198.51.100.0/24', '2001:db8::/48', '203.0.113.7'];

  it.each(['198.51.100.200', '2001:db8::9', '203.0.113.7', '::ffff:203.0.113.7'])(
    'works from %s',
    async (from) => {
      const { text } = await addToken('viewer', { addresses });
      expect((await listCampaigns(text, { from })).status).toBe(200);
    },
  );

  it.each(['198.51.101.1', '2001:db9::1', '203.0.113.8', 'unknown'])('is refused from %s', async (from) => {
    const { text, id } = await addToken('viewer', { addresses });
    const error = await readProxyError(await listCampaigns(text, { from }));
    expect(error.code).toBe('not_allowed');
    expect(error.message).toContain(from === 'unknown' ? 'an unknown address' : from);
    expect(harness.service.requests).toEqual([]);
    expect((await readToken(id)).lastUsedAt).toBeNull();
  });

  it('ignores forwarded addresses that no trusted proxy appended', async () => {
    const { text } = await addToken('viewer', { addresses });
    const forged = { from: '203.0.113.7, 192.0.2.66' };
    expect((await listCampaigns(text, forged)).status).toBe(403);
    harness.applySettings({ TRUSTED_PROXY_ADDRESSES: '192.0.2.66' });
    expect((await listCampaigns(text, forged)).status).toBe(200);
  });
});

describe('the request limit of a token', () => {
  const readRateLimitHeaders = ({ headers }: Response) =>
    [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/t=\d+/, 't=…')] as const;

  it('is stated in every response, including error responses', async () => {
    harness.applySettings({ API_REQUESTS_PER_MINUTE: '3' });
    const { text } = await addToken('viewer');
    const policy = '"token";q=3;w=60';
    expect(readRateLimitHeaders(await listCampaigns(text))).toEqual([policy, '"token";r=2;t=…']);
    const missing = await requestWithToken(text, 'GET', '/v1/campaigns/999');
    expect([missing.status, ...readRateLimitHeaders(missing)]).toEqual([404, policy, '"token";r=1;t=…']);
    const refused = await requestWithToken(text, 'POST', '/v1/campaigns/999/cancel');
    expect([refused.status, ...readRateLimitHeaders(refused)]).toEqual([403, policy, '"token";r=0;t=…']);
  });

  it('refuses further requests with 429 and says when to try again, without affecting other tokens', async () => {
    harness.applySettings({ API_REQUESTS_PER_MINUTE: '2' });
    const { text, member } = await addToken('viewer');
    const other = await addToken(member, { name: 'Other' });
    await listCampaigns(text);
    await listCampaigns(text);
    harness.service.requests.length = 0;
    const response = await listCampaigns(text);
    expect(readRateLimitHeaders(response)).toEqual(['"token";q=2;w=60', '"token";r=0;t=…']);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await readProxyError(response)).toEqual({
      code: 'too_many_requests',
      message: `This API token made too many requests. Try again in ${seconds} seconds.`,
    });
    expect(harness.service.requests).toEqual([]);
    expect((await listCampaigns(other.text)).status).toBe(200);
  });

  it('isn’t used up by requests from an address that the token doesn’t allow', async () => {
    harness.applySettings({ API_REQUESTS_PER_MINUTE: '1' });
    const { text } = await addToken('viewer', { addresses: ['203.0.113.7'] });
    for (let i = 0; i < 3; i++) await listCampaigns(text, { from: '192.0.2.1' });
    expect((await listCampaigns(text, { from: '203.0.113.7' })).status).toBe(200);
  });

  it('isn’t stated in responses to members’ browsers', async () => {
    const response = await requestProxy(harness.viewer, 'GET', '/v1/campaigns');
    expect(readRateLimitHeaders(response)).toEqual([null, undefined]);
  });
});

describe('requests with invalid tokens', () => {
  it('are limited by IP address, but valid tokens keep working from the same address', async () => {
    const from = '192.0.2.200';
    const { text } = await addToken('viewer');
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++) statuses.push((await listCampaigns(createApiToken(), { from })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    const response = await listCampaigns('mrm_wrong', { from });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(800);
    expect((await readProxyError(response)).message).toBe(
      `Too many requests from your address had an invalid API token. Try again in ${seconds} seconds.`,
    );
    expect((await listCampaigns(text, { from })).status).toBe(200);
    expect((await listCampaigns('mrm_wrong', { from: '192.0.2.201' })).status).toBe(401);
  });
});

describe('the last use of a token', () => {
  it('is recorded with the address', async () => {
    const { text, id } = await addToken('viewer');
    expect(await readToken(id)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
    await listCampaigns(text, { from: '203.0.113.20' });
    const { lastUsedAt, lastUsedFrom } = await readToken(id);
    expect(lastUsedFrom).toBe('203.0.113.20');
    expect(Math.abs(Date.now() - (lastUsedAt?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('is written at most once a minute, except when the address changes', async () => {
    const { text, id } = await addToken('viewer');
    const use = async (from: string) => {
      await listCampaigns(text, { from });
      return (await readToken(id)).lastUsedAt?.getTime();
    };
    const first = await use('203.0.113.20');
    expect(await use('203.0.113.20')).toBe(first);
    expect(await use('203.0.113.21')).not.toBe(first);
    await setColumn(id, `last_used_at = now() - interval '61 seconds'`);
    const before = (await readToken(id)).lastUsedAt?.getTime();
    expect(await use('203.0.113.21')).not.toBe(before);
  });
});

it('deletes tokens 30 days after they expire or are revoked', async () => {
  const member = await addTokenMember('viewer');
  const live = await addToken(member);
  const revoked = await addToken(member);
  const expired = await addToken(member);
  const recent = await addToken(member);
  await setColumn(revoked.id, `revoked_at = now() - interval '31 days'`);
  await setColumn(expired.id, `expires_at = now() - interval '31 days'`);
  await setColumn(recent.id, `revoked_at = now() - interval '29 days'`);
  await deleteEndedTokens(await store());
  const db = await store();
  const isKept = async ({ id }: { id: string }) => (await findApiTokenById(db, id)) !== undefined;
  expect(await Promise.all([live, revoked, expired, recent].map(isKept))).toEqual([true, false, false, true]);
});
