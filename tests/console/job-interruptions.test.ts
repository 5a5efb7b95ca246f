/**
 * Tests what happens to a job while the mail service doesn't respond, and after the job's creator loses
 * permission.
 */
import { describe, expect, it, vi } from 'vitest';
import { resumeJob } from '#lib/data/jobs.ts';
import { MAX_RETRIES } from '#lib/jobs/service-state.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { jobItems } from '#lib/store/schema/jobs.ts';
import {
  endPause,
  itemsOf,
  jobOf,
  scheduleTomorrow,
  setUpJobs,
  startNewJob,
  statesOf,
  work,
} from './support/jobs.ts';
import { addMember, asMember } from './support/members.ts';
import { findMemberId } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add, addSome, callsOf } = setUpJobs();

/** Makes items due now instead of a few seconds later. */
const makeItemsDue = async () => (await store()).update(jobItems).set({ notBefore: null });

describe('the mail service', () => {
  it('keeps a job waiting while the service can’t be reached', async () => {
    const ids = addSome(5);
    const id = await startNewJob(harness.sender, scheduleTomorrow(), ids);
    harness.applySettings({ DIRECTMAIL_BASE_URL: 'http://127.0.0.1:9' });
    await work();
    expect((await jobOf(harness.sender, id)).counts).toMatchObject({ ready: 5, refused: 0 });
    harness.applySettings({});
    endPause();
    await work();
    expect((await jobOf(harness.sender, id)).counts.done).toBe(5);
    expect(ids.map(callsOf)).toEqual(ids.map(() => 1));
  });

  it('is called again after it refuses a call because there were too many', async () => {
    const campaign = add().id;
    const id = await startNewJob(harness.sender, scheduleTomorrow(), [campaign]);
    harness.service.injectFault('POST send', { status: 429, body: {} });
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready']);
    endPause();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(2);
  });

  it('doesn’t prevent a job from ending, even if it never responds for one campaign', async () => {
    const [broken, fine] = [add().id, add().id];
    const id = await startNewJob(harness.sender, { kind: 'copy' }, [broken, fine]);
    const failAlways = () => {
      harness.service.injectFault(`GET ${broken}`, 500);
      harness.service.changeBefore(`GET ${broken}`, failAlways);
    };
    failAlways();
    for (let i = 0; i < MAX_RETRIES; i++) {
      await work();
      await makeItemsDue();
    }
    expect((await jobOf(harness.sender, id)).state).toBe('ended');
    expect(await itemsOf(harness.sender, id)).toMatchObject([
      { state: 'refused', failure: { kind: 'failed' } },
      { state: 'done' },
    ]);
    expect(callsOf(broken)).toBe(0);
  });
});

describe('a member who loses permission', () => {
  it('has their running jobs stopped immediately', async () => {
    const member = await addMember('third@mailroom.test', 'sender');
    const runAs = await asMember(member);
    const id = await startNewJob(runAs, scheduleTomorrow(), addSome(3));
    const admin = await findMemberId('admin@mailroom.test');
    harness.service.changeBefore('GET checkout', async () =>
      updateMember(await store(), admin, member.id, 'viewer'),
    );
    await work();
    expect(await jobOf(harness.sender, id)).toMatchObject({
      state: 'stopped',
      stopReason: 'lost_permission',
    });
    expect(harness.service.writes()).toEqual([]);
  });

  it('can’t resume their own jobs, and neither can an admin', async () => {
    const member = await addMember('fourth@mailroom.test', 'sender');
    const runAs = await asMember(member);
    const id = await startNewJob(runAs, scheduleTomorrow(), addSome(1));
    await updateMember(await store(), await findMemberId('admin@mailroom.test'), member.id, 'disable');
    expect((await jobOf(harness.admin, id)).state).toBe('stopping');
    await work();
    const job = await jobOf(harness.admin, id);
    expect(job).toMatchObject({ state: 'stopped', canResume: false, retryable: 0 });
    expect(await harness.admin(() => resumeJob(id))).toMatchObject({
      ok: false,
      failure: { code: 'job_not_yours' },
    });
    expect(await runAs(() => resumeJob(id))).toMatchObject({ ok: false, failure: { kind: 'forbidden' } });
  });
});
