/** Tests how many requests the console sends to find the owners of campaigns. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCustomerCampaign, listCampaigns } from '#lib/data/campaigns.ts';
import { findOwnedCampaign, lookUpOwner, readCampaignAt } from '#lib/index/owners.ts';
import { recordOwner } from '#lib/index/scoped-read.ts';
import { store } from '#lib/store/open.ts';
import { findOwners } from '#lib/store/owners.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { setUpHarness } from './support/harness.ts';
import { type ManyCustomers, startManyCustomers } from './support/many-customers.ts';
import { respondJson } from './support/recorder.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const CUSTOMERS = 200;
const CONCURRENCY = 8;
const ROUNDS = Math.ceil(CUSTOMERS / CONCURRENCY);
const LONG_MS = 15_000;

const harness = setUpHarness();
let manyCustomers: ManyCustomers;

/** Starts a service with customers and campaigns that the campaign index doesn’t contain. */
function setUpUnknownService(size: {
  readonly from: number;
  readonly customers: number;
  readonly each: number;
}) {
  beforeAll(async () => {
    const { from, customers, each } = size;
    manyCustomers = await startManyCustomers({
      firstId: from,
      customers,
      campaignsEach: each,
      concurrency: CONCURRENCY,
    });
    harness.applySettings({
      DIRECTMAIL_BASE_URL: manyCustomers.origin,
      DIRECTMAIL_BASE_URL_V2: manyCustomers.origin,
    });
  });
  beforeEach(() => manyCustomers.reset());
  afterAll(() => manyCustomers.close());
}

const listCampaignIds = () => [...manyCustomers.owners.keys()];
const ownerOf = (id: number) => manyCustomers.owners.get(id);
const readStoredOwner = async (id: number) => (await findOwners(await store(), [id])).get(id);
/** Returns the requests for the customer list, which has two pages. */
const findCustomerListRequests = () =>
  manyCustomers.requestLines().filter((line) => line === 'GET /v1/customers');

describe('finding one campaign’s customer', () => {
  setUpUnknownService({ from: 1_000, customers: CUSTOMERS, each: 50 });

  it.each(['first', 'last'] as const)(
    'checks eight customers at a time and stops after finding the owner (%s customer)',
    async (position) => {
      const id = listCampaignIds()[position === 'first' ? 0 : CUSTOMERS - 1] ?? 0;
      const found = await findOwnedCampaign(id, deadlineIn(LONG_MS));
      expect(found).toMatchObject({ ok: true, value: { customerId: ownerOf(id), campaign: { id } } });
      expect(manyCustomers.rounds.length).toBeLessThanOrEqual(position === 'first' ? 1 : ROUNDS);
      expect(Math.max(...manyCustomers.rounds)).toBeLessThanOrEqual(CONCURRENCY);
      expect(findCustomerListRequests()).toHaveLength(2);
      manyCustomers.reset();
      expect(await lookUpOwner(id, deadlineIn(LONG_MS))).toBe(ownerOf(id));
      expect(manyCustomers.requests).toEqual([]);
    },
  );

  it('verifies a known customer with one read', async () => {
    const id = listCampaignIds()[0] ?? 0;
    await findOwnedCampaign(id, deadlineIn(LONG_MS));
    expect(manyCustomers.requestLines()).toEqual([
      `GET /v1/campaigns/customers/${ownerOf(id)}/campaigns/${id}`,
    ]);
  });

  it('searches all customers again if the campaign has moved to another customer', async () => {
    const id = listCampaignIds()[0] ?? 0;
    const previousOwner = ownerOf(id);
    manyCustomers.owners.set(id, 1_077);
    const found = await findOwnedCampaign(id, deadlineIn(LONG_MS));
    expect(found).toMatchObject({ ok: true, value: { customerId: 1_077 } });
    expect(await readStoredOwner(id)).toBe(1_077);
    expect(manyCustomers.rounds.length).toBeLessThanOrEqual(1 + ROUNDS);
    // The console tries the previous customer's path first, and the search must not request that path again.
    expect(
      manyCustomers.requestLines().filter((line) => line.includes(`/customers/${previousOwner}/`)),
    ).toHaveLength(1);
  });

  it('reports a nonexistent campaign as missing after only one request', async () => {
    expect(await findOwnedCampaign(999_999, deadlineIn(LONG_MS))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(manyCustomers.requestLines()).toEqual(['GET /v1/campaigns/999999']);
  });

  it('reports the owner as unknown after one full search if the campaign doesn’t belong to any of the customers', async () => {
    manyCustomers.owners.set(999_998, 999_999);
    expect(await findOwnedCampaign(999_998, deadlineIn(LONG_MS))).toMatchObject({
      failure: { kind: 'refused', code: 'owner_unknown' },
    });
    expect(manyCustomers.rounds).toHaveLength(ROUNDS);
    manyCustomers.owners.delete(999_998);
  });

  it('requests the campaign only through the path of the customer that the caller specifies', async () => {
    const [, id = 0] = listCampaignIds();
    const owner = ownerOf(id) ?? 0;
    expect(await readCampaignAt(id, { customerId: owner + 1 }, deadlineIn(LONG_MS))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(await readCampaignAt(id, { customerId: owner }, deadlineIn(LONG_MS))).toMatchObject({ ok: true });
    expect(manyCustomers.requests).toHaveLength(2);
    expect(await readStoredOwner(id)).toBe(owner);
  });
});

describe('the campaign’s customer in the index', () => {
  setUpUnknownService({ from: 100_000, customers: CUSTOMERS, each: 50 });

  it('is corrected when a customer’s campaigns are listed', async () => {
    const [id = 0] = listCampaignIds();
    await recordOwner(5, [{ id }]);
    await harness.viewer(() => listCampaigns({ customer_id: ownerOf(id) ?? 0, per_page: 100 }));
    expect(await readStoredOwner(id)).toBe(ownerOf(id));
  });

  it('is corrected when a campaign is read through a customer’s path', async () => {
    const [, id = 0] = listCampaignIds();
    manyCustomers.owners.set(id, 100_078);
    await harness.viewer(() => getCustomerCampaign(100_078, id));
    expect(await readStoredOwner(id)).toBe(100_078);
  });
});

describe('a search that ran out of time', () => {
  setUpUnknownService({ from: 400_000, customers: 16, each: 1 });

  it('is resumed by the next search, and isn’t repeated by a later one if no owner was found', async () => {
    const id = 999_999;
    manyCustomers.owners.set(id, 999_998);
    expect(await lookUpOwner(id, deadlineIn(0))).toBeUndefined();
    expect(await lookUpOwner(id, deadlineIn(LONG_MS))).toBeUndefined();
    expect(manyCustomers.requestLines().filter((line) => line.includes('/customers/'))).toHaveLength(16);
    manyCustomers.reset();
    expect(await lookUpOwner(id, deadlineIn(LONG_MS))).toBeUndefined();
    expect(manyCustomers.requests).toEqual([]);
  });
});

describe('a search that stops at the limit of 50 customer pages', () => {
  it('reports that the owner is unknown, not that the campaign is missing', async () => {
    harness.applySettings({});
    harness.service.respondWith(({ url }, response) => {
      const page = Number(new URL(url, 'http://service.test').searchParams.get('page'));
      const customerList = {
        items: [{ id: 500_000 + page }],
        current_page: page,
        total_count: 51,
        total_pages: 51,
      };
      if (url.startsWith('/v1/customers')) return respondJson(response, customerList);
      if (url === '/v1/campaigns/500000') return respondJson(response, { id: 500_000, status: 'draft' });
      return respondJson(response, { error: { code: 'not_found' } }, 404);
    });
    expect(await findOwnedCampaign(500_000, deadlineIn(LONG_MS))).toMatchObject({
      failure: { kind: 'refused', code: 'owner_unknown' },
    });
    expect(harness.service.requestLines().filter((line) => line.includes('/customers/'))).toHaveLength(50);
  });
});
