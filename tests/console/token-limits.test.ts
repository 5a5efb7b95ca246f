/** Tests from which addresses, and how often, programs can send requests with API tokens. */
import { describe, expect, it, vi } from 'vitest';
import { createApiToken } from '#lib/auth/api-token.ts';
import {
  addToken,
  listCampaignsWithToken,
  readStoredToken,
  requestWithToken,
  setUpTokenHarness,
} from './support/api-tokens.ts';
import { readProxyError, requestProxy } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness } = setUpTokenHarness();

describe('a token that is limited to certain addresses', () => {
  const addresses = ['198.51.100.0/24', '2001:db8::/48', '203.0.113.7'];

  it.each(['198.51.100.200', '2001:db8::9', '203.0.113.7', '::ffff:203.0.113.7'])(
    'works from %s',
    async (from) => {
      const { text } = await addToken('viewer', { addresses });
      expect((await listCampaignsWithToken(text, { from })).status).toBe(200);
    },
  );

  it.each(['198.51.101.1', '2001:db9::1', '203.0.113.8', 'unknown'])('is refused from %s', async (from) => {
    const { text, id } = await addToken('viewer', { addresses });
    const error = await readProxyError(await listCampaignsWithToken(text, { from }));
    expect(error.code).toBe('not_allowed');
    expect(error.message).toContain(from === 'unknown' ? 'an unknown address' : from);
    expect(harness.service.requests).toEqual([]);
    expect((await readStoredToken(id)).lastUsedAt).toBeNull();
  });

  it('ignores forwarded addresses that no trusted proxy appended', async () => {
    const { text } = await addToken('viewer', { addresses });
    const forged = { from: '203.0.113.7, 192.0.2.66' };
    expect((await listCampaignsWithToken(text, forged)).status).toBe(403);
    harness.applySettings({ TRUSTED_PROXY_ADDRESSES: '192.0.2.66' });
    expect((await listCampaignsWithToken(text, forged)).status).toBe(200);
  });
});

describe('a token’s request limit', () => {
  const readRateLimitHeaders = ({ headers }: Response) =>
    [headers.get('ratelimit-policy'), headers.get('ratelimit')?.replace(/t=\d+/, 't=…')] as const;

  it('is stated in every response, including error responses', async () => {
    harness.applySettings({ API_REQUESTS_PER_MINUTE: '3' });
    const { text } = await addToken('viewer');
    const policy = '"token";q=3;w=60';
    expect(readRateLimitHeaders(await listCampaignsWithToken(text))).toEqual([policy, '"token";r=2;t=…']);
    const missing = await requestWithToken(text, 'GET', '/v1/campaigns/999');
    expect([missing.status, ...readRateLimitHeaders(missing)]).toEqual([404, policy, '"token";r=1;t=…']);
    const refused = await requestWithToken(text, 'POST', '/v1/campaigns/999/cancel');
    expect([refused.status, ...readRateLimitHeaders(refused)]).toEqual([403, policy, '"token";r=0;t=…']);
  });

  it('refuses further requests with 429 and says when to try again, without affecting other tokens', async () => {
    harness.applySettings({ API_REQUESTS_PER_MINUTE: '2' });
    const { text, member } = await addToken('viewer');
    const other = await addToken(member, { name: 'Other' });
    await listCampaignsWithToken(text);
    await listCampaignsWithToken(text);
    harness.service.requests.length = 0;
    const response = await listCampaignsWithToken(text);
    expect(readRateLimitHeaders(response)).toEqual(['"token";q=2;w=60', '"token";r=0;t=…']);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await readProxyError(response)).toEqual({
      code: 'too_many_requests',
      message: `This API token made too many requests. Try again in ${seconds} seconds.`,
    });
    expect(harness.service.requests).toEqual([]);
    expect((await listCampaignsWithToken(other.text)).status).toBe(200);
  });

  it('isn’t used up by requests from an address that the token doesn’t allow', async () => {
    harness.applySettings({ API_REQUESTS_PER_MINUTE: '1' });
    const { text } = await addToken('viewer', { addresses: ['203.0.113.7'] });
    for (let i = 0; i < 3; i++) await listCampaignsWithToken(text, { from: '192.0.2.1' });
    expect((await listCampaignsWithToken(text, { from: '203.0.113.7' })).status).toBe(200);
  });

  it('isn’t stated in responses to members’ browsers', async () => {
    const response = await requestProxy(harness.viewer, 'GET', '/v1/campaigns');
    expect(readRateLimitHeaders(response)).toEqual([null, undefined]);
  });
});

describe('a request with an invalid token', () => {
  it('counts toward the limit for its IP address, but valid tokens keep working from the same address', async () => {
    const from = '192.0.2.200';
    const { text } = await addToken('viewer');
    const statuses: number[] = [];
    for (let i = 0; i < 31; i++)
      statuses.push((await listCampaignsWithToken(createApiToken(), { from })).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    const response = await listCampaignsWithToken('mrm_wrong', { from });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(800);
    expect((await readProxyError(response)).message).toBe(
      `Too many requests from your address had an invalid API token. Try again in ${seconds} seconds.`,
    );
    expect((await listCampaignsWithToken(text, { from })).status).toBe(200);
    expect((await listCampaignsWithToken('mrm_wrong', { from: '192.0.2.201' })).status).toBe(401);
  });
});
