/** Tests where the overview's worklists come from, and which decisions they count. */
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadOverview } from '#app/(console)/loader.ts';
import { readWorklists } from '#lib/data/worklists.ts';
import type { GuestApproval } from '#lib/domain/index-filter.ts';
import type { WorklistName } from '#lib/domain/worklist.ts';
import type { CallBudget } from '#lib/index/call-budget.ts';
import { syncContents } from '#lib/index/contents.ts';
import { store } from '#lib/store/open.ts';
import { attempts } from '#lib/store/schema/attempts.ts';
import { indexedCampaigns } from '#lib/store/schema/campaign-index.ts';
import { decidedContents } from '#lib/store/schema/decisions.ts';
import { addDraftWithProof, addGuestDecision, changeProof } from './support/approval.ts';
import { setUpHarness } from './support/harness.ts';
import { markIndexComplete } from './support/index-state.ts';
import type { TinyCampaign } from './support/tiny-service.ts';
import { asCustomerToken } from './support/token-caller.ts';

vi.mock('next/headers', () => import('./support/request.ts'));

const harness = setUpHarness();
const UNLIMITED: CallBudget = { take: async (isOver) => !isOver(), report: () => undefined };
let nextId = 1;

beforeEach(async () => {
  const db = await store();
  harness.service.campaigns.clear();
  await db.delete(indexedCampaigns);
  await db.delete(attempts);
  await markIndexComplete(true);
});

/** Adds a draft to the mail service and to the index. */
async function addDraft(): Promise<TinyCampaign> {
  const id = nextId++;
  const campaign = addDraftWithProof(harness.service, { id, paid: 0 });
  const db = await store();
  await db.insert(indexedCampaigns).values({
    campaignId: id,
    status: 'draft',
    price: '$10.00',
    priceMinor: 1_000,
    currency: '$',
    alreadyPaid: 0,
    leftToPay: 1_000,
    createdAt: new Date(Date.UTC(2026, 9, 1) + id * 60_000),
    readAt: new Date(),
    changedAt: new Date(Date.now() - 60_000),
  });
  return campaign;
}

async function loadLists() {
  const overview = await harness.viewer(() => loadOverview('UTC'));
  if (!overview.ok) throw new Error(overview.failure.kind);
  return overview.value;
}

async function listIds(name: WorklistName): Promise<readonly number[]> {
  return (await loadLists()).lists[name].entries.map(({ listed }) => listed.campaign.id);
}

async function approvalKindOf({ id }: TinyCampaign): Promise<GuestApproval | string | undefined> {
  const { lists } = await loadLists();
  return lists.guests.entries.find(({ listed }) => listed.campaign.id === id)?.approval.kind;
}

async function runContentSync(): Promise<void> {
  const db = await store();
  await syncContents({ db, budget: UNLIMITED, isOver: () => false, advance: () => undefined });
}

describe('the overview', () => {
  it('shows the index without calling the mail service if every campaign is indexed', async () => {
    const { id } = await addDraft();
    harness.service.requests.length = 0;
    const { lists, indexed, live } = await loadLists();
    expect(lists.ready).toMatchObject({ count: 1, totals: [{ currency: '$', leftToPay: 1_000 }] });
    expect(lists.ready.entries.map(({ listed }) => listed.campaign.id)).toEqual([id]);
    expect(indexed?.week.days).toHaveLength(7);
    expect(live).toBeUndefined();
    expect(harness.service.requests).toEqual([]);
  });

  it('reads the checkouts of known drafts at the same time as the list of drafts', async () => {
    const { id } = await addDraft();
    await markIndexComplete(false);
    const checkoutStarted = Promise.withResolvers<void>();
    const holdList = () => {
      harness.service.changeBefore('GET campaigns', holdList);
      return checkoutStarted.promise;
    };
    harness.service.changeBefore('GET campaigns', holdList);
    harness.service.changeBefore('GET checkout', () => checkoutStarted.resolve());
    harness.service.requests.length = 0;
    const { lists } = await loadLists();
    expect(lists.ready.entries.map(({ listed }) => listed.campaign.id)).toEqual([id]);
    expect(harness.service.requests.filter(({ url }) => url.includes('checkout'))).toHaveLength(1);
  });

  it('shows campaigns that the mail service lists, and how many of them were read, until every campaign is indexed', async () => {
    await addDraft();
    await markIndexComplete(false);
    const { lists, indexed, live } = await loadLists();
    expect(lists.ready.entries).toHaveLength(1);
    expect(lists.ready).toMatchObject({ count: undefined, totals: undefined });
    expect(indexed).toBeUndefined();
    expect(live).toMatchObject({ drafts: 1, readDrafts: 1 });
  });

  it.each([true, false])(
    'shows a draft with an unfinished attempt only in the list of unfinished attempts (indexed: %s)',
    async (isComplete) => {
      const [blocked, free, copied] = [await addDraft(), await addDraft(), await addDraft()];
      await markIndexComplete(isComplete);
      const db = await store();
      const by = 'sender@mailroom.test';
      await db.insert(attempts).values([
        { campaignId: blocked.id, operation: 'payCampaign', lockScope: 'mail', state: 'unknown', by },
        { campaignId: copied.id, operation: 'cloneCampaign', lockScope: 'copy', state: 'open', by },
      ]);
      expect((await listIds('ready')).toSorted()).toEqual([free.id, copied.id]);
    },
  );

  it('says how many drafts are missing from the lists because their checkout hasn’t been read', async () => {
    const { id } = await addDraft();
    const db = await store();
    await db.update(indexedCampaigns).set({ leftToPay: null }).where(eq(indexedCampaigns.campaignId, id));
    expect((await loadLists()).indexed?.draftsWithoutCheckout).toBe(1);
  });

  it('refuses an API token that is limited to one customer, because the totals include other customers', async () => {
    const reading = await asCustomerToken(harness.viewer, 7, () => readWorklists(undefined as never));
    expect(reading).toMatchObject({ ok: false, failure: { kind: 'forbidden' } });
  });
});

describe('a guest’s decision on the overview', () => {
  it('counts from the moment it is made', async () => {
    const campaign = await addDraft();
    await addGuestDecision(campaign, 'approved');
    expect(await approvalKindOf(campaign)).toBe('approved');
  });

  it('is void once the sync has read different content', async () => {
    const campaign = await addDraft();
    await addGuestDecision(campaign, 'approved');
    changeProof(harness.service, campaign);
    const db = await store();
    await db.update(decidedContents).set({ readAt: sql`now() - interval '31 minutes'` });
    await runContentSync();
    expect(await approvalKindOf(campaign)).toBe('void');
  });

  it('isn’t read again until the campaign changes or half an hour has passed', async () => {
    const campaign = await addDraft();
    await addGuestDecision(campaign, 'changes');
    harness.service.requests.length = 0;
    await runContentSync();
    expect(harness.service.requests).toEqual([]);
    const db = await store();
    await db.update(indexedCampaigns).set({ changedAt: sql`now() + interval '1 second'` });
    await runContentSync();
    expect(harness.service.requests.map(({ url }) => url)).toContain(`/v1/campaigns/${campaign.id}`);
  });

  it('is forgotten when the campaign goes to production, but not while the campaign is queued', async () => {
    const campaign = await addDraft();
    await addGuestDecision(campaign, 'changes');
    const db = await store();
    const setStatus = async (status: string) => {
      await db.update(indexedCampaigns).set({ status }).where(eq(indexedCampaigns.campaignId, campaign.id));
      await runContentSync();
      return [await approvalKindOf(campaign), (await db.select().from(decidedContents)).length];
    };
    await db.delete(decidedContents).where(sql`campaign_id <> ${campaign.id}`);
    expect(await setStatus('queued')).toEqual(['changes', 1]);
    expect(await setStatus('processing')).toEqual([undefined, 0]);
  });
});
