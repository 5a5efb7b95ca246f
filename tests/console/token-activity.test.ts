/** Tests that the activity log names the API token that was used to make a change. */
import { describe, expect, it, vi } from 'vitest';
import { type OperationName, operationNames } from '#lib/contract/operations.ts';
import { isAllowed } from '#lib/domain/permissions.ts';
import { queryActivity } from '#lib/store/activity.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { addToken, runOperationWithToken, setUpTokenHarness } from './support/api-tokens.ts';
import { requestProxy } from './support/proxy.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, addNewCampaign } = setUpTokenHarness();

describe('the activity log', () => {
  it('records the member and the token for every write', async () => {
    const token = await addToken('admin', { name: 'Billing sync' });
    const from = { by: token.member.email, tokenName: 'Billing sync', from: '203.0.113.9' };
    const writes: [OperationName, string, Partial<TinyCampaign>][] = [
      ['payCampaign', 'payCampaign', {}],
      ['payCustomerCampaign', 'payCampaign', {}],
      ['payAndSendCampaign', 'payAndSendCampaign', {}],
      ['sendCampaign', 'sendCampaign', { paid: 10 }],
      ['sendCampaignOnInvoice', 'sendCampaignOnInvoice', {}],
      ['cancelCampaign', 'cancelCampaign', { status: 'queued' }],
      ['cancelCustomerCampaign', 'cancelCampaign', { status: 'queued' }],
      ['cloneCampaign', 'cloneCampaign', {}],
      ['deleteCampaign', 'deleteCampaign', {}],
      ['updateCustomer', 'updateCustomer', { customer: 51 }],
    ];
    for (const [name, operation, state] of writes) {
      await runOperationWithToken(token, name, addNewCampaign(state));
      const [newest] = await queryActivity(await store(), {}, { limit: 1 });
      expect(newest, name).toMatchObject({ operation, ...from });
    }
    const recorded = new Set(writes.map(([name]) => name));
    const others = operationNames.filter((name) => !isAllowed('viewer', name) && !recorded.has(name));
    // The tiny service has no templates.
    // The console records changes to templates and customers in the same way.
    expect(others).toEqual(['deleteTemplate', 'updateTemplate']);
  });

  it('doesn’t name a token if the member used a browser', async () => {
    const { id } = addNewCampaign({ status: 'queued' });
    await requestProxy(harness.sender, 'POST', `/v1/campaigns/${id}/cancel`);
    const [newest] = await queryActivity(await store(), {}, { limit: 1 });
    expect(newest).toMatchObject({ campaignId: id, tokenName: null });
    const [attempt] = await listCampaignAttempts(await store(), id);
    expect(attempt).toMatchObject({ tokenId: null, tokenName: null });
  });
});
