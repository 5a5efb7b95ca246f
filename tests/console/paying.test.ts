/**
 * Tests paying by link. The console creates only one link for the agreed amount, and returns only safe links.
 */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { unseal } from '#lib/auth/seals.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { readCheckout } from '#lib/data/campaigns.ts';
import { startPayment } from '#lib/data/paying.ts';
import { isFormBlocked } from '#lib/domain/attempt.ts';
import { setUpHarness } from './support/harness.ts';
import { createPayments } from './support/payments.ts';
import { ORIGIN } from './support/settings.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const listWrites = () => harness.service.writes();
const { addUnpaid, agreeToOrder, payByCard, startLinkPayment } = createPayments(harness);

beforeEach(() => {
  harness.applySettings({});
  harness.service.requests.length = 0;
  harness.service.paymentLink = 'https://pay.example/1';
});

describe('paying by link', () => {
  it('returns the service’s link and requests a redirect_uri at the configured origin', async () => {
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

  it('requires another confirmation if the price has changed', async () => {
    const campaign = addUnpaid();
    campaign.price = 12;
    expect(await startLinkPayment(campaign.id, '$10.00')).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount: 'to_be_paid', seen: '$10.00', now: '$12.00' },
    });
    expect(listWrites()).toEqual([]);
    expect(await harness.sender(() => listAttempts(campaign.id))).toEqual([]);
  });

  it('uses the campaign’s setting for the copy to the sender', async () => {
    const withoutCopy = addUnpaid();
    expect(await startLinkPayment(withoutCopy.id, '$11.00', true)).toMatchObject({
      failure: { kind: 'invalid', fields: { sender_copy: expect.any(String) } },
    });
    const withCopy = addUnpaid({ senderCopy: true });
    expect(await startLinkPayment(withCopy.id, '$11.00', true)).toMatchObject({ ok: true });
    expect(listWrites()).toHaveLength(1);
  });

  it('is refused if credits cover the whole amount or the campaign isn’t a draft', async () => {
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

  it('calls the service only once for 20 simultaneous clicks, and returns the same link for a later click', async () => {
    const { id } = addUnpaid();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => startLinkPayment(id, '$10.00')));
    expect(clicks.some(({ ok }) => ok)).toBe(true);
    expect(await startLinkPayment(id, '$10.00')).toEqual({
      ok: true,
      value: { link: 'https://pay.example/1' },
    });
    expect(listWrites()).toHaveLength(1);
  });

  it('creates a new link if the amount has changed', async () => {
    const campaign = addUnpaid();
    await startLinkPayment(campaign.id, '$10.00');
    campaign.credit = 4;
    expect(await startLinkPayment(campaign.id, '$6.00')).toMatchObject({ ok: true });
    expect(listWrites()).toHaveLength(2);
  });

  it('can be attempted again after a lost response, because the member didn’t receive the link', async () => {
    const { id } = addUnpaid();
    harness.service.injectFault('POST pay', 'drop_after');
    expect(await startLinkPayment(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(listWrites()).toHaveLength(1);
    expect(await harness.sender(() => listAttempts(id))).toMatchObject([
      { state: 'refused', settledBy: 'reading' },
    ]);
    expect(await startLinkPayment(id, '$10.00')).toMatchObject({ ok: true });
  });

  it('blocks other members’ forms while in progress, but not the paying member’s', async () => {
    const { id } = addUnpaid();
    const isBlocked = async () => isFormBlocked(await listAttempts(id), true);
    const blocked: boolean[] = [];
    const beforeCall = async () => {
      blocked.push(await harness.sender(isBlocked), await harness.admin(isBlocked));
      return null;
    };
    await harness.sender(() => startPayment(id, { ...agreeToOrder(id), beforeCall }));
    expect(blocked).toEqual([false, true]);
    expect(await harness.admin(isBlocked)).toBe(false);
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
  ])('never returns the unsafe link %j', async (link) => {
    harness.service.paymentLink = link;
    const { id } = addUnpaid();
    expect(await startLinkPayment(id, '$10.00')).toEqual({ ok: false, failure: { kind: 'garbled' } });
  });

  it('returns a link that points to the service or to a configured payment origin', async () => {
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

  it('is confirmed by the next read of the checkout, even if the payer never returns', async () => {
    const campaign = addUnpaid();
    await startLinkPayment(campaign.id, '$10.00');
    await harness.viewer(() => readCheckout(campaign.id));
    expect((await harness.viewer(() => listAttempts(campaign.id)))[0]?.paidAt).toBeNull();
    campaign.paid = 10;
    await harness.viewer(() => readCheckout(campaign.id));
    expect((await harness.viewer(() => listAttempts(campaign.id)))[0]?.paidAt).toBeTypeOf('number');
  });
});

it('a payment isn’t attributed to a link if it was made with another link or by card', async () => {
  const listConfirmations = async (id: number) => {
    // The first read stores a confirmation, which must not cause the second read to confirm another attempt.
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
  expect(await payByCard(byCard.id, '$10.00')).toMatchObject({ ok: true });
  expect(await listConfirmations(byCard.id)).toEqual([false, false]);
});
