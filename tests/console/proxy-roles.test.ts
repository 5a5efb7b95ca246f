/** Role × the 22 operations, through the proxy: the permissions table decides, and nothing else. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { operationNames } from '#lib/contract/operations.ts';
import { isAllowed, ROLES } from '#lib/domain/permissions.ts';
import { type About, validRequest } from '../support/valid-requests.ts';
import { setUpHarness } from './support/harness.ts';
import { nobody, type Person } from './support/members.ts';
import { ask, errorOf, FORM, type ProxyMethod } from './support/proxy.ts';
import { ORIGIN } from './support/settings.ts';
import { put } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const about = (): About => {
  const { id, customer } = put(harness.service, { id: nextId++, paid: 0 });
  return { campaign: id, customer, template: 5, origin: ORIGIN };
};

describe.each(['nobody', ...ROLES] as const)('%s', (who) => {
  const as = (): Person => (who === 'nobody' ? nobody : harness[who]);

  it.each(operationNames)('%s', async (name) => {
    const { method, path, query, body } = validRequest(name, about());
    const answer = await ask(as(), method as ProxyMethod, query ? `${path}?${query}` : path, {
      ...(body === undefined ? {} : { body, type: FORM }),
    });
    if (who !== 'nobody' && isAllowed(who, name)) {
      expect([401, 403]).not.toContain(answer.status);
      expect(harness.service.requests).not.toEqual([]);
    } else {
      expect((await errorOf(answer)).code).toBe(who === 'nobody' ? 'signed_out' : 'not_allowed');
      expect(harness.service.requests).toEqual([]);
    }
  });
});
