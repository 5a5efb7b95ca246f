import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBillingService, redirect_uri } from './billing-fixture.ts';
import { statusAndCode, v1Headers } from './fixture.ts';

let billing: Awaited<ReturnType<typeof openBillingService>>;
beforeAll(async () => {
  billing = await openBillingService();
});
afterAll(() => billing.service.close());

describe('checkout (4.6)', () => {
  test('returns both price blocks, with the sender’s copy as an additional piece', async () => {
    const { readCheckout } = billing;
    const { partlyCoveredByCredit } = billing.nextCampaigns();
    expect(await readCheckout(partlyCoveredByCredit)).toEqual({
      send_copy_to_sender: false,
      thumbnails: [],
      proof: null,
      without_sender: {
        price_calculation: '1,326 × $0.85',
        price: '$1,127.10',
        credit: '$200.00',
        already_paid: '$0.00',
        to_be_paid: '$927.10',
        to_be_paid_amount: 927.1,
      },
      with_sender: {
        price_calculation: '1,327 × $0.85',
        price: '$1,127.95',
        credit: '$200.00',
        already_paid: '$0.00',
        to_be_paid: '$927.95',
        to_be_paid_amount: 927.95,
      },
    });
  });

  test('returns an amount due of zero if the credit covers the price', async () => {
    const { readPriceBlock } = billing;
    const { coveredByCredit } = billing.nextCampaigns();
    expect(await readPriceBlock(coveredByCredit)).toMatchObject({
      price: '$85.00',
      credit: '$85.00',
      to_be_paid: '$0.00',
      to_be_paid_amount: 0,
    });
  });
});

describe('paying by link', () => {
  test('uses credit before charging the card, and leaves the campaign as a draft', async () => {
    const { readPriceBlock, readStatus, payByCard } = billing;
    const { partlyCoveredByCredit, coveredByCredit } = billing.nextCampaigns();
    const response = await payByCard(partlyCoveredByCredit);
    expect([response.status, response.headers.get('Location')]).toEqual([303, redirect_uri]);
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({
      credit: '$0.00',
      already_paid: '$1,127.10',
      to_be_paid: '$0.00',
    });
    expect(await readStatus(partlyCoveredByCredit)).toBe('draft');
    expect(await readPriceBlock(coveredByCredit)).toMatchObject({ credit: '$0.00', to_be_paid: '$85.00' });
  });

  test('refuses to create a link for a campaign that is paid for or covered by credit', async () => {
    const { service } = billing;
    const { paid, coveredByCredit } = billing.nextCampaigns();
    for (const ids of [paid, coveredByCredit]) {
      expect(statusAndCode(await service.call('payCustomerCampaign', { ...ids, redirect_uri }))).toBe(
        '409 nothing_to_pay',
      );
      expect(statusAndCode(await service.call('payCampaign', { id: ids.id, redirect_uri }))).toBe(
        '409 nothing_to_pay',
      );
    }
  });

  test('refuses to create a link for a queued campaign that is billed on the monthly invoice', async () => {
    const { service } = billing;
    const { unpaid } = billing.nextCampaigns();
    await service.call('sendCampaignOnInvoice', { id: `${unpaid.id}` });
    expect(statusAndCode(await service.call('payCampaign', { id: unpaid.id, redirect_uri }))).toBe(
      '409 not_a_draft',
    );
  });

  test('charges nothing if the card is declined', async () => {
    const { readPriceBlock, payByCard } = billing;
    const { partlyCoveredByCredit } = billing.nextCampaigns();
    expect((await payByCard(partlyCoveredByCredit, '4000000000000002')).status).toBe(402);
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
    });
  });

  test.each(['ftp://console.example/', 'javascript:alert(1)', 'not a url', '/pay/return', ''])(
    'rejects redirect_uri %o',
    async (redirectUri) => {
      const { service } = billing;
      const { unpaid } = billing.nextCampaigns();
      const path = `/v1/campaigns/${unpaid.id}/pay?${new URLSearchParams({ redirect_uri: redirectUri })}`;
      const response = await service.request(path, {
        method: 'POST',
        headers: v1Headers,
      });
      expect(statusAndCode(response)).toBe('400 invalid_input');
      expect(response.body.error?.fields).toHaveProperty('redirect_uri');
    },
  );
});

describe('v1 send (4.3)', () => {
  test('requires payment before sending', async () => {
    const { service } = billing;
    const { unpaid, paid, partlyCoveredByCredit } = billing.nextCampaigns();
    expect(statusAndCode(await service.call('sendCampaign', unpaid))).toBe('402 payment_required');
    expect(statusAndCode(await service.call('sendCampaign', partlyCoveredByCredit))).toBe(
      '402 payment_required',
    );
    expect((await service.call('sendCampaign', paid)).body.status).toBe('queued');
  });

  test('uses credit if the credit covers the price', async () => {
    const { service, readPriceBlock } = billing;
    const { partlyCoveredByCredit, coveredByCredit } = billing.nextCampaigns();
    expect((await service.call('sendCampaign', coveredByCredit)).body.status).toBe('queued');
    expect(await readPriceBlock(coveredByCredit)).toMatchObject({ already_paid: '$85.00', credit: '$0.00' });
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({ credit: '$115.00' });
  });
});

test('canceling turns a campaign into a paid draft that can be sent again without a charge', async () => {
  const { service, readPriceBlock } = billing;
  const { paid } = billing.nextCampaigns();
  await service.call('sendCampaign', paid);
  expect((await service.call('cancelCampaign', { id: paid.id })).body).toMatchObject({
    status: 'draft',
    scheduled_at: null,
  });
  expect(await readPriceBlock(paid)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
  expect((await service.call('sendCampaign', paid)).body.status).toBe('queued');
});

test('a campaign remains unpaid if it is sent with v2 and then canceled', async () => {
  const { service, readPriceBlock } = billing;
  const { unpaid } = billing.nextCampaigns();
  await service.call('sendCampaignOnInvoice', { id: `${unpaid.id}` });
  await service.call('cancelCampaign', { id: unpaid.id });
  expect(await readPriceBlock(unpaid)).toMatchObject({ already_paid: '$0.00', to_be_paid: '$1,127.10' });
  expect(statusAndCode(await service.call('sendCampaign', unpaid))).toBe('402 payment_required');
});

test('the customer gets a credit when a paid draft is deleted, and the draft’s clone remains unpaid', async () => {
  const { service, readPriceBlock } = billing;
  const { unpaid, paid } = billing.nextCampaigns();
  const clone = (await service.call('cloneCampaign', paid)).body;
  expect(await readPriceBlock({ id: clone.id ?? 0 })).toMatchObject({
    already_paid: '$0.00',
    to_be_paid: '$1,127.10',
  });
  await service.call('deleteCampaign', paid);
  expect(await readPriceBlock(unpaid)).toMatchObject({ credit: '$1,127.10', to_be_paid: '$0.00' });
  expect(statusAndCode(await service.call('checkOutCampaign', { id: paid.id }))).toBe('404 not_found');
});
