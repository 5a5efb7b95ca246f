/** Payments: only the agreed amount is paid, once, through links that are safe to open. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unseal } from '#lib/auth/seals.ts';
import { listAttempts, resolveAttemptManually } from '#lib/data/attempts.ts';
import { readCheckout } from '#lib/data/campaigns.ts';
import { type PayAndSendOrder, payAndSendCampaign, startPayment } from '#lib/data/paying.ts';
import type { SeenAmounts } from '#lib/domain/payment.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { ORIGIN } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
const addUnpaid = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides });
/** Agrees to the current order, with these overrides. */
const agreeToOrder = (id: number, sender_copy = false, overrides: Partial<SeenAmounts> = {}) => {
  const campaign = harness.service.campaigns.get(id);
  if (!campaign) throw new Error(`No campaign ${id}.`);
  return { agreed: { ...orderAmounts(campaign, sender_copy), ...overrides, sender_copy } };
};
const listWrites = () => harness.service.writes();

beforeEach(() => {
  harness.applySettings({});
  harness.service.requests.length = 0;
  harness.service.paymentLink = 'https://pay.example/1';
});
afterEach(() => {
  vi.useRealTimers();
});

const startLinkPayment = (id: number, total: string, senderCopy = false) =>
  harness.sender(() => startPayment(id, agreeToOrder(id, senderCopy, { to_be_paid: total })));

describe('paying by link', () => {
  it('returns the service’s link, whose redirect_uri leads to the configured origin', async () => {
    const { id } = addUnpaid();
    expect(await startLinkPayment(id, '$10.00')).toEqual({
      ok: true,
      value: { link: 'https://pay.example/1' },
    });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    const url = new URL(sent?.url ?? '', 'http://x');
    const redirectUri = new URL(url.searchParams.get('redirect_uri') ?? '');
    expect(`${redirectUri.origin}${redirectUri.pathname}`).toBe(`${ORIGIN}/pay/return`);
    expect(sent?.body).toBe('');
    const state = redirectUri.searchParams.get('state') ?? '';
    const [attempt] = await harness.sender(() => listAttempts(id));
    expect(await unseal('payment-return', state)).toEqual({ attempt: attempt?.id, campaign: id });
    expect(attempt).toMatchObject({
      operation: 'payCampaign',
      state: 'done',
      amount: '$10.00',
      paidAt: null,
    });
    expect(attempt?.by).toBe('sender@mailroom.test');
  });

  it('requires another confirmation when the price has changed', async () => {
    const campaign = addUnpaid();
    campaign.price = 12;
    expect(await startLinkPayment(campaign.id, '$10.00')).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount: 'to_be_paid', seen: '$10.00', now: '$12.00' },
    });
    expect(listWrites()).toEqual([]);
    expect(await harness.sender(() => listAttempts(campaign.id))).toEqual([]);
  });

  it('uses the campaign’s own setting for the copy to the sender', async () => {
    const withoutCopy = addUnpaid();
    expect(await startLinkPayment(withoutCopy.id, '$11.00', true)).toMatchObject({
      failure: { kind: 'invalid', fields: { sender_copy: expect.any(String) } },
    });
    const withCopy = addUnpaid({ senderCopy: true });
    expect(await startLinkPayment(withCopy.id, '$11.00', true)).toMatchObject({ ok: true });
    expect(listWrites()).toHaveLength(1);
  });

  it('is refused if credits cover the whole amount or the campaign is not a draft', async () => {
    expect(await startLinkPayment(addUnpaid({ credit: 10 }).id, '$0.00')).toMatchObject({
      failure: { kind: 'refused', code: 'nothing_to_pay' },
    });
    for (const status of ['queued', 'mailed', 'brand_new_status']) {
      expect(await startLinkPayment(addUnpaid({ status }).id, '$10.00')).toMatchObject({
        failure: { kind: 'refused', code: 'not_draft' },
      });
    }
    expect(listWrites()).toEqual([]);
  });

  it('makes one call for twenty simultaneous clicks, and returns the same link to a later click', async () => {
    const { id } = addUnpaid();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => startLinkPayment(id, '$10.00')));
    expect(clicks.some(({ ok }) => ok)).toBe(true);
    expect(await startLinkPayment(id, '$10.00')).toEqual({
      ok: true,
      value: { link: 'https://pay.example/1' },
    });
    expect(listWrites()).toHaveLength(1);
  });

  it('creates a new link when the amount has changed', async () => {
    const campaign = addUnpaid();
    await startLinkPayment(campaign.id, '$10.00');
    campaign.credit = 4;
    expect(await startLinkPayment(campaign.id, '$6.00')).toMatchObject({ ok: true });
    expect(listWrites()).toHaveLength(2);
  });

  it('can be restarted after a lost response, because no one received the link', async () => {
    const { id } = addUnpaid();
    harness.service.injectFault('POST pay', 'drop_after');
    expect(await startLinkPayment(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(listWrites()).toHaveLength(1);
    expect(await harness.sender(() => listAttempts(id))).toMatchObject([
      { state: 'refused', settledBy: 'reading' },
    ]);
    expect(await startLinkPayment(id, '$10.00')).toMatchObject({ ok: true });
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
  ])('never returns the link %j', async (link) => {
    harness.service.paymentLink = link;
    const { id } = addUnpaid();
    expect(await startLinkPayment(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'garbled' } });
  });

  it('returns links to the service itself and to origins in the settings', async () => {
    harness.service.paymentLink = `${harness.service.origin}/pay/abc`;
    expect(await startLinkPayment(addUnpaid().id, '$10.00')).toMatchObject({
      value: { link: harness.service.paymentLink },
    });
    harness.service.paymentLink = 'http://pay.internal/abc';
    harness.applySettings({ PAY_LINK_ORIGINS: 'http://pay.internal' });
    expect(await startLinkPayment(addUnpaid().id, '$10.00')).toMatchObject({
      value: { link: harness.service.paymentLink },
    });
  });

  it('is confirmed by the next checkout read, even if the payer never returns', async () => {
    const campaign = addUnpaid();
    await startLinkPayment(campaign.id, '$10.00');
    await harness.viewer(() => readCheckout(campaign.id));
    expect((await harness.viewer(() => listAttempts(campaign.id)))[0]?.paidAt).toBeNull();
    campaign.paid = 10;
    await harness.viewer(() => readCheckout(campaign.id));
    expect((await harness.viewer(() => listAttempts(campaign.id)))[0]?.paidAt).toBeTypeOf('number');
  });
});

it('does not attribute money paid in another way to an earlier link', async () => {
  const listConfirmations = async (id: number) => {
    // A second read must not confirm an earlier attempt because of what the first read stored.
    for (const _ of [1, 2]) await harness.viewer(() => readCheckout(id));
    return (await harness.viewer(() => listAttempts(id))).map((attempt) => attempt.paidAt !== null);
  };
  const twoLinks = addUnpaid();
  await startLinkPayment(twoLinks.id, '$10.00');
  twoLinks.price = 12;
  await startLinkPayment(twoLinks.id, '$12.00');
  twoLinks.paid = 12;
  expect(await listConfirmations(twoLinks.id)).toEqual([true, false]);

  const byCard = addUnpaid();
  await startLinkPayment(byCard.id, '$10.00');
  const email = 'invoice@example.com';
  const sent = await harness.sender(() =>
    payAndSendCampaign(byCard.id, {
      ...agreeToOrder(byCard.id),
      send_copy_to_sender: false,
      source: 'tok_visa',
      email,
    }),
  );
  expect(sent).toMatchObject({ ok: true });
  expect(await listConfirmations(byCard.id)).toEqual([false, false]);
});

describe('paying and sending in one call', () => {
  const email = 'invoice@example.com';
  const payByCard = (id: number, total: string, overrides: Partial<PayAndSendOrder> = {}) =>
    harness.sender(() =>
      payAndSendCampaign(id, {
        ...agreeToOrder(id, false, { to_be_paid: total }),
        send_copy_to_sender: false,
        source: 'tok_visa',
        email,
        ...overrides,
      }),
    );

  it('sends the agreed form once', async () => {
    const { id } = addUnpaid();
    expect(await payByCard(id, '$10.00')).toMatchObject({ ok: true, value: { id, status: 'queued' } });
    const sent = harness.service.requests.filter(({ method }) => method === 'POST');
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      [
        `/v1/campaigns/${id}/pay_and_send`,
        'send_copy_to_sender=false&source=tok_visa&email=invoice%40example.com',
      ],
    ]);
  });

  it('requires another confirmation when the price differs, and refuses the price of the other copy choice', async () => {
    const { id } = addUnpaid();
    expect(await payByCard(id, '$9.00')).toMatchObject({
      failure: { kind: 'price_changed', seen: '$9.00', now: '$10.00' },
    });
    expect(await payByCard(id, '$10.00', { send_copy_to_sender: true })).toMatchObject({
      failure: { kind: 'invalid', fields: { sender_copy: expect.any(String) } },
    });
    expect(listWrites()).toEqual([]);
  });

  it('requires another confirmation when the same total uses more of the customer’s credits', async () => {
    const campaign = addUnpaid({ credit: 10 });
    const { id } = campaign;
    const agreement = { agreed: { ...orderAmounts(campaign), sender_copy: false } };
    const payWithCredits = () =>
      harness.sender(() => payAndSendCampaign(id, { ...agreement, send_copy_to_sender: false, email }));
    Object.assign(campaign, { price: 20, credit: 20 });
    expect(await payWithCredits()).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount: 'price', seen: '$10.00', now: '$20.00' },
    });
    Object.assign(campaign, { price: 10 });
    expect(await payWithCredits()).toMatchObject({
      failure: { kind: 'price_changed', amount: 'credit', seen: '$10.00', now: '$20.00' },
    });
    expect(listWrites()).toEqual([]);
    Object.assign(campaign, { credit: 10 });
    expect(await payWithCredits()).toMatchObject({ ok: true });
  });

  it('charges once for twenty simultaneous clicks', async () => {
    const campaign = addUnpaid();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => payByCard(campaign.id, '$10.00')));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(listWrites()).toHaveLength(1);
    expect(campaign.paid).toBe(10);
  });

  it.each(['drop_after', 500, 504] as const)(
    'does not charge again after a lost response (%s)',
    async (fault) => {
      const campaign = addUnpaid();
      harness.service.injectFault('POST pay_and_send', fault);
      expect(await payByCard(campaign.id, '$10.00')).toMatchObject({ ok: true, value: { status: 'queued' } });
      expect(await payByCard(campaign.id, '$10.00')).toMatchObject({
        failure: { kind: 'refused', code: 'not_draft' },
      });
      expect(listWrites()).toHaveLength(1);
      expect(campaign.paid).toBe(10);
    },
  );

  it('stays unknown after a lost request until a member resolves it', async () => {
    const campaign = addUnpaid();
    const { id } = campaign;
    harness.service.injectFault('POST pay_and_send', 'drop_before');
    expect(await payByCard(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await payByCard(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await startLinkPayment(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unknown' } });
    const [attempt] = await harness.sender(() => listAttempts(id));
    expect(attempt?.state).toBe('unknown');

    const resolve = (runAs: RunAs, campaign = id) =>
      runAs(() => resolveAttemptManually(campaign, attempt?.id ?? '', 'refused'));
    expect(attempt?.isResolvable).toBe(false);
    expect(await resolve(harness.sender)).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 409, code: 'still_running' },
    });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    expect((await harness.sender(() => listAttempts(id)))[0]?.isResolvable).toBe(true);
    expect(await resolve(harness.sender, id + 1)).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await resolve(harness.viewer)).toEqual({ ok: false, failure: { kind: 'forbidden' } });
    expect(await resolve(harness.sender)).toMatchObject({
      ok: true,
      value: { state: 'refused', settledBy: 'member', settledByMember: 'sender@mailroom.test' },
    });
    expect(await resolve(harness.sender)).toEqual({ ok: false, failure: { kind: 'missing' } });
    expect(await payByCard(id, '$10.00')).toMatchObject({ ok: true });
    expect(listWrites()).toHaveLength(2);
  });

  it('can be marked as done once the request can no longer be in flight', async () => {
    const { id } = addUnpaid();
    harness.service.injectFault('POST pay_and_send', 'drop_before');
    await payByCard(id, '$10.00');
    const [attempt] = await harness.sender(() => listAttempts(id));
    const markAsDone = () => harness.admin(() => resolveAttemptManually(id, attempt?.id ?? '', 'done'));
    // If it were resolved too early, another payment could start beside the first.
    expect(await markAsDone()).toMatchObject({ ok: false, failure: { code: 'still_running' } });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 60_000 });
    expect(await markAsDone()).toMatchObject({
      value: { state: 'done', settledByMember: 'admin@mailroom.test' },
    });
  });

  it('never stores the card token', async () => {
    const { id } = addUnpaid();
    harness.service.injectFault('POST pay_and_send', 'drop_before');
    await payByCard(id, '$10.00', { source: 'tok_canary_77' });
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
  ])('refuses an invalid %s before any request is sent', async (field, overrides) => {
    expect(await payByCard(addUnpaid().id, '$10.00', overrides)).toMatchObject({
      failure: { kind: 'invalid', fields: { [field]: expect.any(String) } },
    });
    expect(listWrites()).toEqual([]);
  });
});
