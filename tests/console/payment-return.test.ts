/** Coming back from paying: the service is believed, the link only says which payment it is about. */
import { sql } from 'drizzle-orm';
import { sealData } from 'iron-session';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { reconcile } from '#lib/attempts/reconcile.ts';
import { seal } from '#lib/auth/seals.ts';
import { attemptsOf } from '#lib/data/attempts.ts';
import { startPayment } from '#lib/data/paying.ts';
import { readPaymentReturn } from '#lib/data/payment-return.ts';
import { cancelCampaign } from '#lib/data/sending.ts';
import { attemptsOfCampaign } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { setUpHarness } from './support/harness.ts';
import { nobody } from './support/members.ts';
import { put, seen, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;

afterEach(() => {
  vi.useRealTimers();
});

/** Starts a payment and gives back the campaign and the state of its redirect_uri. */
async function started(over: Partial<TinyCampaign> = {}) {
  const campaign = put(harness.service, { id: nextId++, paid: 0, ...over });
  const agreed = { sender_copy: campaign.senderCopy, ...seen(campaign) };
  harness.service.requests.length = 0;
  await harness.sender(() => startPayment(campaign.id, { agreed }));
  const call = harness.service.requests.find(({ method }) => method === 'POST');
  const back = new URL(call?.url ?? '', 'http://x').searchParams.get('redirect_uri') ?? '';
  return { campaign, state: new URL(back).searchParams.get('state') ?? '' };
}

const comeBack = (state: string, who = nobody, isOpened = true) =>
  who(() => readPaymentReturn(state, isOpened));
const asksAgain = (state: string) => comeBack(state, nobody, false);

describe('coming back', () => {
  it('paid, for whoever comes, signed in or not', async () => {
    const { campaign, state } = await started();
    campaign.paid = 10;
    expect(await comeBack(state)).toEqual({
      state: 'paid',
      campaignId: campaign.id,
      title: `Just listed #${campaign.id}`,
      pieces: 3,
      size: undefined,
      paid: '$10.00',
      left: '$0.00',
      next: 'send',
      at: expect.any(Number),
      signedIn: false,
      mayAct: false,
    });
    expect(await comeBack(state, harness.viewer)).toMatchObject({ state: 'paid', signedIn: true });
    const [attempt] = await harness.viewer(() => attemptsOf(campaign.id));
    expect(attempt?.paidAt).toBeTypeOf('number');
  });

  it('early or without having paid: first still being confirmed, then not paid', async () => {
    const { campaign, state } = await started();
    expect(await comeBack(state)).toMatchObject({ state: 'confirming', left: '$10.00' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 });
    expect(await asksAgain(state)).toMatchObject({ state: 'not_paid', left: '$10.00' });
    // Opened once more, as by whoever comes from paying only now: that has its own time to be confirmed in.
    expect(await comeBack(state)).toMatchObject({ state: 'confirming' });
    campaign.paid = 10;
    expect(await asksAgain(state)).toMatchObject({ state: 'paid' });
  });

  it('late: what was seen to be paid stays paid, whatever is to be paid on top since', async () => {
    const { campaign, state } = await started();
    campaign.paid = 10;
    expect(await comeBack(state)).toMatchObject({ state: 'paid', next: 'send' });
    campaign.price = 12;
    expect(await comeBack(state)).toMatchObject({
      state: 'paid',
      paid: '$10.00',
      left: '$2.00',
      next: 'pay',
    });
  });

  it('by the link before the one that was paid: no amount is said to be this one’s', async () => {
    const { campaign, state } = await started();
    campaign.price = 12;
    const agreed = { sender_copy: campaign.senderCopy, ...seen(campaign) };
    await harness.sender(() => startPayment(campaign.id, { agreed }));
    campaign.paid = 12;
    expect(await comeBack(state)).toMatchObject({ state: 'paid', paid: '' });
    expect(await harness.viewer(() => attemptsOf(campaign.id))).toMatchObject([
      { amount: '$12.00', paidAt: expect.any(Number) },
      { amount: '$10.00', paidAt: null },
    ]);
  });

  it('covered by credits that came in meanwhile', async () => {
    const { campaign, state } = await started();
    campaign.credit = 10;
    expect(await comeBack(state)).toMatchObject({ state: 'credits', left: '$0.00' });
    expect((await harness.viewer(() => attemptsOf(campaign.id)))[0]?.paidAt).toBeNull();
  });

  it.each(['queued', 'processing', 'sent', 'mailed'])('already sent (%s)', async (status) => {
    const { campaign, state } = await started();
    Object.assign(campaign, { paid: 10, status });
    expect(await comeBack(state)).toMatchObject({ state: 'already_sent' });
  });

  it('while the service is down: it says so, and which payment it is about', async () => {
    const { campaign, state } = await started();
    harness.settings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    expect(await comeBack(state)).toMatchObject({
      state: 'unreachable',
      campaignId: campaign.id,
      paid: '',
      left: '',
    });
    harness.settings({});
  });

  it('says so when the campaign has been deleted since', async () => {
    const { campaign, state } = await started();
    harness.service.campaigns.delete(campaign.id);
    expect(await comeBack(state)).toMatchObject({ state: 'gone', paid: '', left: '' });
  });

  it('only reads, however often it is opened', async () => {
    const { state } = await started();
    harness.service.requests.length = 0;
    await Promise.all(Array.from({ length: 5 }, () => comeBack(state)));
    expect(harness.service.writes()).toEqual([]);
  });
});

it('nobody has to come back: what a payment or a lost answer came to is found out without a browser', async () => {
  const { campaign } = await started();
  const lost = put(harness.service, { id: nextId++, status: 'queued' });
  harness.service.fault('POST cancel', 'drop_before');
  await harness.sender(() => cancelCampaign(lost.id));
  Object.assign(campaign, { paid: 10 });
  Object.assign(lost, { status: 'mailed' });
  const db = await store();
  // The page has just looked; a minute later it is the background's turn.
  await db.execute(sql`update attempts set read_at = read_at - interval '1 minute'`);
  await reconcile(db);
  expect((await attemptsOfCampaign(db, campaign.id))[0]?.paidAt).toBeInstanceOf(Date);
  expect(await attemptsOfCampaign(db, lost.id)).toMatchObject([{ state: 'refused', settledBy: 'reading' }]);
});

describe('a state that is not ours', () => {
  it('is altered, cut, empty, long, or somebody else’s', async () => {
    const { state } = await started();
    const flip = (at: number) =>
      `${state.slice(0, at)}${state[at] === 'A' ? 'B' : 'A'}${state.slice(at + 1)}`;
    for (const bad of [
      '',
      'x',
      state.slice(0, -3),
      flip(40),
      flip(state.length - 8),
      'a'.repeat(100_000),
      '%00',
    ]) {
      expect(await comeBack(bad)).toEqual({ state: 'not_ours' });
    }
  });

  it('is sealed with the plain secret, or for something else', async () => {
    const { campaign } = await started();
    const [attempt] = await harness.viewer(() => attemptsOf(campaign.id));
    const data = { attempt: attempt?.id ?? '', campaign: campaign.id };
    const inside = { purpose: 'payment-return', until: Date.now() + 60_000, data };
    const plain = await sealData(inside, { password: process.env.NEXTAUTH_SECRET ?? '', ttl: 0 });
    expect(await comeBack(plain)).toEqual({ state: 'not_ours' });
  });

  it('is too old', async () => {
    const { state } = await started();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 86_400_000 });
    expect(await comeBack(state)).toEqual({ state: 'not_ours' });
  });

  it('names another campaign than its attempt, or an attempt that is none', async () => {
    const [one, other] = [await started(), await started()];
    const [attempt] = await harness.viewer(() => attemptsOf(one.campaign.id));
    const mixed = { attempt: attempt?.id ?? '', campaign: other.campaign.id };
    expect(await comeBack(await seal('payment-return', mixed, 60_000))).toEqual({ state: 'not_ours' });
    const none = { attempt: '00000000-0000-4000-8000-000000000000', campaign: one.campaign.id };
    expect(await comeBack(await seal('payment-return', none, 60_000))).toEqual({ state: 'not_ours' });
  });
});
