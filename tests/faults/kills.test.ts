/**
 * Kills a console at each point in an attempt. Tests that the console neither loses nor repeats an action.
 * Within a minute of the next start, every attempt must be settled or unknown.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { listCampaignAttempts, listUnsettledAttempts } from '#lib/store/attempt-queries.ts';
import type { TestCampaign } from '../support/campaigns.ts';
import type { RunningConsole } from '../support/console.ts';
import { type ActionName, actionNames, actions, countCalls, findCampaign } from './actions.ts';
import { type Consoles, isConsoleBlocked, startConsoles } from './consoles.ts';
import { isFullRun } from './run-size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const KILLS = isFullRun ? 25 : 1;
const SETTLE_TIMEOUT_MS = 60_000;

let consoles: Consoles;
let mailroom: RunningConsole;
beforeAll(async () => {
  consoles = await startConsoles(1);
  mailroom = consoles.all[0] as RunningConsole;
});
afterAll(() => consoles.close());

interface KilledAction {
  readonly name: ActionName;
  readonly campaign: TestCampaign;
}

/** The points in an attempt at which the console has already called the service. */
const AFTER_CALL = new Set(['during the call', 'before the record']);

/** Runs `work` while the attempts table is locked. */
async function withAttemptsLocked(work: () => Promise<void>): Promise<void> {
  await consoles.store.db.transaction(async (tx) => {
    await tx.execute(sql`lock table attempts in access exclusive mode`);
    await work();
  });
}

const waitUntil = (condition: () => Promise<boolean>) =>
  expect.poll(condition, { timeout: 20_000, interval: 20 }).toBe(true);
const waitUntilBlocked = (write: Parameters<typeof isConsoleBlocked>[1]) =>
  waitUntil(() => isConsoleBlocked(consoles.store, write));

/** True if the injected fault has been triggered. The service removes a triggered fault from the list. */
async function hasFaultStarted(): Promise<boolean> {
  const remaining = (await (await fetch(`${consoles.service.url}/sandbox/faults`)).json()) as unknown[];
  return remaining.length === 0;
}

const points: Readonly<Record<string, (killedAction: KilledAction) => Promise<void>>> = {
  'before the claim': async ({ name, campaign }) => {
    await withAttemptsLocked(async () => {
      const response = consoles.sendAction(mailroom, name, campaign);
      await waitUntilBlocked('claim');
      await mailroom.kill();
      await response;
    });
  },
  'after the claim': async ({ name, campaign }) => {
    const readOperations = ['getCampaign', 'getCustomerCampaign'] as const;
    await consoles.service.injectFaults(
      ...readOperations.map((operation) => ({ operation, kind: 'delay' as const, ms: 2_500, n: 9 })),
    );
    const response = consoles.sendAction(mailroom, name, campaign);
    await waitUntil(async () => (await listCampaignAttempts(consoles.store.db, campaign.id)).length > 0);
    await mailroom.kill();
    await response;
  },
  'during the call': async ({ name, campaign }) => {
    await consoles.service.injectFaults({ operation: name, kind: 'delay', ms: 3_000 });
    const response = consoles.sendAction(mailroom, name, campaign);
    await waitUntil(hasFaultStarted);
    await mailroom.kill();
    await response;
    await waitUntil(async () => (await countCalls(consoles.service, name, campaign.id)) > 0);
  },
  'before the record': async ({ name, campaign }) => {
    await consoles.service.injectFaults({ operation: name, kind: 'delay_after', ms: 4_000 });
    const response = consoles.sendAction(mailroom, name, campaign);
    await waitUntil(hasFaultStarted);
    await withAttemptsLocked(async () => {
      await waitUntilBlocked('record');
      await mailroom.kill();
      await response;
    });
    await waitUntil(async () => (await countCalls(consoles.service, name, campaign.id)) > 0);
  },
};

const killedActions: (KilledAction & { readonly isCalled: boolean })[] = [];
let lastStart = 0;

describe.each(Object.entries(points))('a console killed %s', (point, kill) => {
  it(`a killed console neither loses nor repeats an action (${KILLS} ${KILLS === 1 ? 'kill' : 'kills'})`, async () => {
    const { service } = consoles;
    for (let i = 0; i < KILLS; i++) {
      // Use a different action for each kill, so that a run with one kill per point covers several actions.
      const name = actionNames[(killedActions.length * 2) % actionNames.length] as ActionName;
      const killedAction = { name, campaign: await actions[name].prepare(service) };
      await service.clearRequests();
      await kill(killedAction);
      await service.clearFaults();
      await expectClaimed(killedAction, point);
      killedActions.push({ ...killedAction, isCalled: AFTER_CALL.has(point) });
      await mailroom.start();
      lastStart = performance.now();
    }
  });
});

it('every attempt is settled or marked as unknown within a minute of the last start', async () => {
  const isNoAttemptOpen = async () =>
    (await listUnsettledAttempts(consoles.store.db)).every(({ state }) => state !== 'open');
  await expect.poll(isNoAttemptOpen, { timeout: SETTLE_TIMEOUT_MS, interval: 500 }).toBe(true);
  const seconds = Math.round((performance.now() - lastStart) / 1000);
  for (const killedAction of killedActions) await expectSettled(killedAction);
  console.log(
    `${killedActions.length} kills, 0 duplicates, no open attempts ${seconds} s after the last start`,
  );
});

/**
 * Checks an action immediately after the kill. Expects one call and an open attempt if the console has called
 * the service, and no calls otherwise.
 */
async function expectClaimed({ name, campaign }: KilledAction, point: string): Promise<void> {
  const calls = await countCalls(consoles.service, name, campaign.id);
  const attempts = await listCampaignAttempts(consoles.store.db, campaign.id);
  const message = `${point}, ${name} #${campaign.id}: ${calls} calls, ${attempts.map(({ state }) => state).join()}`;
  const isCalled = AFTER_CALL.has(point);
  expect(calls, message).toBe(isCalled ? 1 : 0);
  if (isCalled)
    expect(
      attempts.map(({ state, before }) => [state, before !== null]),
      message,
    ).toEqual([['open', true]]);
}

/**
 * Checks an action after the console's last start. Expects a single attempt with the outcome that the
 * campaign shows. If the campaign shows no outcome, expects the state that an attempt gets after a lost
 * response.
 */
async function expectSettled({ name, campaign, isCalled }: (typeof killedActions)[number]): Promise<void> {
  const { service, store } = consoles;
  const [attempt, ...others] = await listCampaignAttempts(store.db, campaign.id);
  const isDone = actions[name].isDone(await findCampaign(service, campaign.id));
  const message = `${name} #${campaign.id}: ${JSON.stringify({ isDone, state: attempt?.state })}`;
  expect(others, message).toEqual([]);
  if (!isCalled) return expect(attempt?.state, message).not.toBe('done');
  await expect
    .poll(async () => (await listCampaignAttempts(store.db, campaign.id))[0]?.state, {
      timeout: SETTLE_TIMEOUT_MS,
    })
    .toBe(isDone ? 'done' : actions[name].stateIfLost);
}
