/** Tests which customers members and API tokens can see, with what figures, and in what order. */
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readIndexedCustomers } from '#lib/data/customer-list.ts';
import { readCustomerQuery } from '#lib/forms/customer-query.ts';
import type { SearchParams } from '#lib/forms/query.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import { addPaidCampaigns } from './support/paid-campaigns.ts';
import { asCustomerToken } from './support/token-caller.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();

beforeAll(addPaidCampaigns);
beforeEach(() => markIndexComplete());

const customersOf = (params: SearchParams) => {
  const { words, sort } = readCustomerQuery(params);
  return { words, sort, page: 1, perPage: 10 };
};
async function listIds(params: SearchParams): Promise<readonly number[]> {
  const outcome = await harness.viewer(() => readIndexedCustomers(customersOf(params)));
  if (!outcome.ok || outcome.value.kind !== 'indexed') throw new Error(JSON.stringify(outcome));
  expect(outcome.value.total).toBe(outcome.value.items.length);
  return outcome.value.items.map(({ id }) => id);
}

describe('the customer list', () => {
  it('shows the number of campaigns, the spending by currency, and the last and next mailings', async () => {
    const outcome = await harness.viewer(() => readIndexedCustomers(customersOf({ q: 'fern' })));
    expect(outcome).toMatchObject({
      value: {
        items: [
          {
            id: 8,
            campaigns: 2,
            spending: [
              { currency: '€', paid: 3_000 },
              { currency: '$', paid: 1_000 },
            ],
            lastMailingAt: Date.UTC(2026, 9, 3),
            nextMailingAt: Date.UTC(2026, 11, 24),
          },
        ],
      },
    });
  });

  it('finds customers by the beginnings of words', async () => {
    expect(await listIds({ q: 'OFF bright' })).toEqual([7]);
    expect(await listIds({ q: 'example' })).toHaveLength(3);
    expect(await listIds({ q: '–' })).toEqual([]);
  });

  it.each([
    ['email', [8, 9, 7]],
    ['-email', [7, 9, 8]],
    ['campaigns', [9, 8, 7]],
    ['-campaigns', [7, 8, 9]],
    // Customer 7's campaigns were paid for in $, and most of customer 8's in €.
    ['spent', [7, 8, 9]],
    ['-spent', [7, 8, 9]],
    ['last_mailing', [8, 7, 9]],
    ['-last_mailing', [7, 8, 9]],
    ['next_mailing', [8, 7, 9]],
    ['-next_mailing', [8, 9, 7]],
  ])('is sorted by %s, and lists customers without a value at the end', async (sort, ids) => {
    expect(await listIds({ sort })).toEqual(ids);
  });

  it('is read from the mail service until every campaign has been indexed', async () => {
    await markIndexComplete(false);
    expect(await harness.viewer(() => readIndexedCustomers(customersOf({})))).toMatchObject({
      value: { kind: 'live' },
    });
  });

  it('contains only the customer to whom an API token is limited', async () => {
    const outcome = await asCustomerToken(harness.viewer, 8, () => readIndexedCustomers(customersOf({})));
    expect(outcome).toMatchObject({ value: { total: 1, items: [{ id: 8 }] } });
  });
});
