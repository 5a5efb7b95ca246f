/** Tests that the proxy runs each of the 22 operations only for roles with permission. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operationNames } from '#lib/contract/operations.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { encodeValidRequest, type RequestTarget } from '../support/valid-requests.ts';
import { CALLERS } from './support/callers.ts';
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

describe.each(CALLERS)('%s', (_, role) => {
  const getRunner = (): RunAs => (role ? harness[role] : signedOut);

  it.each(operationNames)('can run %s through the proxy only if the role has permission', async (name) => {
    const { method, path, query, body } = encodeValidRequest(name, createTarget());
    const response = await requestProxy(
      getRunner(),
      method as ProxyMethod,
      query ? `${path}?${query}` : path,
      {
        ...(body === undefined ? {} : { body, type: FORM_TYPE }),
      },
    );
    if (role && isAllowed(role, name)) {
      expect([401, 403]).not.toContain(response.status);
      expect(harness.service.requests).not.toEqual([]);
    } else {
      expect((await readProxyError(response)).code).toBe(role ? 'not_allowed' : 'signed_out');
      expect(harness.service.requests).toEqual([]);
    }
  });
});
