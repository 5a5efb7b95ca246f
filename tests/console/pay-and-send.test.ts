/**
 * Tests paying and sending in one call. The sender pays only once and only the agreed amount, even if the
 * response is lost.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts, resolveAttemptManually } from '#lib/data/attempts.ts';
import { payAndSendCampaign } from '#lib/data/paying.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import type { RunAs } from './support/members.ts';
import { createPayments, INVOICE_EMAIL } from './support/payments.ts';
import { orderAmounts } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const listWrites = () => harness.service.writes();
const { addUnpaid, payByCard, startLinkPayment } = createPayments(harness);

beforeEach(() => {
  harness.service.requests.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

describe('paying and sending in one call', () => {
  it('sends the confirmed fields in one request', async () => {
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

  it('requires another confirmation if the price has changed, and refuses an unconfirmed copy to the sender', async () => {
    const { id } = addUnpaid();
    expect(await payByCard(id, '$9.00')).toMatchObject({
      failure: { kind: 'price_changed', seen: '$9.00', now: '$10.00' },
    });
    expect(await payByCard(id, '$10.00', { send_copy_to_sender: true })).toMatchObject({
      failure: { kind: 'invalid', fields: { sender_copy: expect.any(String) } },
    });
    expect(listWrites()).toEqual([]);
  });

  it('requires another confirmation if the order uses more of the customer’s credits than agreed', async () => {
    const campaign = addUnpaid({ credit: 10 });
    const { id } = campaign;
    const agreement = { agreed: { ...orderAmounts(campaign), sender_copy: false } };
    const payWithCredits = () =>
      harness.sender(() =>
        payAndSendCampaign(id, { ...agreement, send_copy_to_sender: false, email: INVOICE_EMAIL }),
      );
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

  it('refuses an order with an amount due if there is no card token, because the service could charge a card that it has on file', async () => {
    const campaign = addUnpaid();
    const agreed = { ...orderAmounts(campaign), sender_copy: false };
    const order = { agreed, send_copy_to_sender: false, email: INVOICE_EMAIL };
    expect(await harness.sender(() => payAndSendCampaign(campaign.id, order))).toEqual({
      ok: false,
      failure: { kind: 'refused', status: 402, code: 'payment_required' },
    });
    expect(listWrites()).toEqual([]);
  });

  it('charges only once for 20 simultaneous clicks', async () => {
    const campaign = addUnpaid();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => payByCard(campaign.id, '$10.00')));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(listWrites()).toHaveLength(1);
    expect(campaign.paid).toBe(10);
  });

  it.each(['drop_after', 500, 504] as const)(
    'doesn’t charge again after a lost response (%s)',
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

  it('has an unknown outcome after a lost request until a member resolves the attempt', async () => {
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

  it('can be marked as done only after the request has had time to finish', async () => {
    const { id } = addUnpaid();
    harness.service.injectFault('POST pay_and_send', 'drop_before');
    await payByCard(id, '$10.00');
    const [attempt] = await harness.sender(() => listAttempts(id));
    const markAsDone = () => harness.admin(() => resolveAttemptManually(id, attempt?.id ?? '', 'done'));
    // Resolving the attempt too early would allow a second payment while the first could still succeed.
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
  ])('refuses an invalid %s without paying', async (field, overrides) => {
    expect(await payByCard(addUnpaid().id, '$10.00', overrides)).toMatchObject({
      failure: { kind: 'invalid', fields: { [field]: expect.any(String) } },
    });
    expect(listWrites()).toEqual([]);
  });
});
