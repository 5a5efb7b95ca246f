/** Tests the totals of payment runs, and the text of their receipts. */
import { describe, expect, it } from 'vitest';
import type { ListedCampaign } from '#lib/domain/campaign-list.ts';
import {
  canChangeSchedule,
  canResumeRun,
  findLastPaid,
  isRunFinished,
  isRunPending,
  type PaymentRun,
  payableItems,
  type RunItem,
  type RunItemState,
  runEndedAt,
  runItemState,
  runTotals,
} from '#lib/domain/payment-run.ts';
import { describeReceipt, describeRunItem, describeRunSend, formatSums } from '#lib/format/payment-run.ts';
import { paymentRunCsvRow } from '#lib/format/payment-run-csv.ts';

const SETTINGS = { zone: 'America/New_York', locale: 'en-US' };
const NOW = Date.UTC(2026, 10, 20, 16);
const SEND_AT = Date.UTC(2026, 11, 1, 14);

const listed = (leftToPay: number | null, currency = '$', credit = 0): ListedCampaign => ({
  campaign: { id: 1 },
  given: { title: 'Grand opening', note: null },
  templateName: undefined,
  customer: { id: 7, email: 'hello@roastandco.example' },
  amounts: { payment: 'unpaid', leftToPay, alreadyPaid: 0, credit, currency },
});

let position = 0;
const item = (state: RunItemState, overrides: Partial<RunItem> = {}): RunItem => ({
  position: ++position,
  campaignId: 1_000 + position,
  listed: undefined,
  state,
  amount: null,
  credit: null,
  finishedAt: null,
  send: undefined,
  ...overrides,
});
const run = (items: readonly RunItem[], overrides: Partial<PaymentRun> = {}): PaymentRun => ({
  id: 7,
  by: 'sender@mailroom.test',
  isOwn: true,
  canPay: true,
  createdAt: NOW,
  stoppedAt: null,
  sendDate: null,
  items,
  ...overrides,
});
const scheduled = { state: 'scheduled', at: SEND_AT, failure: null, canRetry: false } as const;

describe('the state of a campaign in a run', () => {
  const facts = { outcome: null, paidAt: null, linkState: null, returnedMsAgo: null };
  it.each([
    ['waiting', {}],
    ['waiting', { linkState: 'done' }],
    ['waiting', { linkState: 'refused' }],
    ['starting', { linkState: 'open' }],
    ['unknown', { linkState: 'unknown' }],
    ['confirming', { linkState: 'done', returnedMsAgo: 19_000 }],
    ['unconfirmed', { linkState: 'done', returnedMsAgo: 21_000 }],
    ['skipped', { outcome: 'skipped' }],
    ['paid', { outcome: 'skipped', paidAt: new Date() }],
    ['paid', { outcome: 'paid_elsewhere', paidAt: new Date() }],
  ] as const)('is %s for %j', (state, given) => {
    expect(runItemState({ ...facts, ...given })).toBe(state);
  });
});

it('offers unconfirmed payments last', () => {
  const items = [item('unconfirmed'), item('waiting'), item('confirming'), item('skipped'), item('paid')];
  expect(payableItems(items)).toEqual([items[1], items[0]]);
});

it('a run is finished when no payment can be made or confirmed, and can be resumed if it has skipped campaigns', () => {
  const left = run([item('paid'), item('skipped'), item('missing')]);
  expect([isRunFinished(left), canResumeRun(left)]).toEqual([true, true]);
  const done = run([item('paid'), item('paid_elsewhere')]);
  expect([isRunFinished(done), canResumeRun(done)]).toEqual([true, false]);
  const stopped = run([item('paid'), item('waiting')], { stoppedAt: NOW });
  expect([isRunFinished(stopped), canResumeRun(stopped), runEndedAt(stopped)]).toEqual([false, true, NOW]);
  expect(runEndedAt(run([item('paid', { finishedAt: 5 }), item('skipped', { finishedAt: 9 })]))).toBe(9);
  expect(runEndedAt(run([item('paid', { finishedAt: 5 }), item('waiting')]))).toBeNull();
});

it('a run can be scheduled while it has an unscheduled paid draft that the mail service hasn’t refused', () => {
  const isChangeable = (overrides: Partial<RunItem>, state: RunItemState = 'paid') =>
    canChangeSchedule(run([item('paid', { send: scheduled }), item(state, overrides)]));
  const failed = { state: 'not_scheduled', at: SEND_AT, failure: null } as const;
  const draft = { ...listed(0), campaign: { id: 1, status: 'draft' } };
  expect(isChangeable({})).toBe(true);
  expect(isChangeable({ listed: draft })).toBe(true);
  expect(isChangeable({ listed: { ...draft, campaign: { id: 1, status: 'queued' } } })).toBe(false);
  expect(isChangeable({ send: { ...failed, state: 'waiting', canRetry: true } })).toBe(true);
  expect(isChangeable({ send: { ...failed, canRetry: true } })).toBe(true);
  expect(isChangeable({ send: { ...failed, canRetry: false } })).toBe(false);
  expect(isChangeable({}, 'waiting')).toBe(false);
});

it('a run is pending while a payment is being confirmed or a campaign is being scheduled', () => {
  expect(isRunPending([item('confirming')])).toBe(true);
  expect(
    isRunPending([item('paid', { send: { state: 'waiting', at: null, failure: null, canRetry: true } })]),
  ).toBe(true);
  expect(isRunPending([item('paid', { send: scheduled }), item('waiting')])).toBe(false);
});

describe('totals', () => {
  it('totals are separate for each currency, and unclear amounts are counted', () => {
    const items = [
      item('paid', { amount: '$544.00', credit: '$3.00' }),
      item('paid', { amount: '$1,000.50', credit: '' }),
      item('paid', { amount: '120,00 €', credit: '0,00 €' }),
      item('paid', { amount: 'a lot', credit: null }),
      item('paid_elsewhere', { amount: '$10.00' }),
      item('waiting', { listed: listed(70_000) }),
      item('unconfirmed', { listed: listed(500, '€') }),
      item('waiting'),
      item('confirming', { listed: listed(99) }),
      item('skipped', { listed: listed(99) }),
    ];
    expect(runTotals(items)).toEqual({
      paid: [
        { currency: '$', amount: 154_450 },
        { currency: '€', amount: 12_000 },
      ],
      elsewhere: [{ currency: '$', amount: 1_000 }],
      left: [
        { currency: '$', amount: 70_000 },
        { currency: '€', amount: 500 },
      ],
      isLeftBeforeCredits: false,
      credits: [{ currency: '$', amount: 300 }],
      unclearPaid: 1,
      unclearLeft: 1,
    });
  });

  it('totals use the price that was just read', () => {
    const items = [item('waiting', { listed: listed(1_000) }), item('waiting', { listed: listed(2_000) })];
    const live = { campaignId: items[0]?.campaignId ?? 0, due: '$12.00', credit: '$0.00' };
    expect(runTotals(items, live).left).toEqual([{ currency: '$', amount: 3_200 }]);
    expect(formatSums(runTotals(items, live).left)).toBe('$32.00');
    expect(formatSums([])).toBe('—');
  });

  it('totals leave out credits if more than one campaign shows a credit, because all of them may show the same credit', () => {
    const items = [1, 2, 3].map(() => item('waiting', { listed: listed(1_000, '$', 250) }));
    const live = { campaignId: items[0]?.campaignId ?? 0, due: '$10.00', credit: '$2.50' };
    for (const totals of [runTotals(items), runTotals(items, live)]) {
      expect(totals.left).toEqual([{ currency: '$', amount: 3_750 }]);
      expect(totals.isLeftBeforeCredits).toBe(true);
    }
    expect(runTotals(items.slice(2))).toMatchObject({
      left: [{ currency: '$', amount: 1_000 }],
      isLeftBeforeCredits: false,
    });
    // The payment that is being confirmed may have used the credit.
    const confirming = item('confirming', { listed: listed(1_000, '$', 250) });
    expect(runTotals([confirming, ...items.slice(2)])).toMatchObject({
      left: [{ currency: '$', amount: 1_250 }],
      isLeftBeforeCredits: true,
    });
    // The campaign's credit was used for another campaign.
    expect(runTotals(items.slice(0, 2), { ...live, due: '$12.50', credit: '$0.00' })).toMatchObject({
      left: [{ currency: '$', amount: 2_250 }],
      isLeftBeforeCredits: false,
    });
  });
});

describe('a receipt', () => {
  it('says what was paid, scheduled, and left out', () => {
    const paid = (amount: string) => item('paid', { amount, finishedAt: NOW, send: scheduled });
    const items = [paid('$544.00'), paid('$697.00'), item('skipped'), item('paid_elsewhere')];
    expect(describeReceipt(run(items), SETTINGS)).toEqual({
      title: '2 campaigns paid, $1,241.00',
      sentences: [
        '2 scheduled for Tue, Dec 1, 2026, 9:00\u00a0AM\u00a0EST · 2:00\u00a0PM\u00a0UTC.',
        '1 skipped, 1 paid elsewhere.',
      ],
    });
    expect(describeReceipt(run([item('waiting')]), SETTINGS)).toEqual({
      title: 'No campaigns paid',
      sentences: ['1 not paid yet.'],
    });
  });

  it('says when a campaign was paid for, and when it’s scheduled for', () => {
    const paid = item('paid', { finishedAt: NOW, send: scheduled });
    expect(describeRunItem(paid, SETTINGS)).toBe('Paid 11:00\u00a0AM');
    expect(describeRunSend(paid, SETTINGS, NOW)).toBe('Scheduled for Dec 1, 9:00\u00a0AM');
    expect(describeRunItem(item('confirming'), SETTINGS)).toBe('Confirming payment…');
    expect(describeRunSend(item('paid'), SETTINGS, NOW)).toBeUndefined();
  });

  it('has a CSV row for each campaign', () => {
    const failure = {
      kind: 'invalid',
      fields: { date: 'Choose a time at least 15 minutes from now.' },
    } as const;
    const failed = item('paid', {
      amount: '$544.00',
      credit: '$0.00',
      finishedAt: NOW,
      listed: listed(0),
      send: { state: 'not_scheduled', at: SEND_AT, failure, canRetry: true },
    });
    expect(paymentRunCsvRow(run([failed]), failed)).toEqual([
      7,
      failed.position,
      failed.campaignId,
      'Grand opening',
      7,
      'hello@roastandco.example',
      'Paid',
      '2026-11-20T16:00:00.000Z',
      '$544.00',
      null,
      '$0.00',
      null,
      'not scheduled: Choose a time at least 15 minutes from now.',
    ]);
  });
});

it('confirms only the latest payment, until the member skips a campaign', () => {
  const [first, last] = [item('paid', { finishedAt: NOW }), item('paid', { finishedAt: NOW + 2_000 })];
  const credits = item('credits', { finishedAt: NOW + 3_000 });
  const skipped = item('skipped', { finishedAt: NOW + 4_000 });
  expect(findLastPaid([first, last, credits, item('waiting')], NOW - 1)).toBe(last);
  expect(findLastPaid([first, last], NOW + 2_000)).toBeUndefined();
  expect(findLastPaid([first, last, skipped], NOW - 1)).toBeUndefined();
});
