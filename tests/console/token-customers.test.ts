/** Tests that a token for one customer can’t read or change another customer’s data. */
import { describe, expect, it, vi } from 'vitest';
import { type OperationName, operationNames } from '#lib/contract/operations.ts';
import { lockScopeOf } from '#lib/domain/attempt.ts';
import { KEYED_OPERATIONS } from '#lib/domain/idempotency-key.ts';
import { claimAttempt } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import {
  addToken,
  addTokenMember,
  requestWithToken,
  runOperationWithToken,
  setUpTokenHarness,
} from './support/api-tokens.ts';
import { readProxyError } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addNewCampaign } = setUpTokenHarness();

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
      const response = await runOperationWithToken(
        await addOwnToken(),
        name,
        addNewCampaign({ customer: OWN, status, paid }),
      );
      // The tiny service doesn't store changes to customers, so the console reads the old address after the update.
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
      // Tries the path with the campaign's customer, and then the path with the token's customer.
      for (const customer of [OTHER, OWN]) {
        for (const key of [undefined, `${name}-${campaign.id}-${customer}`]) {
          const headers = new Map(key === undefined ? [] : [['idempotency-key', key]]);
          const response = await runOperationWithToken(
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
      const response = await runOperationWithToken(await addOwnToken(), name, { id, customer: OWN });
      expect((await readProxyError(response)).code).toBe('not_found');
    },
  );

  it.each(['getCustomer', 'updateCustomer', 'listCustomerCampaigns'] as const)(
    'gets 404 from %s for another customer',
    async (name) => {
      const { id } = addNewCampaign({ customer: OTHER });
      const response = await runOperationWithToken(await addOwnToken(), name, { id, customer: OTHER });
      expect((await readProxyError(response)).code).toBe('not_found');
      expect(harness.service.requests).toEqual([]);
    },
  );

  it.each(operationNames.filter(isTemplateOperation))(
    'can’t run %s, because templates don’t belong to a customer',
    async (name) => {
      const response = await runOperationWithToken(
        await addOwnToken(),
        name,
        addNewCampaign({ customer: OWN }),
      );
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
