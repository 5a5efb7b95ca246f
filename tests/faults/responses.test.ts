/**
 * Runs every irreversible action with every sandbox fault. Tests that the console calls the service exactly
 * once. The console must also settle the attempt if reading the campaign again shows the outcome.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, type ExpectStatic, it, vi } from 'vitest';
import { reconcileAttempts } from '#lib/attempts/reconcile.ts';
import type { Input } from '#lib/contract/operations.ts';
import { runOperation } from '#lib/data/proxy.ts';
import { listCampaignAttempts } from '#lib/store/attempt-queries.ts';
import { store } from '#lib/store/open.ts';
import type { Fault } from '#service/sandbox/faults.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { ORIGIN } from '../console/support/settings.ts';
import type { TestCampaign } from '../support/campaigns.ts';
import { type RunningService, startTestService } from '../support/service.ts';
import { type ActionName, actionNames, actions, countCalls, findCampaign } from './actions.ts';
import { isFullRun, seed, seededRandom } from './run-size.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 1_200_000, maxConcurrency: 16 });

const TRIALS_PER_FAULT = isFullRun ? 25 : 1;

type FaultSpec = Pick<Fault, 'kind'> & Partial<Fault>;
/**
 * The maximum delay of a response. Attempts time out after eight seconds, so only some of the delayed
 * responses arrive in time.
 */
const MAX_DELAY_MS = 12_000;

const faults: Readonly<Record<string, (random: () => number) => FaultSpec>> = {
  'delayed before the action': (random) => ({ kind: 'delay', ms: Math.floor(random() * MAX_DELAY_MS) }),
  'delayed after the action': (random) => ({ kind: 'delay_after', ms: Math.floor(random() * MAX_DELAY_MS) }),
  '500': () => ({ kind: 'status', status: 500 }),
  '502': () => ({ kind: 'status', status: 502 }),
  '503': () => ({ kind: 'status', status: 503 }),
  '504': () => ({ kind: 'status', status: 504 }),
  '408': () => ({ kind: 'status', status: 408 }),
  '409': () => ({ kind: 'status', status: 409 }),
  '429': () => ({ kind: 'status', status: 429 }),
  '302': () => ({ kind: 'status', status: 302 }),
  'dropped before the action': () => ({ kind: 'drop_before' }),
  'dropped after the action': () => ({ kind: 'drop_after' }),
  'truncated JSON': () => ({ kind: 'malformed' }),
  HTML: () => ({ kind: 'html' }),
  '200 MB': () => ({ kind: 'huge' }),
};
/** HTTP statuses that prove that the action didn't happen. */
const CERTAIN_REJECTIONS = new Set(['409', '429']);

const harness = setUpHarness();
let service: RunningService;
const random = seededRandom(seed);
const prepared = new Map<ActionName, TestCampaign[]>();
const counts = { trials: 0, settled: 0, unknown: 0, repeats: 0 };

beforeAll(async () => {
  console.log(`seed ${seed}`);
  // Stop the service's clock, so that scheduled campaigns can still be canceled late in the test.
  const args = ['--no-render', '--monthly-invoice', '--clock-rate', '0'];
  service = await startTestService({ campaigns: 40, args });
  harness.applySettings({
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
  });
  // Create all campaigns before injecting faults, so that no fault affects a request that creates a campaign.
  for (const name of actionNames) {
    const campaigns: TestCampaign[] = [];
    for (let i = 0; i < TRIALS_PER_FAULT * Object.keys(faults).length; i++)
      campaigns.push(await actions[name].prepare(service));
    prepared.set(name, campaigns);
  }
  await service.clearRequests();
});
afterAll(async () => {
  console.log(
    `${counts.trials} attempts, ${counts.repeats} duplicate calls, ${counts.settled} settled, ${counts.unknown} unknown`,
  );
  await service.remove();
});

// Different actions run in parallel.
// Attempts of the same action run in sequence, so each attempt triggers its own fault.
it.concurrent.for(actionNames)(
  'the service is called exactly once for %s, whatever the fault',
  async (name, { expect }) => {
    for (let trial = 0; trial < TRIALS_PER_FAULT; trial++) {
      for (const fault of Object.keys(faults)) {
        await checkAttempt(name, fault, prepared.get(name)?.pop(), expect);
      }
    }
  },
);

async function checkAttempt(
  name: ActionName,
  fault: string,
  campaign: TestCampaign | undefined,
  expect: ExpectStatic,
): Promise<void> {
  const action = actions[name];
  const createFault = faults[fault];
  if (!createFault || !campaign) throw new Error(`No campaign was created for ${fault}.`);
  const { id } = campaign;
  await service.injectFaults({ operation: name, n: 1, ...createFault(random) });

  const outcome = await harness.admin(() =>
    runOperation(name, action.input(campaign, ORIGIN) as Input<typeof name>),
  );
  // The service still runs a delayed action after the console has stopped waiting.
  await expect
    .poll(() => countCalls(service, name, id), { timeout: 2 * MAX_DELAY_MS, interval: 200 })
    .toBeGreaterThan(0);

  const db = await store();
  await db.execute(
    sql`update attempts set read_at = read_at - interval '1 minute' where campaign_id = ${id} and state = 'unknown'`,
  );
  await reconcileAttempts(db);

  const [attempt, ...others] = await listCampaignAttempts(db, id);
  const isDone = action.isDone(await findCampaign(service, id));
  const calls = await countCalls(service, name, id);
  const message = `${name}, ${fault}, #${id}: ${JSON.stringify({ isDone, state: attempt?.state, outcome })}`;
  counts.trials += 1;
  counts.repeats += calls - 1;
  expect(calls, message).toBe(1);
  expect(others, message).toEqual([]);
  expect(attempt?.operation, message).toBe(action.attemptOperation);
  if (outcome.ok) expect(attempt?.state, message).toBe('done');
  else if (CERTAIN_REJECTIONS.has(fault)) expect(attempt?.state, message).toBe('refused');
  else expect(attempt?.state, message).toBe(isDone ? 'done' : action.stateIfLost);
  if (attempt?.state === 'unknown') counts.unknown += 1;
  else counts.settled += 1;
}
