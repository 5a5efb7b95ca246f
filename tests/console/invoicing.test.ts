/** Sending on the monthly invoice: as agreed, as the member, once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/contract/limits.ts';
import { attemptsOf } from '#lib/data/attempts.ts';
import { isInvoiced, sendOnInvoice } from '#lib/data/invoicing.ts';
import { payAndSend } from '#lib/data/paying.ts';
import type { BilledAmounts } from '#lib/domain/payment.ts';
import { setUpHarness } from './support/harness.ts';
import { KEY } from './support/settings.ts';
import { put, seen, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
const draft = (over: Partial<TinyCampaign> = {}) => put(harness.service, { id: nextId++, paid: 0, ...over });
const send = (campaign: TinyCampaign, but: Partial<BilledAmounts> = {}, scheduled_at?: string) => {
  const agreed = { ...seen(campaign), ...but };
  return harness.sender(() => sendOnInvoice(campaign.id, { agreed, scheduled_at }));
};
const asked = () => harness.service.writes();

beforeEach(() => {
  harness.settings({});
  harness.service.requests.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it('is what the setting says, and not unless it says so', () => {
  expect(isInvoiced()).toBe(false);
  harness.settings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
  expect(isInvoiced()).toBe(true);
});

describe('what is sent', () => {
  it('goes to v2 with the key and the member’s own address, who is told what becomes of it', async () => {
    const campaign = draft();
    const at = new Date(Date.now() + DAY_MS).toISOString();
    expect(await send(campaign, {}, at)).toMatchObject({
      ok: true,
      value: { campaign: { status: 'in_queue' } },
    });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent?.url).toBe(`/v2/campaigns/${campaign.id}/send`);
    expect(sent?.headers.authorization).toBe(`Bearer ${KEY} sender@mailroom.test`);
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      email: 'sender@mailroom.test',
      scheduled_at: at,
    });
    const others = harness.service.requests.filter(({ url }) => url.startsWith('/v1/'));
    expect(new Set(others.map(({ headers }) => headers.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
  });

  it('needs no money and no credits, and records what is billed where the order says it', async () => {
    const amounts = async (over: Partial<TinyCampaign>) => {
      const campaign = draft(over);
      expect(await send(campaign)).toMatchObject({ ok: true });
      const [attempt] = await harness.sender(() => attemptsOf(campaign.id));
      expect(attempt).toMatchObject({ operation: 'sendCampaignOnInvoice', state: 'done' });
      return attempt?.amount;
    };
    expect(await amounts({})).toBe('$10.00');
    expect(await amounts({ credit: 10 })).toBe('$10.00');
    expect(await amounts({ paid: 4 })).toBeNull();
  });
});

describe('what was agreed to', () => {
  it.each([
    ['price', { price: 12 }, '$10.00', '$12.00'],
    ['already_paid', { paid: 5 }, '$0.00', '$5.00'],
  ] as const)('is asked again when %s has changed', async (amount, change, before, now) => {
    const campaign = draft();
    const agreed = seen(campaign);
    Object.assign(campaign, change);
    expect(await send(campaign, agreed)).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount, seen: before, now },
    });
    expect(asked()).toEqual([]);
    expect(await harness.sender(() => attemptsOf(campaign.id))).toEqual([]);
  });

  it('is asked again when the campaign now goes to the sender as well', async () => {
    const campaign = draft();
    const agreed = seen(campaign);
    campaign.senderCopy = true;
    expect(await send(campaign, agreed)).toMatchObject({
      failure: { kind: 'price_changed', seen: '$10.00', now: '$11.00' },
    });
  });

  it('stands when only credits have, because the invoice leaves them alone', async () => {
    const campaign = draft();
    const agreed = seen(campaign);
    campaign.credit = 7;
    expect(await send(campaign, agreed)).toMatchObject({ ok: true });
  });
});

describe('the time', () => {
  it.each([
    ['14:59 ahead', 15 * MINUTE_MS - 1_000, false],
    ['15:00 ahead', 15 * MINUTE_MS, true],
    ['a second less than 90 days ahead', 90 * DAY_MS - 1_000, true],
    ['90 days ahead', 90 * DAY_MS, false],
  ])('%s', async (_, ahead, isTaken) => {
    // Only the clock that limits are held against, which is the service's as its last answer told it.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 1_000) * 1_000 });
    const campaign = draft();
    const outcome = await send(campaign, {}, new Date(Date.now() + ahead).toISOString());
    if (isTaken) expect(outcome).toMatchObject({ ok: true });
    else {
      expect(outcome).toMatchObject({ failure: { kind: 'invalid', fields: { scheduled_at: /time/ } } });
      expect(asked()).toEqual([]);
    }
  });

  it('without a zone is refused before anything is asked', async () => {
    expect(await send(draft(), {}, '2027-01-01T09:00:00')).toMatchObject({ failure: { kind: 'invalid' } });
    expect(harness.service.requests).toEqual([]);
  });
});

describe('once', () => {
  it('is one call for twenty clicks', async () => {
    const campaign = draft();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => send(campaign)));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(asked()).toHaveLength(1);
  });

  it('excludes sending in the other way meanwhile, and is excluded by it', async () => {
    const campaign = draft();
    const agreed = { to_be_paid: '$10.00', price: '$10.00', credit: '$0.00', already_paid: '$0.00' };
    const order = {
      agreed: { ...agreed, sender_copy: false },
      send_copy_to_sender: false,
      email: 'a@b.example',
    };
    const [invoice, paid] = await Promise.all([
      send(campaign),
      harness.sender(() => payAndSend(campaign.id, { ...order, source: 'tok_visa' })),
    ]);
    expect([invoice.ok, paid.ok].filter(Boolean)).toHaveLength(1);
    expect(asked()).toHaveLength(1);
  });

  it('is not billed what is paid already', async () => {
    expect(await send(draft({ paid: 10 }))).toMatchObject({ failure: { code: 'paid_already' } });
    expect(asked()).toEqual([]);
  });

  it.each(['drop_after', 502] as const)(
    'an answer lost by %s is settled by reading, and nothing is sent again',
    async (fault) => {
      const campaign = draft();
      harness.service.fault('POST send', fault);
      expect(await send(campaign)).toEqual({ ok: true, value: { campaign: undefined } });
      expect(await harness.sender(() => attemptsOf(campaign.id))).toMatchObject([
        { state: 'done', settledBy: 'reading' },
      ]);
      expect(await send(campaign)).toMatchObject({ failure: { code: 'not_draft' } });
      expect(asked()).toHaveLength(1);
    },
  );

  it('a call that may still arrive stays unknown, and keeps everything else from being tried', async () => {
    const campaign = draft();
    harness.service.fault('POST send', 'drop_before');
    expect(await send(campaign)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await send(campaign)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(asked()).toHaveLength(1);
  });

  it('is for drafts only', async () => {
    for (const status of ['queued', 'mailed', 'no_such_status']) {
      expect(await send(draft({ status }))).toMatchObject({ failure: { code: 'not_draft' } });
    }
    expect(asked()).toEqual([]);
  });
});

it.each([
  [401, { error: { code: 'unauthenticated' } }, 'unknown_user'],
  [401, 'Who are you?', 'unknown_user'],
  [403, { error: { code: 'invoicing_not_enabled' } }, 'invoicing_not_enabled'],
  [403, {}, 'invoicing_not_enabled'],
  [422, { error: { code: 'date_too_late' } }, 'date_too_late'],
])('a service that answers %d %j is told apart, and may be asked again', async (status, body, code) => {
  const campaign = draft();
  harness.service.fault('POST send', { status, body });
  expect(await send(campaign)).toEqual({ ok: false, failure: { kind: 'refused', status, code } });
  expect(await send(campaign)).toMatchObject({ ok: true });
});
