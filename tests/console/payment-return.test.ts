/**
 * Tests the page that payers return to after paying by link. The link to this page identifies the payment but
 * doesn't confirm it. Only the service can confirm a payment.
 */
import { sql } from 'drizzle-orm';
import { sealData } from 'iron-session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { seal } from '#lib/auth/seals.ts';
import { listAttempts } from '#lib/data/attempts.ts';
import { startPayment } from '#lib/data/paying.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { cancelCampaign } from '#lib/data/sending.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { setUpHarness } from './support/harness.ts';
import { signedOut } from './support/members.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Starts a payment for a new campaign. Returns the campaign and the `state` parameter from the redirect_uri.
 */
async function startNewPayment(overrides: Partial<TinyCampaign> = {}) {
  const campaign = addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides });
  const agreed = { sender_copy: campaign.senderCopy, ...orderAmounts(campaign) };
  harness.service.requests.length = 0;
  await harness.sender(() => startPayment(campaign.id, { agreed }));
  const call = harness.service.requests.find(({ method }) => method === 'POST');
  const redirectUri = new URL(call?.url ?? '', 'http://x').searchParams.get('redirect_uri') ?? '';
  return { campaign, state: new URL(redirectUri).searchParams.get('state') ?? '' };
}

const openReturnPage = (state: string, runAs = signedOut, isOpened = true) =>
  runAs(() => readPaymentReturn(state, isOpened));
const pollReturnPage = (state: string) => openReturnPage(state, signedOut, false);

describe('the return page', () => {
  it('shows a payment as paid, with or without a session', async () => {
    const { campaign, state } = await startNewPayment();
    campaign.paid = 10;
    expect(await openReturnPage(state)).toEqual({
      state: 'paid',
      campaignId: campaign.id,
      title: `Just listed #${campaign.id}`,
      mailpieces: 3,
      size: undefined,
      paid: '$10.00',
      left: '$0.00',
      next: 'send',
      readAt: expect.any(Number),
      isSignedIn: false,
      canPay: false,
    });
    expect(await openReturnPage(state, harness.viewer)).toMatchObject({ state: 'paid', isSignedIn: true });
    const [attempt] = await harness.viewer(() => listAttempts(campaign.id));
    expect(attempt?.paidAt).toBeTypeOf('number');
  });

  it('shows the template’s original name', async () => {
    const { campaign, state } = await startNewPayment();
    await (await store())
      .insert(indexedCampaigns)
      .values({ campaignId: campaign.id, templateId: 5, firstTemplateName: 'Grand opening' })
      .onConflictDoUpdate({
        target: indexedCampaigns.campaignId,
        set: { firstTemplateName: 'Grand opening' },
      });
    expect(await openReturnPage(state)).toMatchObject({ title: `Grand opening #${campaign.id}` });
  });

  it('shows first that the payment is being confirmed, and half a minute later that nothing was paid', async () => {
    const { campaign, state } = await startNewPayment();
    expect(await openReturnPage(state)).toMatchObject({ state: 'confirming', left: '$10.00' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    expect(await pollReturnPage(state)).toMatchObject({ state: 'not_paid', left: '$10.00' });
    // Opening the page again restarts the confirmation period, because the payer may have just paid.
    expect(await openReturnPage(state)).toMatchObject({ state: 'confirming' });
    campaign.paid = 10;
    expect(await pollReturnPage(state)).toMatchObject({ state: 'paid' });
  });

  it('still shows a confirmed payment as paid after the price has increased', async () => {
    const { campaign, state } = await startNewPayment();
    campaign.paid = 10;
    expect(await openReturnPage(state)).toMatchObject({ state: 'paid', next: 'send' });
    campaign.price = 12;
    expect(await openReturnPage(state)).toMatchObject({
      state: 'paid',
      paid: '$10.00',
      left: '$2.00',
      next: 'pay',
    });
  });

  it('shows no amount for an earlier link if the payer paid with a later link', async () => {
    const { campaign, state } = await startNewPayment();
    campaign.price = 12;
    const agreed = { sender_copy: campaign.senderCopy, ...orderAmounts(campaign) };
    await harness.sender(() => startPayment(campaign.id, { agreed }));
    campaign.paid = 12;
    expect(await openReturnPage(state)).toMatchObject({ state: 'paid', paid: '' });
    expect(await harness.viewer(() => listAttempts(campaign.id))).toMatchObject([
      { amount: '$12.00', paidAt: expect.any(Number) },
      { amount: '$10.00', paidAt: null },
    ]);
  });

  it('shows that new credits cover the campaign’s price', async () => {
    const { campaign, state } = await startNewPayment();
    campaign.credit = 10;
    expect(await openReturnPage(state)).toMatchObject({ state: 'credits', left: '$0.00' });
    expect((await harness.viewer(() => listAttempts(campaign.id)))[0]?.paidAt).toBeNull();
  });

  it.each(['queued', 'processing', 'sent', 'mailed'])(
    'shows a campaign with the status %s as already sent',
    async (status) => {
      const { campaign, state } = await startNewPayment();
      Object.assign(campaign, { paid: 10, status });
      expect(await openReturnPage(state)).toMatchObject({ state: 'already_sent' });
    },
  );

  it('still shows the campaign’s number while the service is unreachable', async () => {
    const { campaign, state } = await startNewPayment();
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await openReturnPage(state)).toMatchObject({
      state: 'unreachable',
      campaignId: campaign.id,
      paid: '',
      left: '',
    });
    harness.applySettings({});
  });

  it('shows that the campaign was deleted', async () => {
    const { campaign, state } = await startNewPayment();
    harness.service.campaigns.delete(campaign.id);
    expect(await openReturnPage(state)).toMatchObject({ state: 'gone', paid: '', left: '' });
  });

  it('sends no write requests, even if a payer opens the page several times', async () => {
    const { state } = await startNewPayment();
    harness.service.requests.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => openReturnPage(state)));
    expect(harness.service.writes()).toEqual([]);
  });
});

it('payments are confirmed and unknown attempts are settled in the background', async () => {
  const { campaign } = await startNewPayment();
  const lostCancel = addCampaign(harness.service, { id: nextId++, status: 'queued' });
  harness.service.injectFault('POST cancel', 'drop_before');
  await harness.sender(() => cancelCampaign(lostCancel.id));
  Object.assign(campaign, { paid: 10 });
  Object.assign(lostCancel, { status: 'mailed' });
  const db = await store();
  // Backdating the last read makes the attempts due for another read.
  await db.execute(sql`update attempts set read_at = read_at - interval '1 minute'`);
  await reconcileAttempts(db);
  expect((await listCampaignAttempts(db, campaign.id))[0]?.paidAt).toBeInstanceOf(Date);
  expect(await listCampaignAttempts(db, lostCancel.id)).toMatchObject([
    { state: 'refused', settledBy: 'reading' },
  ]);
});

describe('the state parameter', () => {
  it('is refused if the value is altered, shortened, empty, or too long', async () => {
    const { state } = await startNewPayment();
    const alterAt = (at: number) =>
      `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`;
    for (const bad of [
      '',
      'x',
      state.slice(0, -3),
      alterAt(40),
      alterAt(state.length - 8),
      'a'.repeat(100_000),
      '%00',
    ]) {
      expect(await openReturnPage(bad)).toEqual({ state: 'not_ours' });
    }
  });

  it('is refused if the value was sealed with NEXTAUTH_SECRET itself instead of a password derived from it', async () => {
    const { campaign } = await startNewPayment();
    const [attempt] = await harness.viewer(() => listAttempts(campaign.id));
    const data = { attempt: attempt?.id ?? '', campaign: campaign.id };
    const payload = { purpose: 'payment-return', until: Date.now() + 60_000, data };
    const sealed = await sealData(payload, { password: process.env.NEXTAUTH_SECRET ?? '', ttl: 0 });
    expect(await openReturnPage(sealed)).toEqual({ state: 'not_ours' });
  });

  it('is refused after 31 days', async () => {
    const { state } = await startNewPayment();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
    expect(await openReturnPage(state)).toEqual({ state: 'not_ours' });
  });

  it('is refused if the value contains the wrong campaign or an attempt that doesn’t exist', async () => {
    const [first, second] = [await startNewPayment(), await startNewPayment()];
    const [attempt] = await harness.viewer(() => listAttempts(first.campaign.id));
    const wrongCampaign = { attempt: attempt?.id ?? '', campaign: second.campaign.id };
    expect(await openReturnPage(await seal('payment-return', wrongCampaign, 60_000))).toEqual({
      state: 'not_ours',
    });
    const unknownAttempt = { attempt: '00000000-0000-4000-8000-000000000000', campaign: first.campaign.id };
    expect(await openReturnPage(await seal('payment-return', unknownAttempt, 60_000))).toEqual({
      state: 'not_ours',
    });
  });
});
