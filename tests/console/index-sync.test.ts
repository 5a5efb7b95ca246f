/** Tests the background sync of the campaign index. */
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readCampaignList } from '#lib/data/campaign-list.ts';
import { rebuildIndex } from '#lib/data/index-rebuild.ts';
import { refreshShownCampaigns } from '#lib/data/shown-campaigns.ts';
import type { Outcome } from '#lib/domain/outcome.ts';
import { describeFreshness } from '#lib/format/freshness.ts';
import { readFreshness } from '#lib/index/freshness.ts';
import { startIndexSync } from '#lib/index/sync.ts';
import { completeTask, listPaymentsToRead, readTask, startTask } from '#lib/store/index-sync.ts';
import { store } from '#lib/store/open.ts';
import { activity } from '#lib/store/schema/activity.ts';
import {
  confirmedReadings,
  indexedCampaigns,
  indexedCustomers,
  indexedTemplates,
  indexSync,
  wantedReadings,
} from '#lib/store/schema/campaign-index.ts';
import { customerChanges, spendingSums } from '#lib/store/schema/spending.ts';
import { MINUTE_MS } from '#lib/time-units.ts';
import {
  emptyIndex,
  expectSameAsService,
  makeDue,
  randomFrom,
  runRound,
  setUpShiftingService,
  sweepCompletely,
} from './support/synced-index.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 120_000 });

const shifting = setUpShiftingService();
const DATE_SETTINGS = { zone: 'UTC', locale: 'en-US' };

function unwrap<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure));
  return outcome.value;
}

const findRow = async (id: number) => {
  const db = await store();
  const [row] = await db.select().from(indexedCampaigns).where(eq(indexedCampaigns.campaignId, id));
  return row;
};

/** Returns whether the campaign list comes from the index or from the mail service. */
const readListKind = async () => {
  const listing = unwrap(
    await shifting.harness.viewer(() =>
      readCampaignList(
        { filters: {}, indexFilter: {}, customers: [], templates: [], sort: undefined },
        { page: 1, perPage: 10 },
      ),
    ),
  );
  return listing.kind;
};

beforeAll(async () => {
  Object.assign(shifting.service, { random: randomFrom(7), maxPerPage: 20 });
  for (let i = 0; i < 100; i++) shifting.service.addCampaign();
});
beforeEach(async () => {
  shifting.service.failure = null;
  await sweepCompletely();
  await expectSameAsService(shifting.service);
});

describe('the sync', () => {
  it('finds out within one sweep that a campaign was deleted', async () => {
    shifting.service.deleteCampaign();
    await sweepCompletely();
    await expectSameAsService(shifting.service);
  });

  it('doesn’t wait for the next sweep to update a campaign that is no longer queued', async () => {
    const { campaigns } = shifting.service;
    const queued = [...campaigns.values()].find(({ status }) => status === 'queued');
    if (!queued) throw new Error('No campaign is queued.');
    campaigns.set(queued.id, { ...queued, status: 'draft', updated_at: '2027-01-01T00:00:00.000Z' });
    const db = await store();
    await db
      .update(indexSync)
      .set({ completedStartedAt: sql`now() - interval '1 minute'` })
      .where(eq(indexSync.name, 'active'));
    await runRound();
    expect(await findRow(queued.id)).toMatchObject({ status: 'draft' });
  });

  it('makes progress even if no round reaches the end of any list', async () => {
    await makeDue();
    const isDone = async () => ((await readTask(await store(), 'sweep')).freshMsAgo ?? 0) < MINUTE_MS;
    for (let round = 0; round < 60 && !(await isDone()); round++) await runRound(1);
    expect(await isDone()).toBe(true);
    await expectSameAsService(shifting.service);
  });

  it('finishes even if the mail service fails to return some campaigns', async () => {
    const { campaigns, undescribed } = shifting.service;
    const drafts = [...campaigns.values()].filter(({ status }) => status === 'draft');
    const db = await store();
    await db
      .update(indexedCampaigns)
      .set({ checkoutReadAt: null })
      .where(eq(indexedCampaigns.status, 'draft'));
    // The sweep's lists don't contain this campaign, so the sweep reads it by its id.
    await db.insert(indexedCampaigns).values({ campaignId: 999_999 });
    for (const id of [drafts[0]?.id ?? 0, drafts[1]?.id ?? 0, 999_999]) undescribed.add(id);
    await makeDue();
    await runRound();
    undescribed.clear();
    expect((await readTask(db, 'sweep')).run).toBeNull();
    const unread = and(eq(indexedCampaigns.status, 'draft'), isNull(indexedCampaigns.leftToPay));
    expect(drafts.length).toBeGreaterThan(2);
    expect(await db.$count(indexedCampaigns, and(unread, isNull(indexedCampaigns.checkoutReadAt)))).toBe(0);
    await db.delete(indexedCampaigns).where(eq(indexedCampaigns.campaignId, 999_999));
  });

  it('resumes at the same position after an outage', async () => {
    await makeDue();
    await runRound(8);
    const { position } = await readTask(await store(), 'sweep');
    shifting.service.failure = 503;
    await runRound();
    expect(await readTask(await store(), 'sweep')).toMatchObject({ position, failure: 'failed' });
  });

  it('isn’t marked as complete by a server that lost its lease if another server has started over', async () => {
    const db = await store();
    const lost = await startTask(db, 'sweep');
    // A task is identified by the millisecond in which it began.
    await wait(2);
    const current = await startTask(db, 'sweep');
    await completeTask(db, 'sweep', lost);
    expect(await readTask(db, 'sweep')).toMatchObject({ run: current });
    await completeTask(db, 'sweep', current);
    const { freshMsAgo } = await readTask(db, 'sweep');
    // The other server completes the sweep, too.
    await completeTask(db, 'sweep', current);
    expect((await readTask(db, 'sweep')).freshMsAgo).toBeGreaterThanOrEqual(freshMsAgo ?? 0);
  });
});

describe('a list that can’t be read completely', () => {
  const change = (changed: number, price: string) => {
    const { campaigns } = shifting.service;
    const campaign = campaigns.get(changed);
    if (!campaign) throw new Error('The campaign is missing.');
    campaigns.set(changed, { ...campaign, price });
  };
  const isSwept = async () => (await readTask(await store(), 'sweep')).freshMsAgo !== null;
  const id = 11;

  beforeEach(() => {
    const { service } = shifting;
    return () => {
      service.malformed.clear();
      service.undescribed.clear();
      service.unlisted.clear();
    };
  });

  it('is read except for an unreadable campaign, even if every round makes only one call', async () => {
    const { campaigns, malformed, undescribed } = shifting.service;
    await emptyIndex();
    malformed.add(id);
    undescribed.add(id);
    for (let round = 0; round < 400 && !(await isSwept()); round++) await runRound(1);
    expect(await isSwept()).toBe(true);
    const rows = await (await store()).select({ id: indexedCampaigns.campaignId }).from(indexedCampaigns);
    const expected = [...campaigns.keys()].filter((other) => other !== id);
    expect(rows.map((row) => row.id).sort()).toEqual(expected.sort());
  });

  it('shows changes to a campaign that is unreadable in lists but not on its own page', async () => {
    shifting.service.malformed.add(id);
    change(id, '$3.33');
    await sweepCompletely();
    await expectSameAsService(shifting.service);
  });

  it('still shows new campaigns soon', async () => {
    const { service } = shifting;
    service.addCampaign();
    const added = [...service.campaigns.keys()].at(-1) ?? 0;
    const readFirstIds = async (): Promise<number[]> => {
      service.reorder();
      const response = await fetch(`${service.origin}/v1/campaigns?page=1&per_page=10`);
      return ((await response.json()) as { items: { id: number }[] }).items.map((item) => item.id);
    };
    let firstIds = await readFirstIds();
    while (!firstIds.includes(added)) firstIds = await readFirstIds();
    service.malformed.add(firstIds.find((first) => first !== added) ?? 0);
    const db = await store();
    await db
      .update(indexSync)
      .set({ completedStartedAt: sql`now() - interval '1 hour'` })
      .where(eq(indexSync.name, 'head'));
    await runRound();
    expect(await findRow(added)).toBeDefined();
  });

  it('doesn’t stop the sweep from reading other customers, even if no part of the list can be read', async () => {
    const { service } = shifting;
    const [first, other] = [1, 2].map(
      (customer) =>
        [...service.campaigns.values()].find((campaign) => campaign.customer === customer)?.id ?? 0,
    );
    service.unlisted.add(1);
    for (const changed of [first, other]) change(changed ?? 0, '$4.44');
    await sweepCompletely();
    await expectSameAsService(service);
  });

  it('doesn’t count as read if every call to the mail service fails', async () => {
    await emptyIndex();
    await runRound(3);
    shifting.service.failure = 500;
    for (let round = 0; round < 5; round++) await runRound();
    expect(await readTask(await store(), 'sweep')).toMatchObject({ freshMsAgo: null, failure: 'failed' });
  });
});

describe('a changed name', () => {
  it('is copied to campaigns that still have an earlier name', async () => {
    const db = await store();
    await db
      .update(indexedCampaigns)
      .set({ customerEmail: 'earlier@example.com', templateName: 'Earlier' })
      .where(eq(indexedCampaigns.customerId, 1));
    await db.update(indexedCustomers).set({ isCopyDue: true }).where(eq(indexedCustomers.customerId, 1));
    await db.update(indexedTemplates).set({ isCopyDue: true });
    await runRound();
    await expectSameAsService(shifting.service);
  });
});

describe('a database clock that was set back', () => {
  const ahead = sql`now() + interval '11 days'`;

  it('doesn’t stop the sync', async () => {
    const db = await store();
    shifting.service.changeCampaign();
    shifting.service.deleteCampaign();
    await db.update(indexSync).set({ completedStartedAt: ahead });
    await db.update(indexedCampaigns).set({ readAt: ahead });
    await db.update(confirmedReadings).set({ confirmedAt: ahead });
    await runRound();
    await expectSameAsService(shifting.service);
  });

  it('restarts tasks that began before the change', async () => {
    const db = await store();
    await startTask(db, 'sweep', { step: 3, resumeId: 0, offset: 0, level: 0, skipped: 0 });
    await db.update(indexSync).set({ startedAt: ahead }).where(eq(indexSync.name, 'sweep'));
    shifting.service.requests.length = 0;
    await runRound();
    const { freshMsAgo } = await readTask(db, 'sweep');
    expect(freshMsAgo).toBeGreaterThanOrEqual(0);
    // If the sweep continued, every campaign would seem to be unread.
    expect(shifting.service.requestLines().filter((line) => /campaigns\/\d+$/.test(line))).toEqual([]);
  });

  it('doesn’t prevent reading campaigns on pages and drafts’ payments again', async () => {
    const db = await store();
    const [id = 0] = [...shifting.service.campaigns.keys()];
    const draft = [...shifting.service.campaigns.values()].find(({ status }) => status === 'draft')?.id ?? 0;
    await db.delete(wantedReadings);
    await db.delete(confirmedReadings).where(eq(confirmedReadings.campaignId, id));
    await db.update(indexedCampaigns).set({ readAt: ahead }).where(eq(indexedCampaigns.campaignId, id));
    await db
      .update(indexedCampaigns)
      .set({ checkoutReadAt: ahead })
      .where(eq(indexedCampaigns.campaignId, draft));
    await shifting.harness.viewer(() => refreshShownCampaigns([id]));
    expect(await db.$count(wantedReadings)).toBe(1);
    expect(await listPaymentsToRead(db, 30, 10)).toContain(draft);
  });
});

describe('a campaign on a page', () => {
  /** Returns the ids of the campaigns that were read, in order. */
  const readIds = () =>
    shifting.service
      .requestLines()
      .flatMap((line) => /^GET \/v1\/campaigns\/(\d+)$/.exec(line)?.slice(1) ?? [])
      .map(Number);
  const makeOld = async (ids: readonly number[]) => {
    const db = await store();
    const old = { readAt: sql`now() - interval '20 seconds'` };
    await db.delete(confirmedReadings).where(inArray(confirmedReadings.campaignId, [...ids]));
    await db
      .update(indexedCampaigns)
      .set(old)
      .where(inArray(indexedCampaigns.campaignId, [...ids]));
  };

  it('is read once for all members who see it, but only if its row is old', async () => {
    const ids = [...shifting.service.campaigns.keys()].slice(0, 30);
    const old = ids.slice(0, 20);
    await makeOld(old);
    const changed = shifting.service.campaigns.get(old[3] ?? 0);
    if (!changed) throw new Error('The campaign is missing.');
    const later = { ...changed, price: '$7.77', updated_at: '2027-01-02T00:00:00.000Z' };
    shifting.service.campaigns.set(changed.id, later);
    for (let member = 0; member < 3; member++)
      await shifting.harness.viewer(() => refreshShownCampaigns(ids));
    shifting.service.requests.length = 0;
    await runRound();
    expect(readIds().sort()).toEqual([...old].sort());
    expect(await findRow(changed.id)).toMatchObject({ price: '$7.77' });
    shifting.service.requests.length = 0;
    await runRound();
    expect(readIds()).toEqual([]);
  });

  it('is requested by the list, but isn’t read if the page was closed a minute ago', async () => {
    await makeOld([...shifting.service.campaigns.keys()]);
    expect(await readListKind()).toBe('indexed');
    const db = await store();
    expect(await db.$count(wantedReadings)).toBe(10);
    await db.update(wantedReadings).set({ wantedAt: sql`now() - interval '61 seconds'` });
    shifting.service.requests.length = 0;
    await runRound();
    expect(readIds()).toEqual([]);
  });
});

describe('a rebuild', () => {
  it('reads everything again, repairs wrong rows and totals, and keeps Mailroom’s own fields', async () => {
    const db = await store();
    const [first, second] = [...shifting.service.campaigns.keys()];
    const own = { title: 'Own title', note: 'Own note', firstTemplateName: 'Old name' };
    // No reading would replace this row, because the row seems to be newer than any reading.
    const wrong = {
      status: 'wrong',
      updatedAt: new Date('2099-01-01'),
      readAt: sql`now() + interval '1 second'`,
    };
    await db
      .update(indexedCampaigns)
      .set({ ...own, ...wrong })
      .where(eq(indexedCampaigns.campaignId, first ?? 0));
    await db.execute(sql`update campaign_totals set recipients = recipients + 7, campaigns = campaigns + 1`);
    await sweepCompletely();
    await expect(expectSameAsService(shifting.service)).rejects.toThrow();

    unwrap(await shifting.harness.admin(() => rebuildIndex()));
    expect(await readListKind()).toBe('live');
    expect(await readFreshness()).toMatchObject({ state: 'indexing', done: 0 });
    await runRound();
    await expectSameAsService(shifting.service);
    expect(await readListKind()).toBe('indexed');
    expect(await findRow(first ?? 0)).toMatchObject(own);
    expect(await findRow(second ?? 0)).toMatchObject({ customerId: expect.any(Number) });
    expect(
      await db.select().from(activity).where(eq(activity.operation, 'campaign_index.rebuilt')),
    ).toHaveLength(1);
  });

  it('continues if servers die while it is in progress', async () => {
    unwrap(await shifting.harness.admin(() => rebuildIndex()));
    for (let round = 0; round < 4; round++) await runRound(1);
    await runRound();
    await expectSameAsService(shifting.service);
  });

  it('is refused if the index is off', async () => {
    shifting.harness.applySettings({ DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '0' });
    const refused = await shifting.harness.admin(() => rebuildIndex());
    const freshness = await readFreshness();
    shifting.resetSettings();
    expect(freshness).toEqual({ state: 'off' });
    expect(describeFreshness(freshness, DATE_SETTINGS)).toMatch(/^The campaign index is off\. Ask /);
    expect(refused).toMatchObject({ failure: { code: 'index_off' } });
    expect(await readFreshness()).toMatchObject({ state: 'current' });
  });
});

describe('an index that is off', () => {
  it('still merges changes into the sums', async () => {
    const db = await store();
    await db.update(indexSync).set({ completedStartedAt: sql`now() - interval '1 hour'` });
    await db.update(indexedCampaigns).set({ recipients: sql`recipients + 1` });
    expect(await db.$count(spendingSums, eq(spendingSums.isMerged, false))).toBeGreaterThan(0);
    shifting.harness.applySettings({ DIRECTMAIL_SYNC_CALLS_PER_MINUTE: '0' });
    const stop = startIndexSync(store);
    shifting.resetSettings();
    await expect
      .poll(() => db.$count(spendingSums, eq(spendingSums.isMerged, false)), { timeout: 10_000 })
      .toBe(0);
    await expect.poll(() => db.$count(customerChanges), { timeout: 10_000 }).toBe(0);
    stop();
    await emptyIndex();
  });
});

describe('an index whose table was emptied', () => {
  it('counts as unread, and is filled again', async () => {
    const db = await store();
    await db.execute(sql`truncate ${indexedCampaigns}`);
    expect(await readListKind()).toBe('live');
    await runRound();
    await expectSameAsService(shifting.service);
  });
});

describe('the freshness of the index', () => {
  const describeNow = async () => describeFreshness(await readFreshness(), DATE_SETTINGS);

  it('shows when the beginning of the list was last read', async () => {
    const db = await store();
    await db
      .update(indexSync)
      .set({ completedStartedAt: sql`now() - interval '3 minutes'` })
      .where(eq(indexSync.name, 'head'));
    const [, minute] = /^Updated \d+:(\d\d):\d\d/.exec((await describeNow()) ?? '') ?? [];
    const minutesAgo = (new Date().getUTCMinutes() - Number(minute) + 60) % 60;
    expect([3, 4]).toContain(minutesAgo);
  });

  it('includes a date if the last read was long ago', async () => {
    const db = await store();
    await db.update(indexSync).set({ completedStartedAt: sql`'2026-01-05 10:00Z'` });
    expect(await describeNow()).toMatch(
      /^Updates have stopped\. Showing data from Mon, Jan 5, 2026, 10:00\sAM\sUTC\.$/,
    );
  });

  it('shows a problem if nothing has been read for 5 minutes', async () => {
    const db = await store();
    await db
      .update(indexSync)
      .set({ completedStartedAt: sql`now() - interval '6 minutes'` })
      .where(eq(indexSync.name, 'head'));
    expect(await readFreshness()).toMatchObject({ state: 'behind', problem: 'stopped' });
  });

  it.each(['sweep', 'active', 'payments'])('shows a problem while the task %s fails', async (name) => {
    const db = await store();
    await db.update(indexSync).set({ failure: 'garbled' }).where(eq(indexSync.name, name));
    expect(await describeNow()).toMatch(/^Unexpected response from the mail service\. Showing data from \d/);
  });

  it('says that the mail service rejected the API key, even during the first sweep', async () => {
    shifting.service.failure = 401;
    await makeDue();
    await runRound();
    expect(await describeNow()).toMatch(
      /^The mail service rejected the API key\. Ask an admin\. Showing data from \d/,
    );
    await emptyIndex();
    await runRound();
    expect(await describeNow()).toBe(
      'Indexing is paused: the mail service rejected the API key. Ask an admin. 0 campaigns indexed.',
    );
  });

  it('says that indexing is paused if the mail service stops answering', async () => {
    await emptyIndex();
    await runRound(20);
    const { done } = await readTask(await store(), 'sweep');
    shifting.service.failure = 503;
    await runRound();
    expect(await describeNow()).toMatch(
      new RegExp(
        `^Indexing is paused: the mail service isn’t answering. ${done} of \\d+ campaigns indexed.$`,
      ),
    );
  });

  it('keeps saying that the service isn’t answering, even between attempts, until the service answers again', async () => {
    shifting.service.failure = 503;
    await makeDue();
    await runRound();
    expect(await describeNow()).toMatch(/^The mail service isn’t answering. Showing data from \d/);
    // The next attempt waits until the call budget allows it.
    await startTask(await store(), 'head');
    expect(await describeNow()).toMatch(/^The mail service isn’t answering/);
    shifting.service.failure = null;
    await runRound();
    expect(await describeNow()).toMatch(/^Updated \d/);
  });

  it('is replaced by the progress while campaigns are read for the first time', async () => {
    await emptyIndex();
    expect(await readFreshness()).toEqual({ state: 'live' });
    await runRound(14);
    expect(await readFreshness()).toMatchObject({
      state: 'indexing',
      total: shifting.service.campaigns.size,
    });
    expect(await describeNow()).toMatch(/^Indexing: \d+ of \d+, .+ left$/);
  });
});
