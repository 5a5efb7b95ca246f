/** Tests that a bulk job is reviewed again if its review is old, and that a review can be discarded. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import {
  discardReviewAction,
  recheckJobAction,
  resumeJobAction,
  startJobAction,
} from '#app/(console)/jobs/[id]/actions.ts';
import { readJobSummary } from '#lib/data/job-results.ts';
import { discardJobReview, recheckJob, resumeJob, retryRefused, stopJob } from '#lib/data/jobs.ts';
import type { JobAction } from '#lib/domain/job.ts';
import { workOnItem } from '#lib/jobs/items.ts';
import { createServiceState } from '#lib/jobs/service-state.ts';
import { claimItem } from '#lib/store/job-work.ts';
import { findJob, type JobRow } from '#lib/store/jobs.ts';
import { store } from '#lib/store/open.ts';
import { jobs } from '#lib/store/schema/jobs.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { submitForm } from './support/forms.ts';
import {
  expectValue,
  expireReview,
  itemsOf,
  jobOf,
  makeJob,
  scheduleTomorrow,
  setUpJobs,
  start,
  startNewJob,
  statesOf,
  work,
  ZONE,
} from './support/jobs.ts';
import { asFormOf } from './support/members.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.mock('next/cache', () => ({ refresh: () => undefined, revalidatePath: () => undefined }));

const { harness, add, addSome } = setUpJobs();
const senderForm = async <T>(submit: () => Promise<T>) => (await asFormOf('sender@mailroom.test'))(submit);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function rowOf(id: number): Promise<JobRow> {
  const row = await findJob(await store(), id);
  if (!row) throw new Error('There is no such job.');
  return row;
}

/**
 * Takes a job's next campaign, like a server that pauses before processing it. Returns a function that
 * processes the campaign.
 */
async function takeNext(id: number): Promise<() => Promise<void>> {
  const db = await store();
  const [row, item] = [await rowOf(id), await claimItem(db, id)];
  if (!item) throw new Error('The item was not claimed.');
  return () => workOnItem(db, row, item, createServiceState());
}

/**
 * Starts a job, carries out its action on the first campaigns, and stops the job. Afterward, the review is
 * old.
 */
async function stopAfter(done: number, action: JobAction, ids: readonly number[]): Promise<number> {
  const id = await startNewJob(harness.sender, action, ids);
  for (let i = 0; i < done; i++) await (await takeNext(id))();
  expectValue(await harness.sender(() => stopJob(id)));
  await work();
  await expireReview(id);
  harness.service.requests.length = 0;
  return id;
}

describe('resuming a job whose review is old', () => {
  it('reads the remaining campaigns again, and cancels none before the creator has reviewed them', async () => {
    const campaigns = [1, 2, 3].map(() => add({ status: 'queued', scheduled_at: inDays(2) }));
    const id = await stopAfter(
      1,
      { kind: 'cancel' },
      campaigns.map((campaign) => campaign.id),
    );
    Object.assign(campaigns[1] as TinyCampaign, { scheduled_at: inDays(9) });
    expect(expectValue(await harness.sender(() => resumeJob(id)))).toBe('checking');
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'ready', 'ready']);
    expect(await jobOf(harness.sender, id)).toMatchObject({ state: 'ready_for_review', canStart: true });
    expect(expectValue(await harness.sender(() => readJobSummary(id))).campaigns).toBe(2);
    expect(harness.service.writes()).toEqual([]);
    expect(expectValue(await start(harness.sender, id))).toBe('running');
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'done', 'done']);
    expect(harness.service.writes()).toHaveLength(2);
  });

  it('doesn’t include the campaigns that were left out when the job was started', async () => {
    const [unpaid, paid] = [add({ paid: 0 }), add()];
    const id = await stopAfter(0, scheduleTomorrow(), [unpaid.id, paid.id]);
    unpaid.paid = 10;
    expectValue(await harness.sender(() => resumeJob(id)));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['not_paid', 'ready']);
  });

  it('leaves out campaigns to which the action no longer applies, until the creator has them checked again', async () => {
    const [one, two] = [add(), add()];
    const id = await stopAfter(0, scheduleTomorrow(), [one.id, two.id]);
    one.status = 'queued';
    expectValue(await harness.sender(() => resumeJob(id)));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['already_queued', 'ready']);
    one.status = 'draft';
    expectValue(await harness.sender(() => recheckJob(id)));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready', 'ready']);
  });

  it('includes campaigns that were already sent in the number of campaigns per day', async () => {
    const plan = {
      kind: 'spread',
      perDay: 1,
      from: inDays(2).slice(0, 10),
      time: '09:00',
      zone: ZONE,
      weekdaysOnly: false,
    } as const;
    const id = await stopAfter(1, { kind: 'schedule', payment: 'paid', plan }, addSome(3));
    const before = (await itemsOf(harness.sender, id)).map(({ sendAt }) => sendAt);
    expectValue(await harness.sender(() => resumeJob(id)));
    await work();
    expect((await itemsOf(harness.sender, id)).map(({ sendAt }) => sendAt)).toEqual(before);
  });

  it('waits until the job has stopped', async () => {
    const id = await startNewJob(harness.sender, scheduleTomorrow(), addSome(1));
    expectValue(await harness.sender(() => stopJob(id)));
    await expireReview(id);
    expect(expectValue(await harness.sender(() => resumeJob(id)))).toBe('stopping');
    await work();
    expect(expectValue(await harness.sender(() => resumeJob(id)))).toBe('checking');
  });

  it('prevents a server from making a call that it prepared before the job was stopped', async () => {
    const id = await startNewJob(harness.sender, { kind: 'copy' }, addSome(1));
    const resumeServer = await takeNext(id);
    expectValue(await harness.sender(() => stopJob(id)));
    await work();
    await expireReview(id);
    expectValue(await harness.sender(() => resumeJob(id)));
    await resumeServer();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready']);
    expect((await jobOf(harness.sender, id)).state).toBe('ready_for_review');
    expect(harness.service.writes()).toEqual([]);
  });

  it('never deletes the job, because its results are needed', async () => {
    const id = await stopAfter(1, { kind: 'copy' }, addSome(2));
    expectValue(await harness.sender(() => resumeJob(id)));
    const db = await store();
    await db
      .update(jobs)
      .set({ createdAt: new Date(Date.now() - DAY_MS - MINUTE_MS) })
      .where(eq(jobs.id, id));
    await work();
    for (let i = 0; i < 25; i++) await makeJob(harness.sender, { kind: 'copy' }, addSome(1));
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'ready']);
  });
});

describe('retrying refused campaigns when the review is old', () => {
  it('reads them again, so that the creator agrees to the new prices', async () => {
    const campaign = add();
    const id = await startNewJob(harness.sender, scheduleTomorrow(), [campaign.id, add().id]);
    Object.assign(campaign, { price: 9, paid: 9 });
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['refused', 'done']);
    await expireReview(id);
    expect(expectValue(await harness.sender(() => retryRefused(id)))).toBe('checking');
    await work();
    expect(await jobOf(harness.sender, id)).toMatchObject({ state: 'ready_for_review', endedAt: null });
    const { totals } = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(totals).toMatchObject([{ campaigns: 1, price: 900 }]);
    expectValue(await start(harness.sender, id));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done', 'done']);
  });
});

describe('the form that starts a job', () => {
  async function reviewOf(campaignId: number) {
    const id = await makeJob(harness.sender, { kind: 'copy' }, [campaignId]);
    await work();
    const { checkedAt } = await jobOf(harness.sender, id);
    const selection = { ids: String(campaignId), list: 'status=draft' };
    return { id, selection, fields: { id: String(id), checked_at: String(checkedAt), ...selection } };
  }

  it('says that the job hasn’t started because the review was old, and keeps the selection', async () => {
    const { id, selection, fields } = await reviewOf(add().id);
    await expireReview(id);
    const old = { ...fields, checked_at: String((await jobOf(harness.sender, id)).checkedAt) };
    expect(await senderForm(() => submitForm(startJobAction, old))).toEqual({
      to: `/jobs/${id}?${new URLSearchParams({ ...selection, checked: 'old_review' })}`,
    });
    expect((await jobOf(harness.sender, id)).state).toBe('checking');
  });

  it('says that the job hasn’t started because there is a newer review', async () => {
    const { id, selection, fields } = await reviewOf(add().id);
    expect(await senderForm(() => submitForm(recheckJobAction, { id: String(id), ...selection }))).toEqual({
      to: `/jobs/${id}?${new URLSearchParams(selection)}`,
    });
    for (const state of ['checking', 'ready_for_review']) {
      expect((await jobOf(harness.sender, id)).state).toBe(state);
      expect(await senderForm(() => submitForm(startJobAction, fields))).toEqual({
        to: `/jobs/${id}?${new URLSearchParams({ ...selection, checked: 'newer_review' })}`,
      });
      await work();
    }
    expect(harness.service.writes()).toEqual([]);
  });

  it('says after resuming that the campaigns are being checked again', async () => {
    const id = await stopAfter(0, { kind: 'copy' }, addSome(1));
    expect(await senderForm(() => submitForm(resumeJobAction, { id: String(id) }))).toEqual({
      to: `/jobs/${id}?checked=resumed`,
    });
  });
});

describe('discarding', () => {
  it('deletes a job that was never started, whether or not its check has finished', async () => {
    for (const rounds of [0, 1]) {
      const [campaignId] = addSome(1);
      const id = await makeJob(harness.sender, { kind: 'copy' }, [campaignId ?? 0]);
      for (let i = 0; i < rounds; i++) await work();
      const fields = { id: String(id), ids: String(campaignId), list: 'status=draft' };
      expect(await senderForm(() => submitForm(discardReviewAction, fields))).toEqual({
        to: '/campaigns?status=draft',
      });
      expect(await findJob(await store(), id)).toBeUndefined();
      await work();
    }
    expect(harness.service.writes()).toEqual([]);
  });

  it('keeps the results of a job that was started, and lets the job be reviewed again', async () => {
    const id = await stopAfter(1, { kind: 'copy' }, addSome(2));
    for (const rounds of [0, 1]) {
      expectValue(await harness.sender(() => resumeJob(id)));
      for (let i = 0; i < rounds; i++) await work();
      expect(await senderForm(() => submitForm(discardReviewAction, { id: String(id) }))).toEqual({
        to: `/jobs/${id}`,
      });
      expect(await jobOf(harness.sender, id)).toMatchObject({ state: 'stopped', canResume: true });
      expect(await statesOf(harness.sender, id)).toEqual(['done', 'ready']);
    }
    expect(expectValue(await harness.sender(() => resumeJob(id)))).toBe('checking');
  });

  it('is allowed for the creator and admins, and only before the job runs', async () => {
    const id = await makeJob(harness.admin, { kind: 'copy' }, addSome(1));
    expect(await harness.sender(() => discardJobReview(id))).toMatchObject({
      failure: { code: 'job_not_yours' },
    });
    expect((await jobOf(harness.sender, id)).canDiscard).toBe(false);
    expect((await jobOf(harness.admin, id)).canDiscard).toBe(true);
    const other = await makeJob(harness.sender, { kind: 'copy' }, addSome(1));
    expect(await harness.admin(() => discardJobReview(other))).toEqual({ ok: true, value: undefined });
    const running = await startNewJob(harness.sender, { kind: 'copy' }, addSome(1));
    expect(await harness.sender(() => discardJobReview(running))).toMatchObject({
      failure: { code: 'job_state' },
    });
    expect(await harness.sender(() => discardJobReview(999_999))).toEqual({
      ok: false,
      failure: { kind: 'missing' },
    });
  });
});
