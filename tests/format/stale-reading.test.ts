/** Tests when a reading counts as stale because it contradicts a successful attempt. */
import { describe, expect, it } from 'vitest';
import type { CampaignSnapshot } from '#lib/domain/attempt.ts';
import { CONFIRMING_MS } from '#lib/domain/payment.ts';
import {
  ACCEPTABLE_AFTER_MS,
  findContradictedAttempt,
  msUntilAcceptable,
  type SucceededAttempt,
} from '#lib/domain/stale-reading.ts';

const UNPAID = { alreadyPaid: '$0.00', toBePaid: '$10.00' };
const draft = (updatedAt: string | null, amounts = {}): CampaignSnapshot => ({
  status: 'draft',
  scheduledAt: null,
  updatedAt,
  ...amounts,
});
const queued = (updatedAt: string | null): CampaignSnapshot => ({
  status: 'queued',
  scheduledAt: '2026-11-23T14:00:00Z',
  updatedAt,
});

const [EARLIER, CHANGE, LATER] = [
  '2026-11-22T10:00:00.000Z',
  '2026-11-22T10:00:05.400Z',
  '2026-11-22T10:00:09.000Z',
];

const succeeded = (overrides: Partial<SucceededAttempt>): SucceededAttempt => ({
  operation: 'sendCampaign',
  before: draft(EARLIER),
  after: queued(CHANGE),
  isReadingAccepted: false,
  settledMsAgo: 1_000,
  paidMsAgo: null,
  returnedMsAgo: null,
  ...overrides,
});

const isStale = (attempts: readonly SucceededAttempt[], reading: CampaignSnapshot) =>
  findContradictedAttempt(attempts, reading) !== undefined;

describe('a reading after a change', () => {
  it('is stale if it is older than the change', () => {
    expect(isStale([succeeded({})], draft(EARLIER))).toBe(true);
    expect(isStale([succeeded({})], queued(EARLIER))).toBe(true);
  });

  it('is stale if it has the timestamp of the change but the status from before the change', () => {
    expect(isStale([succeeded({})], draft(CHANGE))).toBe(true);
  });

  it('is current if it is newer than the change, regardless of its status', () => {
    expect(isStale([succeeded({})], draft(LATER))).toBe(false);
  });

  it('isn’t stale just because the service stores times in whole seconds', () => {
    expect(isStale([succeeded({})], queued('2026-11-22T10:00:05Z'))).toBe(false);
    expect(isStale([succeeded({})], draft('2026-11-22T10:00:05Z'))).toBe(true);
  });

  it('is judged by its status if there are no timestamps', () => {
    const change = succeeded({ before: draft(null), after: queued(null) });
    expect(isStale([change], draft(null))).toBe(true);
    expect(isStale([change], queued(null))).toBe(false);
    expect(isStale([change], { ...queued(null), status: 'processing' })).toBe(false);
  });

  it('is stale if it shows a deleted campaign', () => {
    const deletion = succeeded({ operation: 'deleteCampaign', after: draft(EARLIER) });
    expect(isStale([deletion], draft(EARLIER))).toBe(true);
  });

  it('is compared only with the latest change', () => {
    const canceled = succeeded({ operation: 'cancelCampaign', before: queued(CHANGE), after: draft(LATER) });
    expect(isStale([canceled, succeeded({})], draft(LATER))).toBe(false);
    expect(isStale([canceled, succeeded({})], queued(CHANGE))).toBe(true);
  });

  it('is current if a member accepted it, or if a member recorded the outcome', () => {
    expect(isStale([succeeded({ isReadingAccepted: true })], draft(EARLIER))).toBe(false);
    expect(isStale([succeeded({ after: null })], draft(EARLIER))).toBe(false);
  });
});

describe('checkout after a payment', () => {
  const paidAndSent = succeeded({ operation: 'payAndSendCampaign', before: draft(EARLIER, UNPAID) });
  const canceled = succeeded({ operation: 'cancelCampaign', before: queued(CHANGE), after: draft(LATER) });
  const link = succeeded({ operation: 'payCampaign', before: draft(EARLIER, UNPAID), after: null });
  const unpaid = draft(LATER, UNPAID);
  const paid = draft(LATER, { alreadyPaid: '$10.00', toBePaid: '$0.00' });

  it('is stale if it shows the amounts from before the payment, even if the campaign has changed since then', () => {
    expect(isStale([canceled, paidAndSent], unpaid)).toBe(true);
    expect(isStale([canceled, paidAndSent], paid)).toBe(false);
  });

  it('counts as current ten minutes after the payment if the campaign has changed since the payment', () => {
    const old = { settledMsAgo: ACCEPTABLE_AFTER_MS };
    const attempts = [
      { ...canceled, ...old },
      { ...paidAndSent, ...old },
    ];
    expect(isStale(attempts, draft('2026-11-22T12:00:00Z', UNPAID))).toBe(false);
    expect(isStale(attempts, unpaid)).toBe(true);
  });

  it('is stale if it doesn’t show a payment by link', () => {
    expect(isStale([link], unpaid)).toBe(false);
    expect(isStale([{ ...link, paidMsAgo: 1_000 }], unpaid)).toBe(true);
    expect(isStale([{ ...link, paidMsAgo: 1_000 }], paid)).toBe(false);
  });

  it('is stale for 20 seconds after the payer returns if it shows no payment', () => {
    expect(isStale([{ ...link, returnedMsAgo: 1_000 }], unpaid)).toBe(true);
    expect(isStale([{ ...link, returnedMsAgo: CONFIRMING_MS }], unpaid)).toBe(false);
  });

  it('is never stale if nothing was due or if the reading has no amounts', () => {
    const free = { ...paidAndSent, before: draft(EARLIER, { ...UNPAID, toBePaid: '$0.00' }) };
    expect(isStale([canceled, free], unpaid)).toBe(false);
    expect(isStale([canceled, paidAndSent], draft(LATER))).toBe(false);
  });
});

it('a member can accept a reading once ten minutes have passed since the payment or change', () => {
  expect(msUntilAcceptable(succeeded({}))).toBe(ACCEPTABLE_AFTER_MS - 1_000);
  expect(msUntilAcceptable(succeeded({ settledMsAgo: ACCEPTABLE_AFTER_MS + 1 }))).toBe(0);
  expect(msUntilAcceptable(succeeded({ paidMsAgo: 2_000, settledMsAgo: 9_000_000 }))).toBe(
    ACCEPTABLE_AFTER_MS - 2_000,
  );
});

describe('a reading after a reschedule', () => {
  const moved = succeeded({
    operation: 'rescheduleCampaign',
    before: queued(EARLIER),
    after: { ...queued(CHANGE), scheduledAt: '2026-11-27T14:00:00Z' },
  });

  it('is stale if it shows the old send time, or the draft from between the two calls', () => {
    for (const updatedAt of [CHANGE, null]) {
      expect(isStale([moved], queued(updatedAt))).toBe(true);
      expect(isStale([moved], draft(updatedAt))).toBe(true);
      expect(isStale([moved], { ...queued(updatedAt), scheduledAt: '2026-11-27T14:00:00Z' })).toBe(false);
    }
  });

  it('is current if it is newer', () => {
    expect(isStale([moved], queued(LATER))).toBe(false);
    expect(isStale([moved], draft(LATER))).toBe(false);
  });
});
