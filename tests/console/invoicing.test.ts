/** Tests that a campaign billed on the monthly invoice is sent only at the agreed price, and only once. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listAttempts } from '#lib/data/attempts.ts';
import { isInvoiced, sendCampaignOnInvoice } from '#lib/data/invoicing.ts';
import { payAndSendCampaign } from '#lib/data/paying.ts';
import type { BilledAmounts } from '#lib/domain/payment.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { setUpHarness } from './support/harness.ts';
import { API_KEY } from './support/settings.ts';
import { addCampaign, orderAmounts, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 1;
const addUnpaidDraft = (overrides: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { id: nextId++, paid: 0, ...overrides });
/**
 * Sends the campaign and bills it on the monthly invoice. By default, the sender agrees to the current
 * amounts.
 */
const send = (campaign: TinyCampaign, amounts: Partial<BilledAmounts> = {}, scheduled_at?: string) => {
  const agreed = { ...orderAmounts(campaign), ...amounts };
  return harness.sender(() => sendCampaignOnInvoice(campaign.id, { agreed, scheduled_at }));
};
const writes = () => harness.service.writes();

beforeEach(() => {
  harness.applySettings({});
  harness.service.requests.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it('campaigns are billed on the monthly invoice only if the settings enable invoicing', () => {
  expect(isInvoiced()).toBe(false);
  harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
  expect(isInvoiced()).toBe(true);
});

describe('sending a campaign billed on the monthly invoice', () => {
  it('uses API v2 with the API key and the member’s email address', async () => {
    const campaign = addUnpaidDraft();
    const sendDate = new Date(Date.now() + DAY_MS).toISOString();
    expect(await send(campaign, {}, sendDate)).toMatchObject({
      ok: true,
      value: { campaign: { status: 'in_queue' } },
    });
    const sent = harness.service.requests.find(({ method }) => method === 'POST');
    expect(sent?.url).toBe(`/v2/campaigns/${campaign.id}/send`);
    expect(sent?.headers.authorization).toBe(`Bearer ${API_KEY} sender@mailroom.test`);
    expect(Object.fromEntries(new URLSearchParams(sent?.body))).toEqual({
      email: 'sender@mailroom.test',
      scheduled_at: sendDate,
    });
    const others = harness.service.requests.filter(({ url }) => url.startsWith('/v1/'));
    expect(new Set(others.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${API_KEY}`]),
    );
  });

  it('doesn’t require payment or credits, and records the billed amount if the amount is known', async () => {
    const sendAndReadAmount = async (overrides: Partial<TinyCampaign>) => {
      const campaign = addUnpaidDraft(overrides);
      expect(await send(campaign)).toMatchObject({ ok: true });
      const [attempt] = await harness.sender(() => listAttempts(campaign.id));
      expect(attempt).toMatchObject({ operation: 'sendCampaignOnInvoice', state: 'done' });
      return attempt?.amount;
    };
    expect(await sendAndReadAmount({})).toBe('$10.00');
    expect(await sendAndReadAmount({ credit: 10 })).toBe('$10.00');
    expect(await sendAndReadAmount({ paid: 4 })).toBeNull();
  });
});

describe('the agreed price', () => {
  it.each([
    ['price', { price: 12 }, '$10.00', '$12.00'],
    ['already_paid', { paid: 5 }, '$0.00', '$5.00'],
  ] as const)('must be confirmed again if %s has changed', async (amount, change, before, now) => {
    const campaign = addUnpaidDraft();
    const agreed = orderAmounts(campaign);
    Object.assign(campaign, change);
    expect(await send(campaign, agreed)).toEqual({
      ok: false,
      failure: { kind: 'price_changed', amount, seen: before, now },
    });
    expect(writes()).toEqual([]);
    expect(await harness.sender(() => listAttempts(campaign.id))).toEqual([]);
  });

  it('must be confirmed again if the sender’s copy is added to the order', async () => {
    const campaign = addUnpaidDraft();
    const agreed = orderAmounts(campaign);
    campaign.senderCopy = true;
    expect(await send(campaign, agreed)).toMatchObject({
      failure: { kind: 'price_changed', seen: '$10.00', now: '$11.00' },
    });
  });

  it('remains valid if only the credits change, because invoices don’t use credits', async () => {
    const campaign = addUnpaidDraft();
    const agreed = orderAmounts(campaign);
    campaign.credit = 7;
    expect(await send(campaign, agreed)).toMatchObject({ ok: true });
  });
});

describe('the send date', () => {
  it.each([
    ['14:59 ahead', 15 * MINUTE_MS - 1_000, false],
    ['15:00 ahead', 15 * MINUTE_MS, true],
    ['a second less than 90 days ahead', 90 * DAY_MS - 1_000, true],
    ['90 days ahead', 90 * DAY_MS, false],
  ])('is checked against the allowed range: %s', async (_, ahead, isAccepted) => {
    // The limits depend on the time in the service's last response, which is rounded down to a full second.
    // The console adds half a second to that time, so the two clocks agree only in the middle of a second.
    vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / 1_000) * 1_000 + 500 });
    const campaign = addUnpaidDraft();
    const outcome = await send(campaign, {}, new Date(Date.now() + ahead).toISOString());
    if (isAccepted) expect(outcome).toMatchObject({ ok: true });
    else {
      expect(outcome).toMatchObject({ failure: { kind: 'invalid', fields: { scheduled_at: /time/ } } });
      expect(writes()).toEqual([]);
    }
  });

  it('is refused without a request to the service if the time zone is missing', async () => {
    expect(await send(addUnpaidDraft(), {}, '2027-01-01T09:00:00')).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(harness.service.requests).toEqual([]);
  });
});

describe('an attempt to send a campaign billed on the monthly invoice', () => {
  it('calls the service only once for 20 simultaneous clicks', async () => {
    const campaign = addUnpaidDraft();
    const clicks = await Promise.all(Array.from({ length: 20 }, () => send(campaign)));
    expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
    expect(writes()).toHaveLength(1);
  });

  it('can’t succeed if a simultaneous card payment succeeds', async () => {
    const campaign = addUnpaidDraft();
    const agreed = { to_be_paid: '$10.00', price: '$10.00', credit: '$0.00', already_paid: '$0.00' };
    const order = {
      agreed: { ...agreed, sender_copy: false },
      send_copy_to_sender: false,
      email: 'a@b.example',
    };
    const [invoice, paid] = await Promise.all([
      send(campaign),
      harness.sender(() => payAndSendCampaign(campaign.id, { ...order, source: 'tok_visa' })),
    ]);
    expect([invoice.ok, paid.ok].filter(Boolean)).toHaveLength(1);
    expect(writes()).toHaveLength(1);
  });

  it('is refused if the campaign is already paid', async () => {
    expect(await send(addUnpaidDraft({ paid: 10 }))).toMatchObject({ failure: { code: 'paid_already' } });
    expect(writes()).toEqual([]);
  });

  it.each(['drop_after', 502] as const)(
    'is settled by reading the campaign after a lost response (%s), and isn’t repeated',
    async (fault) => {
      const campaign = addUnpaidDraft();
      harness.service.injectFault('POST send', fault);
      expect(await send(campaign)).toEqual({ ok: true, value: { campaign: undefined } });
      expect(await harness.sender(() => listAttempts(campaign.id))).toMatchObject([
        { state: 'done', settledBy: 'reading' },
      ]);
      expect(await send(campaign)).toMatchObject({ failure: { code: 'not_draft' } });
      expect(writes()).toHaveLength(1);
    },
  );

  it('has an unknown outcome after a lost request, and blocks another attempt', async () => {
    const campaign = addUnpaidDraft();
    harness.service.injectFault('POST send', 'drop_before');
    expect(await send(campaign)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(await send(campaign)).toEqual({ ok: false, failure: { kind: 'unknown' } });
    expect(writes()).toHaveLength(1);
  });

  it('is refused unless the campaign is a draft', async () => {
    for (const status of ['queued', 'mailed', 'no_such_status']) {
      expect(await send(addUnpaidDraft({ status }))).toMatchObject({ failure: { code: 'not_draft' } });
    }
    expect(writes()).toEqual([]);
  });
});

it.each([
  [401, { error: { code: 'unauthenticated' } }, 'unknown_user'],
  [401, 'Who are you?', 'unknown_user'],
  [403, { error: { code: 'invoicing_not_enabled' } }, 'invoicing_not_enabled'],
  [403, {}, 'invoicing_not_enabled'],
  [422, { error: { code: 'date_too_late' } }, 'date_too_late'],
])(
  'a response with %d %j is reported with its own error code, and allows another attempt',
  async (status, body, code) => {
    const campaign = addUnpaidDraft();
    harness.service.injectFault('POST send', { status, body });
    expect(await send(campaign)).toEqual({ ok: false, failure: { kind: 'refused', status, code } });
    expect(await send(campaign)).toMatchObject({ ok: true });
  },
);
