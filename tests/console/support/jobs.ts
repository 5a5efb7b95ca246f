/** Creates, starts, and runs bulk jobs in the test's process. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { listJobItems, readJob } from '#lib/data/job-results.ts';
import { createJob, startJob } from '#lib/data/jobs.ts';
import { type Job, type JobAction, type JobItem, type JobState, REVIEW_VALID_MS } from '#lib/domain/job.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { runJobs } from '#lib/jobs/round.ts';
import { dropSingleton } from '#lib/runtime/singleton.ts';
import { store } from '#lib/store/open.ts';
import { jobs } from '#lib/store/schema/jobs.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import { setUpHarness } from './harness.ts';
import type { RunAs } from './members.ts';
import { addCampaign, type TinyCampaign } from './tiny-service.ts';

export const ZONE = 'America/New_York';

/**
 * Starts a console for jobs. Before each test, clears the record of earlier requests and resets the settings.
 */
export function setUpJobs() {
  const harness = setUpHarness();
  let nextId = 100;
  const add = (campaign: Partial<TinyCampaign> = {}): TinyCampaign =>
    addCampaign(harness.service, { ...campaign, id: nextId++ });
  beforeEach(() => {
    harness.applySettings({});
    harness.service.requests.length = 0;
    endPause();
  });
  return {
    harness,
    /** Adds a campaign, which is a paid draft unless `campaign` says otherwise. */
    add,
    /** Adds campaigns. @returns their ids */
    addSome: (count: number, campaign: Partial<TinyCampaign> = {}): number[] =>
      Array.from({ length: count }, () => add(campaign).id),
    /** Returns the number of calls that changed the campaign. */
    callsOf: (id: number): number =>
      harness.service.writes().filter((line) => line.includes(`/${id}/`)).length,
  };
}

/** Schedules paid drafts for tomorrow. */
export const scheduleTomorrow = (payment: 'paid' | 'invoice' = 'paid'): JobAction => ({
  kind: 'schedule',
  payment,
  plan: { kind: 'once', at: new Date(Date.now() + DAY_MS).toISOString(), zone: ZONE },
});

/** Reschedules queued campaigns to a time in ISO 8601 format. */
export const rescheduleTo = (at: string): JobAction => ({
  kind: 'reschedule',
  plan: { kind: 'once', at, zone: ZONE },
});

/** Returns an outcome's value. @throws if the outcome is a failure */
export function expectValue<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

/** Runs one round of work on jobs, as a server does in the background. */
export const work = async (): Promise<void> => {
  await runJobs(await store());
};

/** Lets jobs continue at once, even if the mail service didn't answer a moment ago. */
export const endPause = (): void => {
  dropSingleton('jobsServiceState');
  dropSingleton('retryAfter');
};

export const makeJob = async (runAs: RunAs, action: JobAction, ids: readonly number[]): Promise<number> => {
  const selection = { kind: 'ids', ids } as const;
  return expectValue(await runAs(() => createJob({ selection, action }))).id;
};

/** Makes a job's review too old to be used. */
export async function expireReview(id: number): Promise<void> {
  const db = await store();
  const checkedAt = sql`${jobs.checkedAt} - ${REVIEW_VALID_MS + MINUTE_MS} * interval '1 millisecond'`;
  await db.update(jobs).set({ checkedAt }).where(eq(jobs.id, id));
}

export const jobOf = async (runAs: RunAs, id: number): Promise<Job> =>
  expectValue(await runAs(() => readJob(id)));

export const itemsOf = async (runAs: RunAs, id: number): Promise<readonly JobItem[]> => {
  const { items } = expectValue(await runAs(() => listJobItems(id, {}, { page: 1, perPage: 100 })));
  return items.toSorted((a, b) => a.position - b.position);
};

/** Returns each item's state, in the order of the selection. */
export const statesOf = async (runAs: RunAs, id: number): Promise<readonly string[]> =>
  (await itemsOf(runAs, id)).map(({ state, leftOut }) => leftOut ?? state);

/** Starts a job as its creator, who has seen the current review. */
export async function start(runAs: RunAs, id: number): Promise<Outcome<JobState>> {
  const { checkedAt, numberToType } = await jobOf(runAs, id);
  const review = { checkedAt: checkedAt ?? 0, confirmation: String(numberToType ?? '') };
  return runAs(() => startJob(id, review));
}

/** Creates a job, and starts it after its check. The job hasn't made any calls yet. */
export async function startNewJob(runAs: RunAs, action: JobAction, ids: readonly number[]): Promise<number> {
  const id = await makeJob(runAs, action, ids);
  await work();
  expectValue(await start(runAs, id));
  return id;
}

/** Creates a job, starts it, and runs one round of work. */
export async function runNewJob(runAs: RunAs, action: JobAction, ids: readonly number[]): Promise<number> {
  const id = await startNewJob(runAs, action, ids);
  await work();
  return id;
}
