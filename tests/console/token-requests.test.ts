/** Tests API tokens and the requests that contain them. */
import { sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { createApiToken, isApiToken } from '#lib/auth/api-token.ts';
import { getMember, getSessionId } from '#lib/auth/session.ts';
import { issueSessionToken, sessionCookie } from '#lib/auth/session-token.ts';
import { store } from '#lib/store/open.ts';
import {
  addToken,
  addTokenMember,
  listCampaignsWithToken,
  readStoredToken,
  requestWithToken,
  setTokenColumn,
  setUpTokenHarness,
  withToken,
} from './support/api-tokens.ts';
import { readProxyError, requestProxy } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addNewCampaign } = setUpTokenHarness();
let addressCount = 0;

describe('a token', () => {
  it('has at least 160 random bits, and a checksum that detects typing errors', () => {
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
    const { id } = addNewCampaign({ status: 'queued' });
    expect((await listCampaignsWithToken(text)).status).toBe(200);
    const canceled = await requestWithToken(text, 'POST', `/v1/campaigns/${id}/cancel`);
    expect(canceled.status).toBe(200);
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('is accepted from any origin, because browsers never add a token on their own', async () => {
    const { text } = await addToken('sender');
    const { id } = addNewCampaign({ status: 'queued' });
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
      const response = await listCampaignsWithToken(token, { cookies, from: `192.0.2.${++addressCount}` });
      expect((await readProxyError(response)).code).toBe('invalid_token');
      expect(harness.service.requests).toEqual([]);
    },
  );

  it('has no session on pages or in actions, even with a session cookie', async () => {
    const { text, member } = await addToken('admin');
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    for (const token of [text, 'mrm_unknown']) {
      expect(await withToken(token, { cookies })(getMember)).toBeNull();
      expect(await withToken(token, { cookies })(getSessionId)).toBeNull();
    }
  });

  it('is authenticated with one query', async () => {
    const { text } = await addToken('viewer');
    await listCampaignsWithToken(text);
    const select = vi.spyOn(await store(), 'select');
    const update = vi.spyOn(await store(), 'update');
    expect((await listCampaignsWithToken(text)).status).toBe(200);
    expect(select).toHaveBeenCalledTimes(1);
    expect(update).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it('must have an origin if it uses a session instead of the token', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    const path = `/v1/campaigns/${id}/cancel`;
    for (const authorization of ['', 'Basic YTpi']) {
      const headers = { authorization };
      const response = await requestProxy(harness.admin, 'POST', path, { sendsOrigin: false, headers });
      expect((await readProxyError(response)).code).toBe('foreign_origin');
    }
    expect(harness.service.writes()).toEqual([]);
  });
});

describe('a token’s last use', () => {
  it('is recorded with the address', async () => {
    const { text, id } = await addToken('viewer');
    expect(await readStoredToken(id)).toMatchObject({ lastUsedAt: null, lastUsedFrom: null });
    await listCampaignsWithToken(text, { from: '203.0.113.20' });
    const { lastUsedAt, lastUsedFrom } = await readStoredToken(id);
    expect(lastUsedFrom).toBe('203.0.113.20');
    expect(Math.abs(Date.now() - (lastUsedAt?.getTime() ?? 0))).toBeLessThan(60_000);
  });

  it('is written at most once a minute, except when the address changes', async () => {
    const { text, id } = await addToken('viewer');
    const use = async (from: string) => {
      await listCampaignsWithToken(text, { from });
      return (await readStoredToken(id)).lastUsedAt?.getTime();
    };
    const first = await use('203.0.113.20');
    expect(await use('203.0.113.20')).toBe(first);
    expect(await use('203.0.113.21')).not.toBe(first);
    await setTokenColumn(id, `last_used_at = now() - interval '61 seconds'`);
    const before = (await readStoredToken(id)).lastUsedAt?.getTime();
    expect(await use('203.0.113.21')).not.toBe(before);
  });
});
