/**
 * Creates bulk jobs that reschedule campaigns, and finds which calls they made and which campaigns aren't
 * scheduled.
 */
import { beforeEach, expect } from 'vitest';
import { listUnscheduled } from '#lib/data/attempts.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { setUpHarness } from './harness.ts';
import { endPause, itemsOf, jobOf, rescheduleTo, startNewJob } from './jobs.ts';
import { addQueued, NEW_TIME } from './rescheduling.ts';
import type { TinyCampaign } from './tiny-service.ts';

export const idsOf = (campaigns: readonly TinyCampaign[]) => campaigns.map(({ id }) => id);

const NOT_RESCHEDULED = { kind: 'refused', status: 409, code: 'not_rescheduled' };

/**
 * Starts a harness for the calling test file. Before each test, clears the recorded requests and resets the
 * settings.
 */
export function setUpRescheduleJobs() {
  const harness = setUpHarness();
  beforeEach(() => {
    harness.applySettings({});
    harness.service.requests.length = 0;
    harness.service.clockOffsetMs = 0;
    endPause();
  });
  const add = (overrides: Partial<TinyCampaign> = {}) => addQueued(harness, overrides);

  async function listUnscheduledIds(): Promise<readonly number[]> {
    await allRecorded();
    return (await harness.viewer(listUnscheduled)).map(({ campaignId }) => campaignId);
  }

  return {
    harness,
    /** Adds a paid campaign that is scheduled for OLD_TIME. */
    add,
    addSome: (count: number) => Array.from({ length: count }, () => add()),
    /** Starts a job that moves the campaigns to NEW_TIME. Nothing has been carried out yet. */
    startJob: (campaigns: readonly TinyCampaign[], runAs = harness.sender) =>
      startNewJob(runAs, rescheduleTo(NEW_TIME), idsOf(campaigns)),
    /** Returns the calls that changed a campaign, such as "cancel" and "send". */
    callsOf: ({ id }: TinyCampaign) =>
      harness.service
        .writes()
        .filter((line) => line.includes(`/${id}/`))
        .map((line) => (line.split('?', 1)[0] ?? '').split('/').at(-1)),
    listUnscheduledIds,
    /** Checks that the overview and the job say that the campaign isn't scheduled. */
    async expectReported(jobId: number, { id }: TinyCampaign): Promise<void> {
      expect(await listUnscheduledIds()).toContain(id);
      expect((await jobOf(harness.viewer, jobId)).unscheduled).toBe(1);
      const item = (await itemsOf(harness.viewer, jobId)).find(({ campaignId }) => campaignId === id);
      expect(item).toMatchObject({ state: 'refused', failure: NOT_RESCHEDULED, isUnscheduled: true });
    },
  };
}
