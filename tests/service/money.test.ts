import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { draft, openService, refusal, type TestService } from './fixture.ts';

const redirect_uri = 'https://console.example/pay/return?state=a%20b';
const email = 'books@console.example';
const PRICE = 112_710;

/** Each test has two customers and four campaigns of its own. */
const SETS = 40;
let mail: TestService;
beforeAll(async () => {
  const sets = Array.from({ length: SETS }, (_, set) => ({ poor: 2 * set + 1, rich: 2 * set + 2 }));
  mail = await openService({
    credits: sets.flatMap(() => [0, 20_000]),
    rows: sets.flatMap(({ poor, rich }) => [
      draft({ customerId: poor }),
      draft({ customerId: rich }),
      draft({ customerId: rich, recipientCount: 100 }),
      draft({ customerId: poor, paidCents: PRICE }),
    ]),
  });
});
afterAll(() => mail.close());

let set = -1;
beforeEach(() => {
  set += 1;
  const [poor, rich] = [2 * set + 1, 2 * set + 2];
  unpaid = { customer_id: poor, id: 4 * set + 1 };
  partlyByCredit = { customer_id: rich, id: 4 * set + 2 };
  allByCredit = { customer_id: rich, id: 4 * set + 3 };
  paid = { customer_id: poor, id: 4 * set + 4 };
});

interface Which {
  readonly customer_id: number;
  readonly id: number;
}
let unpaid: Which;
let partlyByCredit: Which;
let allByCredit: Which;
let paid: Which;

const checkout = async (id: number) => (await mail.call('checkOutCampaign', { id })).body;
const blockOf = async (id: number) => (await checkout(id)).without_sender;
const statusOf = async (id: number) => (await mail.call('getCampaign', { id })).body.status;

async function payByCard(which: Which, number = '4242 4242 4242 4242') {
  const { link } = (await mail.call('payCustomerCampaign', { ...which, redirect_uri })).body;
  const amount = /name="amount" value="(\d+)"/.exec((await mail.send(link ?? '')).text)?.[1] ?? '';
  const form = new URLSearchParams({ amount, number, expiry: '12/30', code: '123', name: 'Ada Vale' });
  return mail.send(link ?? '', { method: 'POST', body: form });
}

describe('checkout (4.6)', () => {
  test('shows both blocks, and the sender’s copy as one piece more', async () => {
    expect(await checkout(partlyByCredit.id)).toEqual({
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

  test('of a campaign that credits cover has nothing to pay', async () => {
    expect(await blockOf(allByCredit.id)).toMatchObject({
      price: '$85.00',
      credit: '$85.00',
      to_be_paid: '$0.00',
      to_be_paid_amount: 0,
    });
  });
});

describe('paying by link', () => {
  test('uses the credit before the card, and leaves a paid draft', async () => {
    const answer = await payByCard(partlyByCredit);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, redirect_uri]);
    expect(await blockOf(partlyByCredit.id)).toMatchObject({
      credit: '$0.00',
      already_paid: '$1,127.10',
      to_be_paid: '$0.00',
    });
    expect(await statusOf(partlyByCredit.id)).toBe('draft');
    expect(await blockOf(allByCredit.id)).toMatchObject({ credit: '$0.00', to_be_paid: '$85.00' });
  });

  test('what is paid, or covered by credit, opens no payment', async () => {
    for (const which of [paid, allByCredit]) {
      expect(refusal(await mail.call('payCustomerCampaign', { ...which, redirect_uri }))).toBe(
        '409 nothing_to_pay',
      );
      expect(refusal(await mail.call('payCampaign', { id: which.id, redirect_uri }))).toBe(
        '409 nothing_to_pay',
      );
    }
  });

  test('what is queued without being paid, on the invoice, opens no payment', async () => {
    await mail.call('sendCampaignOnInvoice', { id: `${unpaid.id}` });
    expect(refusal(await mail.call('payCampaign', { id: unpaid.id, redirect_uri }))).toBe('409 not_a_draft');
  });

  test('a declined card charges nothing', async () => {
    expect((await payByCard(partlyByCredit, '4000000000000002')).status).toBe(402);
    expect(await blockOf(partlyByCredit.id)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
    });
  });

  test.each(['ftp://console.example/', 'javascript:alert(1)', 'not a url', '/pay/return', ''])(
    'redirect_uri %o is refused',
    async (wrong) => {
      const path = `/v1/campaigns/${unpaid.id}/pay?${new URLSearchParams({ redirect_uri: wrong })}`;
      const answer = await mail.send(path, {
        method: 'POST',
        headers: { Authorization: 'Bearer key-of-the-tests' },
      });
      expect(refusal(answer)).toBe('400 invalid_input');
      expect(answer.body.error?.fields).toHaveProperty('redirect_uri');
    },
  );
});

describe('pay_and_send', () => {
  test('by a good token pays the rest and queues', async () => {
    const sent = await mail.call('payAndSendCampaign', { id: partlyByCredit.id, email, source: 'tok_visa' });
    expect(sent.body).toMatchObject({ status: 'queued', send_copy_to_sender: false });
    expect(await blockOf(partlyByCredit.id)).toMatchObject({
      already_paid: '$1,127.10',
      credit: '$0.00',
      to_be_paid: '$0.00',
    });
  });

  test('with the sender’s copy pays and prints one more', async () => {
    const sent = await mail.call('payAndSendCampaign', {
      id: unpaid.id,
      email,
      source: 'tok_visa',
      send_copy_to_sender: true,
    });
    expect(sent.body).toMatchObject({ price: '$1,127.95', send_copy_to_sender: true, recipient_count: 1326 });
    expect((await checkout(unpaid.id)).with_sender).toMatchObject({
      already_paid: '$1,127.95',
      to_be_paid: '$0.00',
    });
  });

  test('by a declined token leaves an unpaid draft, its credit untouched', async () => {
    const answer = await mail.call('payAndSendCampaign', {
      id: partlyByCredit.id,
      email,
      source: 'tok_chargeDeclined',
    });
    expect(refusal(answer)).toBe('402 card_declined');
    expect(await statusOf(partlyByCredit.id)).toBe('draft');
    expect(await blockOf(partlyByCredit.id)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
    });
  });

  test('without a token is for what credits cover', async () => {
    expect(refusal(await mail.call('payAndSendCampaign', { id: partlyByCredit.id, email }))).toBe(
      '402 payment_required',
    );
    expect((await mail.call('payAndSendCampaign', { id: allByCredit.id, email })).body.status).toBe('queued');
    expect(await blockOf(allByCredit.id)).toMatchObject({ already_paid: '$85.00' });
    expect(await blockOf(partlyByCredit.id)).toMatchObject({ credit: '$115.00' });
  });

  test('charges nothing when the date is wrong, the token unknown or the campaign no draft', async () => {
    const date = '2026-11-20T10:14:59Z';
    expect(
      refusal(
        await mail.call('payAndSendCampaign', { id: partlyByCredit.id, email, source: 'tok_visa', date }),
      ),
    ).toBe('422 date_too_early');
    const unknown = await mail.call('payAndSendCampaign', {
      id: partlyByCredit.id,
      email,
      source: 'tok_mastercard',
    });
    expect([refusal(unknown), unknown.body.error?.fields]).toEqual([
      '422 unknown_source',
      { source: expect.any(String) },
    ]);
    expect(await blockOf(partlyByCredit.id)).toMatchObject({ credit: '$200.00', already_paid: '$0.00' });
    await mail.call('payAndSendCampaign', { id: allByCredit.id, email });
    expect(refusal(await mail.call('payAndSendCampaign', { id: allByCredit.id, email }))).toBe(
      '409 not_a_draft',
    );
    expect(await blockOf(partlyByCredit.id)).toMatchObject({ credit: '$115.00' });
  });

  test('of a paid campaign only sends; of one that was paid with the copy, and goes without, gives the rest back', async () => {
    await mail.call('payAndSendCampaign', {
      id: paid.id,
      email,
      send_copy_to_sender: true,
      source: 'tok_visa',
    });
    await mail.call('cancelCampaign', { id: paid.id });
    await mail.call('payAndSendCampaign', { id: paid.id, email });
    expect(await blockOf(paid.id)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
    expect(await blockOf(unpaid.id)).toMatchObject({ credit: '$0.85' });
  });
});

describe('sending by v1 (4.3)', () => {
  test('wants it paid', async () => {
    expect(refusal(await mail.call('sendCampaign', unpaid))).toBe('402 payment_required');
    expect(refusal(await mail.call('sendCampaign', partlyByCredit))).toBe('402 payment_required');
    expect((await mail.call('sendCampaign', paid)).body.status).toBe('queued');
  });

  test('takes credits that cover it', async () => {
    expect((await mail.call('sendCampaign', allByCredit)).body.status).toBe('queued');
    expect(await blockOf(allByCredit.id)).toMatchObject({ already_paid: '$85.00', credit: '$0.00' });
    expect(await blockOf(partlyByCredit.id)).toMatchObject({ credit: '$115.00' });
  });
});

test('after cancelling, the campaign is a draft that stays paid, and can be sent again for nothing', async () => {
  await mail.call('sendCampaign', paid);
  expect((await mail.call('cancelCampaign', { id: paid.id })).body).toMatchObject({
    status: 'draft',
    scheduled_at: null,
  });
  expect(await blockOf(paid.id)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
  expect((await mail.call('sendCampaign', paid)).body.status).toBe('queued');
});

test('after cancelling what was on the invoice, nothing is paid and nothing is billed', async () => {
  await mail.call('sendCampaignOnInvoice', { id: `${unpaid.id}` });
  await mail.call('cancelCampaign', { id: unpaid.id });
  expect(await blockOf(unpaid.id)).toMatchObject({ already_paid: '$0.00', to_be_paid: '$1,127.10' });
  expect(refusal(await mail.call('sendCampaign', unpaid))).toBe('402 payment_required');
});

test('deleting a paid draft gives the customer credit; a clone starts unpaid', async () => {
  const clone = (await mail.call('cloneCampaign', paid)).body;
  expect(await blockOf(clone.id ?? 0)).toMatchObject({ already_paid: '$0.00', to_be_paid: '$1,127.10' });
  await mail.call('deleteCampaign', paid);
  expect(await blockOf(unpaid.id)).toMatchObject({ credit: '$1,127.10', to_be_paid: '$0.00' });
  expect(refusal(await mail.call('checkOutCampaign', { id: paid.id }))).toBe('404 not_found');
});
