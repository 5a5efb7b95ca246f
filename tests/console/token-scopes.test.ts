/** Tests what API tokens can do: their scopes, the limit to one customer, Idempotency-Keys, and the activity. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { runAsTokenCaller } from '#lib/auth/token-caller.ts';
import { type OperationName, operationNames, operations } from '#lib/contract/operations.ts';
import { authorize } from '#lib/data/authorize.ts';
import { getScope, isReadScope, scopesOfRole, TOKEN_SCOPES } from '#lib/domain/api-token.ts';
import { lockScopeOf } from '#lib/domain/attempt.ts';
import { KEYED_OPERATIONS } from '#lib/domain/idempotency-key.ts';
import { isAllowed, type Permission, ROLES } from '#lib/domain/permissions.ts';
import { queryActivity } from '#lib/store/activity.ts';
import { claimAttempt, listCampaignAttempts } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { encodeValidRequest } from '../support/valid-requests.ts';
import {
  addToken,
  addTokenMember,
  requestWithToken,
  type TestToken,
  withToken,
} from './support/api-tokens.ts';
import { setUpHarness } from './support/harness.ts';
import {
  FORM_TYPE,
  type ProxyMethod,
  REDIRECT_QUERY,
  readProxyError,
  requestProxy,
  scopedPath,
} from './support/proxy.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  // The tests of every operation make more requests than the default limit allows.
  harness.applySettings({ API_REQUESTS_PER_MINUTE: '10000' });
  harness.service.requests.length = 0;
});

const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides });

/** Sends a valid request for the operation on a campaign. */
function runOperation(
  token: TestToken,
  name: OperationName,
  { id, customer }: Pick<TinyCampaign, 'id' | 'customer'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const target = { campaign: id, customer, template: 5, origin: ORIGIN };
  const { method, path, query, body } = encodeValidRequest(name, target);
  return requestWithToken(token.text, method as ProxyMethod, query ? `${path}?${query}` : path, {
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': FORM_TYPE }) },
  });
}

describe('scopes', () => {
  it('cover every operation, and count as read-only if and only if viewers can run the operation', () => {
    expect(new Set(operationNames.map(getScope))).toEqual(new Set(TOKEN_SCOPES));
    for (const name of operationNames) expect(isReadScope(getScope(name))).toBe(isAllowed('viewer', name));
    expect(TOKEN_SCOPES.filter(isReadScope).filter((name) => operations[name].method !== 'GET')).toEqual([
      'previewTemplate',
    ]);
  });

  it.each(ROLES)('of a %s are exactly what the role allows', (role) => {
    expect(scopesOfRole(role)).toEqual(TOKEN_SCOPES.filter((scope) => isAllowed(role, scope)));
  });

  it.each(operationNames)(
    'let a token run %s only if the token has the scope for this operation',
    async (name) => {
      const member = await addTokenMember('admin');
      const allowed = await addToken(member, { name: 'With', scopes: [getScope(name)] });
      const others = TOKEN_SCOPES.filter((scope) => scope !== getScope(name));
      const refused = await addToken(member, { name: 'Without', scopes: others });
      const error = await readProxyError(await runOperation(refused, name, addNewCampaign()));
      expect(error.code).toBe('not_allowed');
      expect(harness.service.requests).toEqual([]);
      const response = await runOperation(allowed, name, addNewCampaign());
      expect([401, 403]).not.toContain(response.status);
      expect(harness.service.requests).not.toEqual([]);
    },
  );

  it('are named in the response to a request that the token doesn’t allow', async () => {
    const token = await addToken('admin', { scopes: ['getCampaign', 'updateCustomer'] });
    const refused = await runOperation(token, 'payCustomerCampaign', addNewCampaign());
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="Mailroom", error="insufficient_scope"',
    );
    expect((await readProxyError(refused)).message).toBe(
      'This API token doesn’t allow payCampaign. Use a token that does.',
    );
    // The two updates share a path, so the body decides which scope the request needs.
    const template = await runOperation(token, 'updateTemplate', addNewCampaign());
    expect((await readProxyError(template)).message).toContain('doesn’t allow updateTemplate');
  });

  it('never include the console’s own permissions, so tokens can’t manage tokens, sessions, or accounts', async () => {
    const { id, text, member } = await addToken('admin');
    const { email, name, timeZone, dateLocale } = member;
    const profile = { id: member.id, email, name, role: 'admin', timeZone, dateLocale } as const;
    const caller = { id, name: 'All', scopes: TOKEN_SCOPES, customerId: null, member: profile };
    const own: Permission[] = ['shareCampaign', 'viewShareLinks', 'approve', 'manageTeam', 'editProfile'];
    for (const permission of own) {
      const run = () => runAsTokenCaller(caller, () => authorize(permission, profile));
      const outcome = await withToken(text)(run);
      expect(outcome.ok, permission).toBe(false);
    }
  });
});

describe('a token that is limited to one customer', () => {
  const OWN = 31;
  const OTHER = 32;
  const addOwnToken = async () => addToken('admin', { customerId: OWN });
  const isTemplateOperation = (name: OperationName) => /template/i.test(name);
  const hasCampaign = (name: OperationName) => /campaign/i.test(name) && !/^list/.test(name);

  it.each(operationNames.filter((name) => !isTemplateOperation(name)))(
    'can run %s for its customer',
    async (name) => {
      const status = /^cancel/.test(name) ? 'queued' : 'draft';
      const paid = name === 'sendCampaign' ? 10 : 0;
      const response = await runOperation(
        await addOwnToken(),
        name,
        addNewCampaign({ customer: OWN, status, paid }),
      );
      // The tiny service doesn't store changes to customers, which the console detects when it reads the
      // customer again.
      expect(response.status).toBe(name === 'updateCustomer' ? 409 : 200);
    },
  );

  it.each(operationNames.filter(hasCampaign))(
    'gets 404 from %s for another customer’s campaign',
    async (name) => {
      const campaign = addNewCampaign({ customer: OTHER, status: /^cancel/.test(name) ? 'queued' : 'draft' });
      addNewCampaign({ customer: OWN });
      const token = await addOwnToken();
      const before = { ...campaign };
      // The path contains the customer of the campaign or the customer of the token.
      for (const customer of [OTHER, OWN]) {
        for (const key of [undefined, `${name}-${campaign.id}-${customer}`]) {
          const headers = new Map(key === undefined ? [] : [['idempotency-key', key]]);
          const response = await runOperation(
            token,
            name,
            { id: campaign.id, customer },
            Object.fromEntries(headers),
          );
          expect((await readProxyError(response)).code).toBe('not_found');
        }
      }
      expect(harness.service.writes()).toEqual([]);
      expect(harness.service.campaigns.get(campaign.id)).toEqual(before);
    },
  );

  it.each(Object.keys(KEYED_OPERATIONS) as OperationName[])(
    'gets 404 from %s, and takes no lock, while another customer’s campaign is being paid for',
    async (name) => {
      const { id } = addNewCampaign({ customer: OTHER });
      const { id: memberId, email: by } = await addTokenMember('sender');
      const db = await store();
      for (const operation of ['payAndSendCampaign', 'cloneCampaign'] as const) {
        const claim = {
          campaignId: id,
          operation,
          lockScope: lockScopeOf(operation),
          memberId,
          by,
          amount: null,
        };
        expect(await claimAttempt(db, claim)).toBeDefined();
      }
      const response = await runOperation(await addOwnToken(), name, { id, customer: OWN });
      expect((await readProxyError(response)).code).toBe('not_found');
    },
  );

  it.each(['getCustomer', 'updateCustomer', 'listCustomerCampaigns'] as const)(
    'gets 404 from %s for another customer',
    async (name) => {
      const { id } = addNewCampaign({ customer: OTHER });
      const response = await runOperation(await addOwnToken(), name, { id, customer: OTHER });
      expect((await readProxyError(response)).code).toBe('not_found');
      expect(harness.service.requests).toEqual([]);
    },
  );

  it.each(operationNames.filter(isTemplateOperation))(
    'can’t run %s, because templates don’t belong to a customer',
    async (name) => {
      const response = await runOperation(await addOwnToken(), name, addNewCampaign({ customer: OWN }));
      expect((await readProxyError(response)).code).toBe('not_allowed');
      expect(harness.service.requests).toEqual([]);
    },
  );

  it('lists only its customer and the customer’s campaigns', async () => {
    const own = addNewCampaign({ customer: OWN });
    addNewCampaign({ customer: OTHER });
    const token = await addOwnToken();
    const read = async (path: string) => (await requestWithToken(token.text, 'GET', path)).json();
    expect(await read('/v1/customers')).toEqual({
      items: [{ id: OWN, email: `customer-${OWN}@example.com` }],
      current_page: 1,
      total_count: 1,
      total_pages: 1,
    });
    expect(await read('/v1/customers?page=2')).toMatchObject({ items: [], current_page: 2, total_count: 1 });
    const { items } = (await read('/v1/campaigns?status=draft')) as { items: readonly { id: number }[] };
    const ownIds = [...harness.service.campaigns.values()].filter(({ customer }) => customer === OWN);
    expect(items.map(({ id }) => id)).toEqual(ownIds.map(({ id }) => id));
    expect(items.some(({ id }) => id === own.id)).toBe(true);
    expect(harness.service.requests.at(-1)?.url).toBe(
      `/v1/campaigns/customers/${OWN}/campaigns?status=draft`,
    );
  });
});

describe('an Idempotency-Key', () => {
  const cancel = (token: TestToken, id: number, key: string) =>
    requestWithToken(token.text, 'POST', `/v1/campaigns/${id}/cancel`, {
      headers: { 'idempotency-key': key },
    });

  it('returns the first response again if the same token repeats the request', async () => {
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

  it('belongs to one token, so another token or the member’s browser never gets its response', async () => {
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

describe('the activity', () => {
  it('records every write under the member and the token', async () => {
    const token = await addToken('admin', { name: 'Billing sync' });
    const from = { by: token.member.email, tokenName: 'Billing sync', from: '203.0.113.9' };
    const writes: [OperationName, string, Partial<TinyCampaign>][] = [
      ['payCampaign', 'payCampaign', {}],
      ['payCustomerCampaign', 'payCampaign', {}],
      ['payAndSendCampaign', 'payAndSendCampaign', {}],
      ['sendCampaign', 'sendCampaign', { paid: 10 }],
      ['sendCampaignOnInvoice', 'sendCampaignOnInvoice', {}],
      ['cancelCampaign', 'cancelCampaign', { status: 'queued' }],
      ['cancelCustomerCampaign', 'cancelCampaign', { status: 'queued' }],
      ['cloneCampaign', 'cloneCampaign', {}],
      ['deleteCampaign', 'deleteCampaign', {}],
      ['updateCustomer', 'updateCustomer', { customer: 51 }],
    ];
    for (const [name, operation, state] of writes) {
      await runOperation(token, name, addNewCampaign(state));
      const [newest] = await queryActivity(await store(), {}, { limit: 1 });
      expect(newest, name).toMatchObject({ operation, ...from });
    }
    const recorded = new Set(writes.map(([name]) => name));
    const others = operationNames.filter((name) => !isAllowed('viewer', name) && !recorded.has(name));
    // The tiny service has no templates. The console records changes to templates in the same way as changes
    // to customers.
    expect(others).toEqual(['deleteTemplate', 'updateTemplate']);
  });

  it('doesn’t name a token if the member used a browser', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    await requestProxy(harness.sender, 'POST', `/v1/campaigns/${id}/cancel`);
    const [newest] = await queryActivity(await store(), {}, { limit: 1 });
    expect(newest).toMatchObject({ campaignId: id, tokenName: null });
    const [attempt] = await listCampaignAttempts(await store(), id);
    expect(attempt).toMatchObject({ tokenId: null, tokenName: null });
  });
});

it('ignores the token if the request isn’t an API request', async () => {
  const { text } = await addToken('admin');
  const outcome = await withToken(text)(() => authorize('listCampaigns'));
  expect(outcome.ok).toBe(false);
});

it('lets a token with the scope payCampaign start a payment through the customer’s path', async () => {
  const token = await addToken('sender', { scopes: ['payCampaign'] });
  const { id, customer } = addNewCampaign();
  const response = await requestWithToken(
    token.text,
    'POST',
    `${scopedPath(id, customer)}/pay?${REDIRECT_QUERY}`,
  );
  expect(await response.json()).toEqual({ link: 'https://pay.example/1' });
});
