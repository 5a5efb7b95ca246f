/** Money: nothing is paid that a person has not agreed to, nothing twice, and nothing to anybody else. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unseal } from '#lib/auth/seals.ts';
import { attemptsOf, settleByHand } from '#lib/data/attempts.ts';
import { checkOut } from '#lib/data/campaigns.ts';
import { type PayAndSend, payAndSend, startPayment } from '#lib/data/paying.ts';
import type { SeenAmounts } from '#lib/domain/payment.ts';
import { store } from '#lib/store/open.ts';
import { type Harness, setUpHarness } from './support/harness.ts';
import { ORIGIN } from './support/settings.ts';
import { put, seen, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
const unpaid = (over: Partial<TinyCampaign> = {}) => put(harness.service, { id: nextId++, paid: 0, ...over });
/** The order as it is now, but for what is said. */
const agreed = (id: number, sender_copy = false, but: Partial<SeenAmounts> = {}) => {
  const campaign = harness.service.campaigns.get(id);
  if (!campaign) throw new Error(`There is no campaign ${id}.`);
  return { agreed: { ...seen(campaign, sender_copy), ...but, sender_copy } };
};
const asked = () => harness.service.writes();

beforeEach(() => {
  harness.settings({});
  harness.service.requests.length = 0;
  harness.service.link = 'https://pay.example/1';
});
afterEach(() => {
  vi.useRealTimers();
});

const start = (id: number, total: string, senderCopy = false) =>
  harness.sender(() => startPayment(id, agreed(id, senderCopy, { to_be_paid: total })));

describe('paying by link', () => {
  it('gives the service’s link, and tells the service to come back to the configured origin', async () => {
    const { id } = unpaid();
    expect(await start(id, '$10.00')).toEqual({ ok: true, value: { link: 'https://pay.example/1' } });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    const url = new URL(sent?.url ?? '', 'http://x');
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(`${ORIGIN}/pay/return`);
    expect(sent?.body).toBe('');
    const state = back.searchParams.get('state') ?? '';
    const [attempt] = await harness.sender(() => attemptsOf(id));
    expect(await unseal('payment-return', state)).toEqual({ attempt: attempt?.id, campaign: id });
    expect(attempt).toMatchObject({
      operation: 'payCampaign',
      state: 'done',
      amount: '$10.00',
      paidAt: null,
    });
    expect(attempt?.by).toBe('sender@mailroom.test');
  });

  it('asks again when the price is no longer what was agreed to', async () => {
    const campaign = unpaid();
    campaign.price = 12;
    expect(await start(campaign.id, '$10.00')).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount: 'to_be_paid', seen: '$10.00', now: '$12.00' },
    });
    expect(asked()).toEqual([]);
    expect(await harness.sender(() => attemptsOf(campaign.id))).toEqual([]);
  });

  it('goes by the campaign’s own setting for the sender’s copy', async () => {
    const plain = unpaid();
    expect(await start(plain.id, '$11.00', true)).toMatchObject({
      failure: { kind: 'invalid', fields: { sender_copy: expect.any(String) } },
    });
    const withCopy = unpaid({ senderCopy: true });
    expect(await start(withCopy.id, '$11.00', true)).toMatchObject({ ok: true });
    expect(asked()).toHaveLength(1);
  });

  it('has nothing to do when credits cover all, or when it is no draft', async () => {
    expect(await start(unpaid({ credit: 10 }).id, '$0.00')).toMatchObject({
      failure: { kind: 'refused', code: 'nothing_to_pay' },
    });
    for (const status of ['queued', 'mailed', 'brand_new_status']) {
      expect(await start(unpaid({ status }).id, '$10.00')).toMatchObject({
        failure: { kind: 'refused', code: 'not_draft' },
      });
    }
    expect(asked()).toEqual([]);
  });

  it('makes one call for twenty clicks, and one link for those that come a little later', async () => {
    const { id } = unpaid();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => start(id, '$10.00')));
    expect(clicks.some(({ ok }) => ok)).toBe(true);
    expect(await start(id, '$10.00')).toEqual({ ok: true, value: { link: 'https://pay.example/1' } });
    expect(asked()).toHaveLength(1);
  });

  it('makes a new link when the amount is another one', async () => {
    const campaign = unpaid();
    await start(campaign.id, '$10.00');
    campaign.credit = 4;
    expect(await start(campaign.id, '$6.00')).toMatchObject({ ok: true });
    expect(asked()).toHaveLength(2);
  });

  it('that got no answer is settled by reading: nobody has the link, so it may be started again', async () => {
    const { id } = unpaid();
    harness.service.fault('POST pay', 'drop_after');
    expect(await start(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(asked()).toHaveLength(1);
    expect(await harness.sender(() => attemptsOf(id))).toMatchObject([
      { state: 'refused', settledBy: 'reading' },
    ]);
    expect(await start(id, '$10.00')).toMatchObject({ ok: true });
  });

  it.each([
    'http://pay.example/1',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://good.example@evil.example/',
    'https:\\\\evil.example',
    'https://evil.example/\t',
    '//evil.example',
    '/pay/1',
    '',
  ])('never hands out %j', async (link) => {
    harness.service.link = link;
    const { id } = unpaid();
    expect(await start(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'garbled' } });
  });

  it('hands out links to the service itself, and to origins that are allowed besides', async () => {
    harness.service.link = `${harness.service.origin}/pay/abc`;
    expect(await start(unpaid().id, '$10.00')).toMatchObject({ value: { link: harness.service.link } });
    harness.service.link = 'http://pay.internal/abc';
    harness.settings({ PAY_LINK_ORIGINS: 'http://pay.internal' });
    expect(await start(unpaid().id, '$10.00')).toMatchObject({ value: { link: harness.service.link } });
  });

  it('is seen to be paid by whoever reads checkout next, without anybody coming back', async () => {
    const campaign = unpaid();
    await start(campaign.id, '$10.00');
    await harness.viewer(() => checkOut(campaign.id));
    expect((await harness.viewer(() => attemptsOf(campaign.id)))[0]?.paidAt).toBeNull();
    campaign.paid = 10;
    await harness.viewer(() => checkOut(campaign.id));
    expect((await harness.viewer(() => attemptsOf(campaign.id)))[0]?.paidAt).toBeTypeOf('number');
  });
});

it('money that came in another way is not put down to a link that was made before', async () => {
  const paidAt = async (id: number) => {
    // Twice: what the first reading notes must not make the second one go back further.
    for (const _ of [1, 2]) await harness.viewer(() => checkOut(id));
    return (await harness.viewer(() => attemptsOf(id))).map((attempt) => attempt.paidAt !== null);
  };
  const twoLinks = unpaid();
  await start(twoLinks.id, '$10.00');
  twoLinks.price = 12;
  await start(twoLinks.id, '$12.00');
  twoLinks.paid = 12;
  expect(await paidAt(twoLinks.id)).toEqual([true, false]);

  const byCard = unpaid();
  await start(byCard.id, '$10.00');
  const email = 'invoice@example.com';
  const sent = await harness.sender(() =>
    payAndSend(byCard.id, { ...agreed(byCard.id), send_copy_to_sender: false, source: 'tok_visa', email }),
  );
  expect(sent).toMatchObject({ ok: true });
  expect(await paidAt(byCard.id)).toEqual([false, false]);
});

describe('paying and sending in one', () => {
  const email = 'invoice@example.com';
  const pay = (id: number, total: string, over: Partial<PayAndSend> = {}) =>
    harness.sender(() =>
      payAndSend(id, {
        ...agreed(id, false, { to_be_paid: total }),
        send_copy_to_sender: false,
        source: 'tok_visa',
        email,
        ...over,
      }),
    );

  it('sends the agreed form once', async () => {
    const { id } = unpaid();
    expect(await pay(id, '$10.00')).toMatchObject({ ok: true, value: { id, status: 'queued' } });
    const sent = harness.service.requests.filter(({ method }) => method === 'POST');
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      [
        `/v1/campaigns/${id}/pay_and_send`,
        'send_copy_to_sender=false&source=tok_visa&email=invoice%40example.com',
      ],
    ]);
  });

  it('asks again when the price is not what was agreed to, and takes no price of the other choice', async () => {
    const { id } = unpaid();
    expect(await pay(id, '$9.00')).toMatchObject({
      failure: { kind: 'price_changed', seen: '$9.00', now: '$10.00' },
    });
    expect(await pay(id, '$10.00', { send_copy_to_sender: true })).toMatchObject({
      failure: { kind: 'invalid', fields: { sender_copy: expect.any(String) } },
    });
    expect(asked()).toEqual([]);
  });

  it('asks again when the same total takes more of the customer’s credits', async () => {
    const campaign = unpaid({ credit: 10 });
    const { id } = campaign;
    const shown = { agreed: { ...seen(campaign), sender_copy: false } };
    const withCredits = () =>
      harness.sender(() => payAndSend(id, { ...shown, send_copy_to_sender: false, email }));
    Object.assign(campaign, { price: 20, credit: 20 });
    expect(await withCredits()).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount: 'price', seen: '$10.00', now: '$20.00' },
    });
    Object.assign(campaign, { price: 10 });
    expect(await withCredits()).toMatchObject({
      failure: { kind: 'price_changed', amount: 'credit', seen: '$10.00', now: '$20.00' },
    });
    expect(asked()).toEqual([]);
    Object.assign(campaign, { credit: 10 });
    expect(await withCredits()).toMatchObject({ ok: true });
  });

  it('is charged once for twenty clicks', async () => {
    const campaign = unpaid();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => pay(campaign.id, '$10.00')));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(asked()).toHaveLength(1);
    expect(campaign.paid).toBe(10);
  });

  it.each(['drop_after', 500, 504] as const)(
    'is not charged again when the answer is lost (%s)',
    async (fault) => {
      const campaign = unpaid();
      harness.service.fault('POST pay_and_send', fault);
      expect(await pay(campaign.id, '$10.00')).toMatchObject({ ok: true, value: { status: 'queued' } });
      expect(await pay(campaign.id, '$10.00')).toMatchObject({
        failure: { kind: 'refused', code: 'not_draft' },
      });
      expect(asked()).toHaveLength(1);
      expect(campaign.paid).toBe(10);
    },
  );

  it('in doubt stays in doubt until a person says how it went', async () => {
    const campaign = unpaid();
    const { id } = campaign;
    harness.service.fault('POST pay_and_send', 'drop_before');
    expect(await pay(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await pay(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await start(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unknown' } });
    const [attempt] = await harness.sender(() => attemptsOf(id));
    expect(attempt?.state).toBe('unknown');

    const settle = (by: Harness['viewer'], campaign = id) =>
      by(() => settleByHand(campaign, attempt?.id ?? '', 'refused'));
    expect(attempt?.isResolvable).toBe(false);
    expect(await settle(harness.sender)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'still_at_work' },
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    expect((await harness.sender(() => attemptsOf(id)))[0]?.isResolvable).toBe(true);
    expect(await settle(harness.sender, id + 1)).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await settle(harness.viewer)).toEqual({ ok: false, failure: { kind: 'forbidden' } });
    expect(await settle(harness.sender)).toMatchObject({
      ok: true,
      value: { state: 'refused', settledBy: 'person', settledByMember: 'sender@mailroom.test' },
    });
    expect(await settle(harness.sender)).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await pay(id, '$10.00')).toMatchObject({ ok: true });
    expect(asked()).toHaveLength(2);
  });

  it('in doubt may be said to have gone through, once it can’t be at work any more', async () => {
    const { id } = unpaid();
    harness.service.fault('POST pay_and_send', 'drop_before');
    await pay(id, '$10.00');
    const [attempt] = await harness.sender(() => attemptsOf(id));
    const say = () => harness.admin(() => settleByHand(id, attempt?.id ?? '', 'done'));
    // A word too early would let the next payment begin beside the first.
    expect(await say()).toMatchObject({ ok: false, failure: { code: 'still_at_work' } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    expect(await say()).toMatchObject({
      value: { state: 'done', settledByMember: 'admin@mailroom.test' },
    });
  });

  it('never stores the card’s token', async () => {
    const { id } = unpaid();
    harness.service.fault('POST pay_and_send', 'drop_before');
    await pay(id, '$10.00', { source: 'tok_canary_77' });
    const { rows } = (await (
      await store()
    ).execute('select attempts::text as row from attempts')) as unknown as {
      rows: { row: string }[];
    };
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain('tok_canary_77');
  });

  it.each([
    ['email', { email: 'no address' }],
    ['date', { date: '2027-01-01' }],
    ['date', { date: new Date(Date.now() + 5 * 60_000).toISOString() }],
    ['date', { date: new Date(Date.now() + 91 * 86_400_000).toISOString() }],
  ])('refuses a wrong %s before anything is sent', async (field, wrong) => {
    expect(await pay(unpaid().id, '$10.00', wrong)).toMatchObject({
      failure: { kind: 'invalid', fields: { [field]: expect.any(String) } },
    });
    expect(asked()).toEqual([]);
  });
});
