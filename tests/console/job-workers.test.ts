/** Tests that a bulk job makes at most one call for each campaign, whatever happens to the servers. */
import { describe, expect, it, vi } from 'vitest';
import { retryRefused, stopJob } from '#lib/data/jobs.ts';
import { workOnItem } from '#lib/jobs/items.ts';
import { runJobs } from '#lib/jobs/round.ts';
import { createServiceState } from '#lib/jobs/service-state.ts';
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
import { store } from '#lib/store/open.ts';
import { jobItems } from '#lib/store/schema/jobs.ts';
import {
  expectValue,
  jobOf,
  makeJob,
  runNewJob,
  scheduleTomorrow,
  setUpJobs,
  start,
  startNewJob,
  statesOf,
  work,
} from './support/jobs.ts';
import { findMemberId } from './support/notifications.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add, addSome, callsOf } = setUpJobs();

async function rowOf(id: number): Promise<JobRow> {
  const row = await findJob(await store(), id);
  if (!row) throw new Error('There is no such job.');
  return row;
}

/** Makes items due that would otherwise wait a few seconds. */
const makeItemsDue = async () => (await store()).update(jobItems).set({ notBefore: null });

/** Starts a job that copies one campaign, and takes the only item, as a server would before being paused. */
async function startPausedCopy() {
  const campaign = add().id;
  const id = await startNewJob(harness.sender, { kind: 'copy' }, [campaign]);
  const item = await claimItem(await store(), id);
  if (!item) throw new Error('The item was not claimed.');
  const resume = async () => workOnItem(await store(), await rowOf(id), item, createServiceState());
  return { id, campaign, item, resume };
}

describe('a job on two servers', () => {
  it('makes one call per campaign if both servers work on the job at the same time', async () => {
    const ids = addSome(20);
    const id = await startNewJob(harness.sender, { kind: 'copy' }, ids);
    await Promise.all([work(), work(), work()]);
    await work();
    expect((await jobOf(harness.sender, id)).counts.done).toBe(20);
    expect(ids.map(callsOf)).toEqual(ids.map(() => 1));
  });

  it('makes a single call if the server without the lease continues after the other has finished', async () => {
    const { id, campaign, resume } = await startPausedCopy();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    await resume();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('makes a single call, even if the server without the lease is faster', async () => {
    const { id, campaign, resume } = await startPausedCopy();
    await recoverItems(await store(), id);
    await Promise.all([resume(), work()]);
    await makeItemsDue();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('makes no call if one server continues after the other has refused the campaign', async () => {
    const { id, campaign, item, resume } = await startPausedCopy();
    harness.service.changeBefore(`GET ${campaign}`, async () =>
      refuseItem(await store(), item.attemptKey, { kind: 'missing' }),
    );
    await resume();
    expect(await statesOf(harness.sender, id)).toEqual(['refused']);
    expect(callsOf(campaign)).toBe(0);
  });

  it('makes one call if the first server continues with a key that a retry has replaced', async () => {
    const { id, campaign, item, resume } = await startPausedCopy();
    await refuseItem(await store(), item.attemptKey, { kind: 'unreachable' });
    await work();
    expectValue(await harness.sender(() => retryRefused(id)));
    await work();
    await resume();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('doesn’t replace the key of a call that was made', async () => {
    const campaign = add().id;
    const id = await runNewJob(harness.sender, { kind: 'copy' }, [campaign]);
    const db = await store();
    const [attempt] = await listCampaignAttempts(db, campaign);
    expect(await putBackRefused(db, attempt?.itemKey ?? '', 0, 0)).toBe(false);
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
  });
});

describe('a round of work', () => {
  it('ends only after the call in flight has ended, even if the round fails', async () => {
    const id = await startNewJob(harness.sender, { kind: 'copy' }, [add().id]);
    const events: string[] = [];
    let isBroken = false;
    const db = new Proxy(await store(), {
      get(target, name, self) {
        if (!isBroken || name !== 'select') return Reflect.get(target, name, self);
        events.push('failed');
        throw new Error('The connection was lost.');
      },
    });
    harness.service.changeBefore('POST clone', async () => {
      isBroken = true;
      await expect.poll(() => events).toContain('failed');
      isBroken = false;
      events.push('called');
    });
    const round = runJobs(db).finally(() => events.push('over'));
    await expect(round).rejects.toThrow('The connection was lost.');
    expect(events.slice(-2)).toEqual(['called', 'over']);
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
  });
});

describe('a server that dies', () => {
  it('lets the next server continue with a campaign that the dead server took', async () => {
    const { id, campaign } = await startPausedCopy();
    await work();
    expect(await statesOf(harness.sender, id)).toEqual(['done']);
    expect(callsOf(campaign)).toBe(1);
  });

  it('lets the next server continue with a campaign that the dead server claimed, once the claim expires', async () => {
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

  it('leaves the outcome unknown if the call may have been made', async () => {
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
  it('overlapping jobs send each campaign once', async () => {
    const ids = addSome(8);
    const one = await makeJob(harness.sender, scheduleTomorrow(), ids);
    const two = await makeJob(harness.admin, scheduleTomorrow(), ids);
    await work();
    expectValue(await start(harness.sender, one));
    expectValue(await start(harness.admin, two));
    await Promise.all([work(), work()]);
    const stateOf = async (id: number) => (await jobOf(harness.sender, id)).state;
    // If one job is working on a campaign, the other job tries that campaign again a moment later.
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

  it('a job waits for a campaign that another attempt has claimed', async () => {
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
