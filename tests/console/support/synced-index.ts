/** Runs the sync of the campaign index in the test's process, against a mail service whose lists shift. */
import { eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import type { CallBudget } from '#lib/index/call-budget.ts';
import { allRecorded, startLearning } from '#lib/index/learn.ts';
import { syncOnce } from '#lib/index/sync.ts';
import { readTask } from '#lib/store/index-sync.ts';
import { store } from '#lib/store/open.ts';
import { indexedCampaigns, indexSync } from '#lib/store/schema/campaign-index.ts';
import { campaignTotals } from '#lib/store/schema/campaign-totals.ts';
import { setUpHarness } from './harness.ts';
import { type ShiftingService, startShiftingService } from './shifting-service.ts';

/** Starts a console with a shifting mail service for the calling test file. */
export function setUpShiftingService() {
  const harness = setUpHarness();
  let service: ShiftingService;
  const resetSettings = () =>
    harness.applySettings({ DIRECTMAIL_BASE_URL: service.origin, DIRECTMAIL_BASE_URL_V2: service.origin });
  beforeAll(async () => {
    service = await startShiftingService();
    resetSettings();
    startLearning();
  });
  afterAll(() => service.close());
  return {
    harness,
    /** Applies the default settings. */
    resetSettings,
    get service() {
      return service;
    },
  };
}

const UNLIMITED: CallBudget = { take: async (isOver) => !isOver(), report: () => undefined };

/** Runs one round of the sync. @param calls the number of calls after which the server dies */
export async function runRound(calls = Number.POSITIVE_INFINITY): Promise<void> {
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
export async function makeDue(): Promise<void> {
  const db = await store();
  await db.update(indexSync).set({ completedStartedAt: sql`now() - interval '1 hour'` });
}

/** Runs rounds until a new sweep has begun and finished. */
export async function sweepCompletely(): Promise<void> {
  const db = await store();
  // A sweep in progress might have read a list before the list last changed.
  if ((await readTask(db, 'sweep')).startedMsAgo !== null) await runRound();
  await makeDue();
  await runRound();
}

export async function emptyIndex(): Promise<void> {
  const db = await store();
  await db.delete(indexedCampaigns);
  await db.delete(indexSync);
  await db.delete(campaignTotals);
}

export async function expectSameAsService(service: ShiftingService): Promise<void> {
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

export const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
};
