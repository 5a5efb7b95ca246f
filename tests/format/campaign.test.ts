import { describe, expect, test } from 'vitest';
import type { Campaign, Checkout, PriceBlock } from '#lib/contract/resources.ts';
import { cancelableUntil } from '#lib/domain/cancellation-window.ts';
import { nextStep } from '#lib/domain/next-step.ts';
import { billedOnInvoice, paymentStatus } from '#lib/domain/payment.ts';
import {
  campaignTime,
  campaignTitle,
  expectedDay,
  isAwaitingDelivery,
  numberedTitle,
} from '#lib/format/campaign.ts';
import { campaignProgress } from '#lib/format/progress.ts';
import { formatPieces, sizeLabel } from '#lib/format/size.ts';
import { describeStatus } from '#lib/format/status.ts';
import { formatCount, formatPlural, orMissing, sentenceCase } from '#lib/format/text.ts';

const ZONE = 'America/New_York';
const DATE_SETTINGS = { zone: ZONE, locale: 'en-US' };
const now = Date.parse('2026-11-20T15:57:00Z');

const campaign = (facts: Partial<Campaign>): Campaign => ({ id: 1041, ...facts });

const block = (facts: Partial<PriceBlock>): PriceBlock => ({
  price_calculation: '640 × $0.85',
  price: '$544.00',
  credit: '$0.00',
  already_paid: '$0.00',
  to_be_paid: '$544.00',
  to_be_paid_amount: 544,
  ...facts,
});
const due = block({});
const paid = block({ already_paid: '$544.00', to_be_paid: '$0.00', to_be_paid_amount: 0 });
const credits = block({ credit: '$544.00', to_be_paid: '$0.00', to_be_paid_amount: 0 });
const order = (without_sender: PriceBlock, with_sender = due): Checkout => ({
  send_copy_to_sender: false,
  thumbnails: undefined,
  proof: undefined,
  without_sender,
  with_sender,
});

test('a campaign’s title is the template’s name, or the campaign’s number if the template has no name', () => {
  expect(campaignTitle(1041, 'Open house')).toBe('Open house');
  expect(campaignTitle(1041, ' ')).toBe('Campaign #1041');
  expect(numberedTitle(1041, 'Open house')).toBe('Open house (#1041)');
  expect(numberedTitle(1041, undefined)).toBe('Campaign #1041');
});

test('known statuses have labels, and unknown statuses are shown unchanged', () => {
  expect(describeStatus('in_local_area').label).toBe('In local area');
  expect(describeStatus('on_the_moon')).toEqual({ label: 'on_the_moon', tone: 'muted' });
  expect(describeStatus('constructor').label).toBe('constructor');
  expect(describeStatus(undefined).label).toBe('—');
});

test('sizes, counts, and missing values are formatted for display', () => {
  expect(sizeLabel('postcard_6x9')).toBe('Postcard 6 × 9 in');
  expect(sizeLabel('billboard')).toBe('billboard');
  expect(sizeLabel(undefined)).toBe('—');
  expect(formatPieces(1326, 'postcard_6x9')).toBe('1,326 postcards');
  expect(formatPieces(1, 'letter')).toBe('1 letter');
  expect(formatPieces(2, 'billboard')).toBe('2 mailpieces');
  expect(formatCount(undefined)).toBe('—');
  expect(formatPlural(1, 'address', 'addresses')).toBe('1 address');
  expect(orMissing('  ')).toBe('—');
  expect(sentenceCase('first_class')).toBe('First class');
});

describe('paymentStatus', () => {
  test('the payment status is “credits” if credits cover the whole order', () =>
    expect(paymentStatus(credits)).toBe('credits'));
  test('the payment status is “paid” after a payment', () => expect(paymentStatus(paid)).toBe('paid'));
  test('the payment status is “credits” if credits cover the rest after a partial payment', () => {
    const partly = block({ ...credits, already_paid: '$500.00', credit: '$44.00' });
    expect(paymentStatus(partly)).toBe('credits');
  });
  test('recognizes a total of zero in another currency', () => {
    const euros = block({ ...credits, to_be_paid: '0,00 €', already_paid: '0,00 €', credit: '5,00 €' });
    expect(paymentStatus(euros)).toBe('credits');
  });
  test('the payment status is “due” if the total’s text and number disagree', () => {
    expect(paymentStatus(block({ ...paid, to_be_paid_amount: 544 }))).toBe('due');
    expect(paymentStatus(block({ ...paid, to_be_paid: '$544.00' }))).toBe('due');
  });
  test('the payment status is “due” if payments and credits don’t cover the order', () =>
    expect(paymentStatus(due)).toBe('due'));
});

describe('nextStep', () => {
  const soon = '2026-11-23T14:00:00Z';
  const past = '2026-11-20T15:00:00Z';

  test.each([
    ['pay', 'a draft with an amount due', { status: 'draft' }, order(due), { left: '$544.00' }],
    ['use_credits', 'a draft that credits cover', { status: 'draft' }, order(credits), {}],
    ['send', 'a paid draft', { status: 'draft' }, order(paid), {}],
    ['draft', 'a draft without a checkout', { status: 'draft' }, undefined, {}],
    [
      'may_cancel',
      'a queued campaign before its send time',
      { status: 'queued', scheduled_at: soon },
      undefined,
      { until: Date.parse(soon) },
    ],
    [
      'queued',
      'a queued campaign after its send time',
      { status: 'queued', scheduled_at: past },
      undefined,
      {},
    ],
    ['queued', 'a queued campaign without a send time', { status: 'queued' }, undefined, {}],
    ['under_way', 'a campaign in production', { status: 'processing' }, order(paid), {}],
    ['under_way', 'a mailed campaign', { status: 'mailed' }, undefined, {}],
    ['unknown_status', 'a v2 status', { status: 'in_queue', scheduled_at: soon }, order(paid), {}],
    ['unknown_status', 'an undocumented status', { status: 'on_the_moon' }, order(paid), {}],
    ['unknown_status', 'a missing status', {}, order(paid), {}],
  ] as const)('the next step is “%s” for %s', (kind, _, facts, checkout, details) => {
    expect(nextStep(campaign(facts), checkout, now)).toEqual({ kind, ...details });
  });

  test('offers to send an unpaid draft that will be billed on the monthly invoice', () => {
    const next = (block: PriceBlock) => nextStep(campaign({ status: 'draft' }), order(block), now, true);
    expect(next(due)).toEqual({ kind: 'send_on_invoice', billed: '$544.00' });
    expect(next(credits)).toEqual({ kind: 'send_on_invoice', billed: credits.price });
    expect(next(paid)).toEqual({ kind: 'send' });
    expect(nextStep(campaign({ status: 'queued' }), order(due), now, true)).toEqual({ kind: 'queued' });
    expect(nextStep(campaign({ status: 'draft' }), undefined, now, true)).toEqual({ kind: 'draft' });
  });

  test('returns the price minus earlier payments as the amount to invoice, but returns no amount if credits apply', () => {
    const partly = block({ ...due, already_paid: '$100.00', to_be_paid: '$444.00', to_be_paid_amount: 444 });
    expect(billedOnInvoice(partly)).toBe('$444.00');
    expect(billedOnInvoice(block({ ...partly, credit: '$44.00', to_be_paid: '$400.00' }))).toBeUndefined();
  });

  test('allows canceling a queued campaign until the send time', () => {
    const queued = campaign({ status: 'queued', scheduled_at: soon });
    expect(cancelableUntil(queued, Date.parse(soon) - 1)).toBe(Date.parse(soon));
    expect(cancelableUntil(queued, Date.parse(soon))).toBeUndefined();
  });
});

test('a campaign shows the most relevant time for its status', () => {
  const at = (facts: Partial<Campaign>) => campaignTime(campaign(facts), DATE_SETTINGS, now);
  expect(at({ status: 'draft', created_at: '2026-11-18T19:10:00Z' })).toEqual({
    main: 'Created Nov 18, 2:10\u00a0PM\u00a0EST',
  });
  expect(at({ status: 'queued', scheduled_at: '2026-11-20T16:08:00Z' })).toEqual({
    main: 'Sends today, 11:08\u00a0AM\u00a0EST',
    sub: 'Cancel within 11 min',
  });
  expect(at({ status: 'queued', scheduled_at: '2026-11-20T15:00:00Z' }).sub).toBe('Too late to cancel');
  expect(
    at({ status: 'mailed', sent_at: '2026-11-12T14:00:00Z', expected_delivery_date: '2026-11-18' }),
  ).toEqual({ main: 'Sent Nov 12, 9:00\u00a0AM\u00a0EST', sub: 'Was expected Nov 18' });
  expect(at({ status: 'on_the_moon', updated_at: 'never' }).main).toBe('Updated —');
});

test.each([
  ['2026-11-19', 'was expected Nov 19'],
  ['2026-11-20', 'expected Nov 20'],
  ['2027-01-04', 'expected Jan 4, 2027'],
  ['2026-11-20T02:00:00Z', 'was expected Nov 19'],
  ['soon', 'expected soon'],
])('on November 20, delivery on %s is described as “%s”', (expected_delivery_date, text) => {
  const mailed = campaign({ status: 'mailed', expected_delivery_date });
  expect(expectedDay(mailed, DATE_SETTINGS, now)).toBe(text);
  expect(isAwaitingDelivery(mailed, ZONE, now)).toBe(!text.startsWith('was'));
});

describe('campaignProgress', () => {
  const states = (facts: Partial<Campaign>, amount?: string) =>
    campaignProgress(campaign(facts), amount === undefined ? undefined : { amount }, DATE_SETTINGS, now)?.map(
      ({ state }) => state,
    );

  test('shows progress according to the campaign’s status', () => {
    expect(states({ status: 'draft' })).toEqual(['now', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead']);
    expect(states({ status: 'draft' }, '$0.00')?.[0]).toBe('now');
    expect(states({ status: 'draft' }, '$544.00')?.slice(0, 3)).toEqual(['done', 'now', 'ahead']);
    expect(states({ status: 'queued' })?.slice(0, 4)).toEqual(['done', 'done', 'now', 'ahead']);
    expect(states({ status: 'mailed' })).toEqual(Array(6).fill('done'));
  });

  test('shows no progress for an unknown status', () => {
    expect(states({ status: 'in_transit' })).toBeUndefined();
  });

  test('shows who paid for a campaign and when, if known', () => {
    const steps = campaignProgress(
      campaign({ status: 'queued', scheduled_at: '2026-11-23T14:00:00Z' }),
      { amount: '$544.00', by: 'sender@mailroom.test', at: Date.parse('2026-11-20T15:41:00Z') },
      DATE_SETTINGS,
      now,
    );
    expect(steps?.[1]).toEqual({
      label: 'Paid $544.00',
      detail: 'sender@mailroom.test, today, 10:41\u00a0AM\u00a0EST',
      state: 'done',
    });
    expect(steps?.[2]?.detail).toBe('scheduled for Nov 23, 9:00\u00a0AM\u00a0EST');
  });

  test('shows that a campaign is billed on the monthly invoice, with the amount if known', () => {
    const label = (amount?: string) =>
      campaignProgress(campaign({ status: 'queued' }), { onInvoice: true, amount }, DATE_SETTINGS, now)?.[1]
        ?.label;
    expect(label('$697.00')).toBe('On invoice $697.00');
    expect(label()).toBe('On invoice');
  });

  test('shows that credits covered the whole amount', () => {
    const covered = { amount: '$176.80', byCredits: true };
    expect(campaignProgress(campaign({ status: 'queued' }), covered, DATE_SETTINGS, now)?.[1]?.label).toBe(
      'Covered by credits $176.80',
    );
  });

  test('shows the expected delivery date in the last step', () => {
    const mailed = campaign({ status: 'mailed', expected_delivery_date: '2026-11-18' });
    expect(campaignProgress(mailed, undefined, DATE_SETTINGS, now)?.at(-1)).toEqual({
      label: 'Mailed',
      detail: 'delivery was expected Nov 18',
      state: 'done',
    });
  });
});
