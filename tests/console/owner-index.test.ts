/** What it costs to know whose campaign it is: 10,000 campaigns of 200 customers, eight questions at once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { getCustomerCampaign, listCampaigns } from '#lib/data/campaigns.ts';
import { findOwnedCampaign, lookUpOwners, readCampaignAt } from '#lib/owners/owner-index.ts';
import { recordOwner } from '#lib/owners/scoped-call.ts';
import { store } from '#lib/store/open.ts';
import { findOwners } from '#lib/store/owners.ts';
import { deadlineIn } from '#lib/upstream/deadline.ts';
import { setUpHarness } from './support/harness.ts';
import { type ManyCustomers, startManyCustomers } from './support/many-customers.ts';
import { respondJson } from './support/recorder.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const CUSTOMERS = 200;
const AT_ONCE = 8;
const ROUNDS = Math.ceil(CUSTOMERS / AT_ONCE);
const LONG = 15_000;

const harness = setUpHarness();
let many: ManyCustomers;

/** A service that this process has never met anything of. */
function meetService(size: { readonly from: number; readonly customers: number; readonly each: number }) {
  beforeAll(async () => {
    const { from, customers, each } = size;
    many = await startManyCustomers({ firstId: from, customers, campaignsEach: each, concurrency: AT_ONCE });
    harness.applySettings({ DIRECTMAIL_BASE_URL: many.origin, DIRECTMAIL_BASE_URL_V2: many.origin });
  });
  beforeEach(() => many.reset());
  afterAll(() => many.close());
}

const campaigns = () => [...many.owners.keys()];
const ownerOf = (id: number) => many.owners.get(id);
const stored = async (id: number) => (await findOwners(await store(), [id])).get(id);
/** The listing of the customers itself is two pages. */
const listing = () => many.requestLines().filter((line) => line === 'GET /v1/customers');

describe('a campaign that something is to be done with', () => {
  meetService({ from: 1_000, customers: CUSTOMERS, each: 50 });

  it.each(['first', 'last'] as const)(
    'is found in a round for every eight customers at most, for the %s of them, and without any after',
    async (which) => {
      const id = campaigns()[which === 'first' ? 0 : CUSTOMERS - 1] ?? 0;
      const found = await findOwnedCampaign(id, deadlineIn(LONG));
      expect(found).toMatchObject({ ok: true, value: { customerId: ownerOf(id), campaign: { id } } });
      expect(many.rounds.length).toBeLessThanOrEqual(which === 'first' ? 1 : ROUNDS);
      expect(Math.max(...many.rounds)).toBeLessThanOrEqual(AT_ONCE);
      expect(listing()).toHaveLength(2);
      many.reset();
      expect(await lookUpOwners([id], deadlineIn(LONG))).toEqual(new Map([[id, ownerOf(id)]]));
      expect(many.requests).toEqual([]);
    },
  );

  it('is verified by one reading when it is known', async () => {
    const id = campaigns()[0] ?? 0;
    await findOwnedCampaign(id, deadlineIn(LONG));
    expect(many.requestLines()).toEqual([`GET /v1/campaigns/customers/${ownerOf(id)}/campaigns/${id}`]);
  });

  it('is found again when it has turned up under another customer', async () => {
    const id = campaigns()[0] ?? 0;
    const before = ownerOf(id);
    many.owners.set(id, 1_077);
    const found = await findOwnedCampaign(id, deadlineIn(LONG));
    expect(found).toMatchObject({ ok: true, value: { customerId: 1_077 } });
    expect(await stored(id)).toBe(1_077);
    expect(many.rounds.length).toBeLessThanOrEqual(1 + ROUNDS);
    // Where it was is not asked about twice.
    expect(many.requestLines().filter((line) => line.includes(`/customers/${before}/`))).toHaveLength(1);
  });

  it('is missing when there is none, which takes one question', async () => {
    expect(await findOwnedCampaign(999_999, deadlineIn(LONG))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(many.requestLines()).toEqual(['GET /v1/campaigns/999999']);
  });

  it('is not called missing when it is there and nobody’s, which takes the whole round once', async () => {
    many.owners.set(999_998, 999_999);
    expect(await findOwnedCampaign(999_998, deadlineIn(LONG))).toMatchObject({
      failure: { kind: 'refused', code: 'owner_unknown' },
    });
    expect(many.rounds).toHaveLength(ROUNDS);
    many.owners.delete(999_998);
  });

  it('is not looked for elsewhere when somebody says whose it is', async () => {
    const [, id = 0] = campaigns();
    const owner = ownerOf(id) ?? 0;
    expect(await readCampaignAt(id, { customerId: owner + 1 }, deadlineIn(LONG))).toMatchObject({
      failure: { kind: 'missing' },
    });
    expect(await readCampaignAt(id, { customerId: owner }, deadlineIn(LONG))).toMatchObject({ ok: true });
    expect(many.requests).toHaveLength(2);
    expect(await stored(id)).toBe(owner);
  });
});

describe('a list of campaigns', () => {
  meetService({ from: 100_000, customers: CUSTOMERS, each: 50 });

  it('has all its owners after a round for every eight customers, and any other page after none', async () => {
    const all = campaigns();
    const page = all.slice(0, 100).map((_, i) => all[i * 97] ?? 0);
    const found = await lookUpOwners(page, deadlineIn(LONG));
    expect([...found].sort()).toEqual(page.map((id) => [id, ownerOf(id)]).sort());
    const first = many.rounds.length;
    expect(first).toBeLessThanOrEqual(ROUNDS);
    expect(Math.max(...many.rounds)).toBeLessThanOrEqual(AT_ONCE);

    // Whatever the first page did not need is walked now: no customer is asked twice.
    expect((await lookUpOwners(all, deadlineIn(LONG))).size).toBe(all.length);
    expect(many.rounds.length).toBeLessThanOrEqual(ROUNDS + 1);
    const asked = many.requestLines().filter((line) => line.includes('/customers/'));
    expect(asked).toHaveLength(new Set(asked).size);
    expect(asked).toHaveLength(CUSTOMERS);

    many.reset();
    const owners = await lookUpOwners(all, deadlineIn(LONG));
    expect(all.every((id) => owners.get(id) === ownerOf(id))).toBe(true);
    expect(many.requests).toEqual([]);
  });

  it('of one customer corrects what was known', async () => {
    const [id = 0] = campaigns();
    await recordOwner(5, [{ id }]);
    await harness.viewer(() => listCampaigns({ customer_id: ownerOf(id) ?? 0, per_page: 100 }));
    expect(await stored(id)).toBe(ownerOf(id));
  });

  it('and so does a single campaign that was read under its customer', async () => {
    const [, id = 0] = campaigns();
    many.owners.set(id, 100_078);
    await harness.viewer(() => getCustomerCampaign(100_078, id));
    expect(await stored(id)).toBe(100_078);
  });
});

describe('a walk that was broken off', () => {
  meetService({ from: 400_000, customers: 16, each: 1 });

  it('is gone on with by the next, and whatever was walked in vain is not looked for again at once', async () => {
    const nobodys = 999_999;
    expect(await lookUpOwners([nobodys], deadlineIn(0))).toEqual(new Map());
    expect(await lookUpOwners([nobodys], deadlineIn(LONG))).toEqual(new Map());
    expect(many.requestLines().filter((line) => line.includes('/customers/'))).toHaveLength(16);
    many.reset();
    expect(await lookUpOwners([nobodys], deadlineIn(LONG))).toEqual(new Map());
    expect(many.requests).toEqual([]);
  });
});

describe('more customers than are listed', () => {
  it('do not make a campaign of the others missing', async () => {
    harness.applySettings({});
    harness.service.respondWith(({ url }, response) => {
      const page = Number(new URL(url, 'http://service.test').searchParams.get('page'));
      const listing = {
        items: [{ id: 500_000 + page }],
        current_page: page,
        total_count: 51,
        total_pages: 51,
      };
      if (url.startsWith('/v1/customers')) return respondJson(response, listing);
      if (url === '/v1/campaigns/500000') return respondJson(response, { id: 500_000, status: 'draft' });
      return respondJson(response, { error: { code: 'not_found' } }, 404);
    });
    expect(await findOwnedCampaign(500_000, deadlineIn(LONG))).toMatchObject({
      failure: { kind: 'refused', code: 'owner_unknown' },
    });
    expect(harness.service.requestLines().filter((line) => line.includes('/customers/'))).toHaveLength(50);
  });
});

describe('several people who look at the same time', () => {
  meetService({ from: 200_000, customers: CUSTOMERS, each: 50 });

  it('have the lists walked once', async () => {
    const page = campaigns().slice(0, 100);
    const looks = Array.from({ length: 5 }, () => lookUpOwners(page, deadlineIn(LONG)));
    for (const owners of await Promise.all(looks)) expect(owners.size).toBe(page.length);
    expect(Math.max(...many.rounds)).toBeLessThanOrEqual(AT_ONCE);
    const asked = many.requestLines().filter((line) => line.includes('/customers/'));
    expect(asked).toHaveLength(new Set(asked).size);
  });
});

describe('customers with more campaigns than a page holds', () => {
  meetService({ from: 300_000, customers: 3, each: 950 });

  it('are asked for a few campaigns one by one, and have their lists walked for many', async () => {
    const all = campaigns();
    const few = all.slice(-2);
    expect((await lookUpOwners(few, deadlineIn(LONG))).size).toBe(2);
    const lists = () => many.requestLines().filter((line) => line.endsWith('/campaigns'));
    expect(lists()).toHaveLength(3);
    expect(many.requests.length).toBeLessThanOrEqual(1 + 3 + few.length * 3);
    expect((await lookUpOwners(all, deadlineIn(LONG))).size).toBe(all.length);
    expect(lists()).toHaveLength(3 * 10);
  });
});
