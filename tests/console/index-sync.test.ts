/** Tests that the campaign index ends up right, however the mail service's lists change while they are read. */
import { eq, isNull, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { CallBudget } from '#lib/index/call-budget.ts';
import { allRecorded, startLearning } from '#lib/index/learn.ts';
import { syncOnce } from '#lib/index/sync.ts';
import { readTask } from '#lib/store/index-sync.ts';
import { store } from '#lib/store/open.ts';
import { campaignTotals, indexedCampaigns, indexSync } from '#lib/store/schema/campaign-index.ts';
import { setUpHarness } from './support/harness.ts';
import { respondJson } from './support/recorder.ts';
import { type ShiftingService, startShiftingService } from './support/shifting-service.ts';

vi.mock('next/headers', () => import('./support/request.ts'));
vi.setConfig({ testTimeout: 120_000 });

const harness = setUpHarness();
let service: ShiftingService;
beforeAll(async () => {
  service = await startShiftingService();
  harness.applySettings({ DIRECTMAIL_BASE_URL: service.origin, DIRECTMAIL_BASE_URL_V2: service.origin });
  startLearning();
});
afterAll(() => service.close());

const UNLIMITED: CallBudget = { take: async (isOver) => !isOver(), report: () => undefined };

/** Runs one round of the sync. @param calls the number of calls after which the server dies */
async function runRound(calls = Number.POSITIVE_INFINITY): Promise<void> {
  let callCount = 0;
  await syncOnce({
    db: await store(),
    budget: UNLIMITED,
    isOver: () => callCount >= calls,
    advance: () => {
      callCount++;
    },
  });
  await allRecorded();
}

/** Makes all tasks due again. */
async function makeDue(): Promise<void> {
  const db = await store();
  await db.update(indexSync).set({ completedStartedAt: sql`now() - interval '1 hour'` });
}

/** Runs rounds until a sweep that began after this call is complete. */
async function sweepCompletely(): Promise<void> {
  const db = await store();
  // A sweep that is under way may have read a list before its last change.
  if ((await readTask(db, 'sweep')).startedMsAgo !== null) await runRound();
  await makeDue();
  await runRound();
}

async function emptyIndex(): Promise<void> {
  const db = await store();
  await db.delete(indexedCampaigns);
  await db.delete(indexSync);
  await db.delete(campaignTotals);
}

async function expectSameAsService(): Promise<void> {
  const db = await store();
  const rows = await db.select().from(indexedCampaigns).where(isNull(indexedCampaigns.goneAt));
  const indexed = rows
    .map((row) => ({
      id: row.campaignId,
      customer: row.customerId,
      status: row.status,
      price: row.price,
      recipient_count: row.recipients,
      updated_at: row.updatedAt?.toISOString(),
    }))
    .sort((a, b) => a.id - b.id);
  expect(indexed).toEqual([...service.campaigns.values()].sort((a, b) => a.id - b.id));
  expect(rows.every((row) => row.customerEmail === `office${row.customerId}@example.com`)).toBe(true);
  expect(rows.every((row) => row.templateName === 'Just listed')).toBe(true);
  const [totals] = await db
    .select({
      campaigns: sql`coalesce(sum(campaigns), 0)`.mapWith(Number),
      recipients: sql`coalesce(sum(recipients), 0)`.mapWith(Number),
    })
    .from(campaignTotals)
    .where(eq(campaignTotals.kind, 'order'));
  expect(totals).toEqual({
    campaigns: indexed.length,
    recipients: indexed.reduce((sum, { recipient_count: count }) => sum + (count ?? 0), 0),
  });
}

const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};

it('equals the service once the lists stop shifting, even if servers die in the middle', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.nat(),
        campaigns: fc.integer({ min: 0, max: 60 }),
        maxPerPage: fc.constantFrom(3, 10, 100),
        deaths: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
      }),
      async ({ seed, campaigns, maxPerPage, deaths }) => {
        await emptyIndex();
        const random = randomFrom(seed);
        Object.assign(service, { random, maxPerPage, beforeResponse: () => undefined });
        service.campaigns.clear();
        for (let i = 0; i < campaigns; i++) service.addCampaign();
        service.beforeResponse = () => {
          const { addCampaign, changeCampaign, deleteCampaign, reorder } = service;
          [addCampaign, changeCampaign, deleteCampaign, reorder][random(8)]?.();
        };
        for (const calls of deaths) await runRound(calls);
        service.beforeResponse = () => undefined;
        await sweepCompletely();
        await expectSameAsService();
      },
    ),
    { numRuns: 60 },
  );
});

describe('with a hundred campaigns', () => {
  beforeAll(async () => {
    await emptyIndex();
    Object.assign(service, { random: randomFrom(7), maxPerPage: 20, beforeResponse: () => undefined });
    service.campaigns.clear();
    for (let i = 0; i < 100; i++) service.addCampaign();
    await runRound();
    await expectSameAsService();
  });

  it('shows a deleted campaign as gone after the next sweep', async () => {
    service.deleteCampaign();
    await sweepCompletely();
    await expectSameAsService();
  });

  it('continues a sweep after an outage where it stopped', async () => {
    await makeDue();
    await runRound(8);
    service.respondWith((_, response) => respondJson(response, {}, 503));
    await runRound();
    expect(await readTask(await store(), 'sweep')).toMatchObject({ failure: 'failed' });
  });
});
