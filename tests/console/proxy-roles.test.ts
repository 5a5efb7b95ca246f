/** Every role with each of the 22 operations through the proxy: only the permissions table decides. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operationNames } from '#lib/contract/operations.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import { encodeValidRequest, type RequestTarget } from '../support/valid-requests.ts';
import { setUpHarness } from './support/harness.ts';
import { type RunAs, signedOut } from './support/members.ts';
import { FORM_TYPE, type ProxyMethod, readProxyError, requestProxy } from './support/proxy.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const createTarget = (): RequestTarget => {
  const { id, customer } = addCampaign(harness.service, { id: nextId++, paid: 0 });
  return { campaign: id, customer, template: 5, origin: ORIGIN };
};

describe.each(['signed out', ...ROLES] as const)('%s', (role) => {
  const getRunner = (): RunAs => (role === 'signed out' ? signedOut : harness[role]);

  it.each(operationNames)('runs %s only with permission', async (name) => {
    const { method, path, query, body } = encodeValidRequest(name, createTarget());
    const response = await requestProxy(
      getRunner(),
      method as ProxyMethod,
      query ? `${path}?${query}` : path,
      {
        ...(body === undefined ? {} : { body, type: FORM_TYPE }),
      },
    );
    if (role !== 'signed out' && isAllowed(role, name)) {
      expect([401, 403]).not.toContain(response.status);
      expect(harness.service.requests).not.toEqual([]);
    } else {
      expect((await readProxyError(response)).code).toBe(
        role === 'signed out' ? 'signed_out' : 'not_allowed',
      );
      expect(harness.service.requests).toEqual([]);
    }
  });
});
