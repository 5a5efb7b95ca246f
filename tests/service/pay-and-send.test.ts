import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { email, openBillingService } from './billing-fixture.ts';
import { statusAndCode } from './fixture.ts';

let sets: Awaited<ReturnType<typeof openBillingService>>;
beforeAll(async () => {
  sets = await openBillingService();
});
afterAll(() => sets.mail.close());

describe('pay_and_send', () => {
  test('by a good token pays the rest and queues', async () => {
    const { mail, blockOf } = sets;
    const { partlyByCredit } = sets.next();
    const sent = await mail.call('payAndSendCampaign', { id: partlyByCredit.id, email, source: 'tok_visa' });
    expect(sent.body).toMatchObject({ status: 'queued', send_copy_to_sender: false });
    expect(await blockOf(partlyByCredit)).toMatchObject({
      already_paid: '$1,127.10',
      credit: '$0.00',
      to_be_paid: '$0.00',
    });
  });

  test('with the sender’s copy pays and prints one more', async () => {
    const { mail, checkout } = sets;
    const { unpaid } = sets.next();
    const sent = await mail.call('payAndSendCampaign', {
      id: unpaid.id,
      email,
      source: 'tok_visa',
      send_copy_to_sender: true,
    });
    expect(sent.body).toMatchObject({ price: '$1,127.95', send_copy_to_sender: true, recipient_count: 1326 });
    expect((await checkout(unpaid)).with_sender).toMatchObject({
      already_paid: '$1,127.95',
      to_be_paid: '$0.00',
    });
  });

  test('by a declined token leaves an unpaid draft, its credit untouched', async () => {
    const { mail, blockOf, statusOf } = sets;
    const { partlyByCredit } = sets.next();
    const answer = await mail.call('payAndSendCampaign', {
      id: partlyByCredit.id,
      email,
      source: 'tok_chargeDeclined',
    });
    expect(statusAndCode(answer)).toBe('402 card_declined');
    expect(await statusOf(partlyByCredit)).toBe('draft');
    expect(await blockOf(partlyByCredit)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
    });
  });

  test('without a token is for what credits cover', async () => {
    const { mail, blockOf } = sets;
    const { partlyByCredit, allByCredit } = sets.next();
    expect(statusAndCode(await mail.call('payAndSendCampaign', { id: partlyByCredit.id, email }))).toBe(
      '402 payment_required',
    );
    expect((await mail.call('payAndSendCampaign', { id: allByCredit.id, email })).body.status).toBe('queued');
    expect(await blockOf(allByCredit)).toMatchObject({ already_paid: '$85.00' });
    expect(await blockOf(partlyByCredit)).toMatchObject({ credit: '$115.00' });
  });

  test('charges nothing when the date is wrong, the token unknown or the campaign no draft', async () => {
    const { mail, blockOf } = sets;
    const { partlyByCredit, allByCredit } = sets.next();
    const date = '2026-11-20T10:14:59Z';
    expect(
      statusAndCode(
        await mail.call('payAndSendCampaign', { id: partlyByCredit.id, email, source: 'tok_visa', date }),
      ),
    ).toBe('422 date_too_early');
    const unknown = await mail.call('payAndSendCampaign', {
      id: partlyByCredit.id,
      email,
      source: 'tok_mastercard',
    });
    expect([statusAndCode(unknown), unknown.body.error?.fields]).toEqual([
      '422 unknown_source',
      { source: expect.any(String) },
    ]);
    expect(await blockOf(partlyByCredit)).toMatchObject({ credit: '$200.00', already_paid: '$0.00' });
    await mail.call('payAndSendCampaign', { id: allByCredit.id, email });
    expect(statusAndCode(await mail.call('payAndSendCampaign', { id: allByCredit.id, email }))).toBe(
      '409 not_a_draft',
    );
    expect(await blockOf(partlyByCredit)).toMatchObject({ credit: '$115.00' });
  });

  test('of a paid campaign only sends; of one that was paid with the copy, and goes without, gives the rest back', async () => {
    const { mail, blockOf } = sets;
    const { unpaid, paid } = sets.next();
    await mail.call('payAndSendCampaign', {
      id: paid.id,
      email,
      send_copy_to_sender: true,
      source: 'tok_visa',
    });
    await mail.call('cancelCampaign', { id: paid.id });
    await mail.call('payAndSendCampaign', { id: paid.id, email });
    expect(await blockOf(paid)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
    expect(await blockOf(unpaid)).toMatchObject({ credit: '$0.85' });
  });
});
