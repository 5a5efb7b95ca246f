/**
 * Tests that each attempt calls the service exactly once. Each trial simulates twenty simultaneous clicks on
 * two consoles that share a PostgreSQL database.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import type { RunningConsole } from '../support/console.ts';
import { type ActionName, actionNames, actions, countCalls } from './actions.ts';
import { type Consoles, startConsoles } from './consoles.ts';
import { isFullRun } from './run-size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const TRIALS = isFullRun ? 200 : actionNames.length;
const CLICKS = 20;
/**
 * Actions that a member can repeat as soon as the previous attempt has finished. Each new payment link is a
 * separate attempt.
 */
const REPEATABLE: ReadonlySet<ActionName> = new Set(['payCampaign', 'payCustomerCampaign']);

let consoles: Consoles;
beforeAll(async () => {
  consoles = await startConsoles(2);
});
afterAll(() => consoles.close());

it(`calls the service once per attempt when twenty clicks arrive simultaneously (${TRIALS} trials)`, async () => {
  const { service, all, store, sendAction } = consoles;
  let clicks = 0;
  let calls = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const name = actionNames[trial % actionNames.length] as ActionName;
    const campaign = await actions[name].prepare(service);
    await service.clearRequests();
    const statuses = await Promise.all(
      Array.from({ length: CLICKS }, (_, i) =>
        sendAction(all[i % all.length] as RunningConsole, name, campaign),
      ),
    );
    const callCount = await countCalls(service, name, campaign.id);
    const attempts = (await listCampaignAttempts(store.db, campaign.id)).filter(
      ({ before }) => before !== null,
    );
    const message = `${name} #${campaign.id}: ${statuses.join(' ')}`;
    expect(callCount, message).toBe(attempts.length);
    if (!REPEATABLE.has(name)) expect(callCount, message).toBe(1);
    expect(statuses.filter((status) => status === 200).length, message).toBeGreaterThan(0);
    expect(new Set(attempts.map(({ state }) => state)), message).toEqual(new Set(['done']));
    clicks += statuses.length;
    calls += callCount;
  }
  console.log(
    `${TRIALS} trials, ${clicks} clicks across ${all.length} consoles, ${calls} attempts with one call each`,
  );
});
