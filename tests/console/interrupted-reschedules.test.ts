/**
 * Tests what happens if a bulk job is stopped, or its server dies, between the two calls of a reschedule, or
 * if the second call fails. Either a canceled campaign is scheduled again, or the job and the overview say
 * that it isn't.
 */
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import { resumeJob, retryRefused, stopJob } from '#lib/data/jobs.ts';
import type { JobState } from '#lib/domain/job.ts';
import { workOnItem } from '#lib/jobs/items.ts';
import { createServiceState } from '#lib/jobs/service-state.ts';
import { expireOpenAttempts } from '#lib/store/attempts.ts';
import { claimItem } from '#lib/store/job-work.ts';
import { findJob } from '#lib/store/jobs.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { setUpRescheduleJobs } from './support/job-reschedules.ts';
import { expectValue, itemsOf, jobOf, statesOf, work } from './support/jobs.ts';
import { addMember, asMember } from './support/members.ts';
import { findMemberId } from './support/notifications.ts';
import { abandonReschedule, NEW_TIME } from './support/rescheduling.ts';
import type { TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add, addSome, startJob, callsOf, listUnscheduledIds, expectReported } =
  setUpRescheduleJobs();

/**
 * Works on jobs until the given job reaches the given state. Jobs pause for a second while the mail service
 * is too busy.
 */
const workUntil = (state: JobState, id: number) =>
  expect
    .poll(
      async () => {
        await work();
        return (await jobOf(harness.sender, id)).state;
      },
      { timeout: 20_000 },
    )
    .toBe(state);

describe('a job that is stopped between the two calls', () => {
  it('schedules the campaign that it canceled, and cancels no other campaign, if a member stopped the job', async () => {
    const campaigns = addSome(6);
    const id = await startJob(campaigns);
    harness.service.changeBefore('POST cancel', () => harness.admin(() => stopJob(id)));
    await work();
    const { state, counts, unscheduled } = await jobOf(harness.sender, id);
    expect([state, counts.refused, counts.unknown, unscheduled]).toEqual(['stopped', 0, 0, 0]);
    expect(counts.done).toBeGreaterThan(0);
    expect(counts.done + counts.ready).toBe(6);
    expect(campaigns.filter(({ status }) => status !== 'queued')).toEqual([]);
    expect(harness.service.writes()).toHaveLength(2 * counts.done);
  });

  it('reports that the campaign isn’t scheduled if the job’s creator was demoted', async () => {
    const member = await addMember('demoted@mailroom.test', 'sender');
    const [campaign, other] = [add(), add()];
    const id = await startJob([campaign], await asMember(member));
    const admin = await findMemberId('admin@mailroom.test');
    harness.service.changeBefore('POST cancel', async () =>
      updateMember(await store(), admin, member.id, 'viewer'),
    );
    await work();
    expect(callsOf(campaign)).toEqual(['cancel']);
    expect(callsOf(other)).toEqual([]);
    await expectReported(id, campaign);
    expect(['stopped', 'ended']).toContain((await jobOf(harness.admin, id)).state);
  });
});

/**
 * Takes a job's only item and begins the item's reschedule, but stops during the given part, like a server
 * that dies.
 */
async function killServer(jobId: number, campaign: TinyCampaign, part: 'cancel' | 'send'): Promise<void> {
  const item = await claimItem(await store(), jobId);
  if (!item) throw new Error('The item was not claimed.');
  await abandonReschedule(campaign, part, item.attemptKey);
}

async function settleNow({ id }: TinyCampaign): Promise<void> {
  const db = await store();
  await db
    .update(attempts)
    .set({ readAt: sql`read_at - interval '1 minute'` })
    .where(eq(attempts.campaignId, id));
  await reconcileAttempts(db);
}

const asDraft = { status: 'draft', scheduled_at: undefined } as const;

describe('a server that dies', () => {
  it('leaves the campaign scheduled if the process dies before the cancellation, and doesn’t repeat any call', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'cancel');
    await reconcileAttempts(await store());
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['unknown']);
    expect((await jobOf(harness.sender, id)).state).toBe('ended');
    expect(callsOf(campaign)).toEqual([]);
  });

  it('if the process dies after the cancellation, keeps the job from ending until the campaign is read', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'cancel');
    Object.assign(campaign, asDraft);
    const db = await store();
    await db.update(attempts).set({ startedAt: sql`now() - interval '40 seconds'` });
    await expireOpenAttempts(db, 30_000, campaign.id);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['unknown']);
    expect((await jobOf(harness.sender, id)).state).toBe('running');
    await reconcileAttempts(db);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toEqual(['send']);
  });

  it('leaves the send to the next server if the process dies after the cancellation', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'cancel');
    Object.assign(campaign, asDraft);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['started']);
    await reconcileAttempts(await store());
    expect(await itemsOf(harness.sender, id)).toMatchObject([{ state: 'ready', isUnscheduled: true }]);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toEqual(['send']);
    expect(campaign).toMatchObject({ status: 'queued', scheduled_at: NEW_TIME });
    expect(await listUnscheduledIds()).not.toContain(campaign.id);
    expect(await jobOf(harness.sender, id)).toMatchObject({ state: 'ended', unscheduled: 0 });
  });

  it('leaves a draft, which the job reports, even if the cancellation becomes visible only after the job has ended', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'cancel');
    await reconcileAttempts(await store());
    await work();
    Object.assign(campaign, asDraft);
    await settleNow(campaign);
    await work();
    expect(callsOf(campaign)).toEqual([]);
    await expectReported(id, campaign);
  });

  it('leaves an unknown outcome if the process dies before the send, and never repeats the send', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'send');
    Object.assign(campaign, asDraft);
    await reconcileAttempts(await store());
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['unknown']);
    expect((await jobOf(harness.sender, id)).state).toBe('ended');
    expect(callsOf(campaign)).toEqual([]);
  });

  it('leaves an item that the next reading settles as done, if the process dies after the send', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'send');
    campaign.scheduled_at = NEW_TIME;
    await reconcileAttempts(await store());
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toEqual([]);
  });

  it('leaves a draft, which the job reports, if the server dies after the cancellation while the job is being stopped', async () => {
    const campaign = add();
    const id = await startJob([campaign]);
    await killServer(id, campaign, 'cancel');
    Object.assign(campaign, asDraft);
    await harness.sender(() => stopJob(id));
    await reconcileAttempts(await store());
    await work();
    expect(callsOf(campaign)).toEqual([]);
    await expectReported(id, campaign);
    expectValue(await harness.sender(() => retryRefused(id)));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toEqual(['send']);
  });

  it('leaves a draft, which the job reports, if the job’s creator loses the role before the next server continues', async () => {
    const member = await addMember('lost@mailroom.test', 'sender');
    const campaign = add();
    const id = await startJob([campaign], await asMember(member));
    await killServer(id, campaign, 'cancel');
    Object.assign(campaign, asDraft);
    await reconcileAttempts(await store());
    const admin = await findMemberId('admin@mailroom.test');
    await updateMember(await store(), admin, member.id, 'disable');
    await work();
    expect(callsOf(campaign)).toEqual([]);
    await expectReported(id, campaign);
  });
});

describe('a second call', () => {
  it('stops the job if the mail service refuses the call, and a retry only sends the campaign again', async () => {
    const campaigns = addSome(12);
    const id = await startJob(campaigns);
    harness.service.injectFault('POST send', { status: 422, body: {} });
    await work();
    const job = await jobOf(harness.sender, id);
    expect(job).toMatchObject({
      state: 'stopped',
      stopReason: 'unscheduled',
      unscheduled: 1,
      retryable: 1,
    });
    expect(job.counts.ready).toBeGreaterThan(0);
    const draft = campaigns.find(({ status }) => status === 'draft') as TinyCampaign;
    await expectReported(id, draft);
    expectValue(await harness.sender(() => retryRefused(id)));
    await work();
    expect(await jobOf(harness.sender, id)).toMatchObject({
      state: 'ended',
      unscheduled: 0,
      counts: { done: 12 },
    });
    expect(callsOf(draft)).toEqual(['cancel', 'send', 'send']);
    expect(
      campaigns.every(({ scheduled_at, status }) => status === 'queued' && scheduled_at === NEW_TIME),
    ).toBe(true);
  });

  it('is made later if the mail service is too busy, but before any other campaign is canceled', async () => {
    const [first, ...others] = addSome(6) as [TinyCampaign, ...TinyCampaign[]];
    const id = await startJob([first, ...others]);
    const db = await store();
    const [job, item] = [await findJob(db, id), await claimItem(db, id)];
    if (!job || !item) throw new Error('The item was not claimed.');
    harness.service.injectFault('POST send', { status: 429, body: {} });
    await workOnItem(db, job, item, createServiceState());
    expect((await itemsOf(harness.sender, id))[0]).toMatchObject({ state: 'ready', isUnscheduled: true });
    harness.service.injectFault('POST send', { status: 429, body: {} });
    await workUntil('ended', id);
    expect((await jobOf(harness.sender, id)).counts.done).toBe(6);
    expect(callsOf(first)).toEqual(['cancel', 'send', 'send', 'send']);
    // All calls for the first campaign come before those for the others.
    expect(
      harness.service
        .writes()
        .slice(0, 4)
        .every((line) => line.includes(`/${first.id}/`)),
    ).toBe(true);
    expect(others.map(callsOf)).toEqual(others.map(() => ['cancel', 'send']));
  });

  it('stops the job, and is never repeated, if its outcome is unknown', async () => {
    const campaigns = addSome(12);
    const id = await startJob(campaigns);
    harness.service.injectFault('POST send', 'drop_before');
    await work();
    const job = await jobOf(harness.sender, id);
    expect(job).toMatchObject({ state: 'stopped', stopReason: 'unscheduled', counts: { unknown: 1 } });
    const draft = campaigns.find(({ status }) => status === 'draft') as TinyCampaign;
    expectValue(await harness.sender(() => resumeJob(id)));
    await work();
    expect(callsOf(draft)).toEqual(['cancel', 'send']);
    expect((await jobOf(harness.sender, id)).counts).toMatchObject({ done: 11, unknown: 1 });
  });
});
