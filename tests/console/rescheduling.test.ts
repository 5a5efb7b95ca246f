/**
 * Tests that a reschedule cancels and sends a campaign at most once, and which reschedules are refused before
 * any call.
 */
import { describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { listAttempts, resolveAttemptManually } from '#lib/data/attempts.ts';
import { rescheduleCampaign } from '#lib/data/reschedule.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { backdateAttempt } from './support/notifications.ts';
import {
  abandonReschedule,
  addQueued,
  inMinutes,
  listCalls,
  NEW_TIME,
  OLD_TIME,
  readOnlyAttempt,
  reschedule,
  setUpRescheduling,
  TOO_LATE_TIME,
} from './support/rescheduling.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpRescheduling();

it('a reschedule cancels the campaign and sends it at the new time, as one attempt', async () => {
  const campaign = addQueued(harness, { customer: 8 });
  expect(await reschedule(harness, campaign)).toMatchObject({
    ok: true,
    value: { status: 'queued', scheduled_at: NEW_TIME },
  });
  const path = `/v1/campaigns/customers/8/campaigns/${campaign.id}`;
  const calls = harness.service.requests.filter(({ method }) => method !== 'GET');
  expect(calls.map(({ url, body }) => [url, body])).toEqual([
    [`${path}/cancel`, ''],
    [`${path}/send?date=${encodeURIComponent(NEW_TIME)}`, ''],
  ]);
  expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
    operation: 'rescheduleCampaign',
    state: 'done',
    settledBy: 'answer',
    mismatch: null,
    before: { status: 'queued', scheduledAt: OLD_TIME },
    reschedule: { part: 'send', sendAt: NEW_TIME, resend: 'sendCampaign', canceled: { status: 'draft' } },
  });
});

it('a reschedule makes each call only once for 20 simultaneous clicks', async () => {
  const campaign = addQueued(harness);
  const clicks = await Promise.all(Array.from({ length: 20 }, () => reschedule(harness, campaign)));
  expect(clicks.filter(({ ok }) => ok)).toHaveLength(1);
  expect(listCalls(harness)).toEqual(['cancel', 'send']);
});

describe('a reschedule', () => {
  const refusals: readonly (readonly [string, Partial<TinyCampaign>, string, object])[] = [
    ['to less than 15 minutes from now', {}, inMinutes(14), { kind: 'invalid' }],
    ['to a time that would be too early by the time of the send', {}, inMinutes(15.2), { kind: 'invalid' }],
    ['to more than 90 days from now', {}, TOO_LATE_TIME, { kind: 'invalid' }],
    ['to a time without a zone', {}, '2027-01-01T09:00:00', { kind: 'invalid' }],
    ['to the same time', {}, OLD_TIME, { code: 'same_send_time' }],
    ['if the campaign isn’t queued', { status: 'processing' }, NEW_TIME, { code: 'not_queued' }],
    ['if the campaign is a draft', { status: 'draft' }, NEW_TIME, { code: 'not_queued' }],
    ['if the window is over', { scheduled_at: inMinutes(-1) }, NEW_TIME, { code: 'window_closed' }],
    ['if the send time isn’t known', { scheduled_at: undefined }, NEW_TIME, { code: 'window_closed' }],
    ['if the campaign isn’t paid', { paid: 0 }, NEW_TIME, { code: 'not_reschedulable' }],
    ['if credits cover the price', { paid: 0, credit: 10 }, NEW_TIME, { code: 'not_reschedulable' }],
  ];
  it.each(refusals)('can’t be made %s, and nothing is canceled', async (_, overrides, sendAt, failure) => {
    const campaign = addQueued(harness, overrides);
    expect(await reschedule(harness, campaign, sendAt)).toMatchObject({ ok: false, failure });
    expect(harness.service.writes()).toEqual([]);
    expect(await listCampaignAttempts(await store(), campaign.id)).toEqual([]);
  });

  it('is refused for viewers', async () => {
    const { id } = addQueued(harness);
    expect(await harness.viewer(() => rescheduleCampaign(id, { sendAt: NEW_TIME }))).toMatchObject({
      failure: { kind: 'forbidden' },
    });
    expect(harness.service.requests).toEqual([]);
  });

  it('is refused if the new time is too early on the service’s clock', async () => {
    harness.service.clockOffsetMs = 20 * 60_000;
    const campaign = addQueued(harness);
    await harness.sender(() => listAttempts(campaign.id));
    await reschedule(harness, campaign, inMinutes(-60));
    expect(await reschedule(harness, campaign, inMinutes(30))).toMatchObject({
      failure: { kind: 'invalid' },
    });
    expect(harness.service.writes()).toEqual([]);
  });
});

describe('a fault in the first part', () => {
  it('leaves the campaign scheduled if the fault shows that nothing was canceled', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST cancel', { status: 409, body: { error: { code: 'window_closed' } } });
    expect(await reschedule(harness, campaign)).toMatchObject({ failure: { code: 'window_closed' } });
    expect(listCalls(harness)).toEqual(['cancel']);
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'refused',
      reschedule: { part: 'cancel' },
    });
  });

  it.each([['drop_after'], [500], [302]] as const)(
    'is resolved by a reading if it hides that the campaign was canceled (%s), and the campaign is then sent',
    async (fault) => {
      const campaign = addQueued(harness);
      harness.service.injectFault('POST cancel', fault);
      expect(await reschedule(harness, campaign)).toMatchObject({ ok: true });
      expect(listCalls(harness)).toEqual(['cancel', 'send']);
      expect(campaign).toMatchObject({ status: 'queued', scheduled_at: NEW_TIME });
    },
  );

  it('never leads to a second call if the outcome is unknown', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST cancel', 'drop_before');
    expect(await reschedule(harness, campaign)).toMatchObject({ failure: { kind: 'unknown' } });
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'unknown',
      reschedule: { part: 'cancel' },
    });
    await reconcileAttempts(await store());
    expect(listCalls(harness)).toEqual(['cancel']);
  });

  it('is settled once a reading shows a late cancellation, without a second call', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST cancel', 'drop_before');
    await reschedule(harness, campaign);
    Object.assign(campaign, { status: 'draft', scheduled_at: undefined });
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'refused',
      settledBy: 'reading',
      reschedule: { part: 'send', reason: 'interrupted' },
    });
    expect(listCalls(harness)).toEqual(['cancel']);
  });

  it('is settled as refused once the campaign is in production', async () => {
    const campaign = addQueued(harness);
    harness.service.injectFault('POST cancel', 'drop_before');
    await reschedule(harness, campaign);
    campaign.status = 'processing';
    expect(await readOnlyAttempt(harness, campaign)).toMatchObject({
      state: 'refused',
      reschedule: { part: 'cancel' },
    });
  });
});

describe('a server that dies', () => {
  it.each([
    ['in the first part, before the cancellation', 'cancel', 'queued', OLD_TIME, 'unknown', 'cancel'],
    ['in the first part, after the cancellation', 'cancel', 'draft', undefined, 'refused', 'send'],
    ['in the second part, before the send', 'send', 'draft', undefined, 'unknown', 'send'],
    ['in the second part, after the send', 'send', 'queued', NEW_TIME, 'done', 'send'],
  ] as const)(
    '%s: the attempt is settled only by reading the campaign',
    async (_, part, status, scheduled_at, state, now) => {
      const campaign = addQueued(harness, { status, scheduled_at });
      await abandonReschedule(campaign, part);
      await reconcileAttempts(await store());
      expect(await readOnlyAttempt(harness, campaign)).toMatchObject({ state, reschedule: { part: now } });
      expect(harness.service.writes()).toEqual([]);
    },
  );
});

describe('a member', () => {
  it.each([
    ['cancel', 'done', 'refused', { part: 'send', reason: 'recorded' }],
    ['cancel', 'refused', 'refused', { part: 'cancel' }],
    ['send', 'done', 'done', { part: 'send' }],
    ['send', 'refused', 'refused', { part: 'send', reason: 'recorded' }],
  ] as const)('can record the outcome of the %s part as %s', async (part, resolution, state, expected) => {
    const campaign = addQueued(harness, part === 'send' ? { status: 'draft', scheduled_at: undefined } : {});
    const attempt = await abandonReschedule(campaign, part);
    await reconcileAttempts(await store());
    await backdateAttempt(campaign, '3 minutes');
    const outcome = await harness.sender(() => resolveAttemptManually(campaign.id, attempt, resolution));
    expect(outcome).toMatchObject({ ok: true, value: { state, reschedule: expected } });
    expect(harness.service.writes()).toEqual([]);
  });
});
