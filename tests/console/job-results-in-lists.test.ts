/** Tests that a campaign list can be filtered to the campaigns with a given result in a bulk job. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCampaignList } from '#lib/data/campaign-list.ts';
import { createJob } from '#lib/data/jobs.ts';
import { JOB_RESULT_FILTERS } from '#lib/domain/index-filter.ts';
import { jobCampaignsHref } from '#lib/forms/campaign-fields.ts';
import { readCampaignQuery } from '#lib/forms/campaign-query.ts';
import { searchParamsOf } from '#lib/forms/query.ts';
import { allRecorded } from '#lib/index/learn.ts';
import { markIndexComplete } from './support/index-state.ts';
import { expectValue, itemsOf, scheduleTomorrow, setUpJobs, startNewJob, work } from './support/jobs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add } = setUpJobs();

beforeEach(() => markIndexComplete());

const queryOf = (href: string) =>
  readCampaignQuery(searchParamsOf(new URL(href, 'http://console.test').searchParams), 'UTC');

/** Returns the ids of the campaigns in a list, or why there is no list. */
async function listIds(href: string): Promise<readonly number[]> {
  const query = queryOf(href);
  expect(query.errors).toEqual({});
  const read = expectValue(await harness.viewer(() => readCampaignList(query, { page: 1, perPage: 25 })));
  if (read.kind !== 'indexed') throw new Error(read.kind);
  const { items, total } = read.list;
  expect(items).toHaveLength(total);
  return items.map(({ campaign }) => campaign.id).toSorted();
}

/** Runs a job in which one campaign is done, two are refused, one is left out, and one has an unknown outcome. */
async function runMixedJob() {
  const [done, unpaid, ...changed] = [add(), add({ paid: 0 }), add(), add()];
  const lost = add();
  const ids = [done, unpaid, ...changed].map((campaign) => campaign.id);
  const id = await startNewJob(harness.sender, scheduleTomorrow(), ids);
  for (const campaign of changed) campaign.recipient_count = 4;
  await work();
  const other = await startNewJob(harness.sender, { kind: 'copy' }, [lost.id]);
  harness.service.injectFault('POST clone', 'drop_after');
  await work();
  await allRecorded();
  return { id, other, unpaid, changed, lost };
}

describe('a campaign list', () => {
  it('shows only the campaigns with the given result in the job, with their count and totals', async () => {
    const { id, other, unpaid, changed, lost } = await runMixedJob();
    expect(await listIds(jobCampaignsHref({ id, result: 'left_out' }))).toEqual([unpaid.id]);
    expect(await listIds(jobCampaignsHref({ id, result: 'refused' }))).toEqual(
      changed.map((campaign) => campaign.id),
    );
    expect(await listIds(jobCampaignsHref({ id, result: 'unknown' }))).toEqual([]);
    expect(await listIds(jobCampaignsHref({ id: other, result: 'unknown' }))).toEqual([lost.id]);
    expect(await listIds(`${jobCampaignsHref({ id, result: 'refused' })}&status=queued`)).toEqual([]);
  });

  it('shows the copies that a job made, so that members can delete them', async () => {
    const id = await startNewJob(harness.sender, { kind: 'copy' }, [add().id, add().id]);
    await work();
    await allRecorded();
    const copies = (await itemsOf(harness.sender, id)).map(({ copyId }) => copyId);
    expect(copies).toHaveLength(2);
    expect(await listIds(jobCampaignsHref({ id, result: 'copies' }))).toEqual(copies.toSorted());
  });

  it('can be selected as a whole for another job', async () => {
    const { id, changed } = await runMixedJob();
    const { filters, indexFilter, customers, templates, sort } = queryOf(
      jobCampaignsHref({ id, result: 'refused' }),
    );
    const request = { filters, indexFilter, customers, templates, sort };
    const selection = { kind: 'request', request } as const;
    const created = expectValue(
      await harness.sender(() => createJob({ selection, action: { kind: 'copy' } })),
    );
    const items = await itemsOf(harness.sender, created.id);
    expect(items.map(({ campaignId }) => campaignId).toSorted()).toEqual(
      changed.map((campaign) => campaign.id),
    );
  });
});

describe('the job parameter of a campaign list’s URL', () => {
  it.each(JOB_RESULT_FILTERS)('accepts the result %s', (result) => {
    const query = queryOf(jobCampaignsHref({ id: 57, result }));
    expect([query.errors, query.indexFilter]).toEqual([{}, { job: { id: 57, result } }]);
  });

  it.each(['57', '57.done', 'x.refused', '.refused', '-1.refused', '57.refused.', '9'.repeat(16)])(
    'refuses “%s” in a sentence',
    (job) => {
      expect(queryOf(`/campaigns?${new URLSearchParams({ job })}`).errors.job).toMatch(/^[A-Z].*\.$/);
    },
  );
});
