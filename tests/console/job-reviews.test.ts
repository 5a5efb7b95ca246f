/** Tests what the review of a bulk job says, and what is needed to start the job. */
import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { listLeftOut, readJobSummary } from '#lib/data/job-results.ts';
import { startJob } from '#lib/data/jobs.ts';
import { countUnpriced, pricedTotals } from '#lib/domain/job.ts';
import { runJobs } from '#lib/jobs/round.ts';
import { findJob } from '#lib/store/jobs.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { jobs } from '#lib/store/schema/jobs.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time-units.ts';
import {
  expectValue,
  expireReview,
  itemsOf,
  jobOf,
  makeJob,
  runNewJob,
  scheduleTomorrow,
  setUpJobs,
  start,
  statesOf,
  work,
} from './support/jobs.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const { harness, add, addSome } = setUpJobs();
/** No campaign has this id. */
const MISSING_ID = 999_999;

describe('a review', () => {
  it('leaves out campaigns to which the action doesn’t apply, and makes no calls', async () => {
    const ids = [
      add().id,
      add({ paid: 0 }).id,
      add({ status: 'queued' }).id,
      add({ status: 'mailed' }).id,
      add({ status: 'on_fire' }).id,
      MISSING_ID,
    ];
    const id = await makeJob(harness.sender, scheduleTomorrow(), ids);
    await work();
    expect(await statesOf(harness.sender, id)).toEqual([
      'ready',
      'not_paid',
      'already_queued',
      'not_draft',
      'unknown_status',
      'missing',
    ]);
    expect((await jobOf(harness.sender, id)).state).toBe('ready_for_review');
    expect(harness.service.writes()).toEqual([]);
  });

  it('adds up prices and recipients, in total and by day, and counts changed prices', async () => {
    const [first, second] = [add({ price: 12.5, paid: 12.5 }), add({ recipient_count: 7 })];
    const earlier = { campaignId: first.id, price: '$12.00', priceMinor: 1_200, currency: '$' };
    await (await store()).insert(indexedCampaigns).values(earlier);
    const id = await makeJob(harness.sender, scheduleTomorrow(), [first.id, second.id]);
    await work();
    const summary = expectValue(await harness.sender(() => readJobSummary(id)));
    expect(summary).toMatchObject({
      campaigns: 2,
      recipients: 10,
      totals: [
        { currency: '$', campaigns: 2, price: 2_250, priceAtSelection: 2_200, billed: 0, unpriced: 0 },
      ],
      changedPrices: 1,
      days: [{ campaigns: 2, recipients: 10, totals: [{ currency: '$', price: 2_250 }] }],
      leftOut: [],
    });
    expect(summary.firstSendAt).toBe(summary.lastSendAt);
  });

  it('adds nothing for campaigns whose price isn’t an amount, and counts them', async () => {
    const id = await makeJob(harness.sender, { kind: 'label', note: 'Spring' }, [add().id, add().id]);
    const earlier = { campaignId: add().id, price: '$12.00', priceMinor: 1_200, currency: '$' };
    await (await store()).insert(indexedCampaigns).values(earlier);
    const other = await makeJob(harness.sender, { kind: 'copy' }, [earlier.campaignId]);
    await work();
    const totalsOf = async (job: number) =>
      expectValue(await harness.sender(() => readJobSummary(job))).totals;
    expect(await totalsOf(other)).toMatchObject([{ price: 0, priceAtSelection: 0, unpriced: 1 }]);
    for (const totals of [await totalsOf(id), await totalsOf(other)])
      expect(pricedTotals(totals)).toEqual([]);
    expect(countUnpriced(await totalsOf(id))).toBe(2);
  });

  it('leaves out campaigns that aren’t drafts if the job deletes campaigns', async () => {
    const ids = [add(), add({ status: 'queued' }), add({ status: 'mailed' }), add({ status: 'on_fire' })];
    const id = await makeJob(
      harness.admin,
      { kind: 'delete' },
      ids.map((campaign) => campaign.id),
    );
    await work();
    expect(await statesOf(harness.admin, id)).toEqual(['ready', 'not_draft', 'not_draft', 'unknown_status']);
  });

  it('lists the first campaigns that were left out for each reason', async () => {
    const unpaid = addSome(3, { paid: 0 });
    const queued = add({ status: 'queued' }).id;
    const id = await makeJob(harness.sender, scheduleTomorrow(), [add().id, queued, ...unpaid]);
    await work();
    const groups = expectValue(await harness.viewer(() => listLeftOut(id, 2)));
    expect(
      groups.map(({ reason, campaigns, items }) => [reason, campaigns, items.map((item) => item.campaignId)]),
    ).toEqual([
      ['not_paid', 3, unpaid.slice(0, 2)],
      ['already_queued', 1, [queued]],
    ]);
  });

  it('doesn’t query or update the database for each campaign if the job sets titles and notes', async () => {
    const id = await makeJob(harness.sender, { kind: 'label', title: 'Open house' }, addSome(40));
    let updates = 0;
    const counting = new Proxy(await store(), {
      get(db, name, self) {
        if (name === 'update') updates++;
        return Reflect.get(db, name, self);
      },
    });
    await runJobs(counting);
    expect((await jobOf(harness.sender, id)).counts.ready).toBe(40);
    expect(updates).toBeLessThan(10);
    expect(harness.service.requests).toEqual([]);
  });

  it('keeps the order of the selection, without duplicates', async () => {
    const [a, b] = addSome(2);
    const id = await makeJob(harness.sender, { kind: 'copy' }, [b as number, a as number, b as number]);
    expect((await itemsOf(harness.sender, id)).map(({ campaignId }) => campaignId)).toEqual([b, a]);
  });

  it('is repeated if it is more than 15 minutes old, and nothing starts', async () => {
    const [campaign] = addSome(1);
    const id = await makeJob(harness.sender, scheduleTomorrow(), [campaign as number]);
    await work();
    await expireReview(id);
    const earlier = await jobOf(harness.sender, id);
    expect(earlier.isReviewExpired).toBe(true);
    expect(await start(harness.sender, id)).toEqual({ ok: true, value: 'checking' });
    await work();
    expect((await jobOf(harness.sender, id)).state).toBe('ready_for_review');
    expect(harness.service.writes()).toEqual([]);
  });

  it('can’t be started from a page that shows an earlier review', async () => {
    const id = await makeJob(harness.sender, scheduleTomorrow(), addSome(1));
    await work();
    expect(await harness.sender(() => startJob(id, { checkedAt: 1 }))).toEqual({
      ok: true,
      value: 'ready_for_review',
    });
  });

  it('is deleted after a day if the job isn’t started', async () => {
    const kept = await makeJob(harness.sender, { kind: 'copy' }, addSome(1));
    const old = await makeJob(harness.sender, { kind: 'copy' }, addSome(1));
    const db = await store();
    await db
      .update(jobs)
      .set({ createdAt: new Date(Date.now() - DAY_MS - MINUTE_MS) })
      .where(eq(jobs.id, old));
    await work();
    expect(await findJob(db, kept)).toBeDefined();
    expect(await findJob(db, old)).toBeUndefined();
  });
});

describe('starting', () => {
  it('requires the member to type the number of campaigns if the job exceeds a limit', async () => {
    harness.applySettings({ BULK_CONFIRM_ABOVE: '2,1000' });
    const many = await makeJob(harness.sender, scheduleTomorrow(), addSome(3));
    const dear = await makeJob(harness.sender, scheduleTomorrow(), addSome(1, { price: 1_001, paid: 1_001 }));
    const few = await makeJob(harness.sender, scheduleTomorrow(), addSome(2));
    await work();
    const numbers = [];
    for (const id of [many, dear, few]) numbers.push((await jobOf(harness.sender, id)).numberToType);
    expect(numbers).toEqual([3, 1, null]);
    const checkedAt = (await jobOf(harness.sender, many)).checkedAt ?? 0;
    for (const confirmation of [undefined, '', '2', '33'])
      expect(await harness.sender(() => startJob(many, { checkedAt, confirmation }))).toMatchObject({
        ok: false,
        failure: { kind: 'invalid', fields: { confirmation: expect.any(String) } },
      });
    expect(expectValue(await harness.sender(() => startJob(many, { checkedAt, confirmation: ' 3 ' })))).toBe(
      'running',
    );
    await work();
    expect(harness.service.writes()).toHaveLength(3);
  });

  it('does nothing the second time', async () => {
    const id = await runNewJob(harness.sender, scheduleTomorrow(), addSome(2));
    expect(expectValue(await start(harness.sender, id))).toBe('ended');
    await work();
    expect(harness.service.writes()).toHaveLength(2);
  });
});
