import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBillingService, redirect_uri } from './billing-fixture.ts';
import { statusAndCode } from './fixture.ts';

let sets: Awaited<ReturnType<typeof openBillingService>>;
beforeAll(async () => {
  sets = await openBillingService();
});
afterAll(() => sets.mail.close());

describe('checkout (4.6)', () => {
  test('shows both blocks, and the sender’s copy as one piece more', async () => {
    const { checkout } = sets;
    const { partlyByCredit } = sets.next();
    expect(await checkout(partlyByCredit)).toEqual({
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
    const { blockOf } = sets;
    const { allByCredit } = sets.next();
    expect(await blockOf(allByCredit)).toMatchObject({
      price: '$85.00',
      credit: '$85.00',
      to_be_paid: '$0.00',
      to_be_paid_amount: 0,
    });
  });
});

describe('paying by link', () => {
  test('uses the credit before the card, and leaves a paid draft', async () => {
    const { blockOf, statusOf, payByCard } = sets;
    const { partlyByCredit, allByCredit } = sets.next();
    const answer = await payByCard(partlyByCredit);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, redirect_uri]);
    expect(await blockOf(partlyByCredit)).toMatchObject({
      credit: '$0.00',
      already_paid: '$1,127.10',
      to_be_paid: '$0.00',
    });
    expect(await statusOf(partlyByCredit)).toBe('draft');
    expect(await blockOf(allByCredit)).toMatchObject({ credit: '$0.00', to_be_paid: '$85.00' });
  });

  test('what is paid, or covered by credit, opens no payment', async () => {
    const { mail } = sets;
    const { paid, allByCredit } = sets.next();
    for (const which of [paid, allByCredit]) {
      expect(statusAndCode(await mail.call('payCustomerCampaign', { ...which, redirect_uri }))).toBe(
        '409 nothing_to_pay',
      );
      expect(statusAndCode(await mail.call('payCampaign', { id: which.id, redirect_uri }))).toBe(
        '409 nothing_to_pay',
      );
    }
  });

  test('what is queued without being paid, on the invoice, opens no payment', async () => {
    const { mail } = sets;
    const { unpaid } = sets.next();
    await mail.call('sendCampaignOnInvoice', { id: `${unpaid.id}` });
    expect(statusAndCode(await mail.call('payCampaign', { id: unpaid.id, redirect_uri }))).toBe(
      '409 not_a_draft',
    );
  });

  test('a declined card charges nothing', async () => {
    const { blockOf, payByCard } = sets;
    const { partlyByCredit } = sets.next();
    expect((await payByCard(partlyByCredit, '4000000000000002')).status).toBe(402);
    expect(await blockOf(partlyByCredit)).toMatchObject({
      credit: '$200.00',
      already_paid: '$0.00',
      to_be_paid: '$927.10',
    });
  });

  test.each(['ftp://console.example/', 'javascript:alert(1)', 'not a url', '/pay/return', ''])(
    'redirect_uri %o is refused',
    async (wrong) => {
      const { mail } = sets;
      const { unpaid } = sets.next();
      const path = `/v1/campaigns/${unpaid.id}/pay?${new URLSearchParams({ redirect_uri: wrong })}`;
      const answer = await mail.request(path, {
        method: 'POST',
        headers: { Authorization: 'Bearer key-of-the-tests' },
      });
      expect(statusAndCode(answer)).toBe('400 invalid_input');
      expect(answer.body.error?.fields).toHaveProperty('redirect_uri');
    },
  );
});

describe('sending by v1 (4.3)', () => {
  test('wants it paid', async () => {
    const { mail } = sets;
    const { unpaid, paid, partlyByCredit } = sets.next();
    expect(statusAndCode(await mail.call('sendCampaign', unpaid))).toBe('402 payment_required');
    expect(statusAndCode(await mail.call('sendCampaign', partlyByCredit))).toBe('402 payment_required');
    expect((await mail.call('sendCampaign', paid)).body.status).toBe('queued');
  });

  test('takes credits that cover it', async () => {
    const { mail, blockOf } = sets;
    const { partlyByCredit, allByCredit } = sets.next();
    expect((await mail.call('sendCampaign', allByCredit)).body.status).toBe('queued');
    expect(await blockOf(allByCredit)).toMatchObject({ already_paid: '$85.00', credit: '$0.00' });
    expect(await blockOf(partlyByCredit)).toMatchObject({ credit: '$115.00' });
  });
});

test('after cancelling, the campaign is a draft that stays paid, and can be sent again for nothing', async () => {
  const { mail, blockOf } = sets;
  const { paid } = sets.next();
  await mail.call('sendCampaign', paid);
  expect((await mail.call('cancelCampaign', { id: paid.id })).body).toMatchObject({
    status: 'draft',
    scheduled_at: null,
  });
  expect(await blockOf(paid)).toMatchObject({ already_paid: '$1,127.10', to_be_paid: '$0.00' });
  expect((await mail.call('sendCampaign', paid)).body.status).toBe('queued');
});

test('after cancelling what was on the invoice, nothing is paid and nothing is billed', async () => {
  const { mail, blockOf } = sets;
  const { unpaid } = sets.next();
  await mail.call('sendCampaignOnInvoice', { id: `${unpaid.id}` });
  await mail.call('cancelCampaign', { id: unpaid.id });
  expect(await blockOf(unpaid)).toMatchObject({ already_paid: '$0.00', to_be_paid: '$1,127.10' });
  expect(statusAndCode(await mail.call('sendCampaign', unpaid))).toBe('402 payment_required');
});

test('deleting a paid draft gives the customer credit; a clone starts unpaid', async () => {
  const { mail, blockOf } = sets;
  const { unpaid, paid } = sets.next();
  const clone = (await mail.call('cloneCampaign', paid)).body;
  expect(await blockOf({ id: clone.id ?? 0 })).toMatchObject({
    already_paid: '$0.00',
    to_be_paid: '$1,127.10',
  });
  await mail.call('deleteCampaign', paid);
  expect(await blockOf(unpaid)).toMatchObject({ credit: '$1,127.10', to_be_paid: '$0.00' });
  expect(statusAndCode(await mail.call('checkOutCampaign', { id: paid.id }))).toBe('404 not_found');
});
