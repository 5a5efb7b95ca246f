/** Tests that each campaign of a bulk job is called at most once, whatever happens to the servers. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { resumeJob, retryRefused, stopJob } from '#lib/data/jobs.ts';
import { workOnItem } from '#lib/jobs/items.ts';
import { createServiceState, MAX_RETRIES } from '#lib/jobs/service-state.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import {
  beginAttempt,
  claimAttempt,
  expireOpenAttempts,
  type NewAttempt,
  releaseClaim,
} from '#lib/store/attempts.ts';
import { claimItem, putBackRefused, recoverItems, refuseItem } from '#lib/store/job-work.ts';
import { findJob, type JobRow } from '#lib/store/jobs.ts';
import { updateMember } from '#lib/store/member-changes.ts';
import { store } from '#lib/store/open.ts';
import { jobItems } from '#lib/store/schema/jobs.ts';
import { setUpHarness } from './support/harness.ts';
import {
  endPause,
  expectValue,
  itemsOf,
  jobOf,
  makeJob,
  runNewJob,
  scheduleTomorrow,
  start,
  startNewJob,
  statesOf,
  work,
} from './support/jobs.ts';
import { addMember, asMember } from './support/members.ts';
import { findMemberId } from './support/notifications.ts';
import { addCampaign, type TinyCampaign } from './support/tiny-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
let nextId = 100;
const add = (campaign: Partial<TinyCampaign> = {}) =>
  addCampaign(harness.service, { ...campaign, id: nextId++ });
const addSome = (count: number, campaign: Partial<TinyCampaign> = {}) =>
  Array.from({ length: count }, () => add(campaign).id);
const callsOf = (id: number) => harness.service.writes().filter((line) => line.includes(`/${id}/`)).length;

beforeEach(() => {
  harness.applySettings({});
  harness.service.requests.length = 0;
  endPause();
});

async function rowOf(id: number): Promise<JobRow> {
  const row = await findJob(await store(), id);
  if (!row) throw new Error('There is no such job.');
  return row;
}

/** Lets items be worked on that would otherwise have to wait a few seconds. */
const makeItemsDue = async () => (await store()).update(jobItems).set({ notBefore: null });

/** Starts a job with one copy, and takes its only item as a server does that is then paused. */
async function startPausedCopy() {
  const campaign = add().id;
  const id = await startNewJob(harness.sender, { kind: 'copy' }, [campaign]);
  const item = await claimItem(await store(), id);
  if (!item) throw new Error('The item was not claimed.');
  const resume = async () => workOnItem(await store(), await rowOf(id), item, createServiceState());
  return { id, campaign, item, resume };
}

describe('two servers', () => {
  it('make one call per campaign if both work on a job at the same time', async () => {
    const ids = addSome(20);
    const id = await startNewJob(harness.sender, { kind: 'copy' }, ids);
    await Promise.all([work(), work(), work()]);
    await work();
    expect((await jobOf(harness.sender, id)).counts.done).toBe(20);
    expect(ids.map(callsOf)).toEqual(ids.map(() => 1));
  });

  it('make one call if the one without the lease continues after the other has finished', async () => {
    const { id, campaign, resume } = await startPausedCopy();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    await resume();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('make one call if the one without the lease is faster', async () => {
    const { id, campaign, resume } = await startPausedCopy();
    await recoverItems(await store(), id);
    await Promise.all([resume(), work()]);
    await makeItemsDue();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('make no call if one continues after the other has refused the campaign', async () => {
    const { id, campaign, item, resume } = await startPausedCopy();
    harness.service.changeBefore(`GET ${campaign}`, async () =>
      refuseItem(await store(), item.attemptKey, { kind: 'missing' }),
    );
    await resume();
    expect(await statesOf(harness.sender, id)).toEqual(['refused']);
    expect(callsOf(campaign)).toBe(0);
  });

  it('make one call if one continues with the key that a retry has replaced', async () => {
    const { id, campaign, item, resume } = await startPausedCopy();
    await refuseItem(await store(), item.attemptKey, { kind: 'missing' });
    await work();
    expectValue(await harness.sender(() => retryRefused(id)));
    await work();
    await resume();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('don’t replace the key of a call that was made', async () => {
    const campaign = add().id;
    const id = await runNewJob(harness.sender, { kind: 'copy' }, [campaign]);
    const db = await store();
    const [attempt] = await listCampaignAttempts(db, campaign);
    expect(await putBackRefused(db, attempt?.itemKey ?? '', 0, 0)).toBe(false);
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
  });
});

describe('a server that dies', () => {
  it('leaves a campaign that it took for the next server', async () => {
    const { id, campaign } = await startPausedCopy();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('leaves a campaign that it claimed for the next server, once the claim expires', async () => {
    const { id, campaign, item } = await startPausedCopy();
    const db = await store();
    await claimAttempt(db, await claimFor(campaign, item.attemptKey));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['started']);
    await expireOpenAttempts(db, -1);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('leaves a call that it may have made as unknown', async () => {
    const { id, campaign, item } = await startPausedCopy();
    const db = await store();
    const attempt = await claimAttempt(db, await claimFor(campaign, item.attemptKey));
    const begun = await beginAttempt(db, attempt?.id ?? '', {
      before: { status: 'draft', scheduledAt: null },
      serviceTime: Date.now(),
      itemKey: item.attemptKey,
      itemKind: 'job',
    });
    expect(begun).toBe(true);
    await expireOpenAttempts(db, -1);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['unknown']);
    expect((await jobOf(harness.sender, id)).state).toBe('ended');
    expect(callsOf(campaign)).toBe(0);
  });

  it('can’t begin a call after the job was stopped', async () => {
    const { id, campaign, item } = await startPausedCopy();
    const db = await store();
    const attempt = await claimAttempt(db, await claimFor(campaign, item.attemptKey));
    await harness.sender(() => stopJob(id));
    const start = {
      before: { status: 'draft', scheduledAt: null },
      serviceTime: 0,
      itemKey: item.attemptKey,
      itemKind: 'job',
    } as const;
    expect(await beginAttempt(db, attempt?.id ?? '', start)).toBe(false);
  });
});

const claimFor = async (campaignId: number, itemKey: string | null): Promise<NewAttempt> => ({
  campaignId,
  itemKey,
  itemKind: 'job',
  lockScope: 'copy',
  operation: 'cloneCampaign',
  memberId: await findMemberId('sender@mailroom.test'),
  by: 'sender@mailroom.test',
  amount: null,
});

describe('overlapping jobs', () => {
  it('send each campaign once', async () => {
    const ids = addSome(8);
    const one = await makeJob(harness.sender, scheduleTomorrow(), ids);
    const two = await makeJob(harness.admin, scheduleTomorrow(), ids);
    await work();
    expectValue(await start(harness.sender, one));
    expectValue(await start(harness.admin, two));
    await Promise.all([work(), work()]);
    const stateOf = async (id: number) => (await jobOf(harness.sender, id)).state;
    // A campaign that both jobs want is worked on again a moment later.
    await expect
      .poll(async () => {
        await makeItemsDue();
        await work();
        return [await stateOf(one), await stateOf(two)];
      })
      .toEqual(['ended', 'ended']);
    expect(ids.map(callsOf)).toEqual(ids.map(() => 1));
    const all = [...(await statesOf(harness.sender, one)), ...(await statesOf(harness.sender, two))];
    expect([
      all.filter((state) => state === 'done').length,
      all.filter((state) => state === 'refused').length,
    ]).toEqual([8, 8]);
  });

  it('wait for a campaign that another attempt is working on', async () => {
    const campaign = add().id;
    const db = await store();
    const id = await startNewJob(harness.sender, { kind: 'copy' }, [campaign]);
    const other = await claimAttempt(db, await claimFor(campaign, null));
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['ready']);
    await releaseClaim(db, other?.id ?? '');
    await makeItemsDue();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });
});

describe('the mail service', () => {
  it('is waited for while it can’t be reached', async () => {
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

  it('gets a call again that it refused because there were too many', async () => {
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

  it('doesn’t keep a job from ending if it never answers for one campaign', async () => {
    const [broken, fine] = [add().id, add().id];
    const id = await startNewJob(harness.sender, { kind: 'copy' }, [broken, fine]);
    for (let i = 0; i < MAX_RETRIES; i++) {
      expect((await jobOf(harness.sender, id)).state).toBe('running');
      harness.service.injectFault(`GET ${broken}`, 500);
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

describe('a member who loses the role', () => {
  it('stops their jobs, in the same step', async () => {
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

  it('can’t resume, although another member can see the job', async () => {
    const member = await addMember('fourth@mailroom.test', 'sender');
    const runAs = await asMember(member);
    const id = await startNewJob(runAs, scheduleTomorrow(), addSome(1));
    await updateMember(await store(), await findMemberId('admin@mailroom.test'), member.id, 'disable');
    expect((await jobOf(harness.admin, id)).state).toBe('stopping');
    await work();
    const job = await jobOf(harness.admin, id);
    expect(job).toMatchObject({ state: 'stopped', canResume: false, canRetry: false });
    expect(await harness.admin(() => resumeJob(id))).toMatchObject({
      ok: false,
      failure: { code: 'job_not_yours' },
    });
    expect(await runAs(() => resumeJob(id))).toMatchObject({ ok: false, failure: { kind: 'forbidden' } });
  });
});
