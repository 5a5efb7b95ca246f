/** Tests the problem details in the proxy’s error responses. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setUpHarness } from './support/harness.ts';
import { requestProxy, scopedPath } from './support/proxy.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, ...overrides });

describe('an error response from the proxy', () => {
  const PROBLEM = { accept: 'application/problem+json, application/json;q=0.5' };

  it('contains problem details if the caller accepts them', async () => {
    const { id } = addNewCampaign({ status: 'sent' });
    const response = await requestProxy(harness.admin, 'POST', `${scopedPath(id)}/send`, {
      headers: PROBLEM,
    });
    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('vary')).toContain('Accept');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: expect.stringContaining('no longer a draft'),
      code: 'conflict',
    });
  });

  it('names the invalid fields in the problem details', async () => {
    const response = await requestProxy(harness.admin, 'GET', '/v1/campaigns?page=x', { headers: PROBLEM });
    expect(await response.json()).toMatchObject({
      status: 400,
      code: 'invalid',
      fields: { page: expect.any(String) },
    });
  });

  it.each(['application/json', '*/*', 'application/problem+json;q=0'])(
    'contains no problem details if the Accept header is %s',
    async (accept) => {
      const response = await requestProxy(harness.admin, 'GET', '/v1/campaigns?page=x', {
        headers: { accept },
      });
      expect(response.headers.get('content-type')).toBe('application/json');
    },
  );
});
