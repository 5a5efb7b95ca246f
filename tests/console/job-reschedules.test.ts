/** Tests bulk jobs that reschedule campaigns. interrupted-reschedules.test.ts tests what happens between the calls. */
import { describe, expect, it, vi } from 'vitest';
import { GET as exportGET } from '#app/(console)/jobs/[id]/export/route.ts';
import { GET } from '#app/api/jobs/[id]/route.ts';
import { listActivity } from '#lib/data/activity.ts';
import { readJobSummary } from '#lib/data/job-results.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import { idsOf, setUpRescheduleJobs } from './support/job-reschedules.ts';
import {
  expectValue,
  itemsOf,
  jobOf,
  makeJob,
  rescheduleTo,
  runNewJob,
  statesOf,
  work,
  ZONE,
} from './support/jobs.ts';
import { inMinutes, NEW_TIME, OLD_TIME } from './support/rescheduling.ts';
import { ORIGIN } from './support/settings.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add, addSome, startJob, callsOf } = setUpRescheduleJobs();

describe('a review', () => {
  it('leaves out campaigns that can’t be rescheduled, and makes no calls', async () => {
    const campaigns = [
      add(),
      add({ status: 'draft' }),
      add({ status: 'processing' }),
      add({ scheduled_at: inMinutes(-1) }),
      add({ scheduled_at: NEW_TIME }),
      add({ paid: 0 }),
      add({ paid: 0, credit: 10 }),
    ];
    const id = await makeJob(harness.sender, rescheduleTo(NEW_TIME), [...idsOf(campaigns), 999_999]);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual([
      'ready',
      'not_queued',
      'not_queued',
      'window_closed',
      'same_send_time',
      'payment_unclear',
      'payment_unclear',
      'missing',
    ]);
    expect(harness.service.writes()).toEqual([]);
  });

  it('shows the current and the new send time of each campaign', async () => {
    const id = await makeJob(harness.sender, rescheduleTo(NEW_TIME), idsOf(addSome(2)));
    await work();
    const times = (await itemsOf(harness.sender, id)).map((item) => [item.previousSendAt, item.sendAt]);
    const expected = [Date.parse(OLD_TIME), Date.parse(NEW_TIME)];
    expect(times).toEqual([expected, expected]);
    const summary = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(summary).toMatchObject({ campaigns: 2, firstSendAt: expected[1], days: [{ campaigns: 2 }] });
  });

  it('spreads campaigns over days, and leaves out a campaign that already has its new send time', async () => {
    const from = inMinutes(3 * 24 * 60).slice(0, 10);
    const plan = {
      kind: 'spread',
      perDay: 1,
      from,
      time: '09:00',
      zone: 'UTC',
      weekdaysOnly: false,
    } as const;
    const campaigns = [
      add(),
      add({ scheduled_at: `${inMinutes(4 * 24 * 60).slice(0, 10)}T09:00:00Z` }),
      add(),
    ];
    const id = await makeJob(harness.sender, { kind: 'reschedule', plan }, idsOf(campaigns));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready', 'same_send_time', 'ready']);
    const { days } = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(days.map(({ campaigns: count }) => count)).toEqual([1, 1]);
  });

  it('asks for the number of campaigns if the job exceeds a limit', async () => {
    harness.applySettings({ BULK_CONFIRM_ABOVE: '1,5000' });
    const id = await makeJob(harness.sender, rescheduleTo(NEW_TIME), idsOf(addSome(2)));
    await work();
    expect((await jobOf(harness.sender, id)).numberToType).toBe(2);
  });
});

describe('a job', () => {
  it('cancels each campaign and sends it at the new time, as one attempt with the item’s key', async () => {
    const campaigns = addSome(6);
    const id = await runNewJob(harness.sender, rescheduleTo(NEW_TIME), idsOf(campaigns));
    expect(await jobOf(harness.sender, id)).toMatchObject({
      state: 'ended',
      counts: { done: 6 },
      unscheduled: 0,
    });
    for (const campaign of campaigns) {
      expect(callsOf(campaign)).toEqual(['cancel', 'send']);
      expect(campaign).toMatchObject({ status: 'queued', scheduled_at: NEW_TIME });
      const rows = await listCampaignAttempts(await store(), campaign.id);
      expect(rows).toMatchObject([{ operation: 'rescheduleCampaign', itemKey: expect.any(String) }]);
    }
  });

  it('refuses campaigns that have changed since the review, and makes no calls for them', async () => {
    const [price, recipients, time, fine] = addSome(4) as [
      TinyCampaign,
      TinyCampaign,
      TinyCampaign,
      TinyCampaign,
    ];
    const id = await startJob([price, recipients, time, fine]);
    Object.assign(price, { price: 9, paid: 9 });
    recipients.recipient_count = 4;
    time.scheduled_at = inMinutes(60 * 24);
    await work();
    expect(await itemsOf(harness.sender, id)).toMatchObject([
      { state: 'refused', failure: { kind: 'price_changed' } },
      { state: 'refused', failure: { code: 'recipients_changed' } },
      { state: 'refused', failure: { code: 'send_time_changed' } },
      { state: 'done' },
    ]);
    expect([price, recipients, time].flatMap(callsOf)).toEqual([]);
    expect(callsOf(fine)).toEqual(['cancel', 'send']);
  });

  it('refuses a send time that has become too early, and doesn’t cancel the campaign', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    harness.service.clockOffsetMs = Date.parse(NEW_TIME) - Date.now() - 15 * 60_000 - 5_000;
    campaign.scheduled_at = NEW_TIME;
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['refused']);
    expect(callsOf(campaign)).toEqual([]);
  });

  it('resends campaigns that are billed monthly, with the same billing and at the reviewed price', async () => {
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    const campaign = add({ status: 'draft', paid: 0 });
    const invoice = {
      kind: 'schedule',
      payment: 'invoice',
      plan: { kind: 'once', at: OLD_TIME, zone: ZONE },
    } as const;
    await runNewJob(harness.sender, invoice, [campaign.id]);
    harness.service.requests.length = 0;
    const id = await runNewJob(harness.sender, rescheduleTo(NEW_TIME), [campaign.id]);
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(harness.service.writes()).toMatchObject([
      expect.stringMatching(/^POST \/v1\/.*\/cancel$/),
      `POST /v2/campaigns/${campaign.id}/send`,
    ]);
    const { totals } = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(totals).toMatchObject([{ billed: 1_000 }]);
  });
});

describe('the result of a job', () => {
  it('contains the earlier and the new send time, in the API and in the CSV', async () => {
    const [moved, draft] = [add(), add({ status: 'draft' })];
    const id = await runNewJob(harness.sender, rescheduleTo(NEW_TIME), idsOf([moved, draft]));
    const context = { params: Promise.resolve({ id: String(id) }) };
    const get = (handler: typeof exportGET) =>
      harness.viewer(() => handler(new Request(`${ORIGIN}/api/jobs/${id}`), context));
    expect(await (await get(GET)).json()).toMatchObject({
      action: 'reschedule',
      total: 1,
      done: 1,
      left_out: 1,
      unscheduled: 0,
      items: [
        { campaign_id: moved.id, state: 'done', previous_send_at: OLD_TIME, send_at: NEW_TIME },
        { campaign_id: draft.id, state: 'left_out', reason: 'not_queued' },
      ],
    });
    const [head = '', ...rows] = (await (await get(exportGET)).text()).trim().split('\r\n');
    expect(head).toContain('previous send time (UTC),sends (UTC)');
    expect(rows[0]).toContain(`${OLD_TIME},${NEW_TIME}`);
    expect(rows[1]).toContain('left out,Not queued');
  });

  it('is recorded in the activity: the end of the job and each campaign’s attempt', async () => {
    const campaign = add();
    const id = await runNewJob(harness.sender, rescheduleTo(NEW_TIME), [campaign.id]);
    const security = expectValue(await harness.viewer(() => listActivity({ category: 'security' })));
    expect(security.items.filter(({ details }) => details?.id === id)).toMatchObject([
      { operation: 'job.ended', details: { done: 1 } },
      { operation: 'job.started', details: { action: 'reschedule', campaigns: 1 } },
    ]);
    const own = expectValue(await harness.viewer(() => listActivity({ campaignId: campaign.id })));
    expect(own.items.map(({ operation, outcome }) => [operation, outcome])).toContainEqual([
      'rescheduleCampaign',
      'done',
    ]);
  });
});

it('each call is made only once, even if both servers work on a job at the same time', async () => {
  const campaigns = addSome(10);
  const id = await startJob(campaigns);
  await expect
    .poll(
      async () => {
        await Promise.all([work(), work(), work()]);
        return (await jobOf(harness.sender, id)).counts.done;
      },
      { timeout: 20_000 },
    )
    .toBe(10);
  expect(campaigns.map(callsOf)).toEqual(campaigns.map(() => ['cancel', 'send']));
});
