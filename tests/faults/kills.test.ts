/**
 * `kill -9` of a console at each point of an attempt: nothing is done twice, nothing that was done is forgotten, and a
 * minute after the next start everything is settled or shown as unknown.
 */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { attemptsOfCampaign, unsettledAttempts } from '#lib/store/attempts.ts';
import type { Own } from '../support/campaigns.ts';
import type { Console } from '../support/console.ts';
import { type Consoles, isWaiting, startConsoles } from './consoles.ts';
import { type DeedName, deedNames, deeds, readNow, timesAsked } from './operations.ts';
import { isFull } from './size.ts';

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 180_000 });

const KILLS = isFull ? 25 : 1;
const SETTLED_WITHIN_MS = 60_000;

let consoles: Consoles;
let killed: Console;
beforeAll(async () => {
  consoles = await startConsoles(1);
  killed = consoles.all[0] as Console;
});
afterAll(() => consoles.close());

interface Victim {
  readonly name: DeedName;
  readonly own: Own;
}

/** Where the service has been asked when the console dies. */
const CALLED = new Set(['during the call', 'before the record']);

/** Holds every write to the attempts, until the work is over. */
async function whileNobodyWrites(work: () => Promise<void>): Promise<void> {
  await consoles.store.db.transaction(async (tx) => {
    await tx.execute(sql`lock table attempts in access exclusive mode`);
    await work();
  });
}

const until = (what: () => Promise<boolean>) =>
  expect.poll(what, { timeout: 20_000, interval: 20 }).toBe(true);
const waits = (write: Parameters<typeof isWaiting>[1]) => until(() => isWaiting(consoles.store, write));

/** Whether the service has begun to suffer from what it was told to. */
async function isSuffering(): Promise<boolean> {
  const left = (await (await fetch(`${consoles.service.url}/sandbox/faults`)).json()) as unknown[];
  return left.length === 0;
}

const points: Readonly<Record<string, (victim: Victim) => Promise<void>>> = {
  'before the claim': async ({ name, own }) => {
    await whileNobodyWrites(async () => {
      const click = consoles.click(killed, name, own);
      await waits('claim');
      await killed.kill();
      await click;
    });
  },
  'after the claim': async ({ name, own }) => {
    const readings = ['getCampaign', 'getCustomerCampaign'] as const;
    await consoles.service.break(
      ...readings.map((operation) => ({ operation, kind: 'delay' as const, ms: 2_500, n: 9 })),
    );
    const click = consoles.click(killed, name, own);
    await until(async () => (await attemptsOfCampaign(consoles.store.db, own.id)).length > 0);
    await killed.kill();
    await click;
  },
  'during the call': async ({ name, own }) => {
    await consoles.service.break({ operation: name, kind: 'delay', ms: 3_000 });
    const click = consoles.click(killed, name, own);
    await until(isSuffering);
    await killed.kill();
    await click;
    await until(async () => (await timesAsked(consoles.service, name, own.id)) > 0);
  },
  'before the record': async ({ name, own }) => {
    await consoles.service.break({ operation: name, kind: 'delay_after', ms: 4_000 });
    const click = consoles.click(killed, name, own);
    await until(isSuffering);
    await whileNobodyWrites(async () => {
      await waits('record');
      await killed.kill();
      await click;
    });
    await until(async () => (await timesAsked(consoles.service, name, own.id)) > 0);
  },
};

const victims: (Victim & { readonly isCalled: boolean })[] = [];
let lastStart = 0;

describe.each(Object.entries(points))('%s', (point, kill) => {
  it(`${KILLS} times`, async () => {
    const { service } = consoles;
    for (let i = 0; i < KILLS; i++) {
      // Another deed each time, also when every point has only one.
      const name = deedNames[(victims.length * 2) % deedNames.length] as DeedName;
      const victim = { name, own: await deeds[name].prepare(service) };
      await service.forgetArrived();
      await kill(victim);
      await service.mend();
      await check(victim, point);
      victims.push({ ...victim, isCalled: CALLED.has(point) });
      await killed.start();
      lastStart = performance.now();
    }
  });
});

it('a minute after the last start everything is settled, or shown as unknown', async () => {
  const isQuiet = async () =>
    (await unsettledAttempts(consoles.store.db)).every(({ state }) => state !== 'open');
  await expect.poll(isQuiet, { timeout: SETTLED_WITHIN_MS, interval: 500 }).toBe(true);
  const seconds = Math.round((performance.now() - lastStart) / 1000);
  for (const victim of victims) await checkSettled(victim);
  console.log(`${victims.length} kills, 0 duplicates, nothing open ${seconds} s after the last start`);
});

/** Right after the kill: asked at most once, and what was asked for is on record. */
async function check({ name, own }: Victim, point: string): Promise<void> {
  const asked = await timesAsked(consoles.service, name, own.id);
  const made = await attemptsOfCampaign(consoles.store.db, own.id);
  const what = `${point}, ${name} #${own.id}: asked ${asked}, ${made.map(({ state }) => state).join()}`;
  const isCalled = CALLED.has(point);
  expect(asked, what).toBe(isCalled ? 1 : 0);
  if (isCalled)
    expect(
      made.map(({ state, before }) => [state, before !== null]),
      what,
    ).toEqual([['open', true]]);
}

/** In the end: asked no more often than that, settled rightly where a reading tells, and else unknown. */
async function checkSettled({ name, own, isCalled }: (typeof victims)[number]): Promise<void> {
  const { service, store } = consoles;
  const [made, ...others] = await attemptsOfCampaign(store.db, own.id);
  const done = deeds[name].wasDone(await readNow(service, own.id));
  const what = `${name} #${own.id}: ${JSON.stringify({ done, state: made?.state })}`;
  expect(others, what).toEqual([]);
  if (!isCalled) return expect(made?.state, what).not.toBe('done');
  await expect
    .poll(async () => (await attemptsOfCampaign(store.db, own.id))[0]?.state, { timeout: SETTLED_WITHIN_MS })
    .toBe(done ? 'done' : deeds[name].whenLost);
}
