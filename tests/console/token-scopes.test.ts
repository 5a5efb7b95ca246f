/** Tests that a token can run only the operations that its scopes allow. */
import { describe, expect, it, vi } from 'vitest';
import { runAsTokenCaller } from '#lib/auth/token-caller.ts';
import { operationNames, operations } from '#lib/contract/operations.ts';
import { authorize } from '#lib/data/authorize.ts';
import { getScope, isReadScope, scopesOfRole, TOKEN_SCOPES } from '#lib/domain/api-token.ts';
import { isAllowed, type Permission, ROLES } from '#lib/domain/permissions.ts';
import { scopeName } from '#lib/format/api-token.ts';
import {
  addToken,
  addTokenMember,
  requestWithToken,
  runOperationWithToken,
  setUpTokenHarness,
  withToken,
} from './support/api-tokens.ts';
import { REDIRECT_QUERY, readProxyError, scopedPath } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addNewCampaign } = setUpTokenHarness();

describe('scopes', () => {
  it('scopes cover every operation, and a scope is read-only if and only if viewers can run its operation', () => {
    expect(new Set(operationNames.map(getScope))).toEqual(new Set(TOKEN_SCOPES));
    for (const name of operationNames) expect(isReadScope(getScope(name))).toBe(isAllowed('viewer', name));
    expect(TOKEN_SCOPES.filter(isReadScope).filter((name) => operations[name].method !== 'GET')).toEqual([
      'previewTemplate',
    ]);
  });

  it('the names of scopes show which scopes are read-only', () => {
    for (const scope of TOKEN_SCOPES.filter(isReadScope))
      expect(scopeName(scope)).toMatch(/^(?:List|Get|Preview) /);
  });

  it.each(ROLES)('the scopes of the role %s include exactly what the role allows', (role) => {
    expect(scopesOfRole(role)).toEqual(TOKEN_SCOPES.filter((scope) => isAllowed(role, scope)));
  });

  it.each(operationNames)(
    'a token can run the operation %s only if it has the operation’s scope',
    async (name) => {
      const member = await addTokenMember('admin');
      const allowed = await addToken(member, { name: 'With', scopes: [getScope(name)] });
      const others = TOKEN_SCOPES.filter((scope) => scope !== getScope(name));
      const refused = await addToken(member, { name: 'Without', scopes: others });
      const error = await readProxyError(await runOperationWithToken(refused, name, addNewCampaign()));
      expect(error.code).toBe('not_allowed');
      expect(harness.service.requests).toEqual([]);
      const response = await runOperationWithToken(allowed, name, addNewCampaign());
      expect([401, 403]).not.toContain(response.status);
      expect(harness.service.requests).not.toEqual([]);
    },
  );

  it('a response names the scope that the request’s token lacks', async () => {
    const token = await addToken('admin', { scopes: ['getCampaign', 'updateCustomer'] });
    const refused = await runOperationWithToken(token, 'payCustomerCampaign', addNewCampaign());
    expect(refused.headers.get('www-authenticate')).toBe(
      'Bearer realm="Mailroom", error="insufficient_scope"',
    );
    expect((await readProxyError(refused)).message).toBe(
      'This API token doesn’t allow payCampaign. Use a token that does.',
    );
    // The two updates share a path, so the body determines which scope the request needs.
    const template = await runOperationWithToken(token, 'updateTemplate', addNewCampaign());
    expect((await readProxyError(template)).message).toContain('doesn’t allow updateTemplate');
  });

  it('scopes never include the console’s own permissions, so tokens can’t manage tokens, sessions, or accounts', async () => {
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

it('a token is ignored if the request isn’t an API request', async () => {
  const { text } = await addToken('admin');
  const outcome = await withToken(text)(() => authorize('listCampaigns'));
  expect(outcome.ok).toBe(false);
});

it('a token with the payCampaign scope can start a payment through the customer’s path', async () => {
  const token = await addToken('sender', { scopes: ['payCampaign'] });
  const { id, customer } = addNewCampaign();
  const response = await requestWithToken(
    token.text,
    'POST',
    `${scopedPath(id, customer)}/pay?${REDIRECT_QUERY}`,
  );
  expect(await response.json()).toEqual({ link: 'https://pay.example/1' });
});
