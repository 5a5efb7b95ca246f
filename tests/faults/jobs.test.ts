/**
 * Runs bulk jobs while consoles are killed and the mail service fails. Two members start overlapping jobs. Tests that
 * each item makes at most one call, and that the results agree with the mail service.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OperationName } from '#lib/contract/operations.ts';
import type { Campaign } from '#lib/contract/resources.ts';
import type { JobAction } from '#lib/domain/job.ts';
import { DAY } from '../support/campaigns.ts';
import { findCampaign } from './actions.ts';
import { type JobConsoles, startJobConsoles } from './job-consoles.ts';
import { expectRescheduled } from './rescheduled-campaigns.ts';
import { isFullRun, seed, seededRandom } from './run-size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const CAMPAIGNS = isFullRun ? 200 : 18;
const KILLS = isFullRun ? 50 : 3;
/** The maximum number of kills in each phase. The limit gives the phase's jobs a chance to end. */
const KILLS_PER_PHASE = isFullRun ? 7 : 1;
const JOB_TIMEOUT_MS = 600_000;
const random = seededRandom(seed);
const below = (limit: number) => Math.floor(random() * limit);
/** The send time of rescheduled campaigns. The service stores whole seconds. */
const NEW_TIME = `${new Date(Date.now() + 4 * DAY).toISOString().slice(0, 19)}Z`;

let consoles: JobConsoles;
beforeAll(async () => {
  console.log(`seed ${seed}`);
  consoles = await startJobConsoles();
});
afterAll(() => consoles.close());

interface Phase {
  readonly operation: OperationName;
  /** The second call's operation, if each campaign needs two calls. */
  readonly secondOperation?: OperationName;
  readonly action: () => JobAction;
  /** The roles of the members who create the two jobs. */
  readonly creators: readonly ['sender' | 'admin', 'admin'];
  /** Matches the method and path of each call in the phase. */
  readonly call: RegExp;
  /** Whether the campaign shows that the action was carried out. Undefined if a campaign never shows it. */
  readonly isDone: (campaign: Campaign | null) => boolean | undefined;
}

const phases: readonly Phase[] = [
  {
    operation: 'sendCampaignOnInvoice',
    creators: ['sender', 'admin'],
    action: () => {
      const at = new Date(Date.now() + 2 * DAY).toISOString();
      return { kind: 'schedule', payment: 'invoice', plan: { kind: 'once', at, zone: 'America/New_York' } };
    },
    call: /^POST .*\/send$/,
    isDone: (campaign) => campaign?.status !== 'draft',
  },
  {
    operation: 'cancelCustomerCampaign',
    secondOperation: 'sendCampaignOnInvoice',
    creators: ['sender', 'admin'],
    action: () => ({ kind: 'reschedule', plan: { kind: 'once', at: NEW_TIME, zone: 'America/New_York' } }),
    call: /^POST .*\/(cancel|send)$/,
    isDone: () => undefined,
  },
  {
    operation: 'cloneCampaign',
    creators: ['sender', 'admin'],
    action: () => ({ kind: 'copy' }),
    call: /^POST .*\/clone$/,
    isDone: () => undefined,
  },
  {
    operation: 'cancelCustomerCampaign',
    creators: ['sender', 'admin'],
    action: () => ({ kind: 'cancel' }),
    call: /^POST .*\/cancel$/,
    isDone: (campaign) => campaign?.status === 'draft',
  },
  {
    operation: 'deleteCampaign',
    creators: ['admin', 'admin'],
    action: () => ({ kind: 'delete' }),
    call: /^DELETE /,
    isDone: (campaign) => campaign === null,
  },
];

const some = () => 1 + below(isFullRun ? 4 : 1);

const faultsOf = (operation: OperationName) =>
  [
    { operation, kind: 'drop_after', n: some() },
    { operation, kind: 'drop_before', n: some() },
    { operation, kind: 'status', status: 500, n: some() },
    { operation, kind: 'status', status: 429, n: 1 },
    { operation, kind: 'status', status: 400, n: some() },
    { operation, kind: 'malformed', n: some() },
  ] as const;

/**
 * Makes some calls and reads fail, and slows down all others, so that the kills happen in the middle of the
 * jobs.
 */
async function injectFaults({ operation, secondOperation }: Phase): Promise<void> {
  await consoles.service.injectFaults(
    ...faultsOf(operation),
    ...(secondOperation ? faultsOf(secondOperation) : []),
    { operation: 'getCustomerCampaign', kind: 'status', status: 500, n: some() },
    { operation: 'checkOutCampaign', kind: 'drop_before', n: some() },
    { operation: 'getCampaign', kind: 'malformed', n: some() },
    { operation: '*', kind: 'delay', ms: isFullRun ? 60 : 100, n: 1_000_000 },
  );
}

async function killAnyConsole(): Promise<void> {
  const mailroom = consoles.all[below(consoles.all.length)];
  await mailroom?.kill();
  await mailroom?.start();
}

/** Runs one phase as two overlapping jobs. @returns the number of kills */
async function runPhase(phase: Phase, campaigns: readonly Campaign[], maxKills: number): Promise<number> {
  const { service, proxy, stateOf } = consoles;
  const ids = campaigns.map(({ id }) => id);
  const third = Math.floor(ids.length / 3);
  const customerCopies = await countCampaigns();
  const begunAt = new Date();
  const jobIds = [
    await consoles.makeJob(phase.creators[0], phase.action(), ids.slice(0, 2 * third)),
    await consoles.makeJob(phase.creators[1], phase.action(), ids.slice(third)),
  ];
  const firstCall = proxy.writes.length;
  await injectFaults(phase);
  // Both members press the button at the same time.
  await Promise.all(jobIds.map((id) => consoles.start(id)));
  let kills = 0;
  const isRunning = async () => (await Promise.all(jobIds.map(stateOf))).some((state) => state !== 'ended');
  const end = performance.now() + JOB_TIMEOUT_MS;
  while (await isRunning()) {
    const states = await Promise.all(jobIds.map(stateOf));
    if (performance.now() > end) await failWith(phase, jobIds);
    for (const [i, id] of jobIds.entries()) {
      if (states[i] !== 'stopped') continue;
      // A job stops only if a canceled campaign couldn't be scheduled again. The job's creator then retries
      // the job.
      if (!phase.secondOperation) await failWith(phase, jobIds);
      await consoles.retry(id);
    }
    await wait(300 + below(1_500));
    if (kills >= maxKills || !(await isRunning())) continue;
    await killAnyConsole();
    kills++;
  }
  await service.clearFaults();
  const calls = proxy.writes.slice(firstCall).filter((line) => phase.call.test(line));
  if (phase.secondOperation)
    await expectRescheduled(consoles, { campaigns, jobIds, calls, begunAt }, NEW_TIME);
  else await expectResults(phase, campaigns, jobIds, calls, customerCopies);
  return kills;
}

/** Fails with details of the campaigns that keep the jobs from ending. */
async function failWith({ operation }: Phase, jobIds: readonly number[]): Promise<never> {
  const items = (await Promise.all(jobIds.map((id) => consoles.itemsOf(id)))).flat();
  const states = await Promise.all(jobIds.map((id) => consoles.stateOf(id)));
  const left = items.filter(({ state }) => state === 'ready' || state === 'started');
  const attempts = await Promise.all(
    left.slice(0, 5).map(({ campaignId }) => consoles.attemptsOf(campaignId)),
  );
  throw new Error(
    `${operation}: the jobs don’t end: ${JSON.stringify({ states, left: left.slice(0, 5), attempts })}`,
  );
}

const countCampaigns = async (): Promise<number> =>
  (await consoles.service.call<{ total_count: number }>('GET', '/v1/campaigns?per_page=1')).total_count;

async function expectResults(
  phase: Phase,
  campaigns: readonly Campaign[],
  jobIds: readonly number[],
  calls: readonly string[],
  campaignsBefore: number,
): Promise<void> {
  const items = (await Promise.all(jobIds.map((id) => consoles.itemsOf(id)))).flat();
  for (const { id } of campaigns) {
    const own = items.filter(({ campaignId }) => campaignId === id);
    const states = own.map(({ state }) => state);
    const callCount = calls.filter((line) => line.split('/').includes(String(id))).length;
    const attempts = (await consoles.attemptsOf(id)).filter(
      ({ before, itemKey, operation }) =>
        before !== null && itemKey !== null && phase.operation.startsWith(operation.slice(0, 5)),
    );
    const message = `${phase.operation} #${id}: ${states.join(' ')}, ${callCount} calls, ${attempts.length} attempts`;
    expect(
      states.every((state) => ['done', 'refused', 'unknown', 'left_out'].includes(state)),
      message,
    ).toBe(true);
    // Each attempt makes at most one call, and has its own key.
    expect(new Set(attempts.map(({ itemKey }) => itemKey)).size, message).toBe(attempts.length);
    expect(callCount, message).toBeLessThanOrEqual(attempts.length);
    const isDone = phase.isDone(await findCampaign(consoles.service, id));
    const [done, unknown] = [
      states.filter((state) => state === 'done').length,
      states.filter((state) => state === 'unknown').length,
    ];
    if (isDone === undefined) continue;
    expect(done, message).toBeLessThanOrEqual(1);
    if (isDone) expect(done + unknown, message).toBeGreaterThanOrEqual(states.includes('left_out') ? 0 : 1);
    else expect(done, message).toBe(0);
  }
  if (phase.operation !== 'cloneCampaign') return;
  const copies = (await countCampaigns()) - campaignsBefore;
  const done = items.filter(({ state }) => state === 'done').length;
  const unknown = items.filter(({ state }) => state === 'unknown').length;
  expect(copies, `${done} done, ${unknown} unknown`).toBeGreaterThanOrEqual(done);
  expect(copies, `${done} done, ${unknown} unknown`).toBeLessThanOrEqual(done + unknown);
}

it(`at most one call is made for each item, despite ${KILLS} kills and faults in every operation`, async () => {
  const chosen = isFullRun ? phases : phases.slice(0, 3);
  let kills = 0;
  let rounds = 0;
  do {
    const campaigns = await consoles.addDrafts(CAMPAIGNS);
    for (const phase of chosen)
      kills += await runPhase(phase, campaigns, Math.min(KILLS_PER_PHASE, KILLS - kills));
    rounds++;
  } while (kills < KILLS && rounds < 20);
  expect(kills).toBe(KILLS);
  console.log(`${kills} kills, ${rounds * CAMPAIGNS} campaigns, ${chosen.length} operations, 0 duplicates`);
});

async function waitUntilExited(mailroom: { readonly pid: number | undefined }): Promise<void> {
  const isRunning = () => {
    try {
      return process.kill(mailroom.pid ?? 0, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning, { timeout: 30_000, interval: 100 }).toBe(false);
}

it('a console that is stopped between the two calls of a reschedule makes the second call before exiting', async () => {
  const ids = (await consoles.addDrafts(1)).map(({ id }) => id);
  const scheduled = await consoles.makeJob('sender', (phases[0] as Phase).action(), ids);
  await consoles.start(scheduled);
  await expect.poll(() => consoles.stateOf(scheduled), { timeout: 30_000 }).toBe('ended');
  const id = await consoles.makeJob('sender', (phases[1] as Phase).action(), ids);
  consoles.proxy.changeBefore('POST /cancel', async () => {
    for (const { pid } of consoles.all) process.kill(pid ?? 0, 'SIGTERM');
  });
  await consoles.start(id);
  for (const mailroom of consoles.all) await waitUntilExited(mailroom);
  expect(await consoles.itemsOf(id)).toMatchObject([{ state: 'done' }]);
  const campaign = await findCampaign(consoles.service, ids[0] as number);
  expect(campaign).toMatchObject({ status: 'queued' });
  expect(Date.parse(campaign?.scheduled_at ?? '')).toBe(Date.parse(NEW_TIME));
  for (const mailroom of consoles.all) await mailroom.start();
});
