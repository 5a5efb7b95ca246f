/** Tests requests that have an API token and an Idempotency-Key. */
import { describe, expect, it, vi } from 'vitest';
import {
  addToken,
  addTokenMember,
  requestWithToken,
  setUpTokenHarness,
  type TestToken,
} from './support/api-tokens.ts';
import { readProxyError, requestProxy } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addNewCampaign } = setUpTokenHarness();

describe('a request with an Idempotency-Key', () => {
  const cancel = (token: TestToken, id: number, key: string) =>
    requestWithToken(token.text, 'POST', `/v1/campaigns/${id}/cancel`, {
      headers: { 'idempotency-key': key },
    });

  it('returns the first response again if it is repeated with the same token', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    const token = await addToken('sender', { scopes: ['cancelCampaign'] });
    const first = await cancel(token, id, 'a-key');
    const again = await cancel(token, id, 'a-key');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('ratelimit')).not.toBeNull();
    expect(await again.json()).toEqual(await first.json());
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('never gets the response to another token’s request with the same key, even from the member’s browser', async () => {
    const member = await addTokenMember('admin');
    const first = await addToken(member, { name: 'First' });
    const { id } = addNewCampaign({ status: 'queued', customer: 41 });
    const path = `/v1/campaigns/${id}/cancel`;
    expect((await cancel(first, id, 'shared')).status).toBe(200);
    const narrow = await addToken(member, { name: 'Narrow', customerId: 42 });
    expect((await readProxyError(await cancel(narrow, id, 'shared'))).code).toBe('not_found');
    const second = await addToken(member, { name: 'Second' });
    expect((await readProxyError(await cancel(second, id, 'shared'))).code).toBe('conflict');
    const { issueSessionToken, sessionCookie } = await import('#lib/auth/session-token.ts');
    const { inRequest } = await import('./support/request.ts');
    const cookies = { [sessionCookie()]: await issueSessionToken(member) };
    const fromBrowser = await requestProxy((work) => inRequest({ cookies }, work), 'POST', path, {
      headers: { 'idempotency-key': 'shared' },
    });
    expect((await readProxyError(fromBrowser)).code).toBe('conflict');
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('returns the campaign after a lost response, even if the token can’t read campaigns', async () => {
    const token = await addToken('sender', { scopes: ['payAndSendCampaign'] });
    const { id } = addNewCampaign();
    const pay = () =>
      requestWithToken(token.text, 'POST', `/v1/campaigns/${id}/pay_and_send`, {
        fields: { email: 'a@b.example', source: 'tok_visa' },
        headers: { 'idempotency-key': 'lost' },
      });
    harness.service.injectFault('POST pay_and_send', 'drop_after');
    harness.service.injectFault('GET checkout', 500);
    await pay();
    const again = await pay();
    expect(await again.json()).toMatchObject({ id, status: 'queued' });
    expect(harness.service.writes()).toHaveLength(1);
  });
});
