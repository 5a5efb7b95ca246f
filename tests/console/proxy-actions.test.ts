/** Tests that the proxy runs irreversible operations exactly as requested, and only once. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { cancelCampaign, sendCampaign } from '#lib/data/sending.ts';
import { store } from '#lib/store/open.ts';
import { findOwners, saveOwners } from '#lib/store/owners.ts';
import { setUpHarness } from './support/harness.ts';
import { postToProxy, REDIRECT_QUERY, readProxyError, requestProxy, scopedPath } from './support/proxy.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
beforeEach(() => {
  harness.service.requests.length = 0;
});

const addNewCampaign = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, ...overrides });
const listWrites = () => harness.service.writes();
const post = (path: string) => postToProxy(harness.sender, path);

describe('an operation under a customer’s path', () => {
  const actions: [string, string, (path: string) => Promise<Response>][] = [
    ['send', 'draft', (path) => post(`${path}/send`)],
    ['cancel', 'queued', (path) => post(`${path}/cancel`)],
    ['clone', 'draft', (path) => post(`${path}/clone`)],
    ['pay', 'draft', (path) => post(`${path}/pay?${REDIRECT_QUERY}`)],
    ['delete', 'draft', (path) => requestProxy(harness.admin, 'DELETE', path)],
  ];

  it.each(actions)('doesn’t affect another customer’s campaign (%s)', async (_, status, run) => {
    harness.service.customers.add(8);
    const { id } = addNewCampaign({ status, customer: 9 });
    await saveOwners(await store(), 9, [id]);
    expect((await readProxyError(await run(scopedPath(id, 8)))).code).toBe('not_found');
    expect(listWrites()).toEqual([]);
    expect((await findOwners(await store(), [id])).get(id)).toBe(9);
    expect(await harness.viewer(() => listAttempts(id))).toEqual([]);
  });

  it.each(actions)(
    'is forwarded unchanged and records the campaign’s owner (%s)',
    async (verb, status, run) => {
      const { id } = addNewCampaign({ status, customer: 11, paid: verb === 'pay' ? 0 : 10 });
      expect((await run(scopedPath(id, 11))).status).toBe(200);
      if (verb === 'clone') nextId++;
      const suffix = verb === 'delete' ? '' : `/${verb}`;
      expect(listWrites()).toEqual([
        `${verb === 'delete' ? 'DELETE' : 'POST'} ${scopedPath(id, 11)}${suffix}`,
      ]);
      expect((await findOwners(await store(), [id])).get(id)).toBe(11);
    },
  );
});

it('a path without a customer is forwarded unchanged, even if the campaign’s owner is known', async () => {
  const queued = addNewCampaign({ status: 'queued' });
  const unpaid = addNewCampaign({ paid: 0 });
  await saveOwners(await store(), 7, [queued.id, unpaid.id]);
  await post(`/v1/campaigns/${queued.id}/cancel`);
  await post(`/v1/campaigns/${unpaid.id}/pay?${REDIRECT_QUERY}`);
  expect(listWrites()).toEqual([
    `POST /v1/campaigns/${queued.id}/cancel`,
    `POST /v1/campaigns/${unpaid.id}/pay`,
  ]);
});

describe('an irreversible operation through the proxy', () => {
  it('runs only once for 20 simultaneous calls', async () => {
    const { id } = addNewCampaign();
    const responses = await Promise.all(Array.from({ length: 20 }, () => post(`${scopedPath(id)}/send`)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(['in_progress', 'conflict']).toContain((await readProxyError(response)).code);
    }
    expect(listWrites()).toHaveLength(1);
  });

  it('runs only once if it is started simultaneously from pages and through both proxy paths', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    const results = await Promise.all([
      harness.sender(() => cancelCampaign(id)),
      post(`${scopedPath(id)}/cancel`),
      post(`/v1/campaigns/${id}/cancel`),
      harness.sender(() => cancelCampaign(id)),
    ]);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(listWrites()).toHaveLength(1);
  });

  it('returns the same copy if a campaign is cloned twice in quick succession', async () => {
    const { id } = addNewCampaign();
    const first = await (await post(`${scopedPath(id)}/clone`)).json();
    const second = await (await post(`${scopedPath(id)}/clone`)).json();
    nextId = first.id + 1;
    expect(second.id).toBe(first.id);
    expect(listWrites()).toHaveLength(1);
  });

  it('reports an unknown outcome after a lost request and doesn’t run again', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('POST send', 'drop_before');
    const error = await readProxyError(await post(`${scopedPath(id)}/send`));
    expect(error.code).toBe('outcome_unknown');
    expect((await readProxyError(await post(`${scopedPath(id)}/send`))).code).toBe('outcome_unknown');
    expect(await harness.sender(() => sendCampaign(id, {}))).toMatchObject({ failure: { kind: 'unknown' } });
    expect(listWrites()).toHaveLength(1);
  });

  it('returns the campaign after a lost response if a read shows that the operation succeeded', async () => {
    const { id } = addNewCampaign();
    harness.service.injectFault('POST send', 'drop_after');
    const response = await post(`${scopedPath(id)}/send`);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ id, status: 'queued' });
  });
});
