/** Tests what bulk jobs do with campaigns once the jobs have started. */
import { describe, expect, it, vi } from 'vitest';
import { listActivity } from '#lib/data/activity.ts';
import { readJobSummary } from '#lib/data/job-results.ts';
import { resumeJob, retryRefused, stopJob } from '#lib/data/jobs.ts';
import { readTitlesAndNotes } from '#lib/data/titles-and-notes.ts';
import { skipReason } from '#lib/domain/send-plan.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { settleAttempt } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import { DAY_MS } from '#lib/time-units.ts';
import {
  expectValue,
  itemsOf,
  jobOf,
  makeJob,
  runNewJob,
  scheduleTomorrow,
  setUpJobs,
  startNewJob,
  statesOf,
  work,
  ZONE,
} from './support/jobs.ts';
import { scopedPath } from './support/proxy.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add, addSome, callsOf } = setUpJobs();
/** Returns the time this many days from now, in the service's format. */
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('a job', () => {
  it('schedules paid drafts for an exact time, with one call each', async () => {
    const ids = addSome(6);
    const action = scheduleTomorrow();
    const id = await runNewJob(harness.sender, action, ids);
    const at = action.kind === 'schedule' && action.plan.kind === 'once' ? action.plan.at : '';
    const query = new URLSearchParams({ date: at });
    const calls = harness.service.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
    expect(calls.toSorted()).toEqual(ids.map((each) => `${scopedPath(each)}/send?${query}`));
    expect(await jobOf(harness.sender, id)).toMatchObject({
      state: 'ended',
      counts: { done: 6, refused: 0, unknown: 0, ready: 0, started: 0 },
    });
  });

  it('sends drafts and bills them on the monthly invoice', async () => {
    harness.applySettings({ DIRECTMAIL_MONTHLY_INVOICE: 'true' });
    const ids = addSome(2, { paid: 0 });
    const id = await runNewJob(harness.sender, scheduleTomorrow('invoice'), ids);
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'done']);
    expect(harness.service.writes().every((line) => line.startsWith('POST /v2/campaigns/'))).toBe(true);
  });

  it('spreads campaigns over weekdays at a local time', async () => {
    const soon = new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
    const plan = {
      kind: 'spread',
      perDay: 2,
      from: soon,
      time: '09:00',
      zone: ZONE,
      weekdaysOnly: true,
    } as const;
    const id = await makeJob(harness.sender, { kind: 'schedule', payment: 'paid', plan }, addSome(5));
    await work();
    const { days } = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(days.map(({ campaigns }) => campaigns)).toEqual([2, 2, 1]);
    const local = new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' });
    for (const { sendAt } of await itemsOf(harness.sender, id)) {
      const [day = '', time] = local.format(sendAt ?? 0).split(' ');
      expect([skipReason(day), time]).toEqual([null, '09:00']);
    }
  });

  it('cancels campaigns with the given reason, copies them, and deletes them', async () => {
    const queued = addSome(2, { status: 'queued' });
    await runNewJob(harness.sender, { kind: 'cancel', reason: 'Wrong offer' }, queued);
    const copied = await runNewJob(harness.sender, { kind: 'copy' }, queued);
    const deleted = await runNewJob(harness.admin, { kind: 'delete' }, queued);
    const items = await itemsOf(harness.sender, copied);
    expect(items.map(({ copyId }) => harness.service.campaigns.has(copyId ?? 0))).toEqual([true, true]);
    expect(await statesOf(harness.admin, deleted)).toEqual(['done', 'done']);
    expect(queued.map((id) => harness.service.campaigns.has(id))).toEqual([false, false]);
    const { items: entries } = expectValue(
      await harness.sender(() => listActivity({ campaignId: queued[0] as number })),
    );
    expect(entries.find(({ operation }) => operation === 'cancelCampaign')).toMatchObject({
      by: 'sender@mailroom.test',
      reason: 'Wrong offer',
      outcome: 'done',
    });
  });

  it('sets titles and notes, and doesn’t change the ones that are left blank', async () => {
    const ids = addSome(2);
    await runNewJob(harness.sender, { kind: 'label', note: 'Spring' }, ids);
    const id = await runNewJob(harness.sender, { kind: 'label', title: 'Open house' }, ids);
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'done']);
    const saved = await harness.sender(() => readTitlesAndNotes(ids));
    expect(ids.map((campaign) => saved.get(campaign))).toMatchObject([
      { title: 'Open house', note: 'Spring' },
      { title: 'Open house', note: 'Spring' },
    ]);
    expect(harness.service.writes()).toEqual([]);
  });

  it('refuses campaigns that have changed since the review, and makes no calls for them', async () => {
    const [price, recipients, sent, fine] = [add(), add(), add(), add()];
    const ids = [price, recipients, sent, fine].map((campaign) => campaign.id);
    const id = await startNewJob(harness.sender, scheduleTomorrow(), ids);
    Object.assign(price, { price: 9, paid: 9 });
    recipients.recipient_count = 4;
    sent.status = 'queued';
    await work();
    const items = await itemsOf(harness.sender, id);
    expect(items.map(({ state, failure }) => [state, failure])).toMatchObject([
      ['refused', { kind: 'price_changed', seen: '$10.00', now: '$9.00' }],
      ['refused', { kind: 'refused', code: 'recipients_changed' }],
      ['refused', { kind: 'refused', code: 'not_draft' }],
      ['done', null],
    ]);
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('doesn’t delete a draft that was queued after the review', async () => {
    const campaign = add();
    const id = await startNewJob(harness.admin, { kind: 'delete' }, [campaign.id]);
    campaign.status = 'queued';
    await work();
    expect(await itemsOf(harness.admin, id)).toMatchObject([
      { state: 'refused', failure: { code: 'status_changed' } },
    ]);
    expect(harness.service.writes()).toEqual([]);
  });

  it('doesn’t cancel a campaign that was rescheduled after the review', async () => {
    const [moved, kept] = [1, 2].map(() => add({ status: 'queued', scheduled_at: inDays(2) }));
    const ids = [moved, kept].map((campaign) => campaign?.id ?? 0);
    const id = await startNewJob(harness.sender, { kind: 'cancel' }, ids);
    if (moved) moved.scheduled_at = inDays(9);
    await work();
    expect(await itemsOf(harness.sender, id)).toMatchObject([
      { state: 'refused', failure: { code: 'send_time_changed' } },
      { state: 'done' },
    ]);
    expect(harness.service.writes()).toHaveLength(1);
  });

  it('is recorded in the activity log when it starts and ends, with its counts', async () => {
    const id = await runNewJob(harness.sender, scheduleTomorrow(), addSome(2));
    const { items: entries } = expectValue(
      await harness.viewer(() => listActivity({ category: 'security' })),
    );
    const own = entries.filter(({ details }) => details?.id === id);
    expect(own.map(({ operation, details, by }) => [operation, details, by])).toEqual([
      ['job.ended', { id, done: 2, refused: 0, unknown: 0 }, 'sender@mailroom.test'],
      ['job.started', { id, action: 'schedule', campaigns: 2 }, 'sender@mailroom.test'],
    ]);
  });
});

describe('stopping', () => {
  it('lets calls in flight finish, and starts no others', async () => {
    const ids = addSome(12);
    const id = await startNewJob(harness.sender, scheduleTomorrow(), ids);
    harness.service.changeBefore('POST send', () => harness.admin(() => stopJob(id)));
    await work();
    const job = await jobOf(harness.sender, id);
    expect(job).toMatchObject({ state: 'stopped', stopReason: 'member', stoppedBy: 'admin@mailroom.test' });
    const { done, ready } = job.counts;
    expect([done + ready, done > 0, done <= 4]).toEqual([12, true, true]);
    expect(harness.service.writes()).toHaveLength(done);
    await work();
    expect(harness.service.writes()).toHaveLength(done);
    expect(expectValue(await harness.sender(() => resumeJob(id)))).toBe('running');
    await work();
    expect((await jobOf(harness.sender, id)).counts.done).toBe(12);
    expect(harness.service.writes()).toHaveLength(12);
  });

  it('prevents a call that is being prepared', async () => {
    const [campaign] = addSome(1);
    const id = await startNewJob(harness.sender, scheduleTomorrow(), [campaign as number]);
    harness.service.changeBefore('GET checkout', () => harness.sender(() => stopJob(id)));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready']);
    expect((await jobOf(harness.sender, id)).state).toBe('stopped');
    expect(harness.service.writes()).toEqual([]);
  });
});

describe('retrying', () => {
  it('works only on the refused campaigns', async () => {
    const [changed, other] = [add(), add()];
    const id = await startNewJob(harness.sender, scheduleTomorrow(), [changed.id, other.id]);
    changed.recipient_count = 4;
    await work();
    changed.recipient_count = 3;
    expect(expectValue(await harness.sender(() => retryRefused(id)))).toBe('running');
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'done']);
    expect(harness.service.writes()).toHaveLength(2);
  });

  it('leaves out campaigns to which the action no longer applies', async () => {
    const [gone, busy] = [add({ status: 'queued' }), add({ status: 'queued' })];
    const id = await startNewJob(harness.sender, { kind: 'cancel' }, [gone.id, busy.id]);
    gone.status = 'processing';
    harness.service.injectFault('POST cancel', { status: 400, body: {} });
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['refused', 'refused']);
    expect((await jobOf(harness.sender, id)).retryable).toBe(1);
    expect(expectValue(await harness.sender(() => retryRefused(id)))).toBe('running');
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['refused', 'done']);
    expect((await jobOf(harness.sender, id)).retryable).toBe(0);
    expect(expectValue(await harness.sender(() => retryRefused(id)))).toBe('ended');
  });

  it('repeats a call that the mail service refused', async () => {
    const id = await startNewJob(harness.sender, scheduleTomorrow(), addSome(1));
    harness.service.injectFault('POST send', { status: 400, body: {} });
    await work();
    expect(await itemsOf(harness.sender, id)).toMatchObject([
      { state: 'refused', failure: { kind: 'refused', status: 400 } },
    ]);
    expectValue(await harness.sender(() => retryRefused(id)));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(harness.service.writes()).toHaveLength(2);
  });

  it('never repeats a call whose outcome is unknown', async () => {
    const [campaign] = addSome(1);
    const id = await startNewJob(harness.sender, { kind: 'copy' }, [campaign as number]);
    harness.service.injectFault('POST clone', 'drop_after');
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['unknown']);
    expect(expectValue(await harness.sender(() => retryRefused(id)))).toBe('ended');
    await work();
    expect(callsOf(campaign as number)).toBe(1);
  });
});

it('uses the outcome that a member records for a call whose outcome is unknown', async () => {
  const [campaign] = addSome(1);
  const id = await startNewJob(harness.sender, { kind: 'copy' }, [campaign as number]);
  harness.service.injectFault('POST clone', 'drop_after');
  await work();
  const db = await store();
  const [attempt] = await listCampaignAttempts(db, campaign as number);
  await settleAttempt(db, attempt?.id ?? '', { state: 'done', settledBy: 'member' });
  expect(await statesOf(harness.sender, id)).toEqual(['done']);
});
