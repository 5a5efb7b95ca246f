/**
 * Lets two consoles schedule the paid campaigns in payment runs while consoles are killed and the mail
 * service fails. Each campaign must be scheduled at most once, and the run must never show a draft as
 * scheduled.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { findMemberByEmail } from '#lib/store/members.ts';
import { insertPaymentRun } from '#lib/store/payment-runs.ts';
import { markPaymentCompleted } from '#lib/store/payments.ts';
import { paymentRunItems, paymentRunLinks } from '#lib/store/schema/payment-runs.ts';
import { createDraft, DAY, payByCard, requestPayLink, type TestCampaign } from '../support/campaigns.ts';
import { memberEmail } from '../support/console.ts';
import { countCalls, findCampaign } from './actions.ts';
import { type Consoles, startConsoles } from './consoles.ts';
import { isFullRun, seed, seededRandom } from './run-size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const RUNS = isFullRun ? 10 : 1;
const CAMPAIGNS = 6;
const KILLS_PER_RUN = isFullRun ? 3 : 2;
const RUN_TIMEOUT_MS = 240_000;
const random = seededRandom(seed);
const below = (limit: number) => Math.floor(random() * limit);

let consoles: Consoles;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  consoles = await startConsoles(2);
});
afterAll(() => consoles.close());

/**
 * Creates payment links for drafts, and pays for the drafts. @returns the ids of the attempts that created the links
 */
async function payForDrafts(campaigns: readonly TestCampaign[]): Promise<ReadonlyMap<number, string>> {
  const [mailroom] = consoles.all;
  if (!mailroom) throw new Error('No console was started.');
  const links = new Map<number, string>();
  for (const campaign of campaigns) {
    expect(await consoles.sendAction(mailroom, 'payCampaign', campaign)).toBe(200);
    const [attempt] = await listCampaignAttempts(consoles.store.db, campaign.id);
    if (!attempt) throw new Error('There is no attempt.');
    links.set(campaign.id, attempt.id);
    await payByCard(await requestPayLink(consoles.service, campaign.id));
  }
  return links;
}

/** Starts a run whose campaigns have all just been paid for. @returns the run's id */
async function startPaidRun(campaigns: readonly TestCampaign[], sendDate: string): Promise<number> {
  const { db } = consoles.store;
  const links = await payForDrafts(campaigns);
  const member = await findMemberByEmail(db, memberEmail('sender'));
  if (!member) throw new Error('There is no sender.');
  return db.transaction(async (tx) => {
    const run = { memberId: member.id, by: member.email, sendDate };
    const runId = await insertPaymentRun(tx, run, [...links.keys()]);
    for (const [campaignId, attemptId] of links) {
      await tx.insert(paymentRunLinks).values({ attemptId, runId, campaignId });
      await markPaymentCompleted(tx, attemptId);
    }
    return runId;
  });
}

async function injectFaults(): Promise<void> {
  const operation = 'sendCampaign';
  await consoles.service.injectFaults(
    { operation, kind: 'drop_after', n: 1 },
    { operation, kind: 'drop_before', n: 1 },
    { operation, kind: 'status', status: 500, n: 1 },
    { operation, kind: 'status', status: 429, n: 1 },
    { operation: 'checkOutCampaign', kind: 'drop_before', n: 1 + below(3) },
    { operation: 'getCustomerCampaign', kind: 'status', status: 500, n: 1 + below(3) },
    { operation: '*', kind: 'delay', ms: 150, n: 1_000_000 },
  );
}

async function killAnyConsole(): Promise<void> {
  const mailroom = consoles.all[below(consoles.all.length)];
  await mailroom?.kill();
  await mailroom?.start();
}

const isRunning = async (runId: number): Promise<boolean> =>
  (await consoles.store.db.$count(
    paymentRunItems,
    and(eq(paymentRunItems.runId, runId), isNull(paymentRunItems.sendEndedAt)),
  )) > 0;

/** Kills consoles until the run has ended. @returns the number of kills */
async function killDuringRun(runId: number): Promise<number> {
  let kills = 0;
  const end = performance.now() + RUN_TIMEOUT_MS;
  while (await isRunning(runId)) {
    if (performance.now() > end) throw new Error(`The run ${runId} doesn’t end.`);
    await wait(300 + below(1_500));
    if (kills >= KILLS_PER_RUN || !(await isRunning(runId))) continue;
    await killAnyConsole();
    kills++;
  }
  return kills;
}

async function expectScheduledOnce(runId: number, { id }: TestCampaign): Promise<void> {
  const { service, store } = consoles;
  const [item] = await store.db
    .select()
    .from(paymentRunItems)
    .where(and(eq(paymentRunItems.runId, runId), eq(paymentRunItems.campaignId, id)));
  const attempts = (await listCampaignAttempts(store.db, id)).filter(
    ({ itemKind }) => itemKind === 'payment_run',
  );
  // The mail service answered that these calls had no effect.
  const refused = attempts.filter(({ state, settledBy }) => state === 'refused' && settledBy === 'answer');
  const others = attempts.filter((attempt) => !refused.includes(attempt));
  const calls = await countCalls(service, 'sendCampaign', id);
  const campaign = await findCampaign(service, id);
  const states = attempts.map(({ state }) => state);
  const message = `#${id}: ${campaign?.status}, ${calls} calls, attempts ${states.join()}, failure ${JSON.stringify(item?.sendFailure)}`;
  // An attempt makes at most one call, and each of these attempts has its own key.
  expect(calls, message).toBeLessThanOrEqual(attempts.length);
  expect(new Set(attempts.map(({ itemKey }) => itemKey)).size, message).toBe(attempts.length);
  expect(others.length, message).toBeLessThanOrEqual(1);
  if (campaign?.status === 'draft') {
    expect(states, message).not.toContain('done');
    if (attempts.length === 0) expect(item?.sendFailure, message).not.toBeNull();
  } else {
    expect(calls, message).toBeGreaterThanOrEqual(1);
    expect(['done', 'unknown'], message).toContain(others[0]?.state);
  }
}

it(`each paid campaign is scheduled at most once (${RUNS * CAMPAIGNS} campaigns)`, async () => {
  const { service } = consoles;
  let kills = 0;
  for (let run = 0; run < RUNS; run++) {
    const campaigns: TestCampaign[] = [];
    for (let i = 0; i < CAMPAIGNS; i++) campaigns.push(await createDraft(service));
    const runId = await startPaidRun(campaigns, new Date(Date.now() + 2 * DAY).toISOString());
    await injectFaults();
    kills += await killDuringRun(runId);
    await service.clearFaults();
    for (const campaign of campaigns)
      await vi.waitFor(() => expectScheduledOnce(runId, campaign), { timeout: 60_000, interval: 500 });
  }
  expect(kills).toBeGreaterThan(0);
  console.log(`${kills} kills, ${RUNS * CAMPAIGNS} campaigns, 0 duplicates`);
});
