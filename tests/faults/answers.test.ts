/**
 * Every deed × every fault that the service has a switch for: the service is asked once, whatever comes of the answer, and
 * what a reading can tell is settled by it.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, type ExpectStatic, it, vi } from 'vitest';
import { reconcile } from '#lib/attempts/reconcile.ts';
import type { Input } from '#lib/contract/operations.ts';
import { runOperation } from '#lib/data/proxy.ts';
import { attemptsOfCampaign } from '#lib/store/attempts.ts';
import { store } from '#lib/store/open.ts';
import type { Fault } from '#service/sandbox/faults.ts';
import { setUpHarness } from '../console/support/harness.ts';
import { ORIGIN } from '../console/support/settings.ts';
import type { Own } from '../support/campaigns.ts';
import { type Service, startService } from '../support/service.ts';
import { type DeedName, deedNames, deeds, readNow, timesAsked } from './operations.ts';
import { isFull, randomFrom, seed } from './size.ts';

vi.mock('next/headers', () => import('../console/support/request.ts'));
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 1_200_000, maxConcurrency: 16 });

const TRIALS = isFull ? 25 : 1;

type Kind = Pick<Fault, 'kind'> & Partial<Fault>;
/** Around the eight seconds that an attempt may take, so that some answers come in time and others don't. */
const LONGEST_MS = 12_000;

const faults: Readonly<Record<string, (random: () => number) => Kind>> = {
  'late to work': (random) => ({ kind: 'delay', ms: Math.floor(random() * LONGEST_MS) }),
  'late to answer': (random) => ({ kind: 'delay_after', ms: Math.floor(random() * LONGEST_MS) }),
  '500': () => ({ kind: 'status', status: 500 }),
  '502': () => ({ kind: 'status', status: 502 }),
  '503': () => ({ kind: 'status', status: 503 }),
  '504': () => ({ kind: 'status', status: 504 }),
  '408': () => ({ kind: 'status', status: 408 }),
  '409': () => ({ kind: 'status', status: 409 }),
  '429': () => ({ kind: 'status', status: 429 }),
  '302': () => ({ kind: 'status', status: 302 }),
  'dropped before the work': () => ({ kind: 'drop_before' }),
  'dropped after the work': () => ({ kind: 'drop_after' }),
  'half of the JSON': () => ({ kind: 'malformed' }),
  HTML: () => ({ kind: 'html' }),
  '200 MB': () => ({ kind: 'huge' }),
};
/** Answers that say for certain that nothing was done. */
const CERTAIN = new Set(['409', '429']);

const harness = setUpHarness();
let service: Service;
const random = randomFrom(seed);
const prepared = new Map<DeedName, Own[]>();
const counts = { trials: 0, settled: 0, unknown: 0, repeats: 0 };

beforeAll(async () => {
  console.log(`seed ${seed}`);
  // Its clock stands still: what waits to be cancelled must not go out while the others are tried.
  const args = ['--no-render', '--monthly-invoice', '--clock-rate', '0'];
  service = await startService({ campaigns: 40, args });
  harness.settings({
    DIRECTMAIL_BASE_URL: service.url,
    DIRECTMAIL_BASE_URL_V2: service.url,
    DIRECTMAIL_API_KEY: service.key,
  });
  // All of them before the first fault: making one takes calls that faults would hit.
  for (const name of deedNames) {
    const campaigns: Own[] = [];
    for (let i = 0; i < TRIALS * Object.keys(faults).length; i++)
      campaigns.push(await deeds[name].prepare(service));
    prepared.set(name, campaigns);
  }
  await service.forgetArrived();
});
afterAll(async () => {
  console.log(
    `${counts.trials} attempts, ${counts.repeats} repeats, ${counts.settled} settled, ${counts.unknown} that no reading can tell`,
  );
  await service.remove();
});

// One after the other within a deed, so that each attempt meets the fault that is meant for it; the deeds side by side.
it.concurrent.for(deedNames)('%s', async (name, { expect }) => {
  for (let trial = 0; trial < TRIALS; trial++) {
    for (const fault of Object.keys(faults)) {
      await attempt(name, fault, prepared.get(name)?.pop(), expect);
    }
  }
});

async function attempt(
  name: DeedName,
  fault: string,
  own: Own | undefined,
  expect: ExpectStatic,
): Promise<void> {
  const deed = deeds[name];
  const kind = faults[fault];
  if (!kind || !own) throw new Error(`Nothing is prepared for ${fault}.`);
  const { id } = own;
  await service.break({ operation: name, n: 1, ...kind(random) });

  const outcome = await harness.admin(() =>
    runOperation(name, deed.input(own, ORIGIN) as Input<typeof name>),
  );
  // What is late goes on in the service after nobody waits for it any more.
  await expect
    .poll(() => timesAsked(service, name, id), { timeout: 2 * LONGEST_MS, interval: 200 })
    .toBeGreaterThan(0);

  const db = await store();
  await db.execute(
    sql`update attempts set read_at = read_at - interval '1 minute' where campaign_id = ${id} and state = 'unknown'`,
  );
  await reconcile(db);

  const [made, ...others] = await attemptsOfCampaign(db, id);
  const done = deed.wasDone(await readNow(service, id));
  const asked = await timesAsked(service, name, id);
  const what = `${name}, ${fault}, #${id}: ${JSON.stringify({ done, state: made?.state, outcome })}`;
  counts.trials += 1;
  counts.repeats += asked - 1;
  expect(asked, what).toBe(1);
  expect(others, what).toEqual([]);
  expect(made?.operation, what).toBe(deed.attempt);
  if (outcome.ok) expect(made?.state, what).toBe('done');
  else if (CERTAIN.has(fault)) expect(made?.state, what).toBe('refused');
  else expect(made?.state, what).toBe(done ? 'done' : deed.whenLost);
  if (made?.state === 'unknown') counts.unknown += 1;
  else counts.settled += 1;
}
