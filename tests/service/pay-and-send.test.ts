import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { email, openBillingService } from './billing-fixture.ts';
import { statusAndCode } from './fixture.ts';

let billing: Awaited<ReturnType<typeof openBillingService>>;
beforeAll(async () => {
  billing = await openBillingService();
});
afterAll(() => billing.service.close());

describe('pay_and_send', () => {
  test('charges the remaining amount to an approved token and queues the campaign', async () => {
    const { service, readPriceBlock } = billing;
    const { partlyCoveredByCredit } = billing.nextCampaigns();
    const sent = await service.call('payAndSendCampaign', {
      id: partlyCoveredByCredit.id,
      email,
      source: 'tok_visa',
    });
    expect(sent.body).toMatchObject({ status: 'queued', send_copy_to_sender: false });
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({
      already_paid: '$1,127.10',
      credit: '$0.00',
      to_be_paid: '$0.00',
    });
  });

  test('charges for one more piece if the sender gets a copy', async () => {
    const { service, readCheckout } = billing;
    const { unpaid } = billing.nextCampaigns();
    const sent = await service.call('payAndSendCampaign', {
      id: unpaid.id,
      email,
      source: 'tok_visa',
      send_copy_to_sender: true,
    });
    expect(sent.body).toMatchObject({ price: '$1,127.95', send_copy_to_sender: true, recipient_count: 1326 });
    expect((await readCheckout(unpaid)).with_sender).toMatchObject({
      already_paid: '$1,127.95',
      to_be_paid: '$0.00',
    });
  });

  test('leaves the draft unpaid and the credit unused if the token is declined', async () => {
    const { service, readPriceBlock, readStatus } = billing;
    const { partlyCoveredByCredit } = billing.nextCampaigns();
    const response = await service.call('payAndSendCampaign', {
      id: partlyCoveredByCredit.id,
      email,
      source: 'tok_chargeDeclined',
    });
    expect(statusAndCode(response)).toBe('402 card_declined');
    expect(await readStatus(partlyCoveredByCredit)).toBe('draft');
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
    });
  });

  test('succeeds without a token only if the credit covers the price', async () => {
    const { service, readPriceBlock } = billing;
    const { partlyCoveredByCredit, coveredByCredit } = billing.nextCampaigns();
    expect(
      statusAndCode(await service.call('payAndSendCampaign', { id: partlyCoveredByCredit.id, email })),
    ).toBe('402 payment_required');
    expect((await service.call('payAndSendCampaign', { id: coveredByCredit.id, email })).body.status).toBe(
      'queued',
    );
    expect(await readPriceBlock(coveredByCredit)).toMatchObject({ already_paid: '$85.00' });
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({ credit: '$115.00' });
  });

  test('charges nothing if the date is invalid, the token is unknown, or the campaign is not a draft', async () => {
    const { service, readPriceBlock } = billing;
    const { partlyCoveredByCredit, coveredByCredit } = billing.nextCampaigns();
    const date = '2026-11-20T10:14:59Z';
    expect(
      statusAndCode(
        await service.call('payAndSendCampaign', {
          id: partlyCoveredByCredit.id,
          email,
          source: 'tok_visa',
          date,
        }),
      ),
    ).toBe('422 date_too_early');
    const unknown = await service.call('payAndSendCampaign', {
      id: partlyCoveredByCredit.id,
      email,
      source: 'tok_mastercard',
    });
    expect([statusAndCode(unknown), unknown.body.error?.fields]).toEqual([
      '422 unknown_source',
      { source: expect.any(String) },
    ]);
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
    });
    await service.call('payAndSendCampaign', { id: coveredByCredit.id, email });
    expect(statusAndCode(await service.call('payAndSendCampaign', { id: coveredByCredit.id, email }))).toBe(
      '409 not_a_draft',
    );
    expect(await readPriceBlock(partlyCoveredByCredit)).toMatchObject({ credit: '$115.00' });
  });

  test('sends a paid campaign without a charge, and credits the price of the sender’s copy if the copy is removed', async () => {
    const { service, readPriceBlock } = billing;
    const { unpaid, paid } = billing.nextCampaigns();
    await service.call('payAndSendCampaign', {
      id: paid.id,
      email,
      send_copy_to_sender: true,
      source: 'tok_visa',
    });
    await service.call('cancelCampaign', { id: paid.id });
    await service.call('payAndSendCampaign', { id: paid.id, email });
    expect(await readPriceBlock(paid)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
    expect(await readPriceBlock(unpaid)).toMatchObject({ credit: '$0.85' });
  });
});
